/**
 * How far the rain of a frame has come after a while, for pictures of what is to come:
 *
 *   echo(x, lead) = observed(x − d(x))        d from `stepBack` (trajectory.ts), the motion standing still
 *
 * Displacements are as smooth as the motion, so they are marched from the points of a mesh and bilinear between. The mesh
 * divides the motion's own, whose nodes are its kinks; steps are of up to five minutes, in which rain crosses a small part
 * of a node's distance (on MRMS 0.02 pixels off steps of a minute, for 95% of places two hours on). Points are marched when a
 * picture asks for them. What the mesh leaves, on a frame of MRMS with nodes 32 pixels apart, pixels:
 *
 *   divisions   30 min, 95% of places and 99%   120 min
 *   1           0.69  1.97                      2.57  6.67
 *   2           0.24  0.74                      0.82  2.35
 *   4           0.07  0.23                      0.24  0.73
 *
 * The rest lies where storms of different motion meet: two ways that begin a pixel apart end far from each other there.
 */

import type { MotionField } from '../../model/radar.js';
import { marchFrom, stepBack } from './trajectory.js';

const LONGEST_STEP = 5; // min
/** Of sums of float32, pixels. */
const ROUNDING = 1e-3;

/** Pixels [row][column] that rain has come, at points every `spacing` pixels, the first at (`firstRow`, `firstColumn`). */
export interface Displacement {
  readonly motion: MotionField;
  readonly minutes: number;
  readonly spacing: number;
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly rows: number;
  readonly columns: number;
  /** NaN: not yet marched. */
  readonly down: Float32Array;
  readonly right: Float32Array;
}

/** Pixels, both ends in it; fractional. */
export interface PixelBox {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/**
 * @param rows  of the frame, as `columns`
 * @param minutes  of lead, from 0
 * @param divisions  of the distance between two nodes of the motion, whole
 * @throws RangeError for leads and divisions that are none
 */
export function displacementOf(
  motion: MotionField,
  rows: number,
  columns: number,
  minutes: number,
  divisions: number,
): Displacement {
  if (!(minutes >= 0 && Number.isFinite(minutes))) throw new RangeError(`a displacement of ${minutes} minutes`);
  if (!(Number.isInteger(divisions) && divisions >= 1)) throw new RangeError(`${divisions} divisions of a mesh`);
  const spacing = motion.spacing / divisions;
  const first = motion.origin - Math.ceil(motion.origin / spacing) * spacing;
  const along = (pixels: number) => Math.max(2, Math.ceil((pixels - 1 - first) / spacing) + 1);
  const [down, across] = [along(rows), along(columns)];
  const unknown = () => new Float32Array(down * across).fill(Number.NaN);
  const mesh = { spacing, firstRow: first, firstColumn: first, rows: down, columns: across };
  return { motion, minutes, ...mesh, down: unknown(), right: unknown() };
}

/** A box that the rain of another has come from, with all that lies in it. Marches the points that this takes. */
export function departureBox(displacement: Displacement, box: PixelBox): PixelBox {
  const { rows, columns, down, right, firstRow, firstColumn, spacing } = displacement;
  const [top, bottom] = pointsAround(firstRow, spacing, rows, box.top, box.bottom);
  const [left, end] = pointsAround(firstColumn, spacing, columns, box.left, box.right);
  const [least, most] = [
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ] as [[number, number], [number, number]];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= end; column++) {
      const point = row * columns + column;
      if (Number.isNaN(down[point]!)) march(displacement, row, column);
      least[0] = Math.min(least[0], down[point]!);
      most[0] = Math.max(most[0], down[point]!);
      least[1] = Math.min(least[1], right[point]!);
      most[1] = Math.max(most[1], right[point]!);
    }
  return {
    top: box.top - most[0] - ROUNDING,
    left: box.left - most[1] - ROUNDING,
    bottom: box.bottom - least[0] + ROUNDING,
    right: box.right - least[1] + ROUNDING,
  };
}

/** The points from the last one before `from` to the first one after `to`, among `count`. */
function pointsAround(
  first: number,
  spacing: number,
  count: number,
  from: number,
  to: number,
): [first: number, last: number] {
  const before = Math.min(count - 2, Math.max(0, Math.floor((from - first) / spacing)));
  const after = Math.min(count - 1, Math.max(before + 1, Math.floor((to - first) / spacing) + 1));
  return [before, after];
}

