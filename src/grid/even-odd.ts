/**
 * Is a place inside a region? Prepared once, then asked many times without taking memory.
 *
 *   inside  ⇔  the number of edges south of the place, on its meridian, is odd; even where the south pole is inside
 *
 * (Shimrat 1962, Comm. ACM 5, 434, along the meridian, since only that way has an end on a globe.) An edge holds its western
 * end and not its eastern one, so that a corner on the meridian counts once. What is within 1e-9 degrees of an edge is
 * inside, which also settles every place for which rounding could decide. Holes are asked one by one.
 *
 * Edges lie in a frame of 360° that begins just west of the outer ring, so that hardly ever one has to be cut. They are
 * listed by bands of longitude: of a ring with thousands of corners a place looks at a few edges.
 */

import type { Box } from '../model/box.js';
import { boxesOf } from './boxes.js';
import { EDGE, edgesInFrame, intoFrame } from './edges.js';
import type { Region } from './regions.js';
import { type GlobeRing, longitudeRange, ON_EDGE } from './rings.js';

export interface PreparedRegion {
  readonly boxes: readonly Box[];
  /** @param longitude  rounded as rings are (`roundLongitude`), −180..180 */
  contains(latitude: number, longitude: number): boolean;
}

const [OUTSIDE, INSIDE, ON_IT] = [0, 1, 2] as const;
type Side = typeof OUTSIDE | typeof INSIDE | typeof ON_IT;

const ON_EDGE_SQUARED = ON_EDGE ** 2;
/** Frames begin this much further west, a multiple of 2⁻⁴⁰, so that what is on the western edge is in them. */
const FRAME_MARGIN = 2 ** -29;
const EDGES_PER_BAND = 2;
/** An edge is listed in every band it passes; bands become wider until the lists have no more entries than this an edge. */
const MOST_ENTRIES_PER_EDGE = 6;

interface Bands {
  readonly west: number;
  readonly perDegree: number;
  /** Where the list of each band begins, and the end of the last. */
  readonly starts: Int32Array;
  /** Index of each edge's first number. */
  readonly entries: Int32Array;
}

/** @param region  of at least one ring */
export function prepareRegion({ rings, southPole, northPole }: Region): PreparedRegion {
  const [outer] = rings;
  const range = outer!.turns === 0 ? longitudeRange(outer!) : { west: -180, east: 180 };
  const frame = range.west - FRAME_MARGIN;
  const around = rings.filter((ring, i) => i === 0 || ring.turns !== 0);
  const sideOf = createEvenOddTest(edgesInFrame(around, frame).edges, southPole);
  const holes = rings.flatMap((ring, i) => (i === 0 || ring.turns !== 0 ? [] : [prepareHole(ring, frame)]));
  const [lowest, highest] = latitudeRange(around);
  const south = southPole ? -90 : lowest;
  const north = northPole ? 90 : highest;
  return {
    boxes: boxesOf(range.west, range.east, south, north),
    contains(latitude, longitude) {
      if (!(latitude >= south - ON_EDGE && latitude <= north + ON_EDGE)) return false;
      if (latitude >= 90 - ON_EDGE || latitude <= ON_EDGE - 90) return true; // a pole is on every meridian
      const x = intoFrame(longitude, frame);
      if (x > range.east + ON_EDGE || sideOf(latitude, x) === OUTSIDE) return false;
      for (const isIn of holes) if (isIn(latitude, x)) return false;
      return true;
    },
  };
}

/** By itself, so that one that reaches beyond the outer ring, or over another hole, adds nothing there. Its edge is not in it. */
function prepareHole(ring: GlobeRing, frame: number): (latitude: number, x: number) => boolean {
  const [lowest, highest] = latitudeRange([ring]);
  const sideOf = createEvenOddTest(edgesInFrame([ring], frame).edges, false);
  return (latitude, x) => latitude > lowest && latitude < highest && sideOf(latitude, x) === INSIDE;
}

