/**
 * `POST /v1/alerts` over HTTP on the real product: which alerts hold where and when, every field, geometry only when it is
 * asked for, and what is said of feeds that are late and of places that nobody watches. The day is 1 July 2024.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { decodeCap } from '../../src/decode/cap/cap.js';
import { unzip } from '../../src/decode/zip/zip.js';
import { postAlerts } from '../../src/http/server.fixture.js';
import type { AlertMessage } from '../../src/model/alert.js';
import type { AlertsAnswer } from '../../src/model/alert-answer.js';
import { formatInstant } from '../../src/model/time.js';
import type { AlertsDependencies } from '../../src/products/alerts/alerts.js';
import { area, at, codes, info, message, square } from '../../src/query/alerts/messages.fixture.js';
import { type AlertsSituation, alertsSituation } from '../alerts-situation.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { sharedServer } from '../shared-server.js';
import { DocumentValidator, documentOf } from './document.js';

const server = sharedServer('alerts');
afterAll(server.close);
const situationOf = (changes?: Partial<AlertsDependencies>) => alertsSituation(server.serve, changes);

/** In Oklahoma, with the NWS read a minute ago. */
async function watched(changes?: Partial<AlertsDependencies>): Promise<AlertsSituation> {
  const situation = await situationOf(changes);
  await situation.polled('nws-alerts', '11:59');
  return situation;
}

const NORMAN = [35.22, -97.44] as const;
const HERE = area({ description: 'Cleveland', polygons: [square(35, -98)] });
const ids = ({ alerts }: AlertsAnswer) => alerts.map(({ id }) => id);
const codesOf = ({ warnings }: AlertsAnswer) => warnings.map(({ code }) => code);

/** A message of one info that holds over Norman until the evening. */
const here = (identifier: string, more: Parameters<typeof info>[0] = {}, rest: Parameters<typeof message>[1] = {}) =>
  message(identifier, { infos: [info({ areas: [HERE], expires: at('18:00'), ...more })], ...rest });

/** Of which nothing was ever received. */
const first = await watched();
const validator = new DocumentValidator(await documentOf(first.app));

test('every field of an alert, as the issuer sent it', async () => {
  const { receive, ask } = await watched();
  await receive(
    'nws-alerts',
    here('first'),
    here(
      'second',
      {
        language: 'en-US',
        event: 'Tornado Warning',
        categories: ['met', 'safety'],
        responseTypes: ['shelter'],
        urgency: 'immediate',
        severity: 'extreme',
        certainty: 'observed',
        effective: at('11:30'),
        onset: at('12:30'),
        ends: at('19:00'),
        senderName: 'NWS Norman OK',
        headline: 'Tornado Warning until 1 PM',
        description: 'A tornado.\nIt moves east.',
        instruction: 'Take cover.',
        areas: [HERE, area({ description: 'elsewhere', polygons: [square(50, 10)] })],
      },
      { references: ['first', 'never received'], sent: at('11:30') },
    ),
  );
  const answer = await ask(...NORMAN);
  expect(answer).toEqual({
    location: { latitude: 35.22, longitude: -97.44 },
    alerts: [
      {
        id: 'second',
        status: 'actual',
        message_type: 'update',
        sent_at: '2024-07-01T11:30:00Z',
        effective_at: '2024-07-01T11:30:00Z',
        onset_at: '2024-07-01T12:30:00Z',
        expires_at: '2024-07-01T18:00:00Z',
        ends_at: '2024-07-01T19:00:00Z',
        event: 'Tornado Warning',
        headline: 'Tornado Warning until 1 PM',
        description: 'A tornado.\nIt moves east.',
        instruction: 'Take cover.',
        categories: ['met', 'safety'],
        response_types: ['shelter'],
        references: ['first', 'never received'],
        urgency: 'immediate',
        severity: 'extreme',
        certainty: 'observed',
        language: 'en-US',
        issuer: { name: 'NWS Norman OK' },
        affected_areas: [{ description: 'Cleveland' }],
      },
    ],
    updated_at: '2024-07-01T11:59:00Z',
    stale: false,
    warnings: [],
  });
  expect(validator.faultsOf('AlertsResponse', answer)).toEqual([]);
});

