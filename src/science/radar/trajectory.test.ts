import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MotionField } from '../../model/radar.js';
import { backwardTrajectory, motionAt } from './trajectory.js';

function motion(
  rows: number,
  columns: number,
  at: (row: number, column: number) => [u: number, v: number],
): MotionField {
  const [spacing, origin] = [4, 2];
  const nodes = Array.from({ length: rows * columns }, (_, k) =>
    at(origin + spacing * Math.floor(k / columns), origin + spacing * (k % columns)),
  );
  return {
    rows,
    columns,
    spacing,
    origin,
    u: Float32Array.from(nodes, ([u]) => u),
    v: Float32Array.from(nodes, ([, v]) => v),
  };
}

function trajectory(field: MotionField, row: number, column: number, minutes: number): [number[], number[]] {
  const rows = new Float64Array(minutes + 1);
  const columns = new Float64Array(minutes + 1);
  backwardTrajectory(field, row, column, minutes, rows, columns);
  return [[...rows], [...columns]];
}

const at = new Float64Array(2);

test('between nodes the motion is bilinear, beyond the outermost ones theirs', () => {
  const field = motion(3, 4, (row, column) => [row + 10 * column, 3 * row - column]);
  for (const [row, column, u, v] of [
    [2, 2, 22, 4],
    [5, 7.5, 80, 7.5],
    [10, 14, 150, 16],
    [-50, 2, 22, 4],
    [10, 400, 150, 16],
    [400, 6, 70, 24],
  ] as const) {
    motionAt(field, row, column, at);
    expect([...at]).toEqual([u, v]);
  }
});

test('one node, one row and one column of nodes are motions too', () => {
  for (const field of [motion(1, 1, () => [1, 2]), motion(1, 3, () => [1, 2]), motion(3, 1, () => [1, 2])]) {
    motionAt(field, 9, 3, at);
    expect([...at]).toEqual([1, 2]);
  }
});

test('through an even motion the way is straight, and goes on beyond the grid', () => {
  const field = motion(3, 3, () => [2, -0.5]);
  expect(trajectory(field, 3, 4, 4)).toEqual([
    [3, 3.5, 4, 4.5, 5],
    [4, 2, 0, -2, -4],
  ]);
});

test('round a vortex two hours of steps stay within a hundredth of the circle', () => {
  const turn = 0.02; // radians a minute
  const field = motion(51, 51, (row, column) => [-turn * (row - 102), turn * (column - 102)]);
  const [rows, columns] = trajectory(field, 102, 162, 120);
  for (let minute = 0; minute <= 120; minute++) {
    // The rain goes from +x towards +y, so that backwards it comes from −y.
    expect(Math.abs(rows[minute]! - (102 - 60 * Math.sin(turn * minute)))).toBeLessThan(0.6);
    expect(Math.abs(columns[minute]! - (102 + 60 * Math.cos(turn * minute)))).toBeLessThan(0.6);
  }
});

test('shifting place and motion by whole pixels shifts the way', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9, max: 9 }), (shift) => {
      const wavy = (row: number, column: number): [number, number] => [Math.sin(row / 9), Math.cos(column / 7)];
      const still = motion(20, 20, wavy);
      const shifted = { ...still, origin: still.origin + shift };
      const [rows, columns] = trajectory(still, 40, 40, 30);
      // One origin serves both axes: rows and columns shift alike.
      const [movedRows, movedColumns] = trajectory(shifted, 40 + shift, 40 + shift, 30);
      for (let minute = 0; minute <= 30; minute++) {
        expect(movedRows[minute]! - shift).toBeCloseTo(rows[minute]!, 9);
        expect(movedColumns[minute]! - shift).toBeCloseTo(columns[minute]!, 9);
      }
    }),
  );
});

test.each([
  ['half a minute', 0.5, 10],
  ['minutes ahead', -1, 10],
  ['more minutes than there is room for', 10, 10],
])('%s are refused', (_name, minutes, room) => {
  const field = motion(2, 2, () => [0, 0]);
  expect(() => backwardTrajectory(field, 0, 0, minutes, new Float64Array(room), new Float64Array(room))).toThrow(
    RangeError,
  );
});
