/** `POST /v1/route` over HTTP, on made-up weather: what may be asked, and what is refused with pointer, rule and value. */

import { afterAll, expect, test } from 'vitest';
import { BASE_URL, postRoute, startTestServer } from '../../src/http/server.fixture.js';
import type { RouteAnswer } from '../../src/model/route.js';
import { DocumentValidator, documentOf } from './document.js';

const { app, route } = await startTestServer();
afterAll(() => app.close());
const validator = new DocumentValidator(await documentOf(app));

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const DRESDEN = { latitude: 51.05, longitude: 13.74 };
const PATH = [BERLIN, DRESDEN];
const TIMED = [
  { ...BERLIN, time: '2026-11-20T12:00:00Z' },
  { ...DRESDEN, time: '2026-11-20T15:00:00+01:00' },
];

/** Waypoints a hundredth of a degree apart, all of them with a time ten seconds after the one before. */
function waypoints(count: number, timed = true): object[] {
  return Array.from({ length: count }, (_, i) => ({
    latitude: Math.round((40 + i / 100) * 100) / 100,
    longitude: 10,
    ...(timed && { time: new Date(1795172400000 + i * 10_000).toISOString() }),
  }));
}

type Response = Awaited<ReturnType<typeof postRoute>>;

function expectProblem(answer: Response, status: number, slug: string): void {
  expect(answer.statusCode, answer.body).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.json()).toMatchObject({ type: `${BASE_URL}/problems/${slug}`, status, instance: '/v1/route' });
  expect(validator.faultsOf('Problem', answer.json())).toEqual([]);
}

async function faultsOf(body: unknown): Promise<{ pointer: string; code: string; message: string }[]> {
  const answer = await postRoute(app, body);
  expectProblem(answer, 422, 'invalid-request');
  return answer.json().errors;
}

/** "Forecast variables" of the interface that have the interval 1h. */
const HOURLY = [
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
  'air_quality_index',
];

test('the 16 variables of an hour may be asked, each alone and all at once, and no other', async () => {
  const ask = (variables: string[]) => postRoute(app, { path: PATH, variables }).then(({ statusCode }) => statusCode);
  expect(await ask(HOURLY)).toBe(200);
  for (const variable of HOURLY) expect(await ask([variable]), variable).toBe(200);
  for (const variable of ['temperature_max', 'temperature_min', 'sunrise', 'sunset', 'confidence', 'Temperature', ''])
    expect(await ask([variable]), variable).toBe(422);
});

test.each<[name: string, body: object]>([
  ['a path alone', { path: PATH }],
  ['a departure now', { path: PATH, departure_time: 'now' }],
  ['a departure with Z', { path: PATH, departure_time: '2026-11-20T12:00:00Z' }],
  ['a departure with an offset, without seconds', { path: PATH, departure_time: '2026-11-20T12:00-03:30' }],
  ['a departure with a fraction of a second', { path: PATH, departure_time: '2026-11-20T12:00:00.123456Z' }],
  ['an empty travel', { path: PATH, travel: {} }],
  ['a mode', { path: PATH, travel: { mode: 'cycling' } }],
  ['a speed without a mode', { path: PATH, travel: { speed: 90.5 } }],
  ['a mode and a speed', { path: PATH, travel: { mode: 'hiking', speed: 4 }, departure_time: 'now' }],
  ['an empty sample', { path: PATH, sample: {} }],
  ['samples of 15 minutes', { path: PATH, sample: { interval: '15m' } }],
  ['samples of half an hour', { path: PATH, sample: { interval: '30m' } }],
  ['samples of an hour', { path: TIMED, sample: { interval: '1h' } }],
  ['times at all waypoints', { path: TIMED }],
  ['a zone', { path: PATH, timezone: 'America/Argentina/Buenos_Aires' }],
  ['no zone', { path: PATH, timezone: 'auto' }],
  ['a system', { path: PATH, units: 'si' }],
  ['every override', { path: PATH, unit_overrides: { distance: 'ft', elevation: 'ft', wind_speed: 'm/s' } }],
  [
    'the ends of the earth',
    {
      path: [
        { latitude: 90, longitude: 180 },
        { latitude: -90, longitude: -180 },
      ],
    },
  ],
  ['the same place twice', { path: [BERLIN, BERLIN] }],
  ['200 waypoints', { path: waypoints(200, false) }],
  ['200 waypoints with times', { path: waypoints(200) }],
])('%s is a request, and the product gets it as it was sent', async (_name, body) => {
  const answer = await postRoute(app, body);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(validator.faultsOf('RouteRequest', body)).toEqual([]);
  expect(validator.faultsOf('RouteResponse', answer.json())).toEqual([]);
  expect(route.asked.at(-1)).toEqual(body);
});