test('what an issuer leaves out is null or empty, and there all the same', async () => {
  const { receive, ask } = await watched();
  await receive('nws-alerts', here('bare', { event: null, categories: [], expires: null }));
  const answer = await ask(...NORMAN);
  expect(answer.alerts[0]).toMatchObject({
    event: null,
    headline: null,
    description: null,
    instruction: null,
    effective_at: null,
    onset_at: null,
    expires_at: null,
    ends_at: null,
    categories: [],
    response_types: [],
    references: [],
    issuer: { name: null },
  });
  expect(validator.faultsOf('AlertsResponse', answer)).toEqual([]);
});

test('a chain of alert, update and cancel, as time passes', async () => {
  const { receive, ask, setClock, polled } = await watched();
  setClock('10:00');
  await receive('nws-alerts', here('A', { expires: at('16:00') }, { sent: at('10:00') }));
  const seen: [string, string[]][] = [];
  const look = async (time: string) => {
    setClock(time);
    await polled('nws-alerts', time);
    seen.push([time, ids(await ask(...NORMAN))]);
  };
  await look('11:00');
  setClock('12:00');
  await receive('nws-alerts', here('B', { expires: at('18:00') }, { sent: at('12:00'), references: ['A'] }));
  await look('12:00');
  await receive('nws-alerts', message('C', { sent: at('14:00'), messageType: 'cancel', references: ['B'], infos: [] }));
  await look('13:59');
  await look('14:00');
  expect(seen).toEqual([
    ['11:00', ['A']],
    ['12:00', ['B']],
    ['13:59', ['B']],
    ['14:00', []],
  ]);
});

test.each([
  ['expires ends it, to the second', { expires: at('16:00') }, ['15:59'], ['16:00']],
  ['ends where there is no expires', { expires: null, ends: at('20:00') }, ['19:59'], ['20:00']],
  ['a day where there is neither', { expires: null }, ['2024-07-02T09:59:59Z'], ['2024-07-02T10:00:00Z']],
  ['an end beyond expires does not extend it', { expires: at('16:00'), ends: at('20:00') }, ['15:59'], ['16:00']],
  ['not before it is effective', { effective: at('13:00') }, ['13:00'], ['12:59']],
  ['an onset to come is no reason to wait', { onset: at('17:00') }, ['12:00'], []],
])('%s', async (_, times, during, outside) => {
  const { receive, ask, setClock } = await watched();
  await receive('nws-alerts', here('A', times));
  for (const time of during) {
    setClock(time);
    expect(ids(await ask(...NORMAN)), time).toEqual(['A']);
  }
  for (const time of outside) {
    setClock(time);
    expect(ids(await ask(...NORMAN)), time).toEqual([]);
  }
});

test.each([
  ['a test', { status: 'test' }],
  ['an exercise', { status: 'exercise' }],
  ['a system message', { status: 'system' }],
  ['a draft', { status: 'draft' }],
  ['a private message', { scope: 'private' }],
  ['a cancel', { messageType: 'cancel' }],
  ['an acknowledgement', { messageType: 'ack' }],
  ['an error report', { messageType: 'error' }],
] as const)('%s is not answered', async (_, more) => {
  const { receive, ask } = await watched();
  await receive('nws-alerts', here('A', {}, more));
  expect(ids(await ask(...NORMAN))).toEqual([]);
});

