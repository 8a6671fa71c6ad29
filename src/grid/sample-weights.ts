/**
 * Bilinear weights of the cells around a position:
 *
 *   w = (1 − |x − xᵢ|) (1 − |y − yᵢ|)        for the up to four cells i less than one column and one row away
 *
 * Where the columns go round the globe, the last is the western neighbour of the first.
 */

import type { Cell } from '../model/cube.js';
import type { GridPosition } from './geometry.js';

export interface SampleWeight {
  readonly cell: Cell;
  /** Share in 0..1; the weights of one point sum to 1. */
  readonly weight: number;
}

/** In row order; cells of weight 0 are left out, so a position on a node has one. */
export function weightsAround({ x, y }: GridPosition, columnsAround: number | null): SampleWeight[] {
  const row = Math.floor(y);
  const below = y - row;
  const weights: SampleWeight[] = [];
  pushRow(weights, row, 1 - below, x, columnsAround);
  if (below > 0) pushRow(weights, row + 1, below, x, columnsAround);
  return weights;
}

function pushRow(weights: SampleWeight[], y: number, share: number, x: number, columnsAround: number | null): void {
  const column = Math.floor(x);
  const beyond = x - column;
  weights.push({ cell: { y, x: column }, weight: share * (1 - beyond) });
  if (beyond === 0) return;
  const next = column + 1 === columnsAround ? 0 : column + 1;
  weights.push({ cell: { y, x: next }, weight: share * beyond });
}
