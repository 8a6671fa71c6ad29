/**
 * `POST /v1/route` as the interface has it, rule by rule and field by field: the real product over a cube in memory,
 * asked over HTTP. Now is 10:07 UTC on 2026-11-20. The weather is straight in time and space (test/route-situation.ts).
 */

import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { postForecast, postRoute, NOW as SERVED_AT, startTestServer } from '../../src/http/server.fixture.js';
import type { CubeShelf } from '../../src/model/cube.js';
import type { RouteAnswer, RouteSample } from '../../src/model/route.js';
import { HOUR } from '../../src/model/time.js';
import { type DeadlineByHand, deadlineByHand } from '../deadline-by-hand.js';
import { productOf, RUN, START } from '../forecast-situation.js';
import { createMemoryCube, type MemoryCubeOptions, shelfOf, timesFrom } from '../memory-cube.js';
import { PLAIN_FIELDS, routeProductOf, terrainOf } from '../route-situation.js';
import { sharedServer } from '../shared-server.js';
import { DocumentValidator, documentOf } from './document.js';

/** A degree of latitude is 111.195 km; the ground rises by 50 m with each of the first 12 km north of 47°, then no more. */
const KM = 1 / 111.19493;
const HILL = terrainOf((latitude) => 400 + 50 * Math.min(12, Math.max(0, (latitude - 47) / KM)));

type Situation = NonNullable<Parameters<typeof routeProductOf>[0]>;

/** One run of GFS, by the hour from 48 hours before it to 384 after. */
function held(options: Partial<MemoryCubeOptions> = {}): CubeShelf {
  const usual = { times: timesFrom(START, 48 + 385), referenceTime: RUN, fields: PLAIN_FIELDS };
  return shelfOf(createMemoryCube({ ...usual, ...options }));
}

const productIn = (situation: Situation = {}) => routeProductOf({ shelf: held(), elevationAt: HILL, ...situation });

const { app } = await startTestServer({
  products: { route: productIn(), forecast: productOf({ fields: PLAIN_FIELDS, elevationAt: HILL }) },
});
afterAll(() => app.close());
/** For all other situations. */
const server = sharedServer('route');
afterAll(server.close);
const serve = (situation: Situation) =>
  server.serve({ clock: fixedClock(SERVED_AT), readiness: async () => [], product: productIn(situation) });

const validator = new DocumentValidator(await documentOf(app));

const ALL = [
  ...['temperature', 'apparent_temperature', 'dew_point', 'condition', 'humidity', 'pressure', 'wind_speed'],
  ...['wind_gust', 'wind_direction', 'precipitation', 'rain_total', 'snow_total', 'precipitation_probability'],
  ...['cloud_cover', 'uv_index', 'air_quality_index'],
];

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const LONDON = { latitude: 51.51, longitude: -0.13 };
const DRIVE = { path: [BERLIN, LONDON] };
const north = (km: number) => ({ latitude: 47 + km * KM, longitude: 11 });

async function ask(body: object, server: FastifyInstance = app): Promise<RouteAnswer> {
  const answer = await postRoute(server, body);
  expect(answer.statusCode, answer.body).toBe(200);
  const parsed = answer.json<RouteAnswer>();
  expect(validator.faultsOf('RouteResponse', parsed)).toEqual([]);
  for (const { status, unavailable_reason } of parsed.samples)
    expect(unavailable_reason !== undefined).toBe(status === 'unavailable');
  return parsed;
}

const secondsOf = ({ time }: { time: string }) => Date.parse(time) / 1000;
const waypointsOf = ({ samples }: RouteAnswer) => samples.filter(({ waypoint }) => waypoint);
const codesOf = ({ warnings }: RouteAnswer) => warnings.map(({ code }) => code);