test('the most severe first, then those sent last; two infos of one message are two alerts', async () => {
  const { receive, ask } = await watched();
  const two = [info({ severity: 'minor' }), info({ severity: 'moderate' })];
  await receive(
    'nws-alerts',
    here('unknown', { severity: 'unknown' }, { sent: at('11:00') }),
    here('older', { severity: 'severe' }, { sent: at('10:00') }),
    here('newer', { severity: 'severe' }, { sent: at('11:00') }),
    here('worst', { severity: 'extreme' }, { sent: at('09:00') }),
    message('two', { infos: two.map((one) => ({ ...one, areas: [HERE], expires: at('18:00') })) }),
  );
  expect(ids(await ask(...NORMAN))).toEqual(['worst', 'newer', 'older', 'two#2', 'two', 'unknown']);
});

test('English where there is any, else the first language', async () => {
  const { receive, ask } = await watched();
  const said = (...languages: string[]) =>
    languages.map((language) => info({ language, headline: language, areas: [HERE], expires: at('18:00') }));
  await receive(
    'nws-alerts',
    message('b', { infos: said('es-US', 'en-US') }),
    message('a', { infos: said('fr-CA', 'es-US') }),
  );
  expect((await ask(...NORMAN)).alerts.map(({ id, language }) => [id, language])).toEqual([
    ['a', 'fr-CA'],
    ['b', 'en-US'],
  ]);
});

test.each([
  ['inside', 35.5, -97.5, true],
  ['on an edge', 35.5, -98, true],
  ['on a corner', 36, -97, true],
  ['outside', 36.001, -97.5, false],
])('%s of a polygon', async (_, latitude, longitude, isThere) => {
  const { receive, ask } = await watched();
  await receive('nws-alerts', here('A'));
  expect(ids(await ask(latitude, longitude))).toEqual(isThere ? ['A'] : []);
});

test('a polygon stands before the zones that are named beside it; zones count where nothing is drawn', async () => {
  const { receive, ask, records, product } = await watched();
  await records.putZones('ugc', 'v1', [
    { scheme: 'ugc', value: 'OKC027', name: 'Cleveland', polygons: [square(35, -98)] },
  ]);
  const drawn = area({ polygons: [square(35, -98, 0.1)], geocodes: codes('ugc', 'OKC027') });
  const coded = area({ description: 'by code', geocodes: codes('ugc', 'OKC027') });
  await receive('nws-alerts', here('drawn', { areas: [drawn] }), here('coded', { areas: [coded] }));
  await product.refresh();
  expect(ids(await ask(35.5, -97.5))).toEqual(['coded']);
  expect(ids(await ask(35.05, -97.95)).sort()).toEqual(['coded', 'drawn']);
});

test('geometry comes when it is asked for, and only then', async () => {
  const { receive, ask, records } = await watched();
  await records.putZones('ugc', 'v1', [{ scheme: 'ugc', value: 'OKC027', name: null, polygons: [square(35, -98)] }]);
  const parts = [square(35, -98), square(50, 10)].map((one) => area({ polygons: [one] }));
  await receive(
    'nws-alerts',
    here('one'),
    here('parts', { areas: parts }),
    here('circle', { areas: [area({ circles: [{ latitude: 35.2, longitude: -97.4, radius: 20_000 }] })] }),
    here('zone', { areas: [area({ geocodes: codes('ugc', 'OKC027') })] }),
  );
  const plain = await ask(...NORMAN);
  expect(plain.alerts).toHaveLength(4);
  for (const alert of plain.alerts) expect(alert).not.toHaveProperty('geometry');
  for (const alert of (await ask(...NORMAN, [])).alerts) expect(alert).not.toHaveProperty('geometry');
  const drawn = await ask(...NORMAN, ['geometry']);
  expect(validator.faultsOf('AlertsResponse', drawn)).toEqual([]);
  const geometries = Object.fromEntries(drawn.alerts.map(({ id, geometry }) => [id, geometry]));
  const ring = [
    [-98, 35],
    [-97, 35],
    [-97, 36],
    [-98, 36],
    [-98, 35],
  ];
  expect(geometries.one).toEqual({ type: 'Polygon', coordinates: [ring] });
  expect(geometries.zone).toEqual({ type: 'Polygon', coordinates: [ring] });
  expect(geometries.parts).toMatchObject({ type: 'MultiPolygon', coordinates: [[ring], [{ length: 5 }]] });
  expect(geometries.circle).toMatchObject({ type: 'Polygon', coordinates: [{ length: 65 }] });
});

