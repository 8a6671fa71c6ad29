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

/** What of a source is asked for its share and its ground. */
export type Footing = Pick<Source, 'dataset' | 'edgeDistance' | 'ground'>;

/** 0 at the edge, 1 from `width` metres inside on. `below`: the sources that answer where this one does not. */
export function edgeShare({ edgeDistance }: Footing, below: readonly Footing[], width: number): number {
  const farthest = below.reduce((far, each) => Math.max(far, each.edgeDistance), 0);
  return shareInside(edgeDistance, farthest, width);
}

/**
 * The share of a source `inside` metres from its edge.
 *
 * @param farthest  edge distance of the source below that reaches farthest, m; 0 none
 */
export function shareInside(inside: number, farthest: number, width: number): number {
  if (inside >= width) return 1;
  const needed = Math.min(width, farthest - inside - SAME_EDGE);
  return inside >= needed ? 1 : inside / needed;
}

/** The grounds of the sources, best first, mixed as the sources are across their edges; NaN where none is known. */
export function heightOfPlace(sources: readonly Footing[]): number {
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
