/** `POST /v1/accuracy` over HTTP, from a record in memory: what may be asked, what is refused, and responses that fit. */

import { afterAll, describe, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { BASE_URL, NOW, postAccuracy, startTestServer } from '../../src/http/server.fixture.js';
import { REGIONS } from '../../src/model/region.js';
import { DAY } from '../../src/model/time.js';
import { createAccuracyProduct } from '../../src/products/accuracy/accuracy.js';
import { type MadeStation, memoryAccuracy } from '../memory-accuracy.js';
import { DocumentValidator, documentOf } from './document.js';

const HERE = { latitude: 40.7128, longitude: -74.006 };
const LAST = Math.floor(NOW / DAY) - 1;

/** Every variable at the leads that stand for their interval, and at another one. */
const station = (id: string, latitude: number, error: number): MadeStation => ({
  ...{ id, name: id, latitude, longitude: -74, elevation: 10, region: 'humid_east' },
  count: (date) => {
    for (const lead of [1, 2]) {
      date.temperatureMax(lead, 290 + error, 290, 288);
      date.uncorrectedMax(lead, 291 + error, 290);
    }
    for (const lead of [24, 0]) date.temperature(lead, 280 - error, 280, 281);
    for (const [interval, lead] of [
      ['1d', 1],
      ['1h', 24],
      ['1m', 60],
    ] as const) {
      const wet = date.day % 3 === 0;
      date.amount(interval, lead, wet ? 3 : 0, date.day % 4 === 0 ? 2 : 0, { before: 0 });
      date.probability(interval, lead, wet ? 0.7 : 0, date.day % 4 === 0 ? 1 : 0, {
        persistence: 0,
        climatology: 0.25,
      });
    }
  },
});
const verified = [station('NEAR', 40.8, 1.25), station('NEXT', 41.5, -0.5)];
const record = memoryAccuracy(verified, [LAST - 79, LAST]);
const accuracy = createAccuracyProduct({ accuracy: async () => record, clock: fixedClock(NOW), verified });
const { app } = await startTestServer({ products: { accuracy } });
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const RAIN = ['precipitation', 'precipitation_probability'];
const MINUTELY = { variables: RAIN };
const HOURLY = { variables: ['temperature', ...RAIN] };
const DAILY = { variables: ['temperature_max', 'temperature_min', ...RAIN] };
const NETWORK = { scope: { type: 'network' } };
const BODY = { ...NETWORK, daily: DAILY };
const SCOPES = [
  { type: 'local', location: HERE },
  { type: 'local', location: { latitude: 90, longitude: 180 } },
  { type: 'region', region: 'humid_east' },
  { type: 'region', region: 'arctic' },
  { type: 'network' },
];

test.each(SCOPES)('%j with everything is accepted, echoed, and its response fits the schema', async (scope) => {
  const body = {
    ...{ scope, days: 60, units: 'us', unit_overrides: { precipitation: 'mm' } },
    ...{
      include: ['stations', 'reliability', 'confidence'],
      compare_to: ['persistence', 'climatology', 'uncorrected'],
    },
    ...{ minutely: MINUTELY, hourly: HOURLY, daily: DAILY },
  };
  expect(validator.faultsOf('AccuracyRequest', body)).toEqual([]);
  const reply = await postAccuracy(app, body);
  expect(reply.statusCode, reply.body).toBe(200);
  const answer = reply.json();
  expect(validator.faultsOf('AccuracyResponse', answer)).toEqual([]);
  expect(Object.keys(answer)).toEqual([
    ...['scope', 'evaluation_period', 'coverage', 'units', 'daily', 'hourly', 'minutely', 'stations'],
    ...['updated_at', 'stale', 'warnings'],
  ]);
  expect(answer.scope).toEqual(scope);
  expect(answer.units).toEqual({ system: 'us', temperature: 'degF', precipitation: 'mm' });
  expect([answer.daily, answer.hourly, answer.minutely].map(({ length }) => length)).toEqual([14, 7, 6]);
});

test.each(REGIONS)('the region $id can be asked for', async ({ id: region }) => {
  const reply = await postAccuracy(app, { ...BODY, scope: { type: 'region', region } });
  expect(reply.statusCode).toBe(200);
  expect(reply.json().coverage.available).toBe(region === 'humid_east');
});

test('a record has the metrics of the catalog, and nothing that was not asked for', async () => {
  const { daily, ...rest } = (await postAccuracy(app, BODY)).json();
  expect(rest).not.toHaveProperty('hourly');
  expect(rest).not.toHaveProperty('stations');
  expect(Object.keys(daily[0])).toEqual(['lead_days', ...DAILY.variables]);
  const catalog = (await app.inject('/v1/accuracy/catalog')).json();
  const metricsOf = (id: string) => catalog.variables.find((one: { id: string }) => one.id === id).metrics;
  const fieldsOf = (id: string) => catalog.metrics.find((one: { id: string }) => one.id === id).fields;
  for (const variable of DAILY.variables) expect(Object.keys(daily[0][variable])).toEqual(metricsOf(variable));
  for (const metric of ['occurrence', 'amount'])
    expect(Object.keys(daily[0].precipitation[metric])).toEqual(fieldsOf(metric));
});

test.each<[name: string, section: object, leads: number[]]>([
  ['lead_minutes', { minutely: { ...MINUTELY, lead_minutes: [115, 5] } }, [5, 115]],
  ['lead_hours', { hourly: { ...HOURLY, lead_hours: [0] } }, [0]],
  ['lead_days', { daily: { ...DAILY, lead_days: [14, 1, 2] } }, [1, 2, 14]],
])('%s selects records', async (field, section, leads) => {
  const answer = (await postAccuracy(app, { ...NETWORK, ...section })).json();
  const records = answer[Object.keys(section)[0]!] as Record<string, number>[];
  expect(records.map((one) => one[field])).toEqual(leads);
});

describe('scopes that are refused', () => {
  test.each<[scope: unknown, pointer: string, code: string, words: string]>([
    [undefined, '/scope', 'required', 'scope is required'],
    [{}, '/scope/type', 'enum', 'scope.type must be one of local, region, network; got nothing'],
    [{ type: 'country' }, '/scope/type', 'enum', 'scope.type must be one of local, region, network; got "country"'],
    [{ type: 3 }, '/scope/type', 'enum', 'scope.type must be one of local, region, network; got 3'],
    ['network', '/scope', 'type', 'scope must be an object; got "network"'],
    [{ type: 'local' }, '/scope/location', 'required', 'scope.location is required'],
    [{ type: 'region' }, '/scope/region', 'required', 'scope.region is required'],
    [{ type: 'region', region: 'alps' }, '/scope/region', 'enum', 'must be one of mountain, arid_interior'],
    [
      { type: 'region', region: 'mountain', location: HERE },
      '/scope/location',
      'unknown_field',
      'allowed: type, region',
    ],
    [
      { type: 'local', location: HERE, region: 'mountain' },
      '/scope/region',
      'unknown_field',
      'allowed: type, location',
    ],
    [{ type: 'network', region: 'mountain' }, '/scope/region', 'unknown_field', 'allowed: type'],
    [{ type: 'local', location: { latitude: 91, longitude: 0 } }, '/scope/location/latitude', 'maximum', 'at most 90'],
  ])('%j', async (scope, pointer, code, words) => {
    const body = { ...BODY, scope };
    const reply = await postAccuracy(app, body);
    expect(reply.statusCode).toBe(422);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.json()).toMatchObject({ type: `${BASE_URL}/problems/invalid-request`, instance: '/v1/accuracy' });
    expect(reply.json().errors).toEqual([{ pointer, code, message: expect.stringContaining(words) }]);
    expect(validator.faultsOf('AccuracyRequest', JSON.parse(JSON.stringify(body)))).not.toEqual([]);
  });
});

