/** Rules across fields: what the document refuses is what the service refuses. */

import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../src/http/server.fixture.js';
import { TILE_LAYER_IDS } from '../../src/model/tile.js';
import { TILE_LAYERS } from '../../src/products/tiles/layer-table.js';
import { DocumentValidator, documentOf } from './document.js';

const { app } = await startTestServer();
afterAll(() => app.close());
const document = await documentOf(app);
const validator = new DocumentValidator(document);

const HERE = { latitude: 52.52, longitude: 13.405 };
const THERE = { latitude: 51.05, longitude: 13.74 };

/** Every choice of the given fields, from none to all. */
function* choicesOf(fields: Readonly<Record<string, unknown>>): Generator<Record<string, unknown>> {
  const entries = Object.entries(fields);
  for (let chosen = 0; chosen < 2 ** entries.length; chosen++)
    yield Object.fromEntries(entries.filter((_, i) => chosen & (1 << i)));
}

interface Verdicts {
  readonly accepted: number;
  readonly refused: number;
}

/** Sends every body; expects the service to refuse exactly those that the document refuses. */
async function verdictsOf(url: string, component: string, bodies: Iterable<object>): Promise<Verdicts> {
  const verdicts = { accepted: 0, refused: 0 };
  for (const body of bodies) {
    const headers = { authorization: 'Bearer business', 'content-type': 'application/json' };
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload: body });
    const isValid = validator.faultsOf(component, body).length === 0;
    expect({ body, statusCode }).toEqual({ body, statusCode: isValid ? 200 : 422 });
    verdicts[isValid ? 'accepted' : 'refused']++;
  }
  return verdicts;
}

test('a forecast needs at least one section', async () => {
  const section = { hours: 1, variables: ['temperature'] };
  const daily = { days: 1, variables: ['condition'] };
  const fields = { current: { variables: ['temperature'] }, quarter_hourly: section, hourly: section, daily };
  const bodies = [...choicesOf(fields)].map((sections) => ({ location: HERE, units: 'us', ...sections }));
  expect(await verdictsOf('/v1/forecast', 'ForecastRequest', bodies)).toEqual({ accepted: 15, refused: 1 });
});

test('accuracy needs at least one section, and a scope of one form', async () => {
  const section = { variables: ['precipitation'] };
  const sections = { minutely: section, hourly: section, daily: section };
  const forms = [...choicesOf({ location: HERE, region: 'arctic' })].flatMap((fields) =>
    ['local', 'region', 'network'].map((type) => ({ type, ...fields })),
  );
  const bodies = [...choicesOf(sections)].flatMap((choice) => forms.map((scope) => ({ scope, ...choice })));
  expect(await verdictsOf('/v1/accuracy', 'AccuracyRequest', bodies)).toEqual({ accepted: 21, refused: 75 });
});

test('a daily section has either days, or start and end', async () => {
  const bodies = [...choicesOf({ days: 2, start: '2026-11-20', end: '2026-11-21' })].map((choice) => ({
    location: HERE,
    daily: { ...choice, variables: ['condition'] },
  }));
  expect(await verdictsOf('/v1/forecast', 'ForecastRequest', bodies)).toEqual({ accepted: 2, refused: 6 });
});

test('waypoints of a route have times all or none, and no departure or travel beside them', async () => {
  const times = ['2026-11-20T12:00:00Z', '2026-11-20T15:00:00Z', '2026-11-20T18:00:00Z'];
  const paths = [...choicesOf({ 0: times[0], 1: times[1], 2: times[2] })].map((chosen) =>
    [HERE, THERE, HERE].map((place, i) => ({ ...place, ...(chosen[i] !== undefined && { time: chosen[i] }) })),
  );
  const bodies = [...choicesOf({ departure_time: 'now', travel: { mode: 'driving' } })].flatMap((choice) =>
    paths.map((path) => ({ path, ...choice })),
  );
  expect(await verdictsOf('/v1/route', 'RouteRequest', bodies)).toEqual({ accepted: 5, refused: 27 });
});

const ZONE_NAMES = [...Intl.supportedValuesOf('timeZone'), 'auto', 'UTC', 'Etc/GMT-14', 'EST5EDT'];
const NO_ZONE_NAMES = ['', 'Mars Olympus', '+01:00', 'Europe/', '/Berlin', 'Europe\\Berlin', 'x'.repeat(41), 'Zürich'];
const patternOf = (schema: object) => new RegExp((schema as { pattern: string }).pattern, 'u');

test('the pattern of time zones takes every IANA name', () => {
  const pattern = patternOf(document.components.schemas.TimeZone!);
  expect(ZONE_NAMES.length).toBeGreaterThan(400);
  expect(ZONE_NAMES.filter((name) => !pattern.test(name))).toEqual([]);
});

test.each(NO_ZONE_NAMES)('"%s" is no time zone to the document and to the service', async (timezone) => {
  const body = { location: HERE, timezone };
  expect(validator.faultsOf('NowcastRequest', body)).toContainEqual(
    expect.objectContaining({ keyword: expect.stringMatching(/^(pattern|maxLength)$/), instancePath: '/timezone' }),
  );
  const headers = { authorization: 'Bearer business', 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url: '/v1/nowcast', headers, payload: body });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual([expect.objectContaining({ pointer: '/timezone', code: 'format' })]);
});

test.each(['tomorrow', '2026-11-21', '2026-11-21T08:30', '2026-11-21T25:00Z', 'NOW', ''])(
  '"%s" is no departure to the document',
  (departure_time) => {
    const faults = validator.faultsOf('RouteRequest', { path: [HERE, THERE], departure_time });
    expect(faults).toContainEqual(expect.objectContaining({ keyword: 'pattern', instancePath: '/departure_time' }));
  },
);

const TILE = '/v1/map-tiles/{layer}/{z}/{x}/{y}';
const parameterOf = (name: string) => document.paths[TILE]!.get!.parameters!.find((one) => one.name === name)!;

test('coordinates of tiles are bounded by the deepest zoom of all layers', () => {
  const deepest = Math.max(...TILE_LAYER_IDS.map((layer) => TILE_LAYERS[layer].maxZoom));
  expect(parameterOf('z').schema).toMatchObject({ minimum: 0, maximum: deepest });
  for (const name of ['x', 'y'])
    expect(parameterOf(name).schema).toMatchObject({ minimum: 0, maximum: 2 ** deepest - 1 });
});

test('rules across parameters of tiles, which no schema can state, are in the description of their 400', () => {
  const { description } = document.paths[TILE]!.get!.responses[400] as unknown as { description: string };
  for (const word of ['`x`', '`y`', '`z`', '`site`', '`radar-site`']) expect(description).toContain(word);
});

test.each<[name: string, valid: string[], invalid: string[]]>([
  [
    'time',
    ['', '0', '1795171032.5', '2026-11-20T10:36:00Z', '2026-11-20T10:36Z', '2026-11-20T11:36:00+01:00'],
    ['yesterday', '2026-11-20', '2026-11-20T10:36:00', '-1'],
  ],
  ['site', ['', 'KTLX', 'ktlx', 'TJUA'], ['KT', 'KTLXX', 'K-LX']],
])('%s of a tile has a pattern that takes what the service takes', (name, valid, invalid) => {
  const pattern = patternOf(parameterOf(name).schema);
  expect(valid.filter((text) => !pattern.test(text))).toEqual([]);
  expect(invalid.filter((text) => pattern.test(text))).toEqual([]);
});
