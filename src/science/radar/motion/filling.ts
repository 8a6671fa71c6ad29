/**
 * Motion everywhere from vectors somewhere: weighted means of the nearest, at nodes.
 *
 *   u(x) = Σ wₖ uₖ / Σ wₖ,   wₖ = (dₖ + offset)^−power      over the nearest vectors; d in pixels of the frames
 *
 * A small power and many neighbours make a field that is smoother than the vectors, which is what errors of vectors need.
 */

import type { MotionField } from '../../../model/radar.js';
import { findNearest, type Nearest, roomForNearest } from './neighbours.js';
import type { Vectors } from './vectors.js';

export interface FillingLimits {
  readonly neighbours: number;
  readonly power: number;
  /** Pixels of the frames. */
  readonly offset: number;
}

/** Nodes every `spacing` pixels on both axes, from pixel 0 to the last or beyond. */
export function nodesFor(rows: number, columns: number, spacing: number): MotionField {
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

function meanOfNearest(vectors: Vectors, near: Nearest, limits: FillingLimits, scale: number, out: Float64Array): void {
  let [weights, u, v] = [0, 0, 0];
  for (let n = 0; n < near.count; n++) {
    const k = near.indices[n]!;
    const weight = (Math.sqrt(near.squares[n]!) / scale + limits.offset) ** -limits.power;
    weights += weight;
    u += weight * vectors.u[k]!;
    v += weight * vectors.v[k]!;
  }
  out[0] = u / weights;
  out[1] = v / weights;
}

/**
 * Fills all nodes.
 *
 * @param vectors  in pixels of the field, at least one
 * @param scale  pixels of the field in one of the frames
 */
export function fillNodes(field: MotionField, vectors: Vectors, limits: FillingLimits, scale: number): void {
  const near = roomForNearest(limits.neighbours);
  const mean = new Float64Array(2);
  for (let row = 0, node = 0; row < field.rows; row++)
    for (let column = 0; column < field.columns; column++, node++) {
      const [y, x] = [field.origin + row * field.spacing, field.origin + column * field.spacing];
      findNearest(vectors, y, x, -1, near);
      meanOfNearest(vectors, near, limits, scale, mean);
      field.u[node] = mean[0]!;
      field.v[node] = mean[1]!;
    }
}
