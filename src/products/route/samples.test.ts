import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_WAYPOINTS } from '../../model/route.js';
import { createPath } from './path.js';
import { type CutSamples, cutSamples } from './samples.js';

/** One degree of a meridian on the sphere of 6371.0088 km. */
const DEGREE_M = 111_195.08;
const NEVER = Number.POSITIVE_INFINITY;
const START = Date.parse('2026-11-20T10:00:00Z') / 1000;

/** Northwards along a meridian, one waypoint at each latitude. */
const northwards = (...latitudes: readonly number[]) =>
  createPath(latitudes.map((latitude) => ({ latitude, longitude: 8 })));

/** The caller's times, seconds after START. */
function cutByTimes(latitudes: readonly number[], seconds: readonly number[], interval = 1800, horizon = NEVER) {
  const arrivals = Float64Array.from(seconds, (second) => START + second);
  return cutSamples({ departure: arrivals[0]!, interval, path: northwards(...latitudes), horizon, arrivals });
}

/** "0w 1800 3600w": seconds after START, w for waypoints. */
function timesOf({ samples }: CutSamples): string {
  return Array.from(samples.times, (time, i) => `${time - START}${samples.waypoints[i] === 1 ? 'w' : ''}`).join(' ');
}

test('a drive is sampled every half hour and where it ends', () => {
  const path = northwards(46, 47);
  const timetable = { distances: path.distances, seconds: Float64Array.of(0, 5400) };
  const cut = cutSamples({ departure: START, interval: 1800, path, horizon: NEVER, timetable });
  expect(timesOf(cut)).toBe('0w 1800 3600 5400w');
  for (const [i, third] of [0, 1, 2, 3].entries()) {
    expect(cut.samples.distances[i]).toBeCloseTo((third * DEGREE_M) / 3, 1);
    expect(cut.samples.latitudes[i]).toBeCloseTo(46 + third / 3, 9);
    expect(cut.samples.longitudes[i]).toBeCloseTo(8, 9);
  }
  expect([...cut.waypointIndexes]).toEqual([0, 3]);
  expect([cut.isTruncated, cut.lastWithin]).toEqual([false, 3]);
});

const MERGES: readonly (readonly [waypoint: number, samples: string])[] = [
  [1798, '0w 1798w 1800 3600w'],
  [1798.75, '0w 1798.75w 1800 3600w'],
  [1799, '0w 1799w 3600w'],
  [1800, '0w 1800w 3600w'],
  [1801, '0w 1801w 3600w'],
  [1801.25, '0w 1800 1801.25w 3600w'],
  [1802, '0w 1800 1802w 3600w'],
];

test.each(MERGES)('a waypoint at %d s takes the place of samples within a second', (waypoint, samples) => {
  expect(timesOf(cutByTimes([46, 46.5, 47], [0, waypoint, 3600]))).toBe(samples);
});

test('several waypoints take the place of one sample, and stay several', () => {
  const cut = cutByTimes([46, 46.5, 46.5, 46.5, 47], [0, 1799, 1800, 1801, 3600]);
  expect(timesOf(cut)).toBe('0w 1799w 1800w 1801w 3600w');
});

test('points that are repeated at the same instant stay in their order', () => {
  const cut = cutByTimes([46, 46, 46.5, 46.5, 47, 47], [0, 0, 900, 900, 3600, 3600]);
  expect(timesOf(cut)).toBe('0w 0w 900w 900w 1800 3600w 3600w');
  expect([...cut.waypointIndexes]).toEqual([0, 1, 2, 3, 5, 6]);
});

test('a route that stays where it is has its waypoints', () => {
  const path = northwards(46, 46);
  const timetable = { distances: path.distances, seconds: Float64Array.of(0, 0) };
  const cut = cutSamples({ departure: START, interval: 900, path, horizon: NEVER, timetable });
  expect(timesOf(cut)).toBe('0w 0w');
  expect([...cut.samples.distances]).toEqual([0, 0]);
});

test('who waits is sampled where he waits', () => {
  const cut = cutByTimes([46, 46.5, 46.5, 47], [0, 1800, 9000, 10800]);
  expect(timesOf(cut)).toBe('0w 1800w 3600 5400 7200 9000w 10800w');
  expect(Array.from(cut.samples.latitudes.subarray(1, 6))).toEqual([46.5, 46.5, 46.5, 46.5, 46.5]);
  expect(new Set(cut.samples.distances.subarray(1, 6)).size).toBe(1);
});

test('between the times of a caller the speed over ground is constant', () => {
  const { samples } = cutByTimes([46, 47, 47.5], [0, 3600, 10800]);
  expect(Array.from(samples.distances, (distance) => Math.round((distance / DEGREE_M) * 1e4) / 1e4)).toEqual([
    0, 0.5, 1, 1.125, 1.25, 1.375, 1.5,
  ]);
});

test('waypoints are where the caller put them, to the last digit', () => {
  const points = [
    { latitude: 46.123456789, longitude: 8.987654321 },
    { latitude: 46.1234567891, longitude: 8.9876543211 },
    { latitude: -90, longitude: 17 },
    { latitude: 0.1, longitude: -180 },
  ];
  const arrivals = Float64Array.of(START, START + 60, START + 7200, START + 9000.5);
  const cut = cutSamples({ departure: START, interval: 900, path: createPath(points), horizon: NEVER, arrivals });
  const { latitudes, longitudes } = cut.samples;
  expect(Array.from(cut.waypointIndexes, (i) => ({ latitude: latitudes[i], longitude: longitudes[i] }))).toEqual(
    points,
  );
});

