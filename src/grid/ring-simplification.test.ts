/** Simplified rings: within the tolerance, and never into nothing or across themselves. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ring } from '../model/alert.js';
import { capLatitudes, polygon, ring, starRing, turned } from './alert-areas.fixture.js';
import { areaGeometry } from './area-geometry.js';
import type { Corner } from './date-line-cut.js';
import { readRegion } from './regions.js';
import { simplifyRegion } from './ring-simplification.js';
import type { GlobeRing } from './rings.js';

/** Corners of the first ring, longitudes going on past the date line; the first one again at the end. */
function unrolled({ longitudes, latitudes, steps }: GlobeRing): Corner[] {
  let x = longitudes[0]!;
  const corners = Array.from(steps, (step, i): Corner => {
    const corner: Corner = [x, latitudes[i]!];
    x += step;
    return corner;
  });
  return [...corners, [x, latitudes[0]!]];
}

function simplified(shape: readonly Ring[], tolerance: number): GlobeRing[] {
  return [...simplifyRegion(readRegion(shape, [])!, tolerance).rings];
}

function distance([x, y]: Corner, [x1, y1]: Corner, [x2, y2]: Corner): number {
  const [run, rise] = [x2 - x1, y2 - y1];
  const length = run * run + rise * rise;
  const along = length > 0 ? Math.max(0, Math.min(1, ((x - x1) * run + (y - y1) * rise) / length)) : 0;
  return Math.hypot(x - x1 - along * run, y - y1 - along * rise);
}

const anyRing = fc.oneof(
  fc.tuple(starRing, fc.integer({ min: -180, max: 180 })).map(([corners, turn]) => turned(corners, turn)),
  capLatitudes.map((latitudes) => ring(...latitudes.map((latitude, i): Corner => [i * 30 - 170, latitude]))),
);

/** Its second corner is near to an edge that goes, since another one crosses it, and far from those that come. */
const BACK_BY_A_CROSSING = Float64Array.of(
  ...[5, 0, 25.01, 0, 5, 0.09, 5, 0.17, 4.99, 0.26, 0, 5, -5, 0, 0, -5, 5.8, -25.11],
);

test('a corner left out lies within the tolerance of the edge that replaces it, one kept is not moved', () => {
  fc.assert(
    fc.property(anyRing, fc.double({ min: 0, max: 20, noNaN: true }), (corners, tolerance) => {
      const before = unrolled(readRegion([corners], [])!.rings[0]!);
      const after = unrolled(simplified([corners], tolerance)[0]!);
      let edge = 0;
      for (const corner of before) {
        if (edge + 1 < after.length && corner[0] === after[edge + 1]![0] && corner[1] === after[edge + 1]![1])
          edge += 1;
        const onward = after[Math.min(edge + 1, after.length - 1)]!;
        expect(distance(corner, after[edge]!, onward)).toBeLessThanOrEqual(tolerance + 1e-9);
      }
      expect(edge).toBe(after.length - 1);
    }),
    { examples: [[BACK_BY_A_CROSSING, 19.999852170238462]] },
  );
});

/** The first corner and both ends lie on one line, and all between them within 5° of it. */
const THREE_ON_A_LINE = Float64Array.of(
  5,
  0,
  21.42,
  0,
  5,
  0.09,
  4.99,
  0.26,
  4.99,
  0.35,
  4.98,
  0.44,
  0,
  5,
  -5,
  0,
  0,
  -5,
);

test('whatever the tolerance, there is an area left, and no edge could go the other way round', () => {
  fc.assert(
    fc.property(anyRing, fc.double({ min: 0, max: 400, noNaN: true }), (corners, tolerance) => {
      const [only] = simplified([corners], tolerance);
      expect(only!.steps.length).toBeGreaterThanOrEqual(3);
      for (const step of only!.steps) expect(Math.abs(step)).toBeLessThan(180);
      expect(areaGeometry([[corners]], [], tolerance)).not.toBeNull();
    }),
    { examples: [[THREE_ON_A_LINE, 5]] },
  );
});

test('a line of small steps becomes straight', () => {
  const stairs = Array.from({ length: 100 }, (_, i): Corner => [i / 10 + (i % 2) / 1000, (i % 2) / 1000]);
  expect(unrolled(simplified([ring(...stairs, [9.9, 5], [0, 5])], 0.005)[0]!)).toHaveLength(5);
});

test('an edge that would be drawn across another is not', () => {
  const [outer, hole] = polygon('0 0, 5 -0.3, 10 0, 10 10, 0 10 | 4.5 -0.15, 5.5 -0.15, 5 2');
  const hasBend = (rings: readonly GlobeRing[]) => unrolled(rings[0]!).some(([, y]) => y === -0.3);
  expect(hasBend(simplified([outer!], 0.4))).toBe(false);
  expect(hasBend(simplified([outer!, hole!], 0.4))).toBe(true);
});

test('a hole that a straightened coast leaves outside goes with it', () => {
  const shape = polygon('0 0, 5 -0.3, 10 0, 10 10, 0 10 | 4.9 -0.15, 5.1 -0.15, 5 -0.1');
  expect(simplified(shape, 0.2)).toHaveLength(2);
  expect(simplified(shape, 0.4)).toHaveLength(1);
});

test('an island smaller than the tolerance keeps four corners', () => {
  const island = polygon('0 0, 0.001 0.0002, 0.002 0, 0.002 0.002, 0.001 0.0022, 0 0.002');
  expect(simplified(island, 0.005)[0]!.steps).toHaveLength(4);
  expect(areaGeometry([island], [], 0.005)!.coordinates[0]).toHaveLength(5);
});

test('rings whose edges cross as they were sent stay as they are', () => {
  const hourglass = polygon('0 0, 10 0, 5 0.001, 0 10, 10 10');
  expect(unrolled(simplified(hourglass, 0.005)[0]!)).toEqual(unrolled(readRegion(hourglass, [])!.rings[0]!));
});

test('a coast of fifty thousand corners keeps those that count', () => {
  const coast = Array.from({ length: 50_000 }, (_, i): Corner => {
    const [angle, reach] = [(i * Math.PI) / 25_000, 10 + (i % 3) / 1000];
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
  const { length } = simplified([ring(...coast)], 0.005)[0]!.steps;
  // a chord of a circle of 10° that stays within 0.005° spans 3.6°
  expect(length).toBeGreaterThanOrEqual(100);
  expect(length).toBeLessThan(400);
});