test('rule 1: with times at every waypoint they are the arrivals, and no mode is told', async () => {
  const times = ['2026-11-20T12:00:00Z', '2026-11-20T15:30:00+01:00', '2026-11-20T14:30:00Z', '2026-11-20T18:00:00Z'];
  const places = [BERLIN, LONDON, LONDON, BERLIN];
  const answer = await ask({ path: places.map((place, i) => ({ ...place, time: times[i]! })), timezone: 'UTC' });
  expect(answer.route).toMatchObject({ mode: null, duration_seconds: 6 * HOUR, sample_interval: '30m' });
  expect(waypointsOf(answer).map(secondsOf)).toEqual(times.map((time) => Date.parse(time) / 1000));
});

test('rule 1: without times the departure and the travel model pace the route; it leaves now and drives unless said', async () => {
  const usual = await ask(DRIVE);
  expect(usual.route.mode).toBe('driving');
  expect(Date.parse(usual.route.departure_time)).toBe(Date.parse('2026-11-20T10:07:00Z'));
  // 80 km/h is the usual speed of driving, docs/methods/route.md
  expect(usual.route.duration_seconds).toBeCloseTo((usual.route.distance / 80) * HOUR, -1);
  expect(await ask({ ...DRIVE, departure_time: 'now', travel: { mode: 'driving', speed: 80 } })).toEqual(usual);
  const later = await ask({ ...DRIVE, departure_time: '2026-11-21T06:00:00+01:00', travel: { speed: 120 } });
  expect(later.route.departure_time).toBe('2026-11-21T06:00:00+01:00');
  expect(later.route.duration_seconds).toBeCloseTo((usual.route.duration_seconds * 80) / 120, -1);
});

test.each([
  ['km/h', 'metric', 100],
  ['mph', 'us', 100 / 1.609344],
  ['m/s', 'si', 100 / 3.6],
])('rule 1: a speed in %s is in the unit of wind speed', async (_unit, units, speed) => {
  const { route } = await ask({ ...DRIVE, units, travel: { speed } });
  expect(route.duration_seconds).toBeCloseTo(
    (await ask({ ...DRIVE, travel: { speed: 100 } })).route.duration_seconds,
    -1,
  );
});

test('rule 2: a climb and a steep descent change the time of a hike, and of no drive', async () => {
  const hours = async (from: number, to: number, mode: string) =>
    (await ask({ path: [north(from), north(to)], travel: { mode } })).route.duration_seconds / HOUR;
  // 12 km: flat 2:24:00, with 600 m of climb 3:24:00 (the worked example of the walking-time rule); down 600 m in 12 km
  // is 2.9°, less than the 5° from which on a descent changes anything
  expect(await hours(20, 32, 'hiking')).toBeCloseTo(2.4, 2);
  expect(await hours(0, 12, 'hiking')).toBeCloseTo(3.4, 2);
  expect(await hours(12, 0, 'hiking')).toBeCloseTo(2.4, 2);
  expect(await hours(0, 12, 'driving')).toBeCloseTo(await hours(20, 32, 'driving'), 3);
  expect(await hours(0, 12, 'cycling')).toBeGreaterThan(1.5 * (await hours(20, 32, 'cycling')));
});

test.each([
  ['15m', 900],
  ['30m', 1800],
  ['1h', 3600],
])('rule 3: samples of %s are cut by time, and every waypoint is among them', async (interval, seconds) => {
  const path = [BERLIN, { latitude: 52.3, longitude: 9.7 }, { latitude: 51, longitude: 4 }, LONDON];
  const answer = await ask({ path, sample: { interval } });
  const start = secondsOf(answer.samples[0]!);
  const between = answer.samples.filter(({ waypoint }) => !waypoint);
  expect(between.map(secondsOf)).toEqual(between.map((_, k) => start + (k + 1) * seconds));
  expect(waypointsOf(answer).map(({ latitude, longitude }) => ({ latitude, longitude }))).toEqual(path);
  expect(answer.samples[0]!.waypoint && answer.samples.at(-1)!.waypoint).toBe(true);
  expect(answer.samples.map(({ index }) => index)).toEqual(answer.samples.map((_, i) => i));
  const distances = answer.samples.map(({ distance }) => distance);
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  expect(distances.at(-1)).toBe(answer.route.distance);
});

