import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../../../test/shared-data.js';
import { readGpxFile } from '../../../app.js';
import { createPath } from '../../../products/route/path.js';
import { type Place, simplifyLine } from './route-simplification.js';

const place = (latitude: number, longitude: number): Place => ({ latitude, longitude });
/** One minute of arc on a sphere of 6371.0088 km. */
const MINUTE_M = (6_371_008.8 * Math.PI) / 180 / 60;

test('of points on the equator with one beside it, that one stays', () => {
  const points = [place(0, 0), place(0, 1), place(1 / 60, 2), place(0, 3), place(0, 4)];
  expect(simplifyLine(points, { most: 3 }).indexes).toEqual([0, 2, 4]);
  expect(simplifyLine(points, { most: 2 }).deviation).toBeCloseTo(MINUTE_M, 6);
});

test.each([
  ['across the date line', [place(10, 179), place(10.5, -179.9), place(10, -179)], 1],
  ['over a pole', [place(89, 0), place(89.5, 100), place(89, 180)], 1],
  ['out and back', [place(0, 0), place(0, 1), place(0, 0)], 1],
])('%s the middle point is what matters', (_, points, middle) => {
  const { indexes, deviation } = simplifyLine([points[0]!, points[0]!, ...points.slice(1)], { most: 3 });
  expect(indexes).toEqual([0, middle + 1, 3]);
  expect(deviation).toBe(0);
});

test('a point beyond the end of its arc is as far away as that end', () => {
  expect(simplifyLine([place(0, 0), place(0, 1.5), place(0, 1)], { most: 2 }).deviation).toBeCloseTo(30 * MINUTE_M, 3);
});

test('a point half a metre beside a line of ten metres is seen', () => {
  const metre = 1 / 60 / MINUTE_M;
  const points = [place(47, 13), place(47 + 5 * metre, 13 + 0.5 * metre), place(47 + 10 * metre, 13)];
  expect(simplifyLine(points, { most: 2 }).deviation).toBeCloseTo(0.5 * Math.cos((47 * Math.PI) / 180), 3);
});

test('points that must stay do, and more of them than may stay are refused', () => {
  const points = Array.from({ length: 100 }, (_, i) => place(Math.sin(i), i / 10));
  expect(simplifyLine(points, { most: 5, kept: [50, 7] }).indexes).toEqual(expect.arrayContaining([0, 7, 50, 99]));
  expect(() => simplifyLine(points, { most: 3, kept: [50, 7] })).toThrow(RangeError);
  expect(() => simplifyLine(points.slice(0, 1), { most: 3 })).toThrow(RangeError);
});

test('where the pace is kept, a rest on a straight road is what matters', () => {
  const road = Array.from({ length: 11 }, (_, i) => place(0, i / 100));
  const points = [...road.slice(0, 5), road[4]!, ...road.slice(5)];
  const times = points.map((_, i) => i * 100 + (i >= 5 ? 3600 : 0));
  expect(simplifyLine(points, { most: 4, times }).indexes).toEqual([0, 4, 5, 11]);
  expect(simplifyLine(points, { most: 4, times }).deviation).toBeLessThan(1e-3);
});

test('whatever the line, what is left begins and ends with it, has no more points than allowed and is not longer', () => {
  const points = fc.array(
    fc.tuple(fc.double({ min: -80, max: 80, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
    {
      minLength: 2,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(points, fc.integer({ min: 2, max: 20 }), (pairs, most) => {
      const line = pairs.map(([latitude, longitude]) => place(latitude * 0.1, longitude * 0.1));
      const { indexes, deviation } = simplifyLine(line, { most });
      expect(indexes.length).toBeLessThanOrEqual(most);
      expect([indexes[0], indexes.at(-1)]).toEqual([0, line.length - 1]);
      expect(indexes.every((index, i) => i === 0 || index > indexes[i - 1]!)).toBe(true);
      expect(deviation).toBeGreaterThanOrEqual(0);
      const left = createPath(indexes.map((i) => line[i]!)).length;
      expect(left).toBeLessThanOrEqual(createPath(line).length * (1 + 1e-9));
    }),
    { numRuns: 300 },
  );
});

testWithSharedData(
  'real lines keep their length within 1% with 200 points, a long one also with half of its own',
  () => {
    const directory = sharedData('elevation', 'gpx');
    const shortened: Record<string, number> = {};
    for (const name of readdirSync(directory)) {
      const { tracks, routes } = readGpxFile(sharedData('elevation', 'gpx', name));
      const points = [...tracks, ...routes].flatMap((line) => line.points);
      for (const most of [200, ...(points.length > 200 ? [Math.ceil(points.length / 2)] : [])]) {
        const { indexes } = simplifyLine(points, { most });
        const left = createPath(indexes.map((i) => points[i]!)).length;
        shortened[`${name}, ${indexes.length} of ${points.length}`] = 1 - left / createPath(points).length;
      }
    }
    expect(Object.keys(shortened).length).toBeGreaterThan(6);
    expect(Object.entries(shortened).filter(([, share]) => share > 0.01)).toEqual([]);
  },
);
