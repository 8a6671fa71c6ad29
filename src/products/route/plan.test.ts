import { expect, test } from 'vitest';
import { isTagged, type RequestFault } from '../../base/errors.js';
import { planOf } from './plan.js';
import type { RouteRequest } from './request.js';

const epoch = (text: string) => Date.parse(text) / 1000;
const NOW = epoch('2026-11-20T10:07:00Z');
const BERLIN = { latitude: 52.52, longitude: 13.4 };
const LONDON = { latitude: 51.51, longitude: -0.13 };
const PATH = [BERLIN, LONDON];

const plan = (request: Partial<RouteRequest>) => planOf({ path: PATH, ...request }, NOW);

function faultsOf(request: Partial<RouteRequest>): readonly RequestFault[] {
  try {
    plan(request);
  } catch (error) {
    if (isTagged(error, 'invalid-request')) return error.faults;
    throw error;
  }
  return [];
}

test('what is not said is now, driving at 80 km/h, every 30 minutes, four variables, each sample in its own zone', () => {
  expect(plan({})).toMatchObject({
    departure: NOW,
    arrivals: null,
    mode: 'driving',
    interval: '30m',
    zone: null,
    variables: ['temperature', 'condition', 'precipitation_probability', 'wind_gust'],
    units: { system: 'metric', distance: 'km', wind_speed: 'km/h' },
    horizon: epoch('2026-12-06T10:07:00Z'),
  });
  expect(plan({}).speed * 3.6).toBeCloseTo(80, 9);
});

for (const [departure, instant] of [
  ['now', '2026-11-20T10:07:00Z'],
  ['2026-11-20T12:00:00+01:00', '2026-11-20T11:00:00Z'],
  ['2026-11-18T10:07:00Z', '2026-11-18T10:07:00Z'],
  ['2026-12-06T10:07:00Z', '2026-12-06T10:07:00Z'],
] as const)
  test(`departure_time ${departure} is the instant ${instant}`, () => {
    expect(plan({ departure_time: departure }).departure).toBe(epoch(instant));
  });

for (const departure of ['2026-11-18T10:06:59Z', '2026-12-06T10:07:01Z'])
  test(`departure_time ${departure} is refused, with the bounds and the value`, () => {
    const message =
      'departure_time must lie from 2026-11-18T10:07:00Z (48 hours ago) to 2026-12-06T10:07:00Z (384 hours ahead); ' +
      `got ${departure}`;
    expect(faultsOf({ departure_time: departure })).toEqual([
      { pointer: '/departure_time', code: 'departure_out_of_range', message },
    ]);
  });

test('times of waypoints are the arrivals, the first is the departure, and later ones may lie beyond the horizon', () => {
  const path = [
    { ...BERLIN, time: '2026-12-06T10:00:00Z' },
    { ...LONDON, time: '2027-01-01T00:00:00Z' },
  ];
  const { departure, arrivals } = plan({ path });
  expect(departure).toBe(epoch('2026-12-06T10:00:00Z'));
  expect(arrivals).toEqual(Float64Array.of(departure, epoch('2027-01-01T00:00:00Z')));
  const late = faultsOf({ path: path.map((waypoint) => ({ ...waypoint, time: '2027-01-01T00:00:00Z' })) });
  expect(late).toMatchObject([{ pointer: '/path/0/time', code: 'departure_out_of_range' }]);
});

test('an instant that no calendar has is refused', () => {
  expect(faultsOf({ departure_time: '2026-11-20T23:59:60Z' })).toMatchObject([
    { pointer: '/departure_time', code: 'format' },
  ]);
});

for (const [mode, units, speed, kmh] of [
  ['driving', 'metric', 200, 200],
  ['driving', 'us', 62.137119, 100],
  ['cycling', 'si', 60 / 3.6, 60],
  ['cycling', 'metric', 3, 3],
  ['hiking', 'metric', 15, 15],
  ['hiking', 'si', 1, 3.6],
] as const)
  test(`a speed of ${speed} in ${units} units is ${kmh} km/h of ${mode}`, () => {
    expect(plan({ units, travel: { mode, speed } }).speed * 3.6).toBeCloseTo(kmh, 5);
  });

for (const [mode, units, speed, bounds] of [
  ['driving', 'metric', 200.1, '1 to 200 km/h'],
  ['driving', 'metric', 0.99, '1 to 200 km/h'],
  ['cycling', 'us', 60, '1.87 to 37.28 mph'],
  ['hiking', 'si', 5, '0.28 to 4.16 m/s'],
] as const)
  test(`a speed of ${speed} in ${units} units is not for ${mode}`, () => {
    const { wind_speed: unit } = plan({ units }).units;
    const message = `travel.speed must lie from ${bounds} for ${mode}; got ${speed}`;
    expect(message).toContain(unit);
    expect(faultsOf({ units, travel: { mode, speed } })).toEqual([
      { pointer: '/travel/speed', code: 'speed_out_of_range', message },
    ]);
  });

test('a leg between opposite points is refused, and so is a path that is too long', () => {
  const opposite = [BERLIN, LONDON, { latitude: -51.51, longitude: 179.87 }];
  expect(faultsOf({ path: opposite })).toMatchObject([{ pointer: '/path/2', code: 'antipodal' }]);
  // 6371.0088 km × π × 179.9999/180 = 20,015.1032 km, told to the metre: rounded to 20,000 km it would seem allowed.
  const half = [0, 90, 179.9999].map((longitude) => ({ latitude: 0, longitude }));
  expect(faultsOf({ path: half })).toEqual([
    { pointer: '/path', code: 'path_too_long', message: 'path must be at most 20000 km long; got 20015.104 km' },
  ]);
});

test('a given zone is for all samples, and one that does not exist is refused', () => {
  expect(plan({ timezone: 'Asia/Kolkata' }).zone?.name).toBe('Asia/Kolkata');
  expect(faultsOf({ timezone: 'Mars/Olympus' })).toEqual([
    {
      pointer: '/timezone',
      code: 'unknown_timezone',
      message: 'timezone must be "auto" or an IANA zone; got "Mars/Olympus"',
    },
  ]);
});

test('all that is wrong is said at once', () => {
  const request = { departure_time: '2020-01-01T00:00:00Z', travel: { speed: 900 }, timezone: 'Mars/Olympus' };
  expect(
    faultsOf(request)
      .map(({ pointer }) => pointer)
      .sort(),
  ).toEqual(['/departure_time', '/timezone', '/travel/speed']);
});
