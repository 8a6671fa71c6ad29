/**
 * Rings with fewer corners, for answers: Douglas and Peucker (1973, Cartographica 10, 112), in degrees of longitude and
 * latitude, so that no corner left out lies further than the tolerance from the edge that replaces it.
 *
 * The method can draw an edge across another, or a ring into a line. Then the region is tried again with half of the
 * tolerance, and kept as it is when a sixteenth does not help.
 */

import { EDGE, edgesInFrame } from './edges.js';
import type { Region } from './regions.js';
import type { GlobeRing } from './rings.js';

const TRIES = 5;
/** A corner so often stays whatever lies around it: the time taken grows with the square of such runs only. */
const LONGEST_RUN = 1024;
/** Degrees. An edge of 180° could go either way round. */
const WIDEST_EDGE = 90;

/** @param tolerance  degrees; 0 leaves out only what lies on a straight line */
export function simplifyRegion(region: Region, tolerance: number): Region {
  for (let tried = 0; tried < TRIES; tried++) {
    const rings = region.rings.map((ring) => simplifyRing(ring, tolerance / 2 ** tried));
    if (rings.every((ring) => ring.steps.length >= 3) && !haveCrossing(rings)) return { ...region, rings };
  }
  return region;
}

interface OpenRing {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Longitudes that go on past the date line; the first corner again at the end, one turn on if the ring winds. */
function opened({ longitudes, latitudes, steps }: GlobeRing): OpenRing {
  const x = new Float64Array(steps.length + 1);
  x[0] = longitudes[0]!;
  for (let i = 0; i < steps.length; i++) x[i + 1] = x[i]! + steps[i]!;
  return { x, y: Float64Array.from([...latitudes, latitudes[0]!]) };
}

export function simplifyRing(ring: GlobeRing, tolerance: number): GlobeRing {
  const open = opened(ring);
  const count = ring.steps.length;
  const keeps = new Uint8Array(count + 1);
  const anchors = anchorsOf(open, count);
  for (const anchor of anchors) keeps[anchor] = 1;
  for (let i = 1; i < anchors.length; i++) keepBetween(open, anchors[i - 1]!, anchors[i]!, tolerance, keeps);
  const kept = Array.from(keeps.keys()).filter((i) => i < count && keeps[i] === 1);
  return {
    longitudes: Float64Array.from(kept, (i) => ring.longitudes[i]!),
    latitudes: Float64Array.from(kept, (i) => ring.latitudes[i]!),
    steps: Float64Array.from(kept, (i, k) => open.x[kept[k + 1] ?? count]! - open.x[i]!),
    turns: ring.turns,
  };
}

/** Corners that stay: the first, the one furthest from it, and one in each long run. */
function anchorsOf({ x, y }: OpenRing, count: number): number[] {
  let furthest = 0;
  let most = 0;
  for (let i = 1; i < count; i++) {
    const squared = (x[i]! - x[0]!) ** 2 + (y[i]! - y[0]!) ** 2;
    if (squared > most) [furthest, most] = [i, squared];
  }
  const anchors = new Set([furthest, count]);
  for (let i = 0; i < count; i += LONGEST_RUN) anchors.add(i);
  return [...anchors].sort((a, b) => a - b);
}

function keepBetween(open: OpenRing, first: number, last: number, tolerance: number, keeps: Uint8Array): void {
  const runs = [first, last];
  while (runs.length > 0) {
    const to = runs.pop()!;
    const from = runs.pop()!;
    if (to - from < 2) continue;
    const { index, squared } = furthestFromEdge(open, from, to);
    if (squared <= tolerance ** 2 && Math.abs(open.x[to]! - open.x[from]!) <= WIDEST_EDGE) continue;
    keeps[index] = 1;
    runs.push(from, index, index, to);
  }
}

/** The corner between two others that lies furthest from the edge that would join them; in the middle where all lie on it. */
function furthestFromEdge({ x, y }: OpenRing, from: number, to: number): { index: number; squared: number } {
  const [run, rise] = [x[to]! - x[from]!, y[to]! - y[from]!];
  const length = run * run + rise * rise;
  let index = (from + to) >> 1;
  let most = 0;
  for (let i = from + 1; i < to; i++) {
    const [east, north] = [x[i]! - x[from]!, y[i]! - y[from]!];
    const along = length > 0 ? Math.max(0, Math.min(1, (east * run + north * rise) / length)) : 0;
    const squared = (east - along * run) ** 2 + (north - along * rise) ** 2;
    if (squared > most) [index, most] = [i, squared];
  }
  return { index, squared: most };
}

/** Two edges pass through each other; a corner that touches an edge does not count. */
function haveCrossing(rings: readonly GlobeRing[]): boolean {
  const edges = edgesInFrame(rings, -180);
  const order = Int32Array.from({ length: edges.length / EDGE }, (_, i) => i * EDGE);
  order.sort((a, b) => edges[a]! - edges[b]!);
  for (let i = 0; i < order.length; i++)
    for (let j = i + 1; j < order.length && edges[order[j]!]! < edges[order[i]! + 2]!; j++)
      if (doCross(edges, order[i]!, order[j]!)) return true;
  return false;
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