test('zone shapes are simplified to 0.005 degrees, drawn ones are not', async () => {
  const { receive, ask, records } = await watched();
  const bumps = Array.from({ length: 99 }, (_, i) => [-98 + (i + 1) / 100, 35 + (i % 2 === 0 ? 0.004 : 0)]).flat();
  const bumpy = [Float64Array.of(-98, 35, ...bumps, -97, 35, -97, 36, -98, 36, -98, 35)];
  await records.putZones('ugc', 'v1', [{ scheme: 'ugc', value: 'OKC027', name: null, polygons: [bumpy] }]);
  await receive(
    'nws-alerts',
    here('drawn', { areas: [area({ polygons: [bumpy] })] }),
    here('zone', { areas: [area({ geocodes: codes('ugc', 'OKC027') })] }),
  );
  const { alerts } = await ask(35.5, -97.5, ['geometry']);
  const corners = Object.fromEntries(alerts.map(({ id, geometry }) => [id, geometry?.coordinates[0]?.length]));
  expect(corners.drawn).toBe(104);
  expect(corners.zone).toBeLessThan(20);
});

test('an area across the date line holds on both sides, and its geometry is cut there', async () => {
  const { receive, ask, polled } = await watched();
  await polled('nws-alerts', '11:59');
  const across = [Float64Array.of(178, 50, -178, 50, -178, 54, 178, 54, 178, 50)];
  await receive('nws-alerts', here('A', { areas: [area({ polygons: [across] })] }));
  for (const longitude of [179, -179, 180, -180]) expect(ids(await ask(52, longitude))).toEqual(['A']);
  expect(ids(await ask(52, 0))).toEqual([]);
  const [alert] = (await ask(52, 179, ['geometry'])).alerts;
  expect(alert!.geometry).toMatchObject({ type: 'MultiPolygon', coordinates: { length: 2 } });
});

test('a feed that is late makes answers stale, names the issuer and since when, and asks for another try', async () => {
  const { ask, setClock, polled, app } = await watched();
  setClock('12:09');
  expect(await ask(...NORMAN)).toMatchObject({ stale: false, warnings: [] });
  await polled('nws-alerts', '12:09', 'timeout');
  setClock('12:10');
  const answer = await ask(...NORMAN);
  expect(answer).toMatchObject({
    stale: true,
    updated_at: '2024-07-01T11:59:00Z',
    warnings: [
      {
        code: 'alerts_source_delayed',
        source: 'nws-alerts',
        message:
          'The alerts of US National Weather Service could not be read since 2024-07-01T11:59:00Z; what it issued since may be missing.',
      },
    ],
  });
  const again = await postAlerts(app, { location: { latitude: NORMAN[0], longitude: NORMAN[1] } });
  expect(again.headers['retry-after']).toBe('60');
  await polled('nws-alerts', '12:10');
  expect(await ask(...NORMAN)).toMatchObject({ stale: false, updated_at: '2024-07-01T12:10:00Z', warnings: [] });
});

test('who is late elsewhere is no matter here: neither another country nor another branch', async () => {
  const { ask, setClock, polled } = await watched();
  await polled('meteoalarm/austria', '11:00');
  await polled('meteoalarm/germany', '11:59');
  await polled('meteoalarm', '11:59');
  await polled('dwd-alerts', '11:59');
  const vienna = await ask(48.21, 16.37);
  expect(vienna).toMatchObject({ stale: true, updated_at: '2024-07-01T11:00:00Z' });
  expect(vienna.warnings).toMatchObject([{ code: 'alerts_source_delayed', source: 'meteoalarm/austria' }]);
  expect(vienna.warnings[0]!.message).toContain('MeteoAlarm (austria)');
  expect(await ask(48.14, 11.58), 'Munich, in the box of Austria').toMatchObject({ stale: false, warnings: [] });
  expect(await ask(...NORMAN)).toMatchObject({ stale: false, warnings: [] });
  setClock('12:20');
  expect((await ask(48.14, 11.58)).warnings[0]).toMatchObject({ source: 'meteoalarm/germany, dwd-alerts' });
});

