/**
 * How far the rain of a frame has come after a while, for pictures of what is to come:
 *
 *   echo(x, lead) = observed(x − d(x))        d from `stepBack` (trajectory.ts), the motion standing still
 *
 * Displacements are as smooth as the motion, so they are marched from the points of a mesh and bilinear between. The mesh
 * divides the motion's own, whose nodes are its kinks, into halves; steps are of up to five minutes, in which rain
 * crosses a small part of a node's distance. Points are marched when a picture asks for them.
 */

import type { MotionField } from '../../model/radar.js';
import { marchFrom, stepBack } from './trajectory.js';

/** Points of the mesh from node to node of the motion. */
const DIVISIONS = 2;
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
 */
export function displacementOf(motion: MotionField, rows: number, columns: number, minutes: number): Displacement {
  if (!(minutes >= 0 && Number.isFinite(minutes))) throw new RangeError(`a displacement of ${minutes} minutes`);
  const spacing = motion.spacing / DIVISIONS;
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
 * Takes positions back to where their rain was, in place. NaN stays NaN.
 *
 * `departureBox` of a box around them must have been asked before: what lies outside of it may become NaN.
 *
 * @param rows, columns  pixels, one position each
 */
export function takeBack(displacement: Displacement, rows: Float64Array, columns: Float64Array): void {
  const { spacing, firstRow, firstColumn, down, right, columns: across } = displacement;
  const [lastRow, lastColumn] = [displacement.rows - 2, across - 2];
  for (let i = 0; i < rows.length; i++) {
    const y = (rows[i]! - firstRow) / spacing;
    const x = (columns[i]! - firstColumn) / spacing;
    if (Number.isNaN(y)) continue;
    const above = Math.min(lastRow, Math.max(0, Math.floor(y)));
    const left = Math.min(lastColumn, Math.max(0, Math.floor(x)));
    const [dy, dx] = [y - above, x - left];
    const a = above * across + left;
    const c = a + across;
    const wb = (1 - dy) * dx;
    const wc = dy * (1 - dx);
    const wd = dy * dx;
    const wa = 1 - dy - dx + wd;
    rows[i] = rows[i]! - (wa * down[a]! + wb * down[a + 1]! + wc * down[c]! + wd * down[c + 1]!);
    columns[i] = columns[i]! - (wa * right[a]! + wb * right[a + 1]! + wc * right[c]! + wd * right[c + 1]!);
  }
}
