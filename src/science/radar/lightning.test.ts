import { expect, test } from 'vitest';
import { lightningChance, quarterHourChance } from './lightning.js';

test.each([
  [0.75, 30, 0.5],
  [0.9375, 60, 0.5], // 1 − 0.5⁴
  [0.3, 15, 0.3],
  [0, 30, 0],
  [1, 60, 1],
])('a chance of %d in %d min is %d a quarter hour', (chance, minutes, expected) => {
  expect(quarterHourChance(chance, minutes)).toBeCloseTo(expected, 12);
});

test.each([
  ['the next half hour while it lasts', 30, 0.75, 0.1, 0.5],
  ['then the next hour', 31, 0.1, 0.9375, 0.5],
  ['and beyond', 110, 0.1, 0.9375, 0.5],
  ['the hour where the half hour is not known', 5, Number.NaN, 0.9375, 0.5],
])('%s', (_, lead, next30, next60, expected) => {
  expect(lightningChance(lead, next30, next60)).toBeCloseTo(expected, 12);
});

test('unknown without the grid that is needed', () => {
  expect(lightningChance(31, 0.75, Number.NaN)).toBeNaN();
  expect(lightningChance(5, Number.NaN, Number.NaN)).toBeNaN();
});
