import { expect, test } from 'vitest';
import { probabilityScores } from '../../science/scores.js';
import { categoriesOf, contingencyOf, countFields, NO_CATEGORY, noLeadCounts, probabilityOf } from './event-counts.js';

const THRESHOLDS = [0.1, 1, 5];

test.each([
  [0, 0],
  [0.09, 0],
  [0.09999999, 1], // what bilinear weights make of 0.1
  [Math.fround(0.1), 1],
  [0.99999, 1],
  [1, 2],
  [4.9, 2],
  [5, 3],
  [120, 3],
  [Number.NaN, NO_CATEGORY],
])('%d mm/h reaches %d thresholds', (rate, category) => {
  expect([...categoriesOf(Float32Array.of(rate), THRESHOLDS)]).toEqual([category]);
});

const NONE = NO_CATEGORY;

/** initial, observed, nowcast, probability: one pixel a row. */
const PIXELS: readonly (readonly [number, number, number, number])[] = [
  [1, 1, 1, 1],
  [1, 0, 0, 0.2],
  [0, 2, 1, 0.6],
  [0, 0, 0, 0],
  [3, 3, NONE, Number.NaN], // no nowcast: counts in the fixed mask, as 0
  [0, 0, NONE, Number.NaN],
  [NONE, 1, 1, 1], // not observed at the start
  [1, NONE, 1, 1], // nor at the lead
];

function counted() {
  const counts = noLeadCounts(THRESHOLDS);
  const column = (k: number) => Uint8Array.from(PIXELS, (pixel) => pixel[k]!);
  const probabilities = Float32Array.from(PIXELS, (pixel) => pixel[3]);
  countFields(counts, { initial: column(0), observed: column(1), nowcast: column(2), probabilities });
  return counts;
}

test.each([
  ['nowcast', 0.1, 'common', [2, 0, 0, 2]],
  ['nowcast', 1, 'common', [0, 0, 1, 3]],
  ['nowcast', 0.1, 'fixed', [2, 0, 1, 3]],
  ['nowcast', 5, 'fixed', [0, 0, 1, 5]],
  ['persistence', 0.1, 'common', [1, 1, 1, 1]],
  ['persistence', 0.1, 'fixed', [2, 1, 1, 2]],
  ['persistence', 5, 'fixed', [1, 0, 0, 5]],
] as const)('%s at %d mm/h in the %s mask, counted by hand', (method, threshold, mask, expected) => {
  const { hits, falseAlarms, misses, correctNegatives } = contingencyOf(counted(), method, threshold, mask);
  expect([hits, falseAlarms, misses, correctNegatives]).toEqual(expected);
});

test('the Brier score is of pixels with a nowcast, or of all with 0 where there is none', () => {
  const common = probabilityScores(probabilityOf(counted(), 'common'));
  expect([common.pairs, common.baseRate]).toEqual([4, 0.5]);
  expect(common.brier).toBeCloseTo((0.2 ** 2 + 0.4 ** 2) / 4, 6);
  const fixed = probabilityScores(probabilityOf(counted(), 'fixed'));
  expect(fixed.pairs).toBe(6);
  expect(fixed.brier).toBeCloseTo((0.2 ** 2 + 0.4 ** 2 + 1) / 6, 6);
});

test('another threshold than was counted is a mistake of the caller', () => {
  expect(() => contingencyOf(counted(), 'nowcast', 2, 'common')).toThrow(RangeError);
});
