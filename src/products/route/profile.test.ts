import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomPath } from '../../../test/random-path.js';
import { EARTH_RADIUS_M } from '../../science/great-circle.js';
import { createPath, type Path } from './path.js';
import { climbOf, profileNodes, profileOf } from './profile.js';

const DEGREE_M = (EARTH_RADIUS_M * Math.PI) / 180;

/** A path along the equator with waypoints at these metres. */
const equator = (...metres: number[]): Path =>
  createPath(metres.map((metre) => ({ latitude: 0, longitude: metre / DEGREE_M })));

const rounded = (values: Float64Array) => [...values].map((value) => Math.round(value * 1e6) / 1e6);

for (const [name, waypoints, want] of [
  ['every 200 m', [0, 800], [0, 200, 400, 600, 800]],
  ['in equal parts where 200 m do not divide a leg', [0, 450], [0, 150, 300, 450]],
  ['at every waypoint', [0, 30, 350], [0, 30, 190, 350]],
  ['once at a waypoint that is given twice', [0, 100, 100, 200], [0, 100, 200]],
  ['once on a path without length', [0, 0], [0]],
] as const)
  test(`nodes stand ${name}`, () => {
    const nodes = profileNodes(equator(...waypoints));
    expect(rounded(nodes.distances)).toEqual(want);
    expect(rounded(nodes.longitudes.map((longitude) => longitude * DEGREE_M))).toEqual(want);
  });

test('paths that would need more than 2000 nodes have them farther apart', () => {
  expect(profileNodes(equator(0, 398_900)).distances).toHaveLength(1 + Math.ceil(398_900 / 200));
  for (const legs of [1, 2, 199]) {
    const waypoints = Array.from({ length: legs + 1 }, (_, i) => 1.9e7 * (i / legs) ** 2);
    const { length } = profileNodes(equator(...waypoints)).distances;
    expect(length).toBeGreaterThan(1750);
    expect(length).toBeLessThanOrEqual(2000);
  }
});

test('on random paths nodes increase from 0 to the length, 2000 at most, with all waypoints among them', () => {
  fc.assert(
    fc.property(randomPath, (waypoints) => {
      const path = createPath(waypoints);
      const { distances } = profileNodes(path);
      expect(distances.length).toBeLessThanOrEqual(2000);
      expect(distances[0]).toBe(0);
      expect(distances.at(-1)).toBe(path.length);
      expect(distances.every((distance, i) => i === 0 || distance > distances[i - 1]!)).toBe(true);
      const nodes = new Set(distances);
      expect(path.distances.every((distance) => nodes.has(distance))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('heights at equal distances become means of three, and the ends stay', () => {
  const profile = profileOf(Float64Array.of(0, 200, 400, 600), Float64Array.of(0, 90, 30, 60));
  expect(rounded(profile.elevations)).toEqual([0, 40, 60, 60]);
  expect(profile.unknown).toBe(0);
});

test('beside a waypoint the near neighbour counts: 20 m on, 200 m back', () => {
  // ⅓·100 + ⅔·(10·120 + 1·0)/11
  const profile = profileOf(Float64Array.of(0, 200, 220), Float64Array.of(0, 100, 120));
  expect(profile.elevations[1]).toBeCloseTo(100 / 3 + (2 * 1200) / 33, 9);
});

test('a straight slope stays as it is, however its nodes are spaced', () => {
  const spacing = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(spacing, fc.double({ min: -1, max: 1, noNaN: true }), (steps, grade) => {
      let at = 0;
      const distances = Float64Array.from(steps, (step) => (at += step));
      const heights = distances.map((distance) => 500 + grade * distance);
      profileOf(distances, heights).elevations.forEach((elevation, i) => {
        expect(Math.abs(elevation - heights[i]!)).toBeLessThan(1e-9);
      });
    }),
  );
});

test('an unknown height stays unknown, and what is beside it stays as it is', () => {
  const profile = profileOf(Float64Array.of(0, 1, 2, 3, 4), Float64Array.of(0, 9, Number.NaN, 9, 3));
  expect([...profile.elevations]).toEqual([0, 9, Number.NaN, 9, 3]);
  expect(profile.unknown).toBe(1);
});

test('nodes in one place have a mean too, and heights for other nodes are a bug of the caller', () => {
  expect([...profileOf(Float64Array.of(5, 5, 5), Float64Array.of(1, 2, 3)).elevations]).toEqual([1, 2, 3]);
  expect(() => profileOf(Float64Array.of(0, 1), Float64Array.of(0))).toThrow('1 heights for 2 nodes');
});

test('climbs are sums of rises and falls; across unknown heights nothing is counted', () => {
  expect(climbOf(Float64Array.of(10, 15, 12, 12, 20))).toEqual({ ascent: 13, descent: 3 });
  expect(climbOf(Float64Array.of(10, Number.NaN, 40, 30))).toEqual({ ascent: 0, descent: 10 });
  expect(climbOf(new Float64Array(0))).toEqual({ ascent: 0, descent: 0 });
});
