import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combineLogit, memberProbability } from './ensemble-probability.js';

test.each([
  [0, 31, 1 / 64],
  [31, 31, 63 / 64],
  [15, 30, 0.5],
  [10, 20, 0.5],
])('%i of %i members', (hits, members, expected) => {
  expect(memberProbability(hits, members)).toBeCloseTo(expected, 12);
});

test('no members say nothing, and more hits than members are a fault of the caller', () => {
  expect(memberProbability(0, 0)).toBeNaN();
  expect(() => memberProbability(32, 31)).toThrow(RangeError);
  expect(() => memberProbability(Number.NaN, 31)).toThrow(RangeError);
});

/** Odds multiply: 1 : 1 with 9 : 1 is 3 : 1. */
test.each([
  [0.2, 0.8, 0.5, 0.5],
  [0.5, 0.9, 0.5, 0.75],
  [0.5, 0.9, 0, 0.5],
  [0.5, 0.9, 1, 0.9],
  [0.3, 0.3, 0.7, 0.3],
  [Number.NaN, 0.4, 0.5, 0.4],
  [0.4, Number.NaN, 0.5, 0.4],
])('%d and %d with weight %d are %d', (a, b, weight, expected) => {
  expect(combineLogit(a, b, weight)).toBeCloseTo(expected, 12);
});

test('none of two forecasts decides alone by being certain', () => {
  const against = combineLogit(0, 0.9, 0.5);
  expect(against).toBeGreaterThan(0.1);
  expect(against).toBeLessThan(0.3);
  expect(combineLogit(0, 1, 0.5)).toBeCloseTo(0.5, 12);
});

test('the average lies between the two', () => {
  const chance = fc.double({ min: 0.005, max: 0.995, noNaN: true });
  const weight = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(chance, chance, weight, (a, b, w) => {
      const p = combineLogit(a, b, w);
      expect(p).toBeGreaterThanOrEqual(Math.min(a, b) - 1e-12);
      expect(p).toBeLessThanOrEqual(Math.max(a, b) + 1e-12);
    }),
  );
});
