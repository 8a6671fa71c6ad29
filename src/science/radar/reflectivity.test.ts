import { expect, test } from 'vitest';
import { rateOfReflectivity, reflectivityOfRate } from './reflectivity.js';

test.each([
  ['convective', 20, 0.456],
  ['convective', 30, 2.363],
  ['convective', 40, 12.24],
  ['convective', 50, 63.4],
  ['stratiform', 20, 0.648],
  ['stratiform', 30, 2.734],
  ['stratiform', 40, 11.53],
  ['stratiform', 50, 48.6],
  ['snow', 10 * Math.log10(75), 1], // the coefficient is the reflectivity of 1 mm/h
] as const)('%s, %d dBZ: %d mm/h', (kind, dbz, expected) => {
  expect(Math.abs(rateOfReflectivity(dbz, kind) / expected - 1)).toBeLessThan(0.001);
});

test('a rate has the reflectivity that gives it', () => {
  for (const kind of ['convective', 'stratiform', 'snow'] as const)
    for (const rate of [0.1, 1, 12.24, 50])
      expect(rateOfReflectivity(reflectivityOfRate(rate, kind), kind)).toBeCloseTo(rate, 9);
});

test('above 53 dBZ it is hail that reflects: the rain is that of 53 dBZ', () => {
  expect(rateOfReflectivity(65, 'convective')).toBe(rateOfReflectivity(53, 'convective'));
  expect(rateOfReflectivity(65, 'convective')).toBeCloseTo(103.8, 1); // the cap of the US radars, 103.8 mm/h
});

test('no rain has no reflectivity, and what is missing stays missing', () => {
  expect(reflectivityOfRate(0, 'stratiform')).toBe(Number.NEGATIVE_INFINITY);
  expect(rateOfReflectivity(Number.NaN, 'snow')).toBeNaN();
  expect(reflectivityOfRate(Number.NaN, 'snow')).toBeNaN();
});