const at = (...times: (string | undefined)[]) => ({
  path: times.map((time, i) => ({ latitude: i, longitude: 0, ...(time !== undefined && { time }) })),
});

const [T1, T2, T3] = ['2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z', '2026-11-20T14:00:00Z'];

test.each<[name: string, body: object, faults: [pointer: string, code: string, message: string][]]>([
  [
    'rule 1: a time missing at the end',
    at(T1, T2, undefined),
    [
      [
        '/path/2/time',
        'required',
        'path[2].time is required: times stand at all waypoints or at none; got 2 for 3 waypoints',
      ],
    ],
  ],
  [
    'rule 1: a time at one waypoint only',
    at(undefined, undefined, T1),
    [
      [
        '/path/0/time',
        'required',
        'path[0].time is required: times stand at all waypoints or at none; got 1 for 3 waypoints',
      ],
    ],
  ],
  [
    'rule 1: times and a departure',
    { ...at(T1, T2), departure_time: 'now' },
    [
      [
        '/departure_time',
        'mutually_exclusive',
        'departure_time must not be combined with times of waypoints: timing comes from exactly one source',
      ],
    ],
  ],
  [
    'rule 1: times and a pace',
    { ...at(T1, T2), travel: { speed: 50 } },
    [
      [
        '/travel',
        'mutually_exclusive',
        'travel must not be combined with times of waypoints: timing comes from exactly one source',
      ],
    ],
  ],
  [
    'rule 1: times and an empty travel',
    { ...at(T1, T2), travel: {} },
    [
      [
        '/travel',
        'mutually_exclusive',
        'travel must not be combined with times of waypoints: timing comes from exactly one source',
      ],
    ],
  ],
  [
    'a time before that of the waypoint before',
    at(T1, T3, T2),
    [
      [
        '/path/2/time',
        'times_not_increasing',
        `path[2].time must be later than that of path[1]; got "${T2}" after "${T3}"`,
      ],
    ],
  ],
  [
    'the same time at another place',
    at(T1, T1),
    [
      [
        '/path/1/time',
        'times_not_increasing',
        `path[1].time must be later than that of path[0] or at the same place; got "${T1}" after "${T1}"`,
      ],
    ],
  ],
  [
    'a later clock that is an earlier instant',
    at('2026-11-20T12:00:00+01:00', '2026-11-20T12:30:00+02:00'),
    [
      [
        '/path/1/time',
        'times_not_increasing',
        'path[1].time must be later than that of path[0]; got "2026-11-20T12:30:00+02:00" after "2026-11-20T12:00:00+01:00"',
      ],
    ],
  ],
  [
    'every broken rule at once',
    { ...at(T2, T1, undefined), travel: {}, departure_time: 'now' },
    [
      ['/departure_time', 'mutually_exclusive', expect.any(String)],
      ['/travel', 'mutually_exclusive', expect.any(String)],
      ['/path/2/time', 'required', expect.any(String)],
      ['/path/1/time', 'times_not_increasing', expect.any(String)],
    ],
  ],
])('%s is refused with pointer, rule and value', async (_name, body, faults) => {
  expect(await faultsOf(body)).toEqual(faults.map(([pointer, code, message]) => ({ pointer, code, message })));
});

