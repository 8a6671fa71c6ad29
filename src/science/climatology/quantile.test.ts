import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantile } from './quantile.js';

test('quantiles are those of the sorted values', () => {
  const someValues = fc.array(
    fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ noNaN: true, min: -40, max: 40 })),
    {
      minLength: 1,
      maxLength: 200,
    },
  );
  fc.assert(
    fc.property(someValues, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const sorted = values.toSorted((a, b) => a - b);
      const position = share * (sorted.length - 1);
      const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
      const expected = below + (position - Math.floor(position)) * (above - below);
      expect(quantile(Float64Array.from(values), share)).toBeCloseTo(expected, 9);
    }),
  );
});

/** R: quantile(c(15, 20, 35, 40, 50), c(0.1, 0.4, 0.9)) */
test.each([
  [0.1, 17],
  [0.4, 29],
  [0.9, 46],
  [0, 15],
  [1, 50],
])('the quantile %d of 15, 20, 35, 40 and 50 is %d', (share, expected) => {
  expect(quantile(Float64Array.of(50, 15, 40, 20, 35), share)).toBeCloseTo(expected, 12);
});
