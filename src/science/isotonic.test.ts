import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interpolateCalibration, isotonic } from './isotonic.js';

test('adjacent violators are pooled to their weighted mean, as in the worked example', () => {
  const fitted = isotonic([0.05, 0.2, 0.15, 0.5, 0.4, 0.8], [100, 50, 50, 20, 20, 10]);
  for (const [bin, value] of [0.05, 0.175, 0.175, 0.45, 0.45, 0.8].entries())
    expect(fitted[bin]).toBeCloseTo(value, 12);
});

test('what falls all the way becomes one mean', () => {
  expect([...isotonic([0.9, 0.6, 0.3], [1, 1, 2])]).toEqual([0.525, 0.525, 0.525]);
});

test('a bin without pairs counts for nothing, whatever it holds', () => {
  expect([...isotonic([0.1, Number.NaN, 0.3], [5, 0, 5])]).toEqual([0.1, 0.1, 0.3]);
  expect([...isotonic([0.75, Number.NaN, 0.25], [5, 0, 5])]).toEqual([0.5, 0.5, 0.5]);
  expect([...isotonic([], [])]).toEqual([]);
});

test('a caller that mixes up lengths or signs is told', () => {
  expect(() => isotonic([0.1, 0.2], [1])).toThrow(RangeError);
  expect(() => isotonic([0.1], [-1])).toThrow(RangeError);
});

test('any fit rises, keeps the weighted mean, and is nearer than any constant', () => {
  const bins = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 100 })), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(bins, (table) => {
      const observed = table.map(([value]) => value);
      const weights = table.map(([, weight]) => weight);
      const fitted = [...isotonic(observed, weights)];
      for (let i = 1; i < fitted.length; i++) expect(fitted[i]!).toBeGreaterThanOrEqual(fitted[i - 1]! - 1e-12);
      const weighted = (values: number[]) => values.reduce((sum, value, i) => sum + value * weights[i]!, 0);
      expect(weighted(fitted)).toBeCloseTo(weighted(observed), 8);
      const mean = weighted(observed) / weights.reduce((a, b) => a + b);
      const error = (values: number[]) => weighted(values.map((value, i) => (value - observed[i]!) ** 2));
      expect(error(fitted)).toBeLessThanOrEqual(error(observed.map(() => mean)) + 1e-9);
    }),
  );
});

const POINTS = { raw: [0.1, 0.3, 0.7], observed: [0.2, 0.4, 0.6] };

test.each([
  [0, 0],
  [0.05, 0.2],
  [0.1, 0.2],
  [0.2, 0.3],
  [0.5, 0.5],
  [0.7, 0.6],
  [1, 0.6],
])('%d is calibrated to %d: linear between, level at the ends, an exact 0 kept', (raw, calibrated) => {
  expect(interpolateCalibration(POINTS, raw)).toBeCloseTo(calibrated, 12);
});

test('without points a probability stands as it is, and what is not known stays so', () => {
  expect(interpolateCalibration({ raw: [], observed: [] }, 0.37)).toBe(0.37);
  expect(interpolateCalibration(POINTS, Number.NaN)).toBeNaN();
});
