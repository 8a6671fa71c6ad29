import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstAtLeast, valueAt } from './nodes.js';

for (const [x, want] of [
  [-1, 0],
  [0, 0],
  [0.5, 1],
  [1, 1],
  [2, 3],
  [3, 3],
  [4, 4],
] as const)
  test(`the first of 0, 1, 1, 3 that is at least ${x} has index ${want}`, () => {
    expect(firstAtLeast(Float64Array.of(0, 1, 1, 3), x)).toBe(want);
  });

test('values are straight between nodes, those of the ends beyond them, and the first of a standstill', () => {
  const [xs, ys] = [Float64Array.of(0, 10, 10, 20), Float64Array.of(0, 1, 5, 7)];
  expect([-3, 0, 5, 10, 15, 20, 99].map((x) => valueAt(xs, ys, x))).toEqual([0, 0, 0.5, 1, 6, 7, 7]);
});

test('one node is the value everywhere', () => {
  expect([-1, 0, 1].map((x) => valueAt(Float64Array.of(0), Float64Array.of(0), x))).toEqual([0, 0, 0]);
});

test('values never decrease where nodes do not', () => {
  const growing = fc
    .array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 6, maxLength: 6 })
    .map((steps) => Float64Array.from(steps).sort());
  fc.assert(
    fc.property(growing, growing, growing, (xs, ys, at) => {
      const values = at.map((x) => valueAt(xs, ys, x));
      expect(values.every((value, i) => i === 0 || value >= values[i - 1]!)).toBe(true);
    }),
  );
});

test('at a node the value is the node, and right before it no more, although 0.3 + (0.9 − 0.3) is more than 0.9', () => {
  const nodes = Float64Array.of(0.3, 0.9);
  expect(0.3 + (0.9 - 0.3)).toBeGreaterThan(0.9);
  expect(valueAt(Float64Array.of(0, 1), nodes, 1)).toBe(0.9);
  expect(valueAt(Float64Array.of(0.3, 1), nodes, 1 - 2 ** -53)).toBe(0.9);
});
