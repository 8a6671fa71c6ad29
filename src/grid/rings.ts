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
    const [longitude, latitude] = [ring[i]!, ring[i + 1]!];
    if (!(Math.abs(latitude) <= 90)) return `latitude ${latitude} of a ring is not in -90..90`;
    if (!(Math.abs(longitude) <= LARGEST_LONGITUDE))
      return `longitude ${longitude} of a ring is not in -${LARGEST_LONGITUDE}..${LARGEST_LONGITUDE}`;
  }
  return null;
}

/** Indices of the corners that differ from the next one. */
function changesOf(count: number, differs: (i: number, next: number) => boolean): number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => differs(i, (i + 1) % count));
}

/** Degrees eastward between corners of these longitudes, none of which is repeated. */
function stepsBetween(longitudes: Float64Array): Float64Array {
  const count = longitudes.length;
  const written = longitudes.map((longitude, i) => longitudes[(i + 1) % count]! - longitude);
  return written.map((step, i) => {
    const isBetweenUprights = written.at(i - 1) === 0 && written[(i + 1) % count] === 0;
    return Math.abs(step) === 360 && isBetweenUprights ? step : shorterWay(step);
  });
}

function hasThreeCorners(longitudes: Float64Array, latitudes: Float64Array): boolean {
  const differ = (i: number, j: number) => longitudes[i] !== longitudes[j] || latitudes[i] !== latitudes[j];
  const second = longitudes.findIndex((_, i) => differ(i, 0));
  return second !== -1 && longitudes.some((_, i) => differ(i, 0) && differ(i, second));
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The ring as edges on the globe, or a sentence that says why there is none. */
export function readRing(ring: Ring): GlobeRing | string {
  const fault = faultOf(ring);
  if (fault !== null) return fault;
  const [x, y] = [(i: number) => roundLongitude(ring[2 * i]!), (i: number) => ring[2 * i + 1]!];
  const distinct = changesOf(ring.length / 2, (i, next) => x(i) !== x(next) || y(i) !== y(next));
  const written = Float64Array.from(distinct, x);
  const latitudes = Float64Array.from(distinct, y);
  if (!hasThreeCorners(written, latitudes)) return 'a ring with fewer than three distinct corners';
  const steps = stepsBetween(written);
  const moves = changesOf(steps.length, (i, next) => steps[i] !== 0 || latitudes[i] !== latitudes[next]);
  const read = {
    longitudes: Float64Array.from(moves, (i) => wrapLongitude(written[i]!)),
    latitudes: Float64Array.from(moves, (i) => latitudes[i]!),
    steps: Float64Array.from(moves, (i) => steps[i]!),
    turns: Math.round(sum(steps) / 360),
  };
  return moves.length < 3 ? 'a ring with fewer than three distinct corners' : read;
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