function march({ motion, minutes, spacing, ...mesh }: Displacement, row: number, column: number): void {
  const [fromRow, fromColumn] = [mesh.firstRow + row * spacing, mesh.firstColumn + column * spacing];
  const at = marchFrom(fromRow, fromColumn);
  const steps = Math.ceil(minutes / LONGEST_STEP);
  for (let step = 0; step < steps; step++) stepBack(motion, at, minutes / steps);
  mesh.down[row * mesh.columns + column] = fromRow - at.row;
  mesh.right[row * mesh.columns + column] = fromColumn - at.column;
}

/**
 * Takes positions back to where their rain was, in place; NaN stays NaN. `departureBox` of a box around them must have been
 * asked before: what lies outside of it may become NaN.
 */
export function takeBack(displacement: Displacement, rows: Float64Array, columns: Float64Array): void {
  const { spacing, firstRow, firstColumn, down, right, columns: across } = displacement;
  const lastRow = displacement.rows - 2;
  const lastColumn = across - 2;
  for (let i = 0; i < rows.length; i++) {
    const y = (rows[i]! - firstRow) / spacing;
    const x = (columns[i]! - firstColumn) / spacing;
    if (!(y >= 0 && x >= 0)) continue;
    const above = Math.min(lastRow, Math.trunc(y));
    const left = Math.min(lastColumn, Math.trunc(x));
    const dy = y - above;
    const dx = x - left;
    const a = above * across + left;
    const c = a + across;
    const upperDown = down[a]! + dx * (down[a + 1]! - down[a]!);
    const lowerDown = down[c]! + dx * (down[c + 1]! - down[c]!);
    const upperRight = right[a]! + dx * (right[a + 1]! - right[a]!);
    const lowerRight = right[c]! + dx * (right[c + 1]! - right[c]!);
    rows[i] = rows[i]! - upperDown - dy * (lowerDown - upperDown);
    columns[i] = columns[i]! - upperRight - dy * (lowerRight - upperRight);
  }
}

/**
 * The same for positions that share their columns from row to row, as those of a map on latitudes and longitudes do: along
 * a row the displacement is linear from one column of the mesh to the next, so that a position costs two products.
 *
 * @param columns  pixels, NaN outside
 * @returns  writes where the rain of a row comes from: row of the frame, then rows and columns as many as `columns`
 */
export function takeBackOnAxes(
  displacement: Displacement,
  columns: Float64Array,
): (row: number, rows: Float64Array, intoColumns: Float64Array) => void {
  const { spacing, firstRow, firstColumn, down, right, columns: across } = displacement;
  const lastRow = displacement.rows - 2;
  const shares = new Float64Array(columns.length).fill(Number.NaN);
  const runs: { point: number; from: number; to: number }[] = [];
  for (let i = 0; i < columns.length; i++) {
    const x = (columns[i]! - firstColumn) / spacing;
    if (Number.isNaN(x)) continue;
    const point = Math.min(across - 2, Math.floor(x));
    shares[i] = x - point;
    const run = runs.at(-1);
    if (run?.point === point && run.to === i) run.to++;
    else runs.push({ point, from: i, to: i + 1 });
  }
  return (row, rows, intoColumns) => {
    const y = (row - firstRow) / spacing;
    const above = Math.min(lastRow, Math.floor(y));
    const dy = y - above;
    rows.fill(Number.NaN);
    for (const { point, from, to } of runs) {
      const at = above * across + point;
      const leftDown = down[at]! + dy * (down[at + across]! - down[at]!);
      const rightDown = down[at + 1]! + dy * (down[at + across + 1]! - down[at + 1]!);
      const leftRight = right[at]! + dy * (right[at + across]! - right[at]!);
      const rightRight = right[at + 1]! + dy * (right[at + across + 1]! - right[at + 1]!);
      const [turnDown, turnRight] = [rightDown - leftDown, rightRight - leftRight];
      for (let i = from; i < to; i++) {
        rows[i] = row - leftDown - shares[i]! * turnDown;
        intoColumns[i] = columns[i]! - leftRight - shares[i]! * turnRight;
      }
    }
  };
}