test.each<[name: string, path: object[]]>([
  [
    'the same place',
    [
      { ...BERLIN, time: T1 },
      { ...BERLIN, time: T1 },
      { ...DRESDEN, time: T2 },
    ],
  ],
  [
    'the date line from both sides',
    [
      { latitude: 1, longitude: 180, time: T1 },
      { latitude: 1, longitude: -180, time: T1 },
    ],
  ],
  [
    'a pole',
    [
      { latitude: 90, longitude: 10, time: T1 },
      { latitude: 90, longitude: 100, time: T1 },
    ],
  ],
])('at %s two waypoints may have the same time', async (_name, path) => {
  expect((await postRoute(app, { path })).statusCode).toBe(200);
});

test.each<[name: string, field: object, pointer: string, message: string]>([
  [
    'a departure without an offset is ambiguous',
    { departure_time: '2026-11-20T12:00:00' },
    '/departure_time',
    'departure_time must have Z or an offset, as in 2026-11-20T12:00:00+01:00, for without one it is ambiguous; got "2026-11-20T12:00:00"',
  ],
  [
    'a day that no calendar has',
    { departure_time: '2026-02-30T12:00:00Z' },
    '/departure_time',
    'departure_time must be now, or an ISO 8601 instant with Z or an offset, of a date of the calendar; got "2026-02-30T12:00:00Z"',
  ],
  [
    'another word than now',
    { departure_time: 'Now' },
    '/departure_time',
    'departure_time must be now, or an ISO 8601 instant with Z or an offset, of a date of the calendar; got "Now"',
  ],
  [
    'an instant as a number',
    { departure_time: 1795172400 },
    '/departure_time',
    'departure_time must be a string; got 1795172400',
  ],
  ['null for a departure', { departure_time: null }, '/departure_time', 'departure_time must be a string; got null'],
  [
    'an unknown mode',
    { travel: { mode: 'flying' } },
    '/travel/mode',
    'travel.mode must be one of cycling, driving, hiking; got "flying"',
  ],
  ['a speed as a text', { travel: { speed: '50' } }, '/travel/speed', 'travel.speed must be a number; got "50"'],
  [
    'a field that travel has not',
    { travel: { pace: 5 } },
    '/travel/pace',
    'travel.pace is not a field of this object; allowed: mode, speed',
  ],
  [
    'an interval that there is not',
    { sample: { interval: '5m' } },
    '/sample/interval',
    'sample.interval must be one of 15m, 30m, 1h; got "5m"',
  ],
  [
    'a field that sample has not',
    { sample: { count: 5 } },
    '/sample/count',
    'sample.count is not a field of this object; allowed: interval',
  ],
  ['no variable', { variables: [] }, '/variables', 'variables must have at least 1 item; got 0'],
  [
    'a variable twice',
    { variables: ['humidity', 'humidity'] },
    '/variables',
    'variables must not repeat items; got "humidity" at 0 and at 1',
  ],
  [
    'a unit that distance has not',
    { unit_overrides: { distance: 'nmi' } },
    '/unit_overrides/distance',
    'unit_overrides.distance must be one of m, km, ft, mi; got "nmi"',
  ],
  [
    'an override of what has no unit',
    { unit_overrides: { degrees: 'rad' } },
    '/unit_overrides/degrees',
    expect.stringContaining('is not a field of this object'),
  ],
  [
    'a section of the forecast',
    { hourly: { hours: 1, variables: ['humidity'] } },
    '/hourly',
    expect.stringContaining('is not a field'),
  ],
  ['a misspelt field', { departure: 'now' }, '/departure', expect.stringContaining('allowed: path, departure_time')],
])('%s is refused', async (_name, field, pointer, message) => {
  expect(await faultsOf({ path: PATH, ...field })).toEqual([{ pointer, code: expect.any(String), message }]);
});