test.each([
  ['Haiti, in the box of the NWS', 18.54, -72.34],
  ['Toronto, in the box of the NWS', 43.65, -79.38],
  ['Kinshasa', -4.32, 15.31],
  ['the South Pacific', -40, -120],
])(
  '%s: that nobody watches is said, so that an empty list does not look like safety',
  async (_, latitude, longitude) => {
    const { ask } = await watched();
    const answer = await ask(latitude, longitude);
    expect(answer).toMatchObject({ alerts: [], stale: false, updated_at: '2024-07-01T11:59:00Z' });
    expect(answer.warnings[0]).toMatchObject({ code: 'partial_data' });
    expect(answer.warnings[0]!.message).toMatch(
      /^No feed of alerts that this service reads covers this place: .* cannot know of\. WMO Alert Hub was not read yet\.$/,
    );
  },
);

test.each([
  ['Guam', 'nws-alerts', 13.45, 144.78],
  ['Puerto Rico', 'nws-alerts', 18.4, -66.1],
  ['Honolulu', 'nws-alerts', 21.31, -157.86],
  ['off California', 'nws-alerts', 35, -124],
  ['Oslo', 'meteoalarm/norway', 59.91, 10.75],
  ['São Paulo', 'wmo-alert-hub/br-inmet-pt', -23.55, -46.63],
  ['Kolkata', 'wmo-alert-hub/in-imd-en', 22.57, 88.36],
  ['Kyiv', 'meteoalarm/ukraine', 50.45, 30.52],
])('%s is watched by %s', async (_, name, latitude, longitude) => {
  const { ask, polled } = await watched();
  await polled(name, '11:58');
  expect(codesOf(await ask(latitude, longitude))).toEqual([]);
});

test('a feed that covers the place and was never read makes the answer stale', async () => {
  const { ask, polled } = await watched();
  await polled('meteoalarm', '11:59', 'https://feeds.example: status: 500');
  const answer = await ask(48.21, 16.37);
  expect(answer).toMatchObject({ stale: true, alerts: [] });
  expect(answer.warnings[0]).toMatchObject({ code: 'alerts_source_delayed', source: 'meteoalarm' });
  expect(answer.warnings[0]!.message).toContain('No poll of the alerts of MeteoAlarm has succeeded yet');
});

test('an alert that no shape can place is told of where its issuer watches', async () => {
  const { ask, receive, polled } = await watched();
  await polled('meteoalarm/austria', '11:59');
  await polled('meteoalarm/germany', '11:59');
  await polled('dwd-alerts', '11:59');
  const unknown = area({ description: 'Bezirk Zwettl', geocodes: codes('emma_id', 'AT325') });
  await receive('meteoalarm', here('coded', { areas: [unknown] }));
  const vienna = await ask(48.21, 16.37);
  expect(vienna.alerts).toEqual([]);
  expect(vienna.warnings).toMatchObject([{ code: 'alerts_area_approximate', count: 1 }]);
  expect(vienna.warnings[0]!.message).toContain('Bezirk Zwettl');
  expect(codesOf(await ask(48.14, 11.58)), 'Munich').toEqual([]);
  expect(codesOf(await ask(...NORMAN))).toEqual([]);
});

