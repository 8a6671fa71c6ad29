/**
 * The terrain along a path: where its heights are looked up, and how the single heights become a profile to walk on.
 *
 * Nodes stand at the waypoints and at most 200 m apart between them, each leg in equal parts; on paths that would need
 * more than 2000 they stand farther apart. Each inner height becomes the mean of three,
 *
 *   z̄ = ⅓ z + ⅔ L        L: the straight line between the two neighbours, at the node
 *
 * which at equal distances is (z₋ + z + z₊)/3. Neighbours weigh by their nearness because a plain mean of heights at
 * −200, 0 and +20 m is the height of −60 m: it would bend every steady slope at every waypoint, while this form leaves
 * a straight slope as it is at any spacing. The ends stay as they are, for the same reason. A node beside an unknown
 * height keeps its own.
 */

import type { Path } from './path.js';

const SPACING_M = 200;
const MOST_NODES = 2000;

export interface Profile {
  /** Of the nodes from the start, m, never decreasing; all waypoints are nodes. */
  readonly distances: Float64Array;
  /** Smoothed, m above mean sea level; NaN unknown. */
  readonly elevations: Float64Array;
  /** How many nodes have no height. */
  readonly unknown: number;
}

/** Waypoints that repeat the one before them share its node, so distances increase; waypoints are nodes to the bit. */
export function profileNodes(path: Path): {
  distances: Float64Array;
  latitudes: Float64Array;
  longitudes: Float64Array;
} {
  const legs = path.distances.length - 1;
  // a leg is rounded up to whole parts, so the parts are at most the length over the spacing, and one more for each leg
  const spacing = Math.max(SPACING_M, path.length / Math.max(1, MOST_NODES - 1 - legs));
  const nodes = [0];
  for (let leg = 0; leg < legs; leg++) {
    const [start, end] = [path.distances[leg]!, path.distances[leg + 1]!];
    if (end === start) continue;
    const parts = Math.ceil((end - start) / spacing);
    for (let part = 1; part < parts; part++) nodes.push(start + ((end - start) * part) / parts);
    nodes.push(end);
  }
  const distances = Float64Array.from(nodes);
  return { distances, ...path.placesAt(distances) };
}

/** Mean of three heights, `before` and `after` metres apart from the middle one; that one alone if they are no better. */
function smoothed(left: number, own: number, right: number, before: number, after: number): number {
  if (Number.isNaN(left) || Number.isNaN(right) || before + after === 0) return own;
  return (own + (2 * (left * after + right * before)) / (before + after)) / 3;
}

/** @throws RangeError if the arrays differ in length */
export function profileOf(distances: Float64Array, heights: Float64Array): Profile {
  if (heights.length !== distances.length)
    throw new RangeError(`${heights.length} heights for ${distances.length} nodes`);
  const elevations = Float64Array.from(heights);
  let unknown = 0;
  for (let i = 0; i < heights.length; i++) {
    if (Number.isNaN(heights[i]!)) unknown++;
    if (i === 0 || i === heights.length - 1) continue;
    const [before, after] = [distances[i]! - distances[i - 1]!, distances[i + 1]! - distances[i]!];
    elevations[i] = smoothed(heights[i - 1]!, heights[i]!, heights[i + 1]!, before, after);
  }
  return { distances, elevations, unknown };
}

/** Sums of all rises and of all falls, m, both ≥ 0. To and from an unknown height nothing is counted. */
export function climbOf(elevations: Float64Array): { ascent: number; descent: number } {
  let [ascent, descent] = [0, 0];
  for (let i = 1; i < elevations.length; i++) {
    const rise = elevations[i]! - elevations[i - 1]!;
    if (rise > 0) ascent += rise;
    else if (rise < 0) descent -= rise;
  }
  return { ascent, descent };
}