test.each<[name: string, waypoint: unknown, pointer: string, code: string]>([
  ['a latitude beyond the pole', { latitude: 90.001, longitude: 0 }, '/path/1/latitude', 'maximum'],
  ['a latitude beyond the other', { latitude: -91, longitude: 0 }, '/path/1/latitude', 'minimum'],
  ['a longitude beyond the date line', { latitude: 0, longitude: 181 }, '/path/1/longitude', 'maximum'],
  ['a longitude beyond it on the other side', { latitude: 0, longitude: -180.5 }, '/path/1/longitude', 'minimum'],
  ['a latitude as a text', { latitude: '52', longitude: 0 }, '/path/1/latitude', 'type'],
  ['NaN as a text', { latitude: 'NaN', longitude: 0 }, '/path/1/latitude', 'type'],
  ['null, as JSON writes NaN', { latitude: Number.NaN, longitude: 0 }, '/path/1/latitude', 'type'],
  ['no longitude', { latitude: 52 }, '/path/1/longitude', 'required'],
  ['an elevation', { ...DRESDEN, elevation: 100 }, '/path/1/elevation', 'unknown_field'],
  ['a pair of numbers', [52, 13], '/path/1', 'type'],
  ['null', null, '/path/1', 'type'],
  ['a time of no zone', { ...DRESDEN, time: '2026-11-20T12:00:00' }, '/path/1/time', 'format'],
  ['a day that February has not', { ...DRESDEN, time: '2026-02-29T12:00:00Z' }, '/path/1/time', 'format'],
  ['the year 10000 in Auckland', { ...DRESDEN, time: '9999-12-31T23:59:59Z' }, '/path/1/time', 'format'],
  ['a leap second', { ...DRESDEN, time: '2026-12-31T23:59:60Z' }, '/path/1/time', 'format'],
  ['now', { ...DRESDEN, time: 'now' }, '/path/1/time', 'format'],
  ['null for a time', { ...DRESDEN, time: null }, '/path/1/time', 'type'],
])('a waypoint that is or has %s is refused', async (_name, waypoint, pointer, code) => {
  expect(await faultsOf({ path: [BERLIN, waypoint] })).toContainEqual(expect.objectContaining({ pointer, code }));
});

test.each<[name: string, body: unknown, code: string, message: string]>([
  ['no path', {}, 'required', 'path is required'],
  ['an empty path', { path: [] }, 'min_items', 'path must have at least 2 items; got 0'],
  ['one waypoint', { path: [BERLIN] }, 'min_items', 'path must have at least 2 items; got 1'],
  ['201 waypoints', { path: waypoints(201) }, 'max_items', 'path must have at most 200 items; got 201'],
  ['2,000 waypoints', { path: waypoints(2000) }, 'max_items', 'path must have at most 200 items; got 2000'],
  ['a path that is no array', { path: { 0: BERLIN, 1: DRESDEN } }, 'type', 'path must be an array; got an object'],
  ['a path as a text', { path: 'polyline' }, 'type', 'path must be an array; got "polyline"'],
])('%s is refused at /path', async (_name, body, code, message) => {
  expect(await faultsOf(body)).toEqual([{ pointer: '/path', code, message }]);
});

test.each([
  ['metric', { distance: 'km', elevation: 'm', temperature: 'degC', wind_speed: 'km/h' }],
  ['us', { distance: 'mi', elevation: 'ft', temperature: 'degF', wind_speed: 'mph' }],
  ['si', { distance: 'm', elevation: 'm', temperature: 'K', wind_speed: 'm/s' }],
])('in %s units the answer has a distance and no degrees', async (units, expected) => {
  const { units: answered } = (await postRoute(app, { path: PATH, units })).json<RouteAnswer>();
  expect(answered).toMatchObject(expected);
  expect(Object.keys(answered)).toEqual([
    'system',
    'elevation',
    'percentage',
    'temperature',
    'precipitation',
    'precipitation_rate',
    'pressure',
    'wind_speed',
    'visibility',
    'distance',
  ]);
});

test('of many faults twenty are told, and how many more there are', async () => {
  const backwards = waypoints(200).reverse();
  const faults = await faultsOf({ path: backwards });
  expect(faults).toHaveLength(21);
  expect(faults.at(-1)?.message).toBe('the body breaks 179 more rules that are not listed');
});
