import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  combineProbabilities,
  dayProbability,
  fallbackProbability,
  HOUR_PERSISTENCE,
  QUARTER_HOUR_PERSISTENCE,
  quarterProbability,
  splitProbability,
} from './probability.js';

test.each([
  ['six independent hours at 30%', Array(6).fill(0.3), 0, 0.8824],
  ['six hours at 30%', Array(6).fill(0.3), 0.7, 0.5632],
  ['a day of 20%', Array(24).fill(0.2), 0.7, 0.8072],
  ['one hour', [0.4], 0.7, 0.4],
  ['a sure hour', [0.1, 1, 0.1], 0.7, 1],
  ['a dry hour before a likely one', [0, 0.9], 0.7, 0.9],
  ['full persistence: the largest', [0.2, 0.5, 0.5], 1, 0.5],
])('%s', (_, hours, persistence, expected) => {
  expect(combineProbabilities(hours, persistence)).toBeCloseTo(expected, 4);
});

test('60% in six hours is 32.8% in each, 40% in an hour 30.8% in each quarter', () => {
  expect(splitProbability(0.6, 6, HOUR_PERSISTENCE)).toBeCloseTo(0.328, 3);
  expect(splitProbability(0.4, 4, QUARTER_HOUR_PERSISTENCE)).toBeCloseTo(0.308, 3);
});

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const hours = fc.array(chance, { minLength: 1, maxLength: 24 });

test('together: not below the largest, not above the sum, the same backwards in time', () => {
  fc.assert(
    fc.property(hours, chance, (p, persistence) => {
      const any = combineProbabilities(p, persistence);
      expect(any).toBeGreaterThanOrEqual(Math.max(...p) - 1e-12);
      expect(any).toBeLessThanOrEqual(
        Math.min(
          1,
          p.reduce((sum, one) => sum + one, 0),
        ) + 1e-12,
      );
      expect(combineProbabilities(p.toReversed(), persistence)).toBeCloseTo(any, 9);
    }),
    { seed: 4, numRuns: 1000 },
  );
});

test('a longer interval is never less likely to be wet', () => {
  fc.assert(
    fc.property(hours, chance, chance, (p, more, persistence) => {
      const longer = combineProbabilities([...p, more], persistence);
      expect(longer).toBeGreaterThanOrEqual(combineProbabilities(p, persistence) - 1e-12);
    }),
    { seed: 5, numRuns: 1000 },
  );
});

test('a split gives its whole again, and no piece exceeds the whole', () => {
  fc.assert(
    fc.property(chance, fc.integer({ min: 1, max: 24 }), fc.double({ min: 0, max: 0.99, noNaN: true }), (p, n, rho) => {
      const piece = splitProbability(p, n, rho);
      expect(piece).toBeLessThanOrEqual(p);
      expect(combineProbabilities(Array(n).fill(piece), rho)).toBeCloseTo(p, 7);
    }),
    { seed: 6, numRuns: 1000 },
  );
});

test('the fallback grows from 0 with the rate: a third of a millimetre an hour is 1 − 1/e', () => {
  expect(fallbackProbability(0)).toBe(0);
  expect(fallbackProbability(0.35)).toBeCloseTo(1 - 1 / Math.E, 12);
  expect(fallbackProbability(0.1)).toBeCloseTo(1 - Math.exp(-((0.1 / 0.35) ** 0.7)), 12);
  expect(fallbackProbability(50)).toBeGreaterThan(0.999);
});

test('the event of the day is 85% of any wet hour', () => {
  expect(dayProbability(Array(24).fill(0.2))).toBeCloseTo(0.85 * 0.8072, 4);
});

test('missing in, missing out; no hours, no chance', () => {
  expect(fallbackProbability(Number.NaN)).toBeNaN();
  expect(combineProbabilities([0.2, Number.NaN, 0.2], 0.7)).toBeNaN();
  expect(combineProbabilities([Number.NaN, 0.2], 0.7)).toBeNaN();
  expect(splitProbability(Number.NaN, 4, 0.7)).toBeNaN();
  expect(combineProbabilities([], 0.7)).toBeNaN();
});

test('a quarter has the equal chance that makes up its hour', () => {
  const each = quarterProbability(0.4);
  expect(1 - (1 - each) * (1 - each * 0.15) ** 3).toBeCloseTo(0.4, 8);
});
