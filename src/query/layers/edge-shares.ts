/**
 * How much a source counts near the edge of its grid, and the height of the ground where no terrain is known.
 *
 * A source fades out towards its edge because beyond it another one answers. Where that other one ends there too, as in a
 * store that holds only a region, there is nothing to fade into: the width of the fade shrinks with how far the others
 * reach beyond the edge, and is 0 where that is no more than a cell of the coarsest of them.
 */

import { FADES } from './layer-table.js';
import type { Source } from './sources.js';

/** Grids that are cut to one region end within a cell of each other, m. */
const SAME_EDGE = 60_000;

/** 0 at the edge, 1 from `width` metres inside on. `below`: the sources that answer where this one does not. */
export function edgeShare({ edgeDistance }: Source, below: readonly Source[], width: number): number {
  if (edgeDistance === Number.POSITIVE_INFINITY) return 1;
  const beyond = below.reduce((farthest, each) => Math.max(farthest, each.edgeDistance), 0) - edgeDistance;
  const needed = Math.min(width, beyond - SAME_EDGE);
  return edgeDistance >= needed ? 1 : edgeDistance / needed;
}

/** The grounds of the sources, best first, mixed as the sources are across their edges; NaN where none is known. */
export function heightOfPlace(sources: readonly Source[]): number {
  const known = sources.filter(({ ground }) => !Number.isNaN(ground.elevation));
  let height = 0;
  let rest = 1;
  for (const [rank, source] of known.entries()) {
    const isLast = rank === known.length - 1;
    const share = isLast ? rest : rest * edgeShare(source, known.slice(rank + 1), FADES[source.dataset].edge);
    height += share * source.ground.elevation;
    rest -= share;
  }
  return known.length === 0 ? Number.NaN : height;
}