/** From 60° to 40° north, 10° west to 20° east. */
const EUROPE = {
  kind: 'regular',
  columns: 7,
  rows: 5,
  firstLatitude: 60,
  firstLongitude: -10,
  latitudeStep: -5,
  longitudeStep: 5,
} as const;
const SOUTH = { ...EUROPE, firstLatitude: -20 };
const SOUTHERN = { south: -40, west: -10, north: -20, east: 20 };
const OUT_OF_EUROPE = { path: [BERLIN, { latitude: 52, longitude: 40 }], sample: { interval: '1h' } };

test('rule 4: coverage degrades per sample: outside the region it is unavailable, the rest is answered', async () => {
  const region = { south: 40, west: 0, north: 60, east: 20 };
  const answer = await ask(OUT_OF_EUROPE, await serve({ shelf: held({ grid: EUROPE }), region }));
  for (const { longitude, status, unavailable_reason, temperature } of answer.samples) {
    expect(status).toBe(longitude <= 20 ? 'ok' : 'unavailable');
    expect(unavailable_reason).toBe(longitude <= 20 ? undefined : 'geography_unavailable');
    expect(temperature === undefined).toBe(longitude > 20);
  }
  expect(answer.samples[answer.summary.extremes.temperature_min!.index]!.status).toBe('ok');
  const missing = answer.samples.filter(({ status }) => status === 'unavailable').length;
  expect(answer.warnings).toContainEqual(expect.objectContaining({ code: 'sample_unavailable', count: missing }));
});

test('rule 4 and states rule 2: a sample whose region is still warming says so while the others answer', async () => {
  const { samples } = await ask(OUT_OF_EUROPE, await serve({ shelf: held({ grid: EUROPE }), isWarming: true }));
  const reasons = new Set(samples.map(({ unavailable_reason }) => unavailable_reason));
  expect(reasons).toEqual(new Set([undefined, 'warming']));
});

test.each<[name: string, situation: () => Situation, reason: string]>([
  ['nothing was ever published', () => ({ shelf: shelfOf() }), 'provider_unavailable'],
  ['the first run is being prepared', () => ({ shelf: shelfOf(), isWarming: true }), 'warming'],
  ['no run covers them', () => ({ shelf: held({ grid: SOUTH }) }), 'provider_unavailable'],
  ['the region is elsewhere', () => ({ shelf: held({ grid: SOUTH }), region: SOUTHERN }), 'geography_unavailable'],
  ['what is stored is torn', () => ({ shelf: held({ torn: true }) }), 'provider_unavailable'],
  ['the store hangs', () => ({ shelf: held({ hangs: () => true }), startDeadline: passingSoon }), 'timeout'],
])('rule 4: where %s, all samples are unavailable and the answer is a 200', async (_name, situation, reason) => {
  const answer = await ask(DRIVE, await serve(situation()));
  expect(new Set(answer.samples.map(({ unavailable_reason }) => unavailable_reason))).toEqual(new Set([reason]));
  expect(answer).toMatchObject({ summary: { extremes: {}, windows: [] }, stale: false });
  for (const variable of ALL) expect(answer.samples[0]).not.toHaveProperty(variable);
  expect(codesOf(answer)).toContain('sample_unavailable');
});

function passingSoon(): DeadlineByHand {
  const deadline = deadlineByHand();
  setImmediate(() => deadline.pass());
  return deadline;
}

