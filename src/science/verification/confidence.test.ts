import { expect, test } from 'vitest';
import {
  blockDaysFor,
  blockTotals,
  type Ratio,
  ratioInterval,
  rootInterval,
  skillInterval,
  studentQuantile,
} from './confidence.js';
import type { DateRows } from './sums-layout.js';

/** Rows of two sums: numerator and denominator. */
function rowsOf(...dates: readonly (readonly [number, number])[]): DateRows {
  return { firstDay: 20_000, width: 2, sums: Float64Array.from(dates.flat()) };
}
const RATIO: Ratio = (row) => [row[0]!, row[1]!];

test.each([
  [2, 4.303, 0.06],
  [6, 2.447, 0.005],
  [29, 2.045, 0.001],
  [120, 1.98, 0.001],
])('Student t of %d degrees has its tabulated 97.5%% quantile %d', (degrees, expected, tolerance) => {
  expect(Math.abs(studentQuantile(degrees) - expected)).toBeLessThan(tolerance);
});

test('the interval of dates with one pair each is that of a mean', () => {
  // Mean 3, variance 2.5 of 5 values: 3 ± 2.776 √(2.5 / 5)
  const interval = ratioInterval(rowsOf([1, 1], [2, 1], [3, 1], [4, 1], [5, 1]), RATIO, 1)!;
  expect(interval.low).toBeCloseTo(3 - 2.776 * Math.sqrt(0.5), 2);
  expect(interval.high).toBeCloseTo(3 + 2.776 * Math.sqrt(0.5), 2);
});

test('dates without pairs are no blocks, and fewer than three blocks have no interval', () => {
  expect(ratioInterval(rowsOf([1, 1], [0, 0], [2, 1], [0, 0]), RATIO, 1)).toBeNull();
  expect(ratioInterval(rowsOf([1, 1], [0, 0], [2, 1], [3, 1]), RATIO, 1)).not.toBeNull();
  expect(blockTotals(rowsOf([1, 1], [0, 0], [2, 2], [3, 1], [4, 1]), RATIO, 2)).toEqual([
    [1, 1],
    [5, 3],
    [4, 1],
  ]);
});

test('blocks have five dates, and one in a period of less than 25', () => {
  expect([7, 24, 25, 365].map(blockDaysFor)).toEqual([1, 1, 5, 5]);
});

test('dates that follow each other in runs of five have a wider interval in blocks of five', () => {
  const dates = Array.from({ length: 100 }, (_, n) => [Math.floor(n / 5) % 2 === 0 ? 1 : 3, 1] as const);
  const width = (blockDays: number) => {
    const { low, high } = ratioInterval(rowsOf(...dates), RATIO, blockDays)!;
    return high - low;
  };
  // Twenty independent blocks in place of a hundred dates: √5, and a larger t.
  expect(width(5) / width(1)).toBeGreaterThan(2.2);
  expect(width(5) / width(1)).toBeLessThan(2.6);
});

test('a denominator of 0 has no interval', () => {
  expect(ratioInterval(rowsOf([1, 0], [2, 0], [3, 0]), RATIO, 1)).toBeNull();
});

test('dates that all have the same ratio leave no doubt', () => {
  const interval = ratioInterval(rowsOf([2, 4], [1, 2], [4, 8]), RATIO, 1)!;
  expect(interval.low).toBeCloseTo(0.5, 12);
  expect(interval.high).toBeCloseTo(0.5, 12);
  expect(skillInterval({ low: 0.2, high: 0.3 })).toEqual({ low: 0.7, high: 0.8 });
  expect(rootInterval({ low: -0.1, high: 4 })).toEqual({ low: 0, high: 2 });
});

/** Numbers of 0..1 by a linear congruential generator (Numerical Recipes): the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('the interval agrees with a block bootstrap of the same dates within 8% of its width', () => {
  const random = randomFrom(20_261_123);
  const dates = Array.from({ length: 120 }, () => {
    const n = 5 + Math.floor(40 * random());
    return [n * (1 + random() + random() - random()), n] as const;
  });
  const interval = ratioInterval(rowsOf(...dates), RATIO, 1)!;
  const means = Array.from({ length: 2000 }, () => {
    let [x, n] = [0, 0];
    for (let i = 0; i < dates.length; i++) {
      const [numerator, denominator] = dates[Math.floor(random() * dates.length)]!;
      x += numerator;
      n += denominator;
    }
    return x / n;
  }).sort((a, b) => a - b);
  const width = interval.high - interval.low;
  expect(Math.abs(means[50]! - interval.low)).toBeLessThan(0.08 * width);
  expect(Math.abs(means[1949]! - interval.high)).toBeLessThan(0.08 * width);
});
