/** `POST /v1/forecast` over HTTP: what may be asked, the shape of the answer, its headers, and the cache of answers. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { fakeForecast, madeUpAnswer, postForecast, startTestServer } from '../../src/http/server.fixture.js';
import { DocumentValidator, documentOf } from './document.js';

const { app, forecast, metrics } = await startTestServer();
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const HERE = { latitude: 52.52, longitude: 13.405 };

/** "Forecast variables" of the interface: the 16 of current and hourly, without and with air quality, and the daily ones. */
const QUARTER_HOURLY = [
  'temperature',
  'apparent_temperature',
  'dew_point',
  'condition',
  'humidity',
  'pressure',
  'wind_speed',
  'wind_gust',
  'wind_direction',
  'precipitation',
  'rain_total',
  'snow_total',
  'precipitation_probability',
  'cloud_cover',
  'uv_index',
];
const HOURLY = [...QUARTER_HOURLY, 'air_quality_index'];
const DAILY = [
  'temperature_max',
  'temperature_min',
  'condition',
  'precipitation',
  'rain_total',
  'snow_total',
  'precipitation_probability',
  'sunrise',
  'sunset',
];

const SECTIONS: Record<string, { extent: object; accepted: string[] }> = {
  current: { extent: {}, accepted: HOURLY },
  quarter_hourly: { extent: { hours: 1 }, accepted: QUARTER_HOURLY },
  hourly: { extent: { hours: 1 }, accepted: HOURLY },
  daily: { extent: { days: 1 }, accepted: DAILY },
};

test.each(Object.entries(SECTIONS))(
  '%s takes its variables, each alone and all at once, and no other',
  async (name, section) => {
    const ask = (variables: string[]) =>
      postForecast(app, { location: HERE, [name]: { ...section.extent, variables } }).then(
        ({ statusCode }) => statusCode,
      );
    expect(await ask(section.accepted)).toBe(200);
    for (const variable of new Set([...HOURLY, ...DAILY]))
      expect(await ask([variable]), variable).toBe(section.accepted.includes(variable) ? 200 : 422);
    expect(await ask(['confidence']), 'a variable of the nowcast').toBe(422);
  },
);

const EVERYTHING = {
  location: HERE,
  units: 'us',
  timezone: 'Europe/Berlin',
  unit_overrides: { pressure: 'hPa', visibility: 'm', elevation: 'm' },
  current: { variables: HOURLY },
  quarter_hourly: { hours: 48, variables: QUARTER_HOURLY },
  hourly: { hours: 384, past_hours: 48, variables: HOURLY },
  daily: { days: 16, variables: DAILY },
};

test('the answer to all of it fits the schema of the document', async () => {
  const answer = await postForecast(app, EVERYTHING);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body));
  const body = answer.json();
  expect(validator.faultsOf('ForecastResponse', body)).toEqual([]);
  expect(Object.keys(body)).toEqual([
    'location',
    'units',
    'current',
    'quarter_hourly',
    'hourly',
    'daily',
    'updated_at',
    'stale',
    'warnings',
  ]);
  expect([body.quarter_hourly.length, body.hourly.length, body.daily.length]).toEqual([192, 432, 16]);
  expect(Object.keys(body.hourly[0])).toEqual(['time', 'type', ...HOURLY]);
  expect(Array.isArray(body.current)).toBe(false);
});

test('the schema refuses what an answer must not hold', () => {
  const good = JSON.parse(
    JSON.stringify({ ...madeUpJson(), hourly: [{ time: '2026-11-20T10:00:00Z', temperature: 1 }] }),
  );
  expect(validator.faultsOf('ForecastResponse', good)).toEqual([]);
  const wrong: object[] = [
    { ...good, hourly: [{ temperature: 1 }] },
    { ...good, hourly: [{ time: 'yesterday', temperature: 1 }] },
    { ...good, hourly: [{ time: '2026-11-20T10:00:00Z', temperature: '1' }] },
    { ...good, current: [] },
    { ...good, stale: null },
    { ...good, warnings: [{ code: 'stale_data' }] },
    { ...good, units: { ...good.units, degrees: 'rad' } },
  ];
  for (const answer of wrong) expect(validator.faultsOf('ForecastResponse', answer).length).toBeGreaterThan(0);
});

function madeUpJson() {
  const { location, units, updated_at, stale, warnings } = madeUpAnswer({ location: HERE });
  return { location, units, updated_at, stale, warnings };
}

test.each(['current', 'quarter_hourly', 'hourly', 'daily'])(
  'asked for %s alone, no other section is answered',
  async (name) => {
    const { extent, accepted } = SECTIONS[name]!;
    const body = (await postForecast(app, { location: HERE, [name]: { ...extent, variables: accepted } })).json();
    expect(Object.keys(body).filter((key) => key in SECTIONS)).toEqual([name]);
  },
);

