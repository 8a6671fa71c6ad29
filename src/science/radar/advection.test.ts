import { expect, test } from 'vitest';
import type { MotionField } from '../../model/radar.js';
import { advect, advectLeads, bilinearRate, nearestRate } from './advection.js';
import type { RateGrid } from './rate-grid.js';
import { marchFrom, stepBack } from './trajectory.js';

const NONE = Number.NaN;

function grid(rows: number, columns: number, rate: (row: number, column: number) => number): RateGrid {
  const values = Float32Array.from({ length: rows * columns }, (_, k) => rate(Math.floor(k / columns), k % columns));
  return { rows, columns, values };
}

function even(u: number, v: number): MotionField {
  return { rows: 1, columns: 1, spacing: 1, origin: 0, u: Float32Array.of(u), v: Float32Array.of(v) };
}

test.each(['bilinear', 'nearest'] as const)(
  "pysteps' case, %s: 1 moves to (1, 1), row 0 and column 0 are missing",
  (way) => {
    const field = grid(8, 8, (row, column) => (row === 0 && column === 0 ? 1 : 0));
    const expected = grid(8, 8, (row, column) => {
      if (row === 0 || column === 0) return NONE;
      return row === 1 && column === 1 ? 1 : 0;
    });
    expect(advect(field, even(1, 1), 1, way)).toEqual(expected);
  },
);

test('nothing moves, and nothing goes missing, without motion or time', () => {
  const field = grid(5, 11, (row, column) => (column === 6 ? NONE : row * column));
  expect(advect(field, even(0, 0), 60)).toEqual(field);
  expect(advect(field, even(3, -2), 0)).toEqual(field);
});

test('half a pixel is the mean of two, and missing where one of them is', () => {
  const field = grid(1, 5, (_row, column) => [2, 4, NONE, 6, 10][column]!);
  expect([...advect(field, even(1, 0), 0.5).values]).toEqual([NONE, 3, NONE, NONE, 8]);
  expect([...advect(field, even(1, 0), 0.25, 'nearest').values]).toEqual([2, 4, NONE, 6, 10]);
});

test('several leads are what each alone is, up to the steps they are reached in', () => {
  const field = grid(30, 40, (row, column) => Math.max(0, 10 - Math.hypot(row - 12, column - 15)));
  const motion: MotionField = {
    rows: 2,
    columns: 2,
    spacing: 40,
    origin: 0,
    u: Float32Array.of(0.2, 0.3, 0.1, 0.2),
    v: Float32Array.of(0.1, -0.1, 0.2, 0),
  };
  const seen: number[] = [];
  advectLeads(field, motion, [0, 3, 10, 10, 25], (lead, forecast) => {
    seen.push(lead);
    const alone = advect(field, motion, lead);
    const differences = forecast.values.map((value, k) => Math.abs(value - alone.values[k]!));
    expect(Math.max(...differences.filter((difference) => !Number.isNaN(difference)))).toBeLessThan(1e-5);
    expect(forecast.values.filter(Number.isNaN).length).toBe(alone.values.filter(Number.isNaN).length);
  });
  expect(seen).toEqual([0, 3, 10, 10, 25]);
});

test('through a motion that changes by a tenth between nodes, a pixel is read within a tenth of one', () => {
  const [rows, columns] = [61, 83];
  const motion: MotionField = {
    rows: 3,
    columns: 4,
    spacing: 32,
    origin: 0,
    u: Float32Array.from({ length: 12 }, (_, k) => 1 + 0.05 * Math.sin(k)),
    v: Float32Array.from({ length: 12 }, (_, k) => -1 + 0.05 * Math.cos(2 * k)),
  };
  // A field that is its own row number shows where each pixel came from.
  const field = grid(rows, columns, (row) => row);
  const { values } = advect(field, motion, 12);
  for (let row = 0; row < rows; row += 3)
    for (let column = 0; column < columns; column += 5) {
      const march = marchFrom(row, column);
      for (let minute = 0; minute < 12; minute++) stepBack(motion, march, 1);
      const value = values[row * columns + column]!;
      if (!Number.isNaN(value)) expect(Math.abs(value - march.row)).toBeLessThan(0.1);
    }
});

test('a pixel without weight is not asked; a nearest one is as far as half a pixel', () => {
  const field = grid(2, 2, (row, column) => (row === 1 ? NONE : column));
  expect([0, 0.25, 1].map((column) => bilinearRate(field, 0, column))).toEqual([0, 0.25, 1]);
  expect([bilinearRate(field, 0.1, 0), bilinearRate(field, 0, 1.1), bilinearRate(field, -0.1, 0)]).toEqual([
    NONE,
    NONE,
    NONE,
  ]);
  expect([nearestRate(field, 0.4, 1.4), nearestRate(field, 0.6, 0), nearestRate(field, 0, 1.6)]).toEqual([
    1,
    NONE,
    NONE,
  ]);
});

test('leads that fall and leads before the frame are refused', () => {
  const field = grid(2, 2, () => 0);
  for (const leads of [[10, 5], [-1], [NONE]])
    expect(() => advectLeads(field, even(0, 0), leads, () => undefined)).toThrow(RangeError);
});
