/** The three public catalogs: complete as the interface lists them, and cacheable as RFC 9110 says. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../src/http/server.fixture.js';
import { ENDPOINTS } from '../../src/model/access.js';
import { ACCURACY_COMPARISONS, ACCURACY_INCLUDES } from '../../src/model/accuracy-answer.js';
import { DocumentValidator, documentOf } from './document.js';

const { app } = await startTestServer();
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const PATHS: [path: string, component: string][] = [
  ['/v1/forecast/variables', 'ForecastCatalog'],
  ['/v1/historical/variables', 'HistoricalCatalog'],
  ['/v1/accuracy/catalog', 'AccuracyCatalog'],
];

const bodyOf = async (path: string) => (await app.inject(path)).json();
const byId = <Row extends { id: string }>(rows: Row[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

/** "Forecast variables" of the interface, row by row. */
const FORECAST: [id: string, type: string, intervals: string, family: string][] = [
  ['temperature', 'number', 'current 15m 1h', 'temperature'],
  ['apparent_temperature', 'number', 'current 15m 1h', 'temperature'],
  ['temperature_max', 'number', '1d', 'temperature'],
  ['temperature_min', 'number', '1d', 'temperature'],
  ['dew_point', 'number', 'current 15m 1h', 'temperature'],
  ['condition', 'string', 'current 15m 1h 1d', 'none'],
  ['humidity', 'number', 'current 15m 1h', 'percentage'],
  ['pressure', 'number', 'current 15m 1h', 'pressure'],
  ['wind_speed', 'number', 'current 15m 1h', 'wind_speed'],
  ['wind_gust', 'number', 'current 15m 1h', 'wind_speed'],
  ['wind_direction', 'number', 'current 15m 1h', 'degrees'],
  ['precipitation', 'number', 'current 15m 1h 1d', 'precipitation'],
  ['rain_total', 'number', 'current 15m 1h 1d', 'precipitation'],
  ['snow_total', 'number', 'current 15m 1h 1d', 'precipitation'],
  ['precipitation_probability', 'number', 'current 15m 1h 1d', 'percentage'],
  ['cloud_cover', 'number', 'current 15m 1h', 'percentage'],
  ['uv_index', 'number', 'current 15m 1h', 'none'],
  ['air_quality_index', 'number', 'current 1h', 'none'],
  ['sunrise', 'string', '1d', 'none'],
  ['sunset', 'string', '1d', 'none'],
];

test('the forecast catalog lists the 20 variables of the interface', async () => {
  const { variables } = await bodyOf('/v1/forecast/variables');
  expect(variables.map((row: { id: string }) => row.id)).toEqual(FORECAST.map(([id]) => id));
  for (const [id, type, intervals, family] of FORECAST) {
    const row = byId<{ id: string; units: unknown; description: string }>(variables)[id]!;
    expect(row).toMatchObject({ type, intervals: intervals.split(' '), unit_family: family, nullable: true });
    expect(row.units === null, id).toBe(family === 'none');
    expect(row.description).not.toBe('');
  }
  const { temperature, wind_direction, humidity } = byId<{ id: string; units: unknown }>(variables);
  expect(temperature!.units).toEqual({ metric: 'degC', us: 'degF', si: 'K' });
  expect(wind_direction!.units).toEqual({ metric: 'degree', us: 'degree', si: 'degree' });
  expect(humidity!.units).toEqual({ metric: '%', us: '%', si: '%' });
});

test('its horizons are 48 h, 384 h with 48 h back, and 16 days with 365 back', async () => {
  const { intervals } = await bodyOf('/v1/forecast/variables');
  expect(intervals).toEqual({
    current: { section: 'current' },
    '15m': { section: 'quarter_hourly', future_hours: 48, past_hours: 0 },
    '1h': { section: 'hourly', future_hours: 384, past_hours: 48 },
    '1d': { section: 'daily', future_days: 16, past_days: 365 },
  });
});

test('its units are those that overrides may name', async () => {
  const { units } = await bodyOf('/v1/forecast/variables');
  expect(units.systems).toEqual(['metric', 'us', 'si']);
  expect(units.default_system).toBe('metric');
  const allowed = Object.fromEntries(
    Object.entries<{ allowed: string[] }>(units.dimensions).map(([name, row]) => [name, row.allowed.join(' ')]),
  );
  expect(allowed).toEqual({
    elevation: 'm ft',
    temperature: 'degC degF K',
    precipitation: 'mm in m',
    precipitation_rate: 'mm/h in/h m/s',
    pressure: 'hPa inHg Pa',
    wind_speed: 'km/h mph m/s',
    visibility: 'km mi m',
  });
});

