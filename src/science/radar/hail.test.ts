import { expect, test } from 'vitest';
import { expectedHailSize, fadedHailChance, hailSize75, hailSize95, hailSizeWitt, severeHailChance } from './hail.js';

test.each([
  [1, 2.54],
  [100, 25.4],
  [0, 0],
  [-5, 0],
])('Witt: an index of %d is %d mm', (shi, expected) => {
  expect(hailSizeWitt(shi)).toBeCloseTo(expected, 9);
});

test('the recalibrations: their coefficients at 1, and MESH75 meets Witt at 429.3', () => {
  expect(hailSize75(1)).toBeCloseTo(15.096, 9);
  expect(hailSize95(1)).toBeCloseTo(22.157, 9);
  expect(hailSize75(429.3)).toBeCloseTo(52.6, 1);
  expect(hailSizeWitt(429.3)).toBeCloseTo(52.6, 1);
  expect(hailSize75(0)).toBe(0);
});

test.each([
  [109, 0.5], // the threshold itself
  [100, 0.475],
  [5, 0],
  [0, 0],
  [5000, 1],
])('an index of %d under a melting level of 4 km: a chance of %d', (shi, expected) => {
  expect(severeHailChance(shi, 4)).toBeCloseTo(expected, 3);
});

test('the threshold of a low melting level is 20', () => {
  expect(severeHailChance(20, 1)).toBeCloseTo(0.5, 12);
});

test('the chance fades by e in half an hour', () => {
  expect(fadedHailChance(0.8, 0)).toBe(0.8);
  expect(fadedHailChance(0.8, 30)).toBeCloseTo(0.2943, 4);
});

test('a size is told from a chance of a tenth on: of the index, else as Witt has it', () => {
  expect(expectedHailSize(0.09, 429.3, 52.6)).toBe(0);
  expect(expectedHailSize(0.1, 1, 2.54)).toBeCloseTo(15.096, 9);
  expect(expectedHailSize(0.1, Number.NaN, 30)).toBe(30);
  expect(expectedHailSize(0.1, Number.NaN, Number.NaN)).toBeNaN();
  expect(expectedHailSize(Number.NaN, Number.NaN, Number.NaN)).toBeNaN();
});
