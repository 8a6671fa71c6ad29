import { expect, test } from 'vitest';
import { fillWithEstimates, raiseTo } from './gusts.js';

const UNKNOWN = Number.NaN;

test('unknown gusts are 1.66 times the wind over land and 1.23 times over the sea, known ones stay', () => {
  const gusts = Float64Array.of(7, UNKNOWN, UNKNOWN, UNKNOWN);
  const [u, v] = [Float64Array.of(60, 60, 60, UNKNOWN), Float64Array.of(80, 80, 80, 80)];
  expect(fillWithEstimates(gusts, u, v, Float64Array.of(1, 1, 0, 1))).toBe(true);
  expect([...gusts]).toEqual([7, 166, 123, UNKNOWN]);
});

test('nothing is estimated where all is known, nor where the wind is not', () => {
  const land = Float64Array.of(1);
  expect(fillWithEstimates(Float64Array.of(7), Float64Array.of(6), Float64Array.of(8), land)).toBe(false);
  expect(fillWithEstimates(Float64Array.of(UNKNOWN), Float64Array.of(UNKNOWN), Float64Array.of(8), land)).toBe(false);
});

test('of two gusts the larger counts, of which one is unknown the other', () => {
  const gusts = raiseTo(Float64Array.of(3, 5, UNKNOWN, 4), Float64Array.of(4, 4, 2, UNKNOWN));
  expect([...gusts]).toEqual([4, 5, 2, 4]);
});