test('alerts by coarse zones are marked, those by a drawn shape are not', async () => {
  const { ask, receive, records, polled } = await watched();
  await polled('meteoalarm/austria', '11:59');
  const vienna = square(48, 16);
  await records.putZones('emma_id', 'v1', [{ scheme: 'emma_id', value: 'AT901', name: 'Wien', polygons: [vienna] }]);
  await receive('meteoalarm', here('zone', { areas: [area({ geocodes: codes('emma_id', 'AT901') })] }));
  const answer = await ask(48.21, 16.37);
  expect(ids(answer)).toEqual(['zone']);
  expect(answer.warnings).toMatchObject([{ code: 'alerts_area_approximate', count: 1 }]);
  await receive('meteoalarm', here('zone', { areas: [area({ polygons: [vienna] })] }, { sent: at('11:00') }));
  expect(codesOf(await ask(48.21, 16.37))).toEqual([]);
});

test('simulated alerts say so', async () => {
  const { ask } = await watched({ simulated: true });
  expect(codesOf(await ask(...NORMAN))).toEqual(['simulated_data']);
});

test('before anything was ever read it is a 503 that says what is missing; afterwards never again', async () => {
  let untried = ['nws-alerts', 'dwd-alerts', 'gfs'];
  const situation = await situationOf({ untried: () => untried });
  const { app, product, polled, setClock } = situation;
  const body = { location: { latitude: 35.22, longitude: -97.44 } };
  const ask = async () => {
    const { statusCode, ...answer } = await postAlerts(app, body);
    return [statusCode, answer.json().detail, (await product.status()).state];
  };
  expect(await ask()).toEqual([503, 'alerts is unavailable: the stored alerts are being read', 'warming']);
  await product.refresh();
  expect(await ask()).toEqual([
    503,
    'alerts is unavailable: the first polls are running: NWS alerts, DWD warnings',
    'warming',
  ]);
  await polled('nws-alerts', '11:59', 'https://api.example: timeout');
  untried = [];
  const words = 'no poll of NWS alerts, MeteoAlarm, DWD warnings, WMO Alert Hub has succeeded yet'; // and no address of an upstream
  expect(await ask()).toEqual([503, `alerts is unavailable: ${words}`, 'unavailable']);
  expect((await product.status()).detail).toBe(words);
  const refused = await postAlerts(app, body);
  expect(refused.headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '30' });
  await polled('nws-alerts', '12:00');
  expect((await postAlerts(app, body)).statusCode).toBe(200);
  setClock('2024-07-09T12:00:00Z');
  expect((await postAlerts(app, body)).json()).toMatchObject({ stale: true });
  expect((await product.status()).state).toBe('stale');
});

test('without a feed it is a 503, until a message is handed in by other roads', async () => {
  const situation = await situationOf({ feeds: [] });
  const { app, product, receive, ask } = situation;
  await product.refresh();
  const refused = await postAlerts(app, { location: { latitude: 35.22, longitude: -97.44 } });
  expect([refused.statusCode, refused.json().detail]).toEqual([
    503,
    'alerts is unavailable: no feed of alerts is configured, and no message was ingested',
  ]);
  expect((await product.status()).state).toBe('unavailable');
  await receive('nws-alerts', here('A'));
  const answer = await ask(...NORMAN);
  expect(answer).toMatchObject({ updated_at: '2024-07-01T12:00:00Z', stale: false });
  expect([ids(answer), codesOf(answer)]).toEqual([['A'], ['partial_data']]);
});

test('readiness tells of alerts, and waits for the weather only', async () => {
  const { app, polled } = await watched();
  await polled('meteoalarm/austria', '11:00');
  const ready = await app.inject('/readyz');
  expect(ready.statusCode).toBe(200);
  expect(validator.faultsOf('Readiness', ready.json())).toEqual([]);
  expect(ready.json().products[0]).toMatchObject({ product: 'alerts', state: 'ready', age_seconds: 60 });
  expect(ready.json().products[0].detail).toMatch(
    /^0 active alerts; late: MeteoAlarm \(austria\) since 2024-07-01T11:00:00Z/,
  );
  expect(ready.json().products[0].sources).toContainEqual(
    expect.objectContaining({ source: 'meteoalarm/austria', state: 'stale', updated_at: '2024-07-01T11:00:00Z' }),
  );
  const empty = await situationOf();
  const unread = await empty.app.inject('/readyz');
  expect([unread.statusCode, unread.json().products[0].state]).toEqual([200, 'warming']);
});

