import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coarsen, type RateGrid } from './rate-grid.js';

const NONE = Number.NaN;

function grid(rows: number, columns: number, values: number[]): RateGrid {
  return { rows, columns, values: Float32Array.from(values) };
}

test('a coarse pixel is the mean of what was observed in its block; blocks at the far edges may be cut', () => {
  const fine = grid(
    3,
    5,
    [
      [1, 2, NONE, 4, 5],
      [3, 6, NONE, NONE, 7],
      [NONE, NONE, 8, 10, NONE],
    ].flat(),
  );
  expect(coarsen(fine, 2)).toEqual(grid(2, 3, [3, 4, 6, NONE, 9, NONE]));
});

test('a factor of one is the field itself', () => {
  const fine = grid(2, 2, [1, 2, 3, NONE]);
  expect(coarsen(fine, 1)).toBe(fine);
});

test('what falls on a fully observed field stays the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 6 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 150 })),
      (rows, columns, factor, rates) => {
        const values = Array.from({ length: rows * columns * factor * factor }, () => rates.next().value);
        const coarse = coarsen(grid(rows * factor, columns * factor, values), factor);
        const fallen = values.reduce((sum, rate) => sum + rate, 0);
        expect(coarse.values.reduce((sum, rate) => sum + rate, 0) * factor * factor).toBeCloseTo(fallen, 1);
      },
    ),
  );
});

test.each([
  ['a factor of none', grid(2, 2, [0, 0, 0, 0]), 0],
  ['a factor of one and a half', grid(2, 2, [0, 0, 0, 0]), 1.5],
  ['fewer values than pixels', grid(2, 2, [0, 0, 0]), 2],
  ['no rows', grid(0, 2, []), 2],
])('%s is refused', (_name, field, factor) => {
  expect(() => coarsen(field, factor)).toThrow(RangeError);
});
