/** Edges of a region that pass through each other, found from west to east. */

import { EDGE, edgesInFrame } from './edges.js';
import type { GlobeRing } from './rings.js';

/** An edge by its ring, and the corner it begins at. */
export interface RingEdge {
  readonly ring: number;
  readonly corner: number;
}

/** Pairs of edges that are compared, for each edge: coasts need some ten, and a tangle has no end of them. */
const MOST_PAIRS_PER_EDGE = 500;

/** Both edges of each crossing; a corner that touches an edge is none. Null of a tangle that takes too long to go through. */
export function crossingCorners(rings: readonly GlobeRing[]): RingEdge[] | null {
  const { edges, owners } = edgesInFrame(rings, -180);
  const order = Array.from(owners.keys()).sort((a, b) => edges[a * EDGE]! - edges[b * EDGE]!);
  const crossing = new Set<number>();
  let pairs = MOST_PAIRS_PER_EDGE * order.length;
  for (let i = 0; i < order.length && pairs > 0; i++) {
    const one = order[i]! * EDGE;
    for (let j = i + 1; j < order.length && edges[order[j]! * EDGE]! < edges[one + 2]!; j++, pairs--)
      if (doCross(edges, one, order[j]! * EDGE)) crossing.add(owners[order[i]!]!).add(owners[order[j]!]!);
  }
  if (pairs <= 0) return null;
  const firsts = firstCorners(rings);
  return Array.from(crossing, (owner) => {
    const ring = firsts.findLastIndex((first) => first <= owner);
    return { ring, corner: owner - firsts[ring]! };
  });
}

/** Number of the first corner of each ring among those of all rings. */
function firstCorners(rings: readonly GlobeRing[]): number[] {
  let count = 0;
  return rings.map(({ steps }) => {
    count += steps.length;
    return count - steps.length;
  });
}

function doCross(edges: Float64Array, one: number, other: number): boolean {
  const [y1, y2, y3, y4] = [edges[one + 1]!, edges[one + 3]!, edges[other + 1]!, edges[other + 3]!];
  if (Math.max(y1, y2) < Math.min(y3, y4) || Math.max(y3, y4) < Math.min(y1, y2)) return false;
  return areApart(edges, one, other) && areApart(edges, other, one);
}

/** The ends of the other edge lie on different sides of the line through this one. */
function areApart(edges: Float64Array, edge: number, other: number): boolean {
  const [x, y] = [edges[edge]!, edges[edge + 1]!];
  const [run, rise] = [edges[edge + 2]! - x, edges[edge + 3]! - y];
  const west = run * (edges[other + 1]! - y) - rise * (edges[other]! - x);
  const east = run * (edges[other + 3]! - y) - rise * (edges[other + 2]! - x);
  return (west < 0 && east > 0) || (west > 0 && east < 0);
}