test.each<[name: string, body: unknown, pointer: string, code: string]>([
  ['no location', {}, '/location', 'required'],
  ['a latitude beyond the pole', { location: { latitude: 90.001, longitude: 0 } }, '/location/latitude', 'maximum'],
  ['a longitude once round', { location: { latitude: 0, longitude: 190 } }, '/location/longitude', 'maximum'],
  ['a latitude that is text', { location: { latitude: '1', longitude: 0 } }, '/location/latitude', 'type'],
  ['no number', '{"location":{"latitude":NaN,"longitude":1}}', '', 'malformed_json'],
  ['half a location', { location: { latitude: 1 } }, '/location/longitude', 'required'],
  ['an unknown field', { location: { latitude: 1, longitude: 1 }, radius: 5 }, '/radius', 'unknown_field'],
  [
    'a field of the location',
    { location: { latitude: 1, longitude: 1, name: 'x' } },
    '/location/name',
    'unknown_field',
  ],
  ['an unknown part', { location: { latitude: 1, longitude: 1 }, include: ['text'] }, '/include/0', 'enum'],
  [
    'a part twice',
    { location: { latitude: 1, longitude: 1 }, include: ['geometry', 'geometry'] },
    '/include',
    'unique_items',
  ],
  ['a part that is no list', { location: { latitude: 1, longitude: 1 }, include: 'geometry' }, '/include', 'type'],
  ['a list', [], '', 'type'],
  ['a prototype', '{"location":{"latitude":1,"longitude":1},"__proto__":{}}', '/__proto__', 'unknown_field'],
  ['depth', `{"location":${'['.repeat(50_000)}`, '', 'too_deep'],
])('%s is refused by field, rule and value', async (_, body, pointer, code) => {
  const answer = await postAlerts(first.app, body);
  expect(answer.statusCode, answer.body).toBe(422);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json().errors).toContainEqual(expect.objectContaining({ pointer, code }));
  expect(answer.body.length).toBeLessThan(8000);
});

test('the corners of the world are places', async () => {
  for (const [latitude, longitude] of [
    [90, 0],
    [-90, 180],
    [0, -180],
    [90, -180],
  ] as const)
    expect((await first.ask(latitude, longitude)).location).toEqual({ latitude, longitude });
});

test('a credential needs the scope alerts:read, which the free plan has', async () => {
  const { app } = first;
  const body = { location: { latitude: 1, longitude: 1 } };
  const answer = await postAlerts(app, body, { authorization: 'Bearer none' });
  expect([answer.statusCode, answer.json().detail]).toEqual([
    403,
    'this credential does not have the scope alerts:read, which its plan free has; it is limited to other scopes',
  ]);
  expect((await postAlerts(app, body, { authorization: 'Bearer free' })).statusCode).toBe(200);
});

test('a kept answer gives way to what a new poll brings, and to the passing second', async () => {
  const { ask, receive, setClock } = await watched();
  expect(ids(await ask(...NORMAN))).toEqual([]);
  await receive('nws-alerts', here('A', { expires: at('12:00') + 1 }));
  expect(ids(await ask(...NORMAN))).toEqual(['A']);
  setClock('2024-07-01T12:00:01Z');
  expect(ids(await ask(...NORMAN))).toEqual([]);
});

