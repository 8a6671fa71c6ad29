import { expect, test } from 'vitest';
import { epoch, NOW, RUN, START } from '../../../test/forecast-situation.js';
import { createMemoryCube, createMemoryShelf, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import {
  instantsOf,
  PLAIN_FIELDS,
  routeAnswer,
  routeProductOf,
  statuses,
  terrainOf,
  warningCodes,
} from '../../../test/route-situation.js';
import type { RegularGrid } from '../../model/field.js';
import { HOUR } from '../../model/time.js';
import type { RouteRequest } from './request.js';

const BERLIN = { latitude: 52.52, longitude: 13.4 };
const LONDON = { latitude: 51.51, longitude: -0.13 };
const at = (latitude: number, longitude: number, time?: string) => ({ latitude, longitude, ...(time && { time }) });

test('a drive from Berlin to London: paced, marked, each sample in its own zone, the last at the end', async () => {
  const answer = await routeAnswer({}, { path: [BERLIN, LONDON], departure_time: '2026-11-20T11:00:00+01:00' });
  // 931.6 km on the sphere of 6371.0088 km, at 80 km/h 11 h 38 min 40 s.
  expect(answer.route).toMatchObject({
    departure_time: '2026-11-20T11:00:00+01:00',
    mode: 'driving',
    sample_interval: '30m',
    timezone: 'Europe/Berlin',
    coverage_end_time: null,
  });
  expect(answer.route.distance).toBeCloseTo(931.6, 0);
  expect(answer.route.duration_seconds).toBeCloseTo((answer.route.distance / 80) * 3600, -1);
  expect(answer.route.arrival_time).toMatch(/^2026-11-20T21:3\d:\d\d\+00:00$/);
  const { samples } = answer;
  expect(samples).toHaveLength(25);
  expect([samples[0]!.waypoint, samples[1]!.waypoint, samples[24]!.waypoint]).toEqual([true, false, true]);
  expect(samples[1]!.time).toBe('2026-11-20T11:30:00+01:00');
  expect(samples[24]).toMatchObject({ timezone: 'Europe/London', distance: answer.route.distance, ...LONDON });
  expect(new Set(statuses(answer))).toEqual(new Set(['ok']));
  expect(Object.keys(samples[3]!).slice(-4)).toEqual([
    'temperature',
    'condition',
    'precipitation_probability',
    'wind_gust',
  ]);
});

test('the weather of a sample is that of its place and of its instant', async () => {
  const path = [at(50, 10, '2026-11-20T12:00:00Z'), at(51, 10, '2026-11-20T14:00:00Z')];
  // 2 K a degree and 1 K an hour: each half hour is a quarter of a degree on.
  const fields = { temperature: (time: number, latitude: number) => 180 + 2 * latitude + (time - RUN) / HOUR };
  const answer = await routeAnswer({ fields }, { path, variables: ['temperature'], units: 'si', timezone: 'UTC' });
  expect(answer.samples.map(({ temperature }) => temperature)).toEqual([292, 293, 294, 295, 296]);
  expect(answer.route).toMatchObject({ mode: null, duration_seconds: 7200, distance: answer.samples[4]!.distance });
});

test('what lies at or before now is analysis, what comes is forecast', async () => {
  const path = [at(50, 10, '2026-11-20T09:37:00Z'), at(51, 10, '2026-11-20T10:37:00Z')];
  const { samples } = await routeAnswer({}, { path }); // now is 10:07:31, told as 10:07
  expect(samples.map(({ type }) => type)).toEqual(['analysis', 'analysis', 'forecast']);
  expect((await routeAnswer({}, { path: [BERLIN, LONDON] })).samples[0]).toMatchObject({
    type: 'analysis',
    time: '2026-11-20T11:07:00+01:00',
  });
});

test('offsets change within a route where its zone changes them, and where the zone is another', async () => {
  // Europe went back to winter time on 2026-10-25 at 01:00 UTC.
  const situation = { now: epoch('2026-10-24T20:00:00Z'), times: timesFrom(epoch('2026-10-24T00:00:00Z'), 60) };
  const timed = { departure_time: '2026-10-24T22:00:00Z', sample: { interval: '1h' }, travel: { speed: 120 } } as const;
  const { samples } = await routeAnswer(situation, { path: [BERLIN, LONDON], ...timed });
  expect(samples.slice(0, 6).map(({ time }) => time.slice(11))).toEqual([
    '00:00:00+02:00',
    '01:00:00+02:00',
    '02:00:00+02:00',
    '02:00:00+01:00',
    '03:00:00+01:00',
    '04:00:00+01:00',
  ]);
  expect(samples.at(-1)).toMatchObject({ timezone: 'Europe/London', time: expect.stringMatching(/\+00:00$/) });
  const given = await routeAnswer(situation, { path: [BERLIN, LONDON], ...timed, timezone: 'Asia/Kolkata' });
  expect(given.route.timezone).toBe('Asia/Kolkata');
  expect(given.samples.every(({ time, timezone }) => time.endsWith('+05:30') && timezone === 'Asia/Kolkata')).toBe(
    true,
  );
});

test('Lord Howe Island moves its clocks by half an hour', async () => {
  // Summer time began there on 2026-10-04 at 02:00 +10:30.
  const situation = { now: epoch('2026-10-03T12:00:00Z'), times: timesFrom(epoch('2026-10-03T00:00:00Z'), 60) };
  const path = [at(-31.55, 159.08, '2026-10-03T15:00:00Z'), at(-31.52, 159.06, '2026-10-03T16:00:00Z')];
  const { samples } = await routeAnswer(situation, { path });
  expect(samples.map(({ time }) => time)).toEqual([
    '2026-10-04T01:30:00+10:30',
    '2026-10-04T02:30:00+11:00',
    '2026-10-04T03:00:00+11:00',
  ]);
});

test('from Fiji to Samoa the date line is crossed the short way, and the sea has nautical zones', async () => {
  const answer = await routeAnswer({}, { path: [at(-17.8, 178), at(-13.8, -172)], sample: { interval: '1h' } });
  const longitudes = answer.samples.map(({ longitude }) => longitude);
  expect(longitudes.every((longitude) => longitude >= -180 && longitude < 180)).toBe(true);
  expect(longitudes.every((longitude) => longitude >= 178 || longitude <= -172)).toBe(true);
  expect(answer.route.distance).toBeLessThan(1200);
  expect([answer.samples[0]!.timezone, answer.samples.at(-1)!.timezone]).toEqual(['Pacific/Fiji', 'Pacific/Apia']);
  const drawn = new Set(['Pacific/Fiji', 'Pacific/Apia', 'Pacific/Tongatapu']);
  const atSea = answer.samples.filter(({ timezone }) => !drawn.has(timezone!));
  expect(atSea.length).toBeGreaterThan(5);
  expect(answer.warnings.find(({ code }) => code === 'timezone_fallback')?.count).toBe(atSea.length);
  expect(new Set(statuses(answer))).toEqual(new Set(['ok']));
});

test('a way over the pole keeps its samples, each with weather', async () => {
  const answer = await routeAnswer({}, { path: [at(85, 20), at(85, -160)], sample: { interval: '1h' } });
  expect(Math.max(...answer.samples.map(({ latitude }) => latitude))).toBeGreaterThan(89.5);
  expect(answer.route.distance).toBeCloseTo(1112, 0);
  expect(new Set(statuses(answer))).toEqual(new Set(['ok']));
});

test('waypoints that repeat are samples each, at the same place and instant, or after a wait', async () => {
  const twice = await routeAnswer({}, { path: [BERLIN, BERLIN, LONDON] });
  expect(twice.samples.slice(0, 2)).toMatchObject([
    { index: 0, waypoint: true, distance: 0 },
    { index: 1, waypoint: true, distance: 0 },
  ]);
  const path = [
    at(50, 10, '2026-11-20T12:00:00Z'),
    at(50, 10, '2026-11-20T13:00:00Z'),
    at(50, 10, '2026-11-20T13:00:00Z'),
  ];
  const wait = await routeAnswer({}, { path });
  expect(wait.route).toMatchObject({ distance: 0, duration_seconds: 3600 });
  expect(wait.samples.map(({ waypoint }) => waypoint)).toEqual([true, false, true, true]);
});

test('a route beyond the horizon is cut there: its waypoints stay, unavailable, and it says where the forecast ends', async () => {
  const path = [
    at(50, 10, '2026-12-06T09:00:00Z'),
    at(51, 10, '2026-12-06T12:00:00Z'),
    at(52, 10, '2026-12-07T12:00:00Z'),
  ];
  const answer = await routeAnswer({ times: timesFrom(START, 48 + 400) }, { path, timezone: 'UTC' });
  expect(statuses(answer)).toEqual(['ok', 'ok', 'ok', 'provider_unavailable', 'provider_unavailable']);
  expect(answer.route).toMatchObject({
    coverage_end_time: '2026-12-06T10:00:00+00:00',
    arrival_time: '2026-12-07T12:00:00+00:00',
    duration_seconds: 27 * 3600,
  });
  expect(answer.samples[4]!.distance).toBe(answer.route.distance);
  expect(warningCodes(answer)).toEqual(expect.arrayContaining(['route_truncated', 'sample_unavailable']));
  expect(warningCodes(answer)).not.toContain('horizon_reduced');
});

test('data that ends before the horizon leaves the samples behind it without weather', async () => {
  const path = [at(50, 10, '2026-11-21T00:00:00Z'), at(51, 10, '2026-11-21T04:00:00Z')];
  const answer = await routeAnswer({ times: timesFrom(RUN, 27) }, { path, sample: { interval: '1h' } });
  expect(statuses(answer)).toEqual(['ok', 'ok', 'ok', 'provider_unavailable', 'provider_unavailable']);
  expect(answer.warnings.find(({ code }) => code === 'horizon_reduced')?.count).toBe(2);
  expect(answer.route.coverage_end_time).toBeNull();
});

test('a departure in the past is answered as far back as the store goes', async () => {
  const path = [at(50, 10, '2026-11-18T11:00:00Z'), at(51, 10, '2026-11-20T13:00:00Z')];
  const request = { path, sample: { interval: '1h' } } as const;
  const whole = await routeAnswer({}, request);
  expect(new Set(statuses(whole))).toEqual(new Set(['ok']));
  const short = await routeAnswer({ times: timesFrom(RUN - 24 * HOUR, 100) }, request);
  expect(statuses(short).filter((status) => status === 'provider_unavailable')).toHaveLength(13);
  expect(short.warnings.find(({ code }) => code === 'sample_unavailable')?.message).toContain(
    '13 lie before the stored data begins',
  );
  expect(warningCodes(short)).not.toContain('horizon_reduced');
});

const AROUND_BERLIN: RegularGrid = {
  kind: 'regular',
  columns: 21,
  rows: 21,
  firstLatitude: 60,
  firstLongitude: 4,
  latitudeStep: -1,
  longitudeStep: 1,
};
const regional = () =>
  createMemoryCube({
    times: timesFrom(START, 200),
    referenceTime: RUN,
    grid: AROUND_BERLIN,
    dataset: 'icon-eu',
    fields: PLAIN_FIELDS,
  });

test('samples that no run covers are unavailable, and warming while the first data comes in', async () => {
  const request = { path: [BERLIN, LONDON], sample: { interval: '1h' } } as const;
  const settled = await routeAnswer({ shelf: shelfOf(regional()) }, request);
  expect(statuses(settled)).toEqual([...Array(9).fill('ok'), ...Array(4).fill('provider_unavailable')]);
  const warming = await routeAnswer({ shelf: shelfOf(regional()), isWarming: true }, request);
  expect(statuses(warming)).toEqual([...Array(9).fill('ok'), ...Array(4).fill('warming')]);
  expect(warming.samples.slice(0, 9)).toEqual(settled.samples.slice(0, 9));
  expect(settled.summary.extremes.temperature_min!.index).toBeLessThan(9);
});

for (const [isWarming, reason] of [
  [true, 'warming'],
  [false, 'provider_unavailable'],
] as const)
  test(`before any run was published samples are ${reason}, and the answer is whole`, async () => {
    const situation = { shelf: createMemoryShelf(null), isWarming };
    const answer = await routeAnswer(situation, { path: [BERLIN, LONDON] });
    expect(new Set(statuses(answer))).toEqual(new Set([reason]));
    expect(answer.summary).toEqual({ extremes: {}, windows: [] });
    expect([answer.updated_at, answer.stale]).toEqual([null, false]);
    expect(warningCodes(answer)).toEqual(['elevation_unavailable', 'timezone_fallback', 'sample_unavailable']);
  });

test('torn runs are provider_unavailable; a torn one gives way to the one before', async () => {
  const cube = (version: string, torn: boolean) =>
    createMemoryCube({ times: timesFrom(START, 99), referenceTime: RUN, fields: PLAIN_FIELDS, version, torn });
  const request = { path: [BERLIN, LONDON] };
  const broken = await routeAnswer({ shelf: createMemoryShelf(cube('b', true), cube('a', true)) }, request);
  expect(new Set(statuses(broken))).toEqual(new Set(['provider_unavailable']));
  const degraded = await routeAnswer({ shelf: createMemoryShelf(cube('b', true), cube('a', false)) }, request);
  expect(new Set(statuses(degraded))).toEqual(new Set(['ok']));
  expect(warningCodes(degraded)).toContain('model_degraded');
});

test('a torn chunk costs the samples beside it and no others', async () => {
  // Cells stand on whole tens of degrees; a chunk has those at 20° and 30° E.
  const torn = ({ x }: { readonly x: number }) => x === 2 || x === 3;
  const request = { path: [at(50, 5), at(50, 65)], sample: { interval: '1h' } } as const;
  const [broken, sound] = [await routeAnswer({ torn }, request), await routeAnswer({}, request)];
  const isBeside = ({ longitude }: { readonly longitude: number }) => longitude > 10 && longitude < 40;
  expect(statuses(broken)).toEqual(broken.samples.map((sample) => (isBeside(sample) ? 'provider_unavailable' : 'ok')));
  expect(broken.samples.filter((sample) => !isBeside(sample))).toEqual(
    sound.samples.filter((sample) => !isBeside(sample)),
  );
  expect(broken.warnings.find(({ code }) => code === 'model_degraded')).toMatchObject({ source: 'gfs' });
});

test('a climb is walked slower than it is flat, and the heights are those of the samples', async () => {
  // 100 m up for each 0.01° of latitude (1.11 km): 9 %.
  const slope = terrainOf((latitude) => 500 + (latitude - 47) * 10_000);
  const path = [at(47, 11), at(47.05, 11)];
  const hike: RouteRequest = { path, travel: { mode: 'hiking' }, timezone: 'UTC' };
  const flat = await routeAnswer({ elevationAt: terrainOf(() => 500) }, hike);
  const up = await routeAnswer({ elevationAt: slope }, hike);
  // 5.56 km at 5 km/h, and 6 s for each of 500 m.
  expect(flat.route.duration_seconds).toBeCloseTo(5559.75 * 0.72, -1);
  expect(up.route.duration_seconds - flat.route.duration_seconds).toBeCloseTo(3000, -1);
  expect([up.samples[0]!.elevation, up.samples.at(-1)!.elevation]).toEqual([500, 1000]);
  const drive = await routeAnswer({ elevationAt: slope }, { path, travel: { speed: 5 } });
  expect(drive.route.duration_seconds).toBe(flat.route.duration_seconds);
});

test('without terrain a hike is flat, its heights are null, and both are said', async () => {
  const path = [at(47, 11), at(47.05, 11)];
  const answer = await routeAnswer({}, { path, travel: { mode: 'hiking' } });
  expect(answer.samples.every(({ elevation }) => elevation === null)).toBe(true);
  const warning = answer.warnings.find(({ code }) => code === 'elevation_unavailable');
  expect(warning?.count).toBe(answer.samples.length);
  expect(warning?.message).toContain('the way there counts as flat');
});

test('where the models do not say how high their ground is, values are not moved, and that is said', async () => {
  const request: RouteRequest = { path: [at(47, 11), at(47.05, 11)], variables: ['temperature'] };
  const elevationAt = terrainOf(() => 1500);
  const unknown = await routeAnswer({ elevationAt }, request);
  const known = await routeAnswer({ elevationAt, statics: { elevation: () => 500 } }, request);
  expect(unknown.samples[0]!.elevation).toBe(1500);
  expect(unknown.samples[0]!.temperature).toBeGreaterThan(Number(known.samples[0]!.temperature) + 3);
  expect(unknown.warnings).toMatchObject([{ code: 'elevation_unavailable', count: unknown.samples.length }]);
  expect(known.warnings).toEqual([]);
});

test('a sample after the last step of the data is unavailable, though its record begins with that step', async () => {
  const times = timesFrom(RUN - 48 * HOUR, 49 + 24); // to 24 h after the run
  const path = [at(47, 11), at(47.5, 11)].map((place, i) => ({
    ...place,
    time: new Date((RUN + 23.5 * HOUR + i * HOUR) * 1000).toISOString(),
  }));
  const answer = await routeAnswer({ times }, { path, sample: { interval: '30m' } });
  expect(statuses(answer)).toEqual(['ok', 'ok', 'provider_unavailable']);
  expect(answer.samples[1]!.temperature).not.toBeNull();
  expect(answer.warnings.find(({ code }) => code === 'horizon_reduced')?.count).toBe(1);
});

test('the state changes with the minute, with what is published, and with warming', async () => {
  const keyOf = (situation: Parameters<typeof routeProductOf>[0]) => routeProductOf(situation).stateKey();
  const key = await keyOf({});
  expect(await keyOf({ now: NOW + 20 })).toBe(key);
  for (const other of [{ now: NOW + 60 }, { version: 'v2' }, { isWarming: true }])
    expect(await keyOf(other)).not.toBe(key);
});

test('two hundred waypoints over the longest time are 1,928 samples or fewer, in order', async () => {
  const now = epoch('2026-11-20T10:00:00Z');
  const first = now - 48 * HOUR;
  // The last stands on the horizon, the others off the quarter hours.
  const path = Array.from({ length: 200 }, (_, i) => {
    const time = i === 199 ? first + 432 * HOUR : first + (i * 432 * HOUR) / 199 + (i === 0 ? 0 : 7);
    return at(50 + Math.sin(i / 9), -90 + 0.8 * i, new Date(time * 1000).toISOString());
  });
  const request = { path, sample: { interval: '15m' }, variables: ['temperature'] } as const;
  const answer = await routeAnswer({ now, times: timesFrom(START, 448) }, request);
  expect(answer.samples.length).toBeGreaterThan(1900);
  expect(answer.samples.length).toBeLessThanOrEqual(1928);
  const instants = instantsOf(answer.samples);
  expect(instants.every((time, i) => i === 0 || time >= instants[i - 1]!)).toBe(true);
  expect(answer.samples.filter(({ waypoint }) => waypoint)).toHaveLength(200);
  expect(statuses(answer).filter((status) => status !== 'ok')).toHaveLength(0);
});
