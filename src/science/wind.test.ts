import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimatedGust, windDirection, windSpeed } from './wind.js';

test.each([
  [3, 4, 216.87, 5],
  [4, 0, 270, 4],
  [0, -5, 360, 5],
  [0, 0, 0, 0],
  [-0, 0, 0, 0],
  [0, 5, 180, 5],
  [-5, 0, 90, 5],
  [-1, -5, 11.31, Math.sqrt(26)],
])('u %d, v %d comes from %d° at %d m/s (MetPy)', (u, v, direction, speed) => {
  expect(windDirection(u, v)).toBeCloseTo(direction, 3);
  expect(windSpeed(u, v)).toBeCloseTo(speed, 9);
});

test('whole degrees are 1 to 360 for every wind, 0 for calm alone', () => {
  const component = fc.double({ min: -80, max: 80, noNaN: true });
  fc.assert(
    fc.property(component, component, (u, v) => {
      const degrees = Math.round(windDirection(u, v));
      expect(degrees).toBeGreaterThanOrEqual(u === 0 && v === 0 ? 0 : 1);
      expect(degrees).toBeLessThanOrEqual(360);
    }),
    { seed: 2, numRuns: 500 },
  );
  expect(Math.round(windDirection(-0.001, -5))).toBe(360);
});

test.each([
  [10, 1, 16.6],
  [10, 0, 12.3],
  [10, 0.5, 16.6],
  [10, Number.NaN, 16.6],
  [0, 1, 0],
])('a wind of %d m/s with %d of land around gusts to %d m/s', (speed, land, gust) => {
  expect(estimatedGust(speed, land)).toBeCloseTo(gust, 9);
});

test('missing in, missing out', () => {
  expect(windDirection(Number.NaN, 1)).toBeNaN();
  expect(windSpeed(1, Number.NaN)).toBeNaN();
  expect(estimatedGust(Number.NaN, 1)).toBeNaN();
});