test.each<[more: object, pointer: string, code: string]>([
  [{ daily: undefined }, '', 'section_required'],
  [{ days: 6 }, '/days', 'minimum'],
  [{ days: 366 }, '/days', 'maximum'],
  [{ days: 7.5 }, '/days', 'type'],
  [{ daily: {} }, '/daily/variables', 'required'],
  [{ daily: { variables: [] } }, '/daily/variables', 'min_items'],
  [{ daily: { variables: ['temperature'] } }, '/daily/variables/0', 'enum'],
  [{ hourly: { variables: ['temperature_max'] } }, '/hourly/variables/0', 'enum'],
  [{ minutely: { variables: ['temperature'] } }, '/minutely/variables/0', 'enum'],
  [{ daily: { variables: ['precipitation', 'precipitation'] } }, '/daily/variables', 'unique_items'],
  [{ daily: { ...DAILY, lead_days: [1, 2, 1] } }, '/daily/lead_days', 'unique_items'],
  [{ daily: { ...DAILY, lead_days: [] } }, '/daily/lead_days', 'min_items'],
  [{ daily: { ...DAILY, lead_days: [0] } }, '/daily/lead_days/0', 'enum'],
  [{ daily: { ...DAILY, lead_days: [15] } }, '/daily/lead_days/0', 'enum'],
  [{ daily: { ...DAILY, lead_hours: [1] } }, '/daily/lead_hours', 'unknown_field'],
  [{ hourly: { ...HOURLY, lead_hours: [4] } }, '/hourly/lead_hours/0', 'enum'],
  [{ minutely: { ...MINUTELY, lead_minutes: [10] } }, '/minutely/lead_minutes/0', 'enum'],
  [{ include: ['stations', 'stations'] }, '/include', 'unique_items'],
  [{ include: ['sources'] }, '/include/0', 'enum'],
  [{ compare_to: ['climate'] }, '/compare_to/0', 'enum'],
  [{ compare_to: 'persistence' }, '/compare_to', 'type'],
  [{ units: 'imperial' }, '/units', 'enum'],
  [{ unit_overrides: { temperature: 'F' } }, '/unit_overrides/temperature', 'enum'],
  [{ unit_overrides: { wind_speed: 'mph' } }, '/unit_overrides/wind_speed', 'unknown_field'],
  [{ timezone: 'UTC' }, '/timezone', 'unknown_field'],
])('refuses %j: %s %s', async (more, pointer, code) => {
  const body = { ...BODY, ...more };
  const reply = await postAccuracy(app, body);
  expect(reply.statusCode).toBe(422);
  const { errors } = reply.json();
  expect(errors).toContainEqual(expect.objectContaining({ pointer, code }));
  expect(errors.filter((one: { pointer: string }) => one.pointer !== pointer)).toEqual([]);
  expect(validator.faultsOf('AccuracyRequest', JSON.parse(JSON.stringify(body)))).not.toEqual([]);
});

test('needs a credential, and one with its scope, which every plan has', async () => {
  expect((await postAccuracy(app, BODY, { authorization: 'Bearer nothing' })).statusCode).toBe(401);
  expect((await postAccuracy(app, BODY, { authorization: 'Bearer none' })).statusCode).toBe(403);
  for (const plan of ['free', 'standard', 'pro', 'business'])
    expect((await postAccuracy(app, BODY, { authorization: `Bearer ${plan}` })).statusCode, plan).toBe(200);
});

test('answers 503 with Retry-After while nothing was verified', async () => {
  const empty = createAccuracyProduct({ accuracy: async () => null, clock: fixedClock(NOW), verified });
  const { app: other } = await startTestServer({ products: { accuracy: empty } });
  const reply = await postAccuracy(other, BODY);
  await other.close();
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '3600']);
  expect(reply.json().detail).toBe('accuracy is unavailable: no forecasts have been verified yet');
});