test('the product gets the request as it was sent, without defaults put in', async () => {
  const body = { location: HERE, hourly: { hours: 3, variables: ['humidity'] } };
  await postForecast(app, body);
  expect(forecast.asked.at(-1)).toEqual(body);
});

test.each([['auto'], ['UTC'], ['America/Argentina/Buenos_Aires'], ['Etc/GMT+12']])(
  'the zone %s is taken',
  async (timezone) => {
    const answer = await postForecast(app, { location: HERE, timezone, current: { variables: ['humidity'] } });
    expect(answer.statusCode).toBe(200);
  },
);

test.each([
  [90, 180],
  [-90, -180],
  [0, 0],
])('%d, %d is a place', async (latitude, longitude) => {
  const answer = await postForecast(app, { location: { latitude, longitude }, current: { variables: ['humidity'] } });
  expect(answer.json().location).toMatchObject({ latitude, longitude });
});

test('Retry-After comes with stale answers only', async () => {
  const late = fakeForecast();
  late.make = (request) => ({ ...madeUpAnswer(request), stale: true });
  const server = await startTestServer({ products: { forecast: late } });
  const body = { location: HERE, current: { variables: ['humidity'] } };
  for (const origin of ['computed', 'cached'])
    expect((await postForecast(server.app, body)).headers['retry-after'], origin).toBe('60');
  await server.app.close();
  expect((await postForecast(app, body)).headers['retry-after']).toBeUndefined();
});

const LONG = { location: HERE, hourly: { hours: 48, variables: HOURLY } };

test.each<[accepted: string | undefined, coding: string | undefined]>([
  [undefined, undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['zstd', undefined],
  ['identity;q=0', undefined],
])('asked with Accept-Encoding %s, the answer is coded as %s, computed or cached', async (accepted, coding) => {
  const plain = (await postForecast(app, LONG)).body;
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  for (const origin of ['computed', 'cached']) {
    const answer = await postForecast(app, LONG, headers);
    expect(answer.headers['content-encoding'], origin).toBe(coding);
    expect(answer.headers.vary).toBe('Accept-Encoding');
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''];
    expect((decode?.(answer.rawPayload) ?? answer.rawPayload).toString(), origin).toBe(plain);
  }
});

test('a small answer is not worth compressing', async () => {
  const small = { location: HERE, current: { variables: ['humidity'] } };
  const answer = await postForecast(app, small, { 'accept-encoding': 'br' });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('a repeated question is computed once, until the state of the product changes', async () => {
  const server = await startTestServer();
  const ask = () => postForecast(server.app, { location: HERE, hourly: { hours: 24, variables: HOURLY } });
  const first = await ask();
  expect((await ask()).body).toBe(first.body);
  expect(server.forecast.asked).toHaveLength(1);
  server.forecast.state = 'second';
  server.forecast.make = (request) => ({ ...madeUpAnswer(request), updated_at: '2026-11-20T12:00:00Z' });
  expect((await ask()).json().updated_at).toBe('2026-11-20T12:00:00Z');
  expect(server.forecast.asked).toHaveLength(2);
  const figures = await server.metrics.metrics();
  expect(figures).toContain('weatherglass_answers_total{product="forecast",outcome="hit"} 1');
  expect(figures).toContain('weatherglass_answers_total{product="forecast",outcome="miss"} 2');
  await server.app.close();
});

test('a large answer is kept from the second time on that it is asked for', async () => {
  const server = await startTestServer();
  const large = { location: HERE, hourly: { hours: 384, variables: HOURLY } };
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push((await postForecast(server.app, large)).body);
  expect(new Set(answers).size).toBe(1);
  expect(server.forecast.asked).toHaveLength(2);
  await server.app.close();
});

test('a cached answer is for those who may have it', async () => {
  expect((await postForecast(app, LONG)).statusCode).toBe(200);
  expect((await postForecast(app, LONG, { authorization: 'Bearer nobody' })).statusCode).toBe(401);
  expect((await postForecast(app, LONG, { authorization: 'Bearer none' })).statusCode).toBe(403);
});

test('different bodies with the same meaning get the same bytes', async () => {
  const spaced = JSON.stringify(LONG, null, 2);
  expect((await postForecast(app, spaced)).body).toBe((await postForecast(app, LONG)).body);
});

test('a request of more than the cache keeps is answered all the same', async () => {
  const server = await startTestServer({ cacheBytes: 2000 });
  for (let i = 0; i < 3; i++) expect((await postForecast(server.app, LONG)).statusCode).toBe(200);
  expect(server.forecast.asked).toHaveLength(3);
  await server.app.close();
});

test('requests are counted by route and status', async () => {
  await postForecast(app, '{');
  const figures = await metrics.metrics();
  expect(figures).toMatch(
    /weatherglass_http_request_seconds_count\{method="POST",route="\/v1\/forecast",status="422"\} \d+/,
  );
});