test('the historical catalog lists six variables with their kind of data, and the limits of a span', async () => {
  const { variables, limits, methodology, units } = await bodyOf('/v1/historical/variables');
  const rows = variables.map((row: Record<string, unknown>) => [row.id, row.unit_family, row.data_kind]);
  expect(rows).toEqual([
    ['temperature_max', 'temperature', 'observation'],
    ['temperature_min', 'temperature', 'observation'],
    ['precipitation', 'precipitation', 'observation'],
    ['rain_total', 'precipitation', 'derived'],
    ['snow_total', 'precipitation', 'observation'],
    ['air_quality_index', 'none', 'observation_or_analysis'],
  ]);
  for (const row of variables) expect(row).toMatchObject({ type: 'number', intervals: ['1d'], nullable: true });
  expect(limits).toMatchObject({ maximum_span_years: 50, maximum_span_days_with_air_quality_index: 366 });
  expect(Object.keys(units.dimensions)).toEqual(['temperature', 'precipitation']);
  expect(Object.values(methodology).every((text) => typeof text === 'string' && text.length > 20)).toBe(true);
});

test('the accuracy catalog has the variables, metrics and intervals of the interface', async () => {
  const { variables, metrics } = await bodyOf('/v1/accuracy/catalog');
  const four = 'mean_absolute_error bias root_mean_square_error samples';
  const rows = variables.map((row: { id: string; metrics: string[]; intervals: string[]; unit_family: string }) => [
    row.id,
    row.metrics.join(' '),
    row.intervals.join(' '),
    row.unit_family,
  ]);
  expect(rows).toEqual([
    ['temperature', four, '1h', 'temperature'],
    ['temperature_max', four, '1d', 'temperature'],
    ['temperature_min', four, '1d', 'temperature'],
    ['precipitation', 'occurrence amount', '1m 1h 1d', 'precipitation'],
    ['precipitation_probability', 'brier_score bias samples', '1m 1h 1d', 'probability'],
  ]);
  const defined = metrics.map(({ id }: { id: string }) => id);
  for (const row of variables) expect(defined).toEqual(expect.arrayContaining(row.metrics));
});

test('its leads are 14 days, seven hours and six minutes', async () => {
  const { intervals } = await bodyOf('/v1/accuracy/catalog');
  const rows = intervals.map((row: { id: string; variables: string[]; leads: number[]; lead_unit: string }) => [
    row.id,
    row.variables.join(' '),
    row.leads,
    row.lead_unit,
  ]);
  expect(rows).toEqual([
    [
      '1d',
      'temperature_max temperature_min precipitation precipitation_probability',
      Array.from({ length: 14 }, (_, i) => i + 1),
      'day',
    ],
    ['1h', 'temperature precipitation precipitation_probability', [0, 1, 2, 3, 6, 12, 24], 'hour'],
    ['1m', 'precipitation precipitation_probability', [5, 15, 30, 60, 90, 115], 'minute'],
  ]);
});

test('it has nine regions with label and description, the constants, and the formulas of persistence', async () => {
  const { regions, constants, comparisons, include, units, methodology } = await bodyOf('/v1/accuracy/catalog');
  expect(regions.map(({ id }: { id: string }) => id)).toEqual([
    'mountain',
    'arid_interior',
    'pacific_coast',
    'northern_continental',
    'central_plains',
    'humid_east',
    'gulf_coast',
    'tropical',
    'arctic',
  ]);
  for (const { label, description } of regions) expect(Math.min(label.length, description.length)).toBeGreaterThan(3);
  expect(constants.wet_thresholds).toMatchObject({ '1d': { value: 1, unit: 'mm' }, '1h': { value: 0.1, unit: 'mm' } });
  expect(constants.sample_minimums).toEqual({ general: 12, daily: 6, precipitation_amount: 6 });
  expect(constants.days).toEqual({ minimum: 7, maximum: 365, default: 30 });
  expect(comparisons.map(({ id }: { id: string }) => id)).toEqual([...ACCURACY_COMPARISONS]);
  expect(comparisons[0]).toEqual({
    id: 'persistence',
    description: expect.stringContaining('naive forecast'),
    error_skill_score: '1 - service_error / persistence_error',
    occurrence_skill_score: '(service_csi - persistence_csi) / (1 - persistence_csi)',
  });
  expect(Object.keys(include)).toEqual([...ACCURACY_INCLUDES]);
  expect(units).toMatchObject({ systems: ['metric', 'us', 'si'], ratios: { minimum: 0, maximum: 1 } });
  expect(Object.keys(units.dimensions)).toEqual(['temperature', 'precipitation']);
  expect(Object.values(methodology).join(' ')).toMatch(/out-of-sample.*sample-weighted.*trailing/is);
});

