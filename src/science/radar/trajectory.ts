/**
 * Where the rain that arrives somewhere was before: backward trajectories through a motion that stands still.
 *
 *   x_mid = x − ½ Δt u(x),   x ← x − Δt u(x_mid)          one midpoint iteration a step, steps of a minute
 *
 * This is the semi-Lagrangian scheme of Germann & Zawadzki (2002), Mon. Wea. Rev. 130, 2859, with the one iteration that
 * pysteps takes. The motion is bilinear between its nodes and beyond the outermost ones theirs, so a trajectory goes on
 * outside the grid: that nothing was observed there is found where the rate is read.
 */

import type { MotionField } from '../../model/radar.js';

/**
 * Motion at a pixel, pixels per minute.
 *
 * @param out  [u towards growing columns, v towards growing rows]
 */
export function motionAt(motion: MotionField, row: number, column: number, out: Float64Array): void {
  const { rows, columns, spacing, origin, u, v } = motion;
  const y = Math.min(rows - 1, Math.max(0, (row - origin) / spacing));
  const x = Math.min(columns - 1, Math.max(0, (column - origin) / spacing));
  const above = Math.min(Math.floor(y), Math.max(0, rows - 2));
  const left = Math.min(Math.floor(x), Math.max(0, columns - 2));
  const dy = y - above;
  const dx = x - left;
  const a = above * columns + left;
  const b = columns > 1 ? a + 1 : a;
  const c = rows > 1 ? a + columns : a;
  const d = rows > 1 ? b + columns : b;
  const wa = (1 - dy) * (1 - dx);
  const wb = (1 - dy) * dx;
  const wc = dy * (1 - dx);
  const wd = dy * dx;
  out[0] = wa * u[a]! + wb * u[b]! + wc * u[c]! + wd * u[d]!;
  out[1] = wa * v[a]! + wb * v[b]! + wc * v[c]! + wd * v[d]!;
}

/** Where a march is, and room for the motion there. */
export interface March {
  row: number;
  column: number;
  readonly motion: Float64Array;
}

export function marchFrom(row: number, column: number): March {
  return { row, column, motion: new Float64Array(2) };
}

/** One step of a march, `minutes` back in time. */
export function stepBack(motion: MotionField, march: March, minutes: number): void {
  const at = march.motion;
  motionAt(motion, march.row, march.column, at);
  motionAt(motion, march.row - 0.5 * minutes * at[1]!, march.column - 0.5 * minutes * at[0]!, at);
  march.row -= minutes * at[1]!;
  march.column -= minutes * at[0]!;
}

/**
 * Positions of the air that arrives at a pixel, 0 … `minutes` minutes before it arrives.
 *
 * @param minutes  whole
 * @param rows  filled: index = minutes back; at least `minutes` + 1 long
 * @param columns  the same
 * @throws RangeError for room that is too small
 */
export function backwardTrajectory(
  motion: MotionField,
  row: number,
  column: number,
  minutes: number,
  rows: Float64Array,
  columns: Float64Array,
): void {
  if (!(Number.isInteger(minutes) && minutes >= 0)) throw new RangeError(`a trajectory of ${minutes} minutes`);
  if (rows.length <= minutes || columns.length <= minutes)
    throw new RangeError(`room for ${Math.min(rows.length, columns.length)} positions of ${minutes + 1}`);
  const march = marchFrom(row, column);
  rows[0] = row;
  columns[0] = column;
  for (let minute = 1; minute <= minutes; minute++) {
    stepBack(motion, march, 1);
    rows[minute] = march.row;
    columns[minute] = march.column;
  }
}
