/**
 * Motion everywhere from vectors somewhere: weighted means of the nearest, at nodes.
 *
 *   u(x) = Σ wₖ uₖ / Σ wₖ,   wₖ = (dₖ + offset)^−power      over the nearest vectors
 *
 * A small power and many neighbours make a field that is smoother than the vectors, which is what errors of vectors need.
 * Far from all of them the mean says little; where there is another motion to fall back on, it takes over linearly with
 * the distance from the nearest vector. All lengths are in pixels of the field.
 */

import type { MotionField } from '../../../model/radar.js';
import { motionAt } from '../trajectory.js';
import { findNearest, type Nearest, roomForNearest } from './neighbours.js';
import type { Vectors } from './vectors.js';

export interface FillingLimits {
  readonly neighbours: number;
  readonly power: number;
  readonly offset: number;
  /** Distance from the nearest vector from which the fallback begins to count, and from which it is all there is. */
  readonly fallbackFrom: number;
  readonly fallbackTo: number;
}

/** Motion where vectors cannot tell, pixels of the field per minute. */
export type FallbackMotion = { readonly u: number; readonly v: number } | MotionField;

/**
 * Nodes every `spacing` pixels on both axes, from pixel 0 to the last or beyond.
 *
 * @throws RangeError for a grid or a spacing of nothing
 */
export function nodesFor(rows: number, columns: number, spacing: number): MotionField {
  if (!(rows >= 1 && columns >= 1 && spacing > 0))
    throw new RangeError(`nodes every ${spacing} pixels of ${rows} × ${columns}`);
  const nodeRows = Math.ceil((rows - 1) / spacing) + 1;
  const nodeColumns = Math.ceil((columns - 1) / spacing) + 1;
  return {
    rows: nodeRows,
    columns: nodeColumns,
    spacing,
    origin: 0,
    u: new Float32Array(nodeRows * nodeColumns),
    v: new Float32Array(nodeRows * nodeColumns),
  };
}

function meanOfNearest(vectors: Vectors, near: Nearest, limits: FillingLimits, out: Float64Array): void {
  let [weights, u, v] = [0, 0, 0];
  for (let n = 0; n < near.count; n++) {
    const k = near.indices[n]!;
    const weight = (Math.sqrt(near.squares[n]!) + limits.offset) ** -limits.power;
    weights += weight;
    u += weight * vectors.u[k]!;
    v += weight * vectors.v[k]!;
  }
  out[0] = u / weights;
  out[1] = v / weights;
}

/** Share of the fallback at a distance from the nearest vector, 0..1. */
function fallbackShare(distance: number, { fallbackFrom, fallbackTo }: FillingLimits): number {
  if (distance <= fallbackFrom) return 0;
  return distance >= fallbackTo ? 1 : (distance - fallbackFrom) / (fallbackTo - fallbackFrom);
}

/** Puts the fallback's motion at a pixel into `out`. */
function fallbackAt(fallback: FallbackMotion, row: number, column: number, out: Float64Array): void {
  if ('spacing' in fallback) motionAt(fallback, row, column, out);
  else out.set([fallback.u, fallback.v]);
}

/**
 * Fills all nodes.
 *
 * @param vectors  in pixels of the field, at least one
 */
export function fillNodes(
  field: MotionField,
  vectors: Vectors,
  limits: FillingLimits,
  fallback: FallbackMotion | null,
): void {
  const near = roomForNearest(limits.neighbours);
  const mean = new Float64Array(2);
  const other = new Float64Array(2);
  for (let row = 0, node = 0; row < field.rows; row++)
    for (let column = 0; column < field.columns; column++, node++) {
      const [y, x] = [field.origin + row * field.spacing, field.origin + column * field.spacing];
      findNearest(vectors, y, x, -1, near);
      meanOfNearest(vectors, near, limits, mean);
      const share = fallback ? fallbackShare(Math.sqrt(near.squares[0]!), limits) : 0;
      if (fallback && share > 0) fallbackAt(fallback, y, x, other);
      field.u[node] = (1 - share) * mean[0]! + share * other[0]!;
      field.v[node] = (1 - share) * mean[1]! + share * other[1]!;
    }
}