function latitudeRange(rings: readonly GlobeRing[]): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [90, -90];
  for (const { latitudes } of rings)
    for (const latitude of latitudes) {
      lowest = Math.min(lowest, latitude);
      highest = Math.max(highest, latitude);
    }
  return [lowest, highest];
}

function createEvenOddTest(edges: Float64Array, southPole: boolean): (latitude: number, x: number) => Side {
  const { west, perDegree, starts, entries } = bandsOf(edges);
  const last = starts.length - 2;
  return (latitude, x) => {
    const band = bandAt(x, west, perDegree, last);
    const stop = starts[band + 1]!;
    let inside = southPole;
    for (let entry = starts[band]!; entry < stop; entry++) {
      const edge = entries[entry]!;
      const a = edges[edge]!;
      const b = edges[edge + 2]!;
      if (x < a - ON_EDGE || x > b + ON_EDGE) continue;
      const latitudeA = edges[edge + 1]!;
      const rise = edges[edge + 3]! - latitudeA;
      const run = b - a;
      const above = latitude - latitudeA;
      const cross = run * above - rise * (x - a); // positive north of the edge, as large as the distance times its length
      if (cross * cross <= ON_EDGE_SQUARED * (run * run + rise * rise) && isBeside(above, rise)) return ON_IT;
      if (cross > 0 && x >= a && x < b) inside = !inside;
    }
    return inside ? INSIDE : OUTSIDE;
  };
}

/** The latitude is one that the edge passes. */
function isBeside(above: number, rise: number): boolean {
  return above >= Math.min(0, rise) - ON_EDGE && above <= Math.max(0, rise) + ON_EDGE;
}

function bandAt(x: number, west: number, perDegree: number, last: number): number {
  return Math.max(0, Math.min(last, Math.floor((x - west) * perDegree)));
}

function bandsOf(edges: Float64Array): Bands {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let edge = 0; edge < edges.length; edge += EDGE) {
    west = Math.min(west, edges[edge]!);
    east = Math.max(east, edges[edge + 2]!);
  }
  const most = (edges.length / EDGE) * MOST_ENTRIES_PER_EDGE;
  for (let count = Math.ceil(edges.length / EDGE / EDGES_PER_BAND); ; count = count >> 1) {
    const perDegree = east > west ? count / (east - west) : 0;
    if (count > 1 && countAllEntries(edges, west, perDegree, count) > most) continue;
    const starts = countEntries(edges, west, perDegree, count);
    return { west, perDegree, starts, entries: listEntries(edges, west, perDegree, starts) };
  }
}

function countAllEntries(edges: Float64Array, west: number, perDegree: number, count: number): number {
  let total = 0;
  for (let edge = 0; edge < edges.length; edge += EDGE)
    total +=
      1 +
      bandAt(edges[edge + 2]! + ON_EDGE, west, perDegree, count - 1) -
      bandAt(edges[edge]! - ON_EDGE, west, perDegree, count - 1);
  return total;
}

/** Where the list of each band begins. */
function countEntries(edges: Float64Array, west: number, perDegree: number, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (let edge = 0; edge < edges.length; edge += EDGE) {
    const end = bandAt(edges[edge + 2]! + ON_EDGE, west, perDegree, count - 1);
    for (let band = bandAt(edges[edge]! - ON_EDGE, west, perDegree, count - 1); band <= end; band++)
      starts[band + 1]! += 1;
  }
  for (let band = 0; band < count; band++) starts[band + 1]! += starts[band]!;
  return starts;
}

function listEntries(edges: Float64Array, west: number, perDegree: number, starts: Int32Array): Int32Array {
  const last = starts.length - 2;
  const entries = new Int32Array(starts[last + 1]!);
  const next = starts.slice();
  for (let edge = 0; edge < edges.length; edge += EDGE) {
    const end = bandAt(edges[edge + 2]! + ON_EDGE, west, perDegree, last);
    for (let band = bandAt(edges[edge]! - ON_EDGE, west, perDegree, last); band <= end; band++) {
      entries[next[band]!] = edge;
      next[band]! += 1;
    }
  }
  return entries;
}