test.each([
  ['/v1/forecast/variables', { path: '/v1/forecast', available: true }],
  ['/v1/historical/variables', { path: '/v1/historical', available: true }],
  ['/v1/accuracy/catalog', { path: '/v1/accuracy', available: true }],
])('%s says whether this version serves the endpoint that it describes', async (path, expected) => {
  const { endpoint } = await bodyOf(path);
  expect(endpoint).toEqual({ ...expected, message: expect.stringContaining(expected.path) });
  expect(endpoint.message.includes('not')).toBe(!expected.available);
  const { statusCode } = await app.inject({ method: 'POST', url: expected.path });
  expect(statusCode).toBe(expected.available ? 401 : 404);
});

test('each scope has the endpoints of the OpenAPI document, and those that are not built have none', async () => {
  const { paths } = await documentOf(app);
  const posted = Object.keys(paths).filter((path) => 'post' in (paths[path] as object));
  expect(Object.values(ENDPOINTS).flat().sort()).toEqual(posted.sort());
});

test.each(PATHS)('%s is public, fits its schema, and may be kept for an hour', async (path, component) => {
  const answer = await app.inject({ url: path, headers: { authorization: 'Bearer rubbish' } });
  expect(answer.statusCode).toBe(200);
  expect(validator.faultsOf(component, answer.json())).toEqual([]);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
    vary: 'Accept-Encoding',
    etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
  });
  const head = await app.inject({ method: 'HEAD', url: path });
  expect(head.body).toBe('');
  expect(head.headers).toMatchObject({ etag: answer.headers.etag, 'content-length': String(answer.body.length) });
});

const etag = String((await app.inject('/v1/forecast/variables')).headers.etag);

test.each<[name: string, ifNoneMatch: string, status: number]>([
  ['the tag', etag, 304],
  ['the tag, weak', `W/${etag}`, 304],
  ['a list with it', `"other", ${etag}`, 304],
  ['a list without blanks', `"a","b",W/${etag},"c"`, 304],
  ['a star', '*', 304],
  ['a star among blanks', ' * ', 304],
  ['another tag', '"other"', 200],
  ['a tag that holds it', `"${etag.slice(1, -1)}x"`, 200],
  ['the tag without quotes', etag.slice(1, -1), 200],
  ['the tag of a compressed variant', `${etag.slice(0, -1)}-br"`, 200],
  ['rubbish', '"', 200],
  ['nothing', '', 200],
])('If-None-Match with %s is a %3$i', async (_name, ifNoneMatch, status) => {
  const answer = await app.inject({ url: '/v1/forecast/variables', headers: { 'if-none-match': ifNoneMatch } });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=3600', vary: 'Accept-Encoding' });
  if (status === 304) {
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers['content-length']).toBeUndefined();
  }
});

test('each coding is a representation with a tag of its own', async () => {
  const get = (coding: string, ifNoneMatch?: string) =>
    app.inject({
      url: '/v1/accuracy/catalog',
      headers: { 'accept-encoding': coding, ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }) },
    });
  const [plain, brotli, gzip] = [await get('identity'), await get('br'), await get('gzip')];
  expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(brotli.rawPayload.length).toBeLessThan(plain.body.length / 2);
  const unchanged = await get('br', String(brotli.headers.etag));
  expect(unchanged.statusCode).toBe(304);
  expect(unchanged.headers['content-encoding']).toBeUndefined();
  expect((await get('br', String(gzip.headers.etag))).statusCode).toBe(200);
});

test('two servers of the same version agree on tags', async () => {
  const other = await startTestServer();
  expect((await other.app.inject('/v1/forecast/variables')).headers.etag).toBe(etag);
  await other.app.close();
});
