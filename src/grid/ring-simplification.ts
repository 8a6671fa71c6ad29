/**
 * Rings with fewer corners, for answers: Douglas and Peucker (1973, Cartographica 10, 112), in degrees of longitude and
 * latitude, so that no corner left out lies further than the tolerance from the edge that replaces it.
 *
 * The method by itself can draw a ring into a line, and edges across each other where a coast is narrow. An island
 * smaller than the tolerance keeps three corners or four. Edges that cross get back their furthest corner, until none do
 * but those that crossed as they were sent; a tangle of edges stays as it is.
 */

import { crossingCorners } from './edge-crossings.js';
import { prepareRegion } from './even-odd.js';
import { insideOf, type Region } from './regions.js';
import type { GlobeRing } from './rings.js';

/** A corner so often stays whatever lies around it: the time taken grows with the square of such runs only. */
const LONGEST_RUN = 1024;
/** Degrees. An edge of 180° could go either way round. */
const WIDEST_EDGE = 90;
/** Degrees; answers are rounded to 1e-6°. */
const LEAST_WIDTH = 2e-6;
/** Each gives back at least one corner to every pair of edges that cross. Real coasts need two or three. */
const MOST_REPAIRS = 32;

/** A ring while corners are chosen: longitudes go on past the date line, and the first corner comes again at the end. */
interface Draft {
  readonly ring: GlobeRing;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 1 where the corner stays. */
  readonly keeps: Uint8Array;
}

/** @param tolerance  degrees; 0 leaves out only what lies on a straight line */
export function simplifyRegion(region: Region, tolerance: number): Region {
  const drafts = region.rings.map((ring) => draftOf(ring, tolerance));
  for (let repair = 0; repair < MOST_REPAIRS; repair++) {
    const kept = drafts.map(keptCorners);
    const rings = drafts.map((draft, i) => ringOf(draft, kept[i]!));
    const crossing = crossingCorners(rings);
    if (crossing === null) break;
    const gaveBack = crossing.map(({ ring, corner }) => {
      const [from, to] = [kept[ring]![corner]!, kept[ring]![corner + 1] ?? drafts[ring]!.ring.steps.length];
      return keepFurthest(drafts[ring]!, from, to, tolerance);
    });
    if (!gaveBack.includes(true)) return { ...region, rings: withoutStrays(rings) };
  }
  return region;
}

/** A hole as small as the tolerance can be left outside, whole, by the edge that replaces a coast beside it. */
function withoutStrays(rings: readonly GlobeRing[]): readonly GlobeRing[] {
  const [outer, ...holes] = rings;
  if (outer === undefined || holes.length === 0) return rings;
  const coast = prepareRegion(insideOf(outer));
  return [outer, ...holes.filter(({ latitudes, longitudes }) => coast.contains(latitudes[0]!, longitudes[0]!))];
}

function draftOf(ring: GlobeRing, tolerance: number): Draft {
  const count = ring.steps.length;
  const x = new Float64Array(count + 1);
  const y = new Float64Array(count + 1);
  x[0] = ring.longitudes[0]!;
  for (let i = 0; i < count; i++) x[i + 1] = x[i]! + ring.steps[i]!;
  y.set(ring.latitudes);
  y[count] = y[0]!;
  const draft = { ring, x, y, keeps: new Uint8Array(count + 1) };
  const anchors = anchorsOf(draft);
  for (const anchor of anchors) draft.keeps[anchor] = 1;
  for (let i = 1; i < anchors.length; i++) keepBetween(draft, anchors[i - 1]!, anchors[i]!, tolerance);
  keepWidth(draft, tolerance);
  return draft;
}

/** Two corners with nothing between them, or some on one line, cover nothing: what lies furthest off them stays too. */
function keepWidth(draft: Draft, tolerance: number): void {
  const kept = keptCorners(draft);
  const count = draft.ring.steps.length;
  if (kept.length < 3)
    for (const [i, from] of kept.entries()) keepFurthest(draft, from, kept[i + 1] ?? count, tolerance);
  if (furthestOffLine(draft, keptCorners(draft)).offset > LEAST_WIDTH) return;
  draft.keeps[furthestOffLine(draft, draft.ring.steps.keys()).index] = 1;
}

/** The corner furthest off the line, however long, through the first corner and the one furthest from that. */
function furthestOffLine(draft: Draft, corners: Iterable<number>): { index: number; offset: number } {
  const { x, y } = draft;
  const furthest = furthestFromFirst(draft);
  const [run, rise] = [x[furthest]! - x[0]!, y[furthest]! - y[0]!];
  const length = Math.hypot(run, rise);
  let [index, offset] = [0, 0];
  for (const i of corners) {
    const off = Math.abs(run * (y[i]! - y[0]!) - rise * (x[i]! - x[0]!)) / length;
    if (off > offset) [index, offset] = [i, off];
  }
  return { index, offset };
}

function furthestFromFirst({ x, y }: Draft): number {
  let [furthest, most] = [0, 0];
  for (let i = 1; i < x.length - 1; i++) {
    const squared = (x[i]! - x[0]!) ** 2 + (y[i]! - y[0]!) ** 2;
    if (squared > most) [furthest, most] = [i, squared];
  }
  return furthest;
}

function keptCorners({ keeps }: Draft): number[] {
  const kept: number[] = [];
  for (let i = 0; i < keeps.length - 1; i++) if (keeps[i] === 1) kept.push(i);
  return kept;
}

function ringOf({ ring, x }: Draft, kept: readonly number[]): GlobeRing {
  return {
    longitudes: Float64Array.from(kept, (i) => ring.longitudes[i]!),
    latitudes: Float64Array.from(kept, (i) => ring.latitudes[i]!),
    steps: Float64Array.from(kept, (i, k) => x[kept[k + 1] ?? ring.steps.length]! - x[i]!),
    turns: ring.turns,
  };
}

/** Corners that stay: the first, the one furthest from it, and one in each long run; at last the first again. */
function anchorsOf(draft: Draft): number[] {
  const count = draft.ring.steps.length;
  const anchors = new Set([furthestFromFirst(draft), count]);
  for (let i = 0; i < count; i += LONGEST_RUN) anchors.add(i);
  return [...anchors].sort((a, b) => a - b);
}

function keepBetween(draft: Draft, first: number, last: number, tolerance: number): void {
  const { x, keeps } = draft;
  const runs = [first, last];
  while (runs.length > 0) {
    const to = runs.pop()!;
    const from = runs.pop()!;
    if (to - from < 2) continue;
    const { index, squared } = furthestFromEdge(draft, from, to);
    if (squared <= tolerance ** 2 && Math.abs(x[to]! - x[from]!) <= WIDEST_EDGE) continue;
    keeps[index] = 1;
    runs.push(from, index, index, to);
  }
}

/**
 * False where the edge has no corner to give back. A corner that was near to the edge may be far from both of those that
 * take its place, and is kept then.
 */
function keepFurthest(draft: Draft, from: number, to: number, tolerance: number): boolean {
  if (to - from < 2) return false;
  const { index } = furthestFromEdge(draft, from, to);
  draft.keeps[index] = 1;
  keepBetween(draft, from, index, tolerance);
  keepBetween(draft, index, to, tolerance);
  return true;
}

/** The corner between two others that lies furthest from the edge that would join them; in the middle where all lie on it. */
function furthestFromEdge({ x, y }: Draft, from: number, to: number): { index: number; squared: number } {
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
