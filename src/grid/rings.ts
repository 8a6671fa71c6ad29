/**
 * Rings on the globe: what issuers send as a list of corners, as edges that know how they go round the earth's axis.
 *
 * Between two corners an edge is straight in longitude and latitude (RFC 7946, 3.1.1), and goes the shorter way round:
 * a step of more than 180° means that the ring crosses the date line there, and longitudes of 0..360 mean the same as
 * those of −180..180. A step from −180 to 180 is no step, because both are one meridian. Only between two edges along that
 * meridian it goes all the way round, as in boxes of all longitudes and in caps that are drawn by way of the pole.
 *
 * The steps of a ring add up to whole turns. One turn means that a pole lies inside. Two have no inside.
 *
 * Longitudes are kept as multiples of 2⁻⁴⁰ degrees (0.1 µm). Then 360 is added without rounding, and every way of writing
 * a ring gives the same edges to the last bit.
 */

import type { Ring } from '../model/alert.js';
import { wrapLongitude } from './angles.js';

/** Degrees: as near as this to an edge is on it. 0.1 mm. */
export const ON_EDGE = 1e-9;

const QUANTA_PER_DEGREE = 2 ** 40;
/** Degrees. Twice round is more than any way of writing longitudes needs, and few enough for exact sums. */
export const LARGEST_LONGITUDE = 720;

/** Corners without repetitions; the last is joined to the first. */
export interface GlobeRing {
  /** Degrees east, −180 ≤ … < 180. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** Degrees eastward from each corner to the next, −180..180, or ±360. */
  readonly steps: Float64Array;
  /** Times that the ring goes eastward round the axis. */
  readonly turns: number;
}

/** As a multiple of 2⁻⁴⁰ degrees. */
export function roundLongitude(longitude: number): number {
  return Math.round(longitude * QUANTA_PER_DEGREE) / QUANTA_PER_DEGREE;
}

/** The shorter way round; 180° either way stays as written. */
function shorterWay(step: number): number {
  if (step >= -180 && step <= 180) return step;
  return step - 360 * Math.round(Math.abs(step) / 360) * Math.sign(step);
}

/** Why these numbers are no ring; null where they are. */
function faultOf(ring: Ring): string | null {
  if (ring.length % 2 !== 0) return `a ring of ${ring.length} numbers, which are not pairs`;
  for (let i = 0; i < ring.length; i += 2) {
    if (!(Math.abs(ring[i + 1]!) <= 90)) return `latitude ${ring[i + 1]} of a ring is not in -90..90`;
    if (!(Math.abs(ring[i]!) <= LARGEST_LONGITUDE))
      return `longitude ${ring[i]} of a ring is not in -${LARGEST_LONGITUDE}..${LARGEST_LONGITUDE}`;
  }
  return null;
}

interface Corners {
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** Corners of the ring as it is written, without those that repeat the one before. */
function writtenCorners(ring: Ring): Corners {
  const longitudes = new Float64Array(ring.length / 2);
  const latitudes = new Float64Array(ring.length / 2);
  let count = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const longitude = roundLongitude(ring[i]!);
    if (count > 0 && longitude === longitudes[count - 1] && ring[i + 1] === latitudes[count - 1]) continue;
    longitudes[count] = longitude;
    latitudes[count] = ring[i + 1]!;
    count += 1;
  }
  while (count > 1 && longitudes[count - 1] === longitudes[0] && latitudes[count - 1] === latitudes[0]) count -= 1;
  return { longitudes: longitudes.subarray(0, count), latitudes: latitudes.subarray(0, count) };
}

/** Degrees eastward between corners, none of which is repeated. */
function stepsBetween(longitudes: Float64Array): Float64Array {
  const count = longitudes.length;
  const steps = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const here = longitudes[i]!;
    const next = longitudes[i + 1 < count ? i + 1 : 0]!;
    const step = next - here;
    const isBetweenUprights =
      Math.abs(step) === 360 && longitudes.at(i - 1) === here && longitudes[(i + 2) % count] === next;
    steps[i] = isBetweenUprights ? step : shorterWay(step);
  }
  return steps;
}

function haveThreePlaces({ longitudes, latitudes }: Corners): boolean {
  const differ = (i: number, j: number) => longitudes[i] !== longitudes[j] || latitudes[i] !== latitudes[j];
  let second = 1;
  while (second < longitudes.length && !differ(second, 0)) second += 1;
  for (let i = second + 1; i < longitudes.length; i++) if (differ(i, 0) && differ(i, second)) return true;
  return false;
}

/** The ring as edges on the globe, or a sentence that says why there is none. */
export function readRing(ring: Ring): GlobeRing | string {
  const fault = faultOf(ring);
  if (fault !== null) return fault;
  const corners = writtenCorners(ring);
  const steps = stepsBetween(corners.longitudes);
  const longitudes = corners.longitudes.map(wrapLongitude);
  const read = withoutStandstill({ ...corners, longitudes, steps, turns: Math.round(sum(steps) / 360) });
  return haveThreePlaces(corners) && read.steps.length >= 3 ? read : 'a ring with fewer than three distinct corners';
}

/** Both names of one place on the date line, one after the other, are one corner. */
function withoutStandstill(ring: GlobeRing): GlobeRing {
  const { longitudes, latitudes, steps, turns } = ring;
  const last = steps.length - 1;
  const moves = (i: number) => steps[i] !== 0 || latitudes[i] !== latitudes[i < last ? i + 1 : 0];
  const kept = (_: number, i: number) => moves(i);
  if (steps.every(kept)) return ring;
  return { longitudes: longitudes.filter(kept), latitudes: latitudes.filter(kept), steps: steps.filter(kept), turns };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Degrees north, over all longitudes that a ring around the axis passes. */
export function meanLatitude({ latitudes, steps }: GlobeRing): number {
  const next = (i: number) => latitudes[(i + 1) % latitudes.length]!;
  return sum(steps.map((step, i) => (step * (latitudes[i]! + next(i))) / 2)) / sum(steps);
}

/** Westernmost and easternmost longitude along the ring; west −180 ≤ … < 180, east may lie beyond 180. */
export function longitudeRange({ longitudes, steps }: GlobeRing): { readonly west: number; readonly east: number } {
  let [east, least, most] = [0, 0, 0];
  for (const step of steps) {
    east += step;
    least = Math.min(least, east);
    most = Math.max(most, east);
  }
  const west = wrapLongitude(longitudes[0]! + least);
  return { west, east: west + most - least };
}