test('across the date line longitudes turn over', () => {
  const path = createPath([
    { latitude: 0, longitude: 179 },
    { latitude: 0, longitude: -179 },
  ]);
  const arrivals = Float64Array.of(START, START + 3600);
  const { samples } = cutSamples({ departure: START, interval: 900, path, horizon: NEVER, arrivals });
  expect(Array.from(samples.longitudes, (longitude) => Math.round(longitude * 1e6) / 1e6)).toEqual([
    179, 179.5, -180, -179.5, -179,
  ]);
});

test('paced arrivals are whole seconds: 3:24:00 is not 3:23:59', () => {
  const path = northwards(46, 46.1);
  const timetable = { distances: path.distances, seconds: Float64Array.of(0, 12_239.999999) };
  const cut = cutSamples({ departure: START, interval: 3600, path, horizon: NEVER, timetable });
  expect(timesOf(cut)).toBe('0w 3600 7200 10800 12240w');
});

const HORIZONS: readonly (readonly [horizon: number, samples: string, truncated: boolean, last: number])[] = [
  [5400, '0w 1800w 3600 5400w', false, 3],
  [5399, '0w 1800w 3600 5400w', true, 2],
  [3600, '0w 1800w 3600 5400w', true, 2],
  [3599, '0w 1800w 5400w', true, 1],
  [1800, '0w 1800w 5400w', true, 1],
  [1799, '0w 1800w 5400w', true, 0],
  [0, '0w 1800w 5400w', true, 0],
  [-1, '0w 1800w 5400w', true, -1],
];

test.each(HORIZONS)('with the horizon after %i s there are %s', (horizon, samples, truncated, last) => {
  const cut = cutByTimes([46, 46.5, 47], [0, 1800, 5400], 1800, START + horizon);
  expect(timesOf(cut)).toBe(samples);
  expect([cut.isTruncated, cut.lastWithin]).toEqual([truncated, last]);
});

test('the longest request has 1,928 samples', () => {
  const hours = 48 + 384;
  const latitudes = Array.from({ length: MOST_WAYPOINTS }, (_, i) => -80 + i * 0.8);
  // no arrival but the first is near a quarter hour, and the last is beyond the horizon
  const seconds = latitudes.map((_, i) => (i === 0 ? 0 : i * 8100 + 450));
  expect(seconds.at(-1)).toBeGreaterThan(hours * 3600);
  const cut = cutByTimes(latitudes, seconds, 900, START + hours * 3600);
  expect(cut.samples.count).toBe(4 * hours + MOST_WAYPOINTS);
});

test('more samples than a request can need are refused before memory is taken for them', () => {
  expect(() => cutByTimes([46, 47], [0, 2000 * 900], 900)).toThrow(RangeError);
  expect(() => cutByTimes([46, 47], [0, 3600], 0)).toThrow(RangeError);
});

test('a route without timing is refused', () => {
  expect(() => cutSamples({ departure: START, interval: 900, path: northwards(46, 47), horizon: NEVER })).toThrow(
    'either arrivals or a timetable',
  );
});

const legs = fc.array(
  fc.record({ degrees: fc.constantFrom(0, 1e-12, 0.01, 0.5), wait: fc.integer({ min: 0, max: 9000 }) }),
  {
    minLength: 1,
    maxLength: 30,
  },
);

test('on any route times and distances never decrease, waypoints are all there, and nothing is sampled twice', () => {
  fc.assert(
    fc.property(
      legs,
      fc.constantFrom(900, 1800, 3600),
      fc.integer({ min: -1, max: 200_000 }),
      (path, interval, end) => {
        const latitudes = [46];
        const seconds = [0];
        for (const { degrees, wait } of path) {
          latitudes.push(latitudes.at(-1)! + degrees);
          seconds.push(seconds.at(-1)! + wait + (degrees > 0 ? 0.25 : 0));
        }
        const { samples, waypointIndexes, isTruncated, lastWithin } = cutByTimes(
          latitudes,
          seconds,
          interval,
          START + end,
        );
        const { count, times, distances, waypoints } = samples;
        for (let i = 1; i < count; i++) {
          expect(times[i]).toBeGreaterThanOrEqual(times[i - 1]!);
          expect(distances[i]).toBeGreaterThanOrEqual(distances[i - 1]!);
          if (waypoints[i] === 0 || waypoints[i - 1] === 0) expect(times[i]! - times[i - 1]!).toBeGreaterThan(1);
        }
        expect([distances[0], waypoints[0], waypoints[count - 1]]).toEqual([0, 1, 1]);
        expect(Array.from(waypointIndexes, (i) => times[i]! - START)).toEqual(seconds);
        expect(waypoints.reduce((sum, mark) => sum + mark, 0)).toBe(latitudes.length);
        expect(isTruncated).toBe(seconds.at(-1)! > end);
        expect(times.filter((time) => time <= START + end)).toHaveLength(lastWithin + 1);
      },
    ),
  );
});
