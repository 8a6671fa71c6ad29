import { expect, test } from 'vitest';
import type { MotionField } from '../../model/radar.js';
import { departureLattice, fillDepartures } from './departure-lattice.js';
import { backwardTrajectory } from './trajectory.js';

const ROWS = 53;
const COLUMNS = 70;

/** Smooth, and turning: a vortex on a drift. */
function motionOf(turn: number): MotionField {
  const spacing = 6;
  const [rows, columns] = [12, 14];
  const u = new Float32Array(rows * columns);
  const v = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      u[row * columns + column] = 0.4 - turn * (row - 6) * spacing;
      v[row * columns + column] = -0.2 + turn * (column - 7) * spacing;
    }
  return { rows, columns, spacing, origin: 0, u, v };
}

test.each([
  [0, 30, 1e-9],
  [0.004, 1, 0.01],
  [0.004, 45, 0.1],
  [0.004, 7.5, 0.05],
])(
  'with a turn of %d, %d minutes back, every pixel departs within %d pixels of its own trajectory',
  (turn, minutes, error) => {
    const motion = motionOf(turn);
    const lattice = departureLattice(motion, ROWS, COLUMNS, minutes);
    const [rows, columns] = [new Float64Array(COLUMNS), new Float64Array(COLUMNS)];
    const [pathRows, pathColumns] = [new Float64Array(50), new Float64Array(50)];
    for (let row = 0; row < ROWS; row += 4) {
      fillDepartures(lattice, row, rows, columns);
      for (let column = 0; column < COLUMNS; column += 3) {
        backwardTrajectory(motion, row, column, Math.ceil(minutes), pathRows, pathColumns);
        const [before, share] = [Math.floor(minutes), minutes - Math.floor(minutes)];
        const at = (path: Float64Array) => (share === 0 ? path[before]! : (path[before]! + path[before + 1]!) / 2);
        expect(Math.abs(rows[column]! - at(pathRows))).toBeLessThan(error);
        expect(Math.abs(columns[column]! - at(pathColumns))).toBeLessThan(error);
      }
    }
  },
);

test('without a lead nothing has moved', () => {
  const lattice = departureLattice(motionOf(0.01), ROWS, COLUMNS, 0);
  const [rows, columns] = [new Float64Array(COLUMNS), new Float64Array(COLUMNS)];
  fillDepartures(lattice, ROWS - 1, rows, columns);
  expect([rows[5], columns[5], columns[COLUMNS - 1]]).toEqual([ROWS - 1, 5, COLUMNS - 1]);
});