testWithSharedData('real messages are answered where they hold, in full', async () => {
  const read = (...path: string[]) => decodeCap(readFileSync(sharedData('alerts', ...path)), path.at(-1)!);
  const { ask, receive, setClock, polled } = await watched();
  setClock('2003-06-17T22:30:00Z');
  await polled('nws-alerts', '2003-06-17T22:29:00Z');
  await receive('nws-alerts', read('oasis', 'Oasis_ThunderstormWarning.xml'));
  const sierra = await ask(38.48, -119.95, ['geometry']);
  expect(sierra.alerts).toMatchObject([
    {
      id: 'KSTO1055887203',
      sent_at: '2003-06-17T21:57:00Z',
      expires_at: '2003-06-17T23:00:00Z',
      event: 'SEVERE THUNDERSTORM',
      response_types: ['shelter'],
      severity: 'severe',
      language: 'en-US',
      issuer: { name: 'NATIONAL WEATHER SERVICE SACRAMENTO CA' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-120.14, 38.47],
            [-119.95, 38.34],
            [-119.74, 38.52],
            [-119.89, 38.62],
            [-120.14, 38.47],
          ],
        ],
      },
    },
  ]);
  expect(validator.faultsOf('AlertsResponse', sierra)).toEqual([]);
  expect(ids(await ask(38.3, -119.95))).toEqual([]);

  setClock('2019-01-09T03:00:00Z');
  await receive('eccc-alerts', read('eccc', 'PelmorexNAADS_WindWarning.xml'));
  const islands = await ask(47.4, -61.8);
  expect(islands.alerts).toMatchObject([
    { id: 'urn:oid:2.49.0.1.124.3936999913.2019', message_type: 'update', language: 'en-CA', severity: 'moderate' },
  ]);
  expect(islands.alerts[0]!.affected_areas).toEqual([{ description: 'Îles-de-la-Madeleine' }]);
  expect(islands.alerts[0]!.references).toContain('urn:oid:2.49.0.1.124.0642871265.2019');
  expect(codesOf(islands), 'its feed is not polled').toEqual(['partial_data']);
  expect(validator.faultsOf('AlertsResponse', islands)).toEqual([]);
});

/** Every CAP message of four issuers that is a file of its own or in DWD's archive. */
function realMessages(): AlertMessage[] {
  const folders = ['oasis', 'eccc', 'cap-php'].flatMap((folder) =>
    readdirSync(sharedData('alerts', folder))
      .filter((name) => name !== 'ae0506_weather.xml') // of another format
      .map((name) => [folder, name] as const),
  );
  const files = folders.map(([folder, name]) => ({ name, bytes: readFileSync(sharedData('alerts', folder, name)) }));
  const archive = 'Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL.zip';
  const limits = { entries: 1000, entryBytes: 4e6, bytes: 4e7, ratio: 100 };
  const packed = unzip(new Uint8Array(readFileSync(sharedData('alerts', 'dwd', archive))), limits);
  return [...files, ...packed].map(({ name, bytes }) => decodeCap(new Uint8Array(bytes), name));
}

testWithSharedData(
  'each real message that draws polygons is answered at their corners, which count as inside',
  async () => {
    const { ask, setClock, receive } = await watched({ feeds: [] });
    let asked = 0;
    for (const message of realMessages()) {
      const { identifier, sent, status, scope, messageType, infos } = message;
      setClock(formatInstant(sent));
      await receive('files', message);
      if (status !== 'actual' || scope !== 'public' || (messageType !== 'alert' && messageType !== 'update')) continue;
      for (const { effective, expires, areas } of infos)
        for (const ring of areas.flatMap(({ polygons }) => polygons.flat()).slice(0, 3)) {
          const time = Math.max(sent, effective ?? sent);
          if (expires !== null && expires <= time) continue;
          setClock(formatInstant(time));
          const answer = await ask(ring[1]!, ring[0]!, ['geometry']);
          expect(answer.alerts.map(({ id }) => id.split('#')[0])).toContain(identifier);
          expect(answer.alerts.every(({ geometry }) => geometry?.coordinates.length)).toBe(true);
          expect(validator.faultsOf('AlertsResponse', answer)).toEqual([]);
          asked++;
        }
    }
    expect(asked).toBeGreaterThan(30);
  },
);
