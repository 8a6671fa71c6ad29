import { expect, test } from 'vitest';
import { freezingLevel, hailSize, reflectivityOf, severeHailIndex, severeHailProbability } from './hail.js';

test('rain of 300 R^1.4: 1 mm/h is 24.8 dBZ, 10 mm/h 38.8 dBZ', () => {
  expect(reflectivityOf(1)).toBeCloseTo(24.77, 2);
  expect(reflectivityOf(10)).toBeCloseTo(38.77, 2);
});

test.each([
  [100, 25.4],
  [400, 50.8],
])('an index of %d J/m/s is hail of %d mm (Witt et al. 1998)', (index, size) => {
  expect(hailSize(index)).toBeCloseTo(size, 6);
});

test.each([
  // The warning threshold at 4 km of melting level is 57.5 · 4 − 121 = 109: there the chance is a half.
  [109, 4000, 50],
  [109 * Math.E, 4000, 79],
  [20, 2000, 50], // no threshold is below 20
  [1e6, 4000, 100],
  [1, 4000, 0],
  [0, 4000, 0],
])('an index of %d under a 0 °C level of %d m is severe with %d %%', (index, freezing, chance) => {
  expect(severeHailProbability(index, freezing)).toBeCloseTo(chance, 6);
});

test('the index of a column of 55 dBZ aloft, by hand', () => {
  // Z = 40 on the ground; aloft 55 dBZ: Ė = 5e−6 · 10^4.62 = 0.2084. The cold layer is 3077 m deep, the top 3750 m above it.
  const rate = (10 ** 4 / 300) ** (1 / 1.4);
  expect(severeHailIndex(rate, 4000)).toBeCloseTo(0.1 * 0.20843 * (3076.9 / 2 + 3750), 1);
});

test('no hail from weak cells, none over frozen ground', () => {
  expect(severeHailIndex(0.5, 4000)).toBe(0);
  expect(severeHailIndex(30, freezingLevel(268, 100))).toBe(0);
});
