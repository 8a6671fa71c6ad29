import { expect, test } from 'vitest';
import { quarterHourChance } from './lightning.js';

test.each([
  [0.75, 30, 0.5],
  [0.9375, 60, 0.5], // 1 − 0.5⁴
  [0.3, 15, 0.3],
  [0, 30, 0],
  [1, 60, 1],
])('a chance of %d in %d min is %d a quarter hour', (chance, minutes, expected) => {
  expect(quarterHourChance(chance, minutes)).toBeCloseTo(expected, 12);
});

test('an unknown chance stays unknown', () => {
  expect(quarterHourChance(Number.NaN, 30)).toBeNaN();
});