test('states rule 3: a route beyond 384 hours is truncated, says so and where the forecast ends, and is not refused', async () => {
  const horizon = Date.parse('2026-11-20T10:07:00Z') / 1000 + 384 * HOUR;
  const times = ['2026-12-06T06:00:00Z', '2026-12-06T18:00:00Z'];
  const answer = await ask({
    path: [BERLIN, LONDON].map((place, i) => ({ ...place, time: times[i] })),
    timezone: 'UTC',
  });
  expect(codesOf(answer)).toContain('route_truncated');
  expect(answer.route).toMatchObject({
    arrival_time: '2026-12-06T18:00:00+00:00',
    duration_seconds: 12 * HOUR,
    coverage_end_time: '2026-12-06T10:00:00+00:00',
  });
  expect(Date.parse(answer.route.coverage_end_time!) / 1000).toBeLessThanOrEqual(horizon);
  expect(answer.samples.at(-1)).toMatchObject({
    waypoint: true,
    status: 'unavailable',
    unavailable_reason: 'provider_unavailable',
  });
  expect(secondsOf(answer.samples.at(-2)!)).toBeLessThanOrEqual(horizon);
});

test('rule 5: every field of the answer, of a sample, of an extreme and of a window is there, and no other', async () => {
  const answer = await ask({ ...DRIVE, variables: ALL });
  expect(Object.keys(answer)).toEqual(['route', 'units', 'samples', 'summary', 'updated_at', 'stale', 'warnings']);
  expect(Object.keys(answer.route).sort()).toEqual([
    'arrival_time',
    'coverage_end_time',
    'departure_time',
    'distance',
    'duration_seconds',
    'mode',
    'sample_interval',
    'timezone',
  ]);
  for (const sample of answer.samples)
    expect(Object.keys(sample)).toEqual([
      ...['index', 'status', 'type', 'time', 'timezone', 'latitude', 'longitude', 'elevation', 'distance', 'waypoint'],
      ...ALL,
    ]);
  const PLACE = ['index', 'latitude', 'longitude', 'time', 'value'];
  for (const extreme of Object.values(answer.summary.extremes)) expect(Object.keys(extreme)).toEqual(PLACE);
  expect(answer.summary.windows.length).toBeGreaterThan(0);
  for (const window of answer.summary.windows) {
    expect(Object.keys(window)).toEqual(['type', 'start_index', 'end_index', 'start_time', 'end_time', 'peak']);
    expect(Object.keys(window.peak!)).toEqual(PLACE);
  }
  expect(answer.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('rule 5: the variables are those that were asked for, in their order, and four when none were', async () => {
  const FIXED = 10;
  const named = async (body: object) => Object.keys((await ask({ ...DRIVE, ...body })).samples[0]!).slice(FIXED);
  expect(await named({})).toEqual(['temperature', 'condition', 'precipitation_probability', 'wind_gust']);
  expect(await named({ variables: ['humidity', 'dew_point'] })).toEqual(['humidity', 'dew_point']);
});

test('rule 5: extremes are of requested variables, keyed by variable and aggregate, at the sample that has the value', async () => {
  const variables = ['temperature', 'condition', 'wind_direction', 'wind_speed', 'precipitation'];
  const { summary, samples } = await ask({ ...DRIVE, variables });
  expect(Object.keys(summary.extremes).sort()).toEqual([
    'precipitation_max',
    'temperature_max',
    'temperature_min',
    'wind_speed_max',
  ]);
  const temperatures = samples.map(({ temperature }) => temperature as number);
  const { temperature_min: coldest, temperature_max: warmest } = summary.extremes;
  expect([coldest!.value, warmest!.value]).toEqual([Math.min(...temperatures), Math.max(...temperatures)]);
  for (const { index, ...there } of [coldest!, warmest!]) {
    const { latitude, longitude, time, temperature } = samples[index]!;
    expect(there).toEqual({ latitude, longitude, time, value: temperature });
  }
});

test.each<[name: string, fields: object, variables: string[], types: string[]]>([
  ['a wet condition', { precipitation: () => 0.4 }, ['condition'], ['precipitation']],
  ['rain that nobody asks about', { precipitation: () => 0.4 }, ['temperature', 'precipitation'], []],
  ['the freezing point', { temperature: () => 273.15 }, ['temperature'], ['freezing']],
  ['a tenth above it', { temperature: () => 273.25 }, ['temperature'], []],
  ['gusts of 60.05 km/h', { wind_gust: () => 16.68 }, ['wind_gust'], ['high_wind']],
  ['gusts of 59 km/h', { wind_gust: () => 59 / 3.6 }, ['wind_gust'], []],
  ['wind of 41 km/h without gusts', { wind_u: () => 41 / 3.6, wind_v: () => 0 }, ['wind_speed'], ['high_wind']],
  [
    'the same with calmer gusts',
    { wind_u: () => 41 / 3.6, wind_v: () => 0, wind_gust: () => 12 },
    ['wind_speed', 'wind_gust'],
    [],
  ],
])('rule 5: windows by the thresholds of the interface: %s', async (_name, fields, variables, types) => {
  const dry = { precipitation: () => 0, cloud_cover: () => 0 };
  const server = await serve({ shelf: held({ fields: { ...PLAIN_FIELDS, ...dry, ...fields } }) });
  const { summary, samples } = await ask({ ...DRIVE, variables, units: 'us' }, server);
  expect(summary.windows.map(({ type }) => type)).toEqual(types);
  for (const window of summary.windows)
    expect(window).toMatchObject({
      start_index: 0,
      end_index: samples.length - 1,
      start_time: samples[0]!.time,
      end_time: samples.at(-1)!.time,
    });
});

test('what is met on a full hour is what the forecast has for the place and hour', async () => {
  const time = '2026-11-20T15:00:00Z';
  const path = [
    { ...BERLIN, time: '2026-11-20T12:00:00Z' },
    { ...north(5), time },
  ];
  const { samples } = await ask({ path, variables: ALL, sample: { interval: '1h' } });
  const forecast = await postForecast(app, {
    location: north(5),
    quarter_hourly: { hours: 6, variables: ALL.slice(0, 15) },
  });
  const record = forecast.json().quarter_hourly.find((row: { time: string }) => row.time === time);
  expect(samples.at(-1)).toMatchObject({ ...record, time: expect.anything(), type: 'forecast' });
});

test('what was met before now is analysis, what comes is forecast', async () => {
  const times = ['2026-11-20T08:07:00Z', '2026-11-20T10:07:00Z', '2026-11-20T12:07:00Z'];
  const { samples } = await ask({ path: times.map((time) => ({ ...BERLIN, time })), sample: { interval: '1h' } });
  expect(samples.map(({ type }) => type)).toEqual(['analysis', 'analysis', 'analysis', 'forecast', 'forecast']);
});

type Figures = Pick<
  RouteSample,
  'temperature' | 'wind_speed' | 'precipitation' | 'pressure' | 'elevation' | 'distance'
>;

/** Factor and offset from the metric units of the interface to another, and half of the last place of each. */
const UNITS: Record<string, Record<keyof Figures, readonly [factor: number, offset: number, tolerance: number]>> = {
  us: {
    temperature: [1.8, 32, 0.15],
    wind_speed: [1 / 1.609344, 0, 0.1],
    precipitation: [1 / 25.4, 0, 0.001],
    pressure: [1 / 33.863886666667, 0, 0.01],
    elevation: [1 / 0.3048, 0, 2.2],
    distance: [1 / 1.609344, 0, 0.001],
  },
  si: {
    temperature: [1, 273.15, 0.11],
    wind_speed: [1 / 3.6, 0, 0.07],
    precipitation: [1e-3, 0, 6e-6],
    pressure: [100, 0, 10],
    elevation: [1, 0, 0],
    distance: [1000, 0, 1],
  },
};

test.each(Object.entries(UNITS))(
  'in %s units the numbers are those of metric, converted',
  async (units, conversions) => {
    const variables = ['temperature', 'wind_speed', 'precipitation', 'pressure'];
    const [metric, other] = [await ask({ ...DRIVE, variables }), await ask({ ...DRIVE, variables, units })];
    for (const [name, [factor, offset, tolerance]] of Object.entries(conversions))
      for (const [i, sample] of metric.samples.entries()) {
        const [from, to] = [sample, other.samples[i]!].map((row) => row[name as keyof Figures] as number);
        expect(Math.abs(to! - (from! * factor + offset)), `${name} of sample ${i}`).toBeLessThanOrEqual(tolerance);
      }
    expect(other.summary.extremes.temperature_min!.value).toBe(
      other.samples[other.summary.extremes.temperature_min!.index]!.temperature,
    );
  },
);

test.each([
  ['m', 1000],
  ['km', 1],
  ['ft', 1000 / 0.3048],
  ['mi', 1 / 1.609344],
])('distances in %s, and nothing else with them', async (distance, factor) => {
  const [usual, other] = [await ask(DRIVE), await ask({ ...DRIVE, unit_overrides: { distance } })];
  expect(other.units).toEqual({ ...usual.units, distance });
  expect(other.route.distance / (usual.route.distance * factor)).toBeCloseTo(1, 5);
  expect(other.samples[3]!.temperature).toBe(usual.samples[3]!.temperature);
});

test('each sample has the offset of its own zone, or all that of the zone that is asked for', async () => {
  const own = await ask({ ...DRIVE, departure_time: '2026-11-20T12:00:00Z' });
  expect(own.route).toMatchObject({ timezone: 'Europe/Berlin', departure_time: '2026-11-20T13:00:00+01:00' });
  expect(own.samples.at(-1)).toMatchObject({ timezone: 'Europe/London', time: expect.stringMatching(/\+00:00$/) });
  const asked = await ask({ ...DRIVE, departure_time: '2026-11-20T12:00:00Z', timezone: 'Asia/Kolkata' });
  for (const { time, timezone } of asked.samples)
    expect([time.slice(-6), timezone]).toEqual(['+05:30', 'Asia/Kolkata']);
  expect(asked.samples.map(secondsOf)).toEqual(own.samples.map(secondsOf));
});

test.each<[name: string, body: object, pointer: string, message: RegExp]>([
  [
    'a leg to the opposite side of the earth',
    { path: [BERLIN, { latitude: 10, longitude: 20 }, { latitude: -10, longitude: -160 }] },
    '/path/2',
    /^path\[2\] must not lie opposite path\[1\]/,
  ],
  [
    'more than 20,000 km',
    { path: [BERLIN, { latitude: -40, longitude: 170 }, BERLIN] },
    '/path',
    /^path must be at most 20000 km long; got 3\d{4}\.\d{1,3} km$/,
  ],
  [
    'a drive at a walk',
    { ...DRIVE, travel: { speed: 0.9 } },
    '/travel/speed',
    /from 1 to 200 km\/h for driving; got 0.9/,
  ],
  ['no speed at all', { ...DRIVE, travel: { speed: 0 } }, '/travel/speed', /got 0/],
  ['a speed backwards', { ...DRIVE, travel: { speed: -50 } }, '/travel/speed', /got -50/],
  ['a drive like a plane', { ...DRIVE, travel: { speed: 201 } }, '/travel/speed', /for driving; got 201/],
  [
    'a ride like a drive',
    { ...DRIVE, travel: { mode: 'cycling', speed: 61 } },
    '/travel/speed',
    /from 3 to 60 km\/h for cycling/,
  ],
  [
    'a hike like a ride',
    { ...DRIVE, travel: { mode: 'hiking', speed: 16 } },
    '/travel/speed',
    /from 1 to 15 km\/h for hiking/,
  ],
  [
    'a hike of 10 mph',
    { ...DRIVE, units: 'us', travel: { mode: 'hiking', speed: 10 } },
    '/travel/speed',
    /from 0.63 to 9.32 mph for hiking; got 10/,
  ],
  [
    'a departure three days ago',
    { ...DRIVE, departure_time: '2026-11-17T12:00:00Z' },
    '/departure_time',
    /48 hours ago/,
  ],
  [
    'a departure in a month',
    { ...DRIVE, departure_time: '2026-12-20T12:00:00Z' },
    '/departure_time',
    /384 hours ahead/,
  ],
  [
    'times that begin in a month',
    {
      path: [
        { ...BERLIN, time: '2026-12-20T12:00:00Z' },
        { ...LONDON, time: '2026-12-21T12:00:00Z' },
      ],
    },
    '/path/0/time',
    /384 hours ahead/,
  ],
])('%s is a 422 with pointer, rule and value', async (_name, body, pointer, message) => {
  const answer = await postRoute(app, body);
  expect(answer.statusCode).toBe(422);
  const [fault] = answer.json().errors;
  expect(fault).toMatchObject({ pointer, message: expect.stringMatching(message) });
  expect(validator.faultsOf('Problem', answer.json())).toEqual([]);
});

test('what the schema, the rules and the product refuse comes in this order, each with all its faults', async () => {
  const body = {
    path: [BERLIN, LONDON],
    travel: { mode: 'hiking', speed: 99 },
    departure_time: '2026-12-20T12:00:00Z',
  };
  const pointers = async (change: object) =>
    (await postRoute(app, { ...body, ...change })).json().errors.map((fault: { pointer: string }) => fault.pointer);
  expect((await pointers({})).sort()).toEqual(['/departure_time', '/travel/speed']);
  const timed = [{ ...BERLIN, time: '2026-11-20T12:00:00Z' }, LONDON];
  expect((await pointers({ path: timed })).sort()).toEqual(['/departure_time', '/path/1/time', '/travel']);
  expect(await pointers({ path: timed, units: 'imperial' })).toEqual(['/units']);
});

/** A request that may be answered, mostly with one value somewhere in it replaced by something else. */
const SPOILT = fc
  .record({
    body: fc.record(
      {
        path: fc.array(
          fc.record({
            latitude: fc.oneof(fc.integer({ min: -90, max: 90 }), fc.constant(-0)),
            longitude: fc.integer({ min: -180, max: 180 }),
          }),
          { minLength: 2, maxLength: 4 },
        ),
        departure_time: fc.constantFrom('now', '2026-11-21T00:00:00Z', '2026-11-18T10:07:00+00:00'),
        travel: fc.record({
          mode: fc.constantFrom('cycling', 'driving', 'hiking'),
          speed: fc.double({ min: 2, max: 16 }),
        }),
        sample: fc.record({ interval: fc.constantFrom('30m', '1h') }),
        timezone: fc.constantFrom('auto', 'Asia/Kathmandu'),
        units: fc.constantFrom('metric', 'us', 'si'),
        unit_overrides: fc.record({ distance: fc.constantFrom('m', 'ft') }),
        variables: fc.uniqueArray(fc.constantFrom(...ALL), { minLength: 1 }),
      },
      { requiredKeys: ['path'] },
    ),
    at: fc.nat({ max: 80 }),
    by: fc.option(
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('now', '2026-11-21T00:00:00Z', 1e308, 5e-324)),
    ),
  })
  .map(({ body, at, by }) => {
    let left = at;
    return JSON.stringify(body, (_key, value) => (left-- === 0 ? by : value));
  });

test('whatever is asked is answered or refused with pointers, and never fails', async () => {
  await fc.assert(
    fc.asyncProperty(SPOILT, async (body) => {
      const answer = await postRoute(app, body);
      const schema = answer.statusCode === 200 ? 'RouteResponse' : 'Problem';
      expect([200, 422], answer.body).toContain(answer.statusCode);
      expect(validator.faultsOf(schema, answer.json())).toEqual([]);
    }),
    { numRuns: 60, seed: 4 },
  );
});
