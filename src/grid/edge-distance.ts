/**
 * How far a place inside an area between two parallels and two meridians lies from its edge, m on a sphere.
 *
 *   to a parallel   R |φ − φ₀|
 *   to a meridian   R asin(cos φ sin Δλ)        the cross-track distance; a quarter turn and more counts as one
 *
 * The distance serves to fade one source into another, so a sphere of the mean radius is exact enough (0.3%).
 */

import { eastOf, RADIANS_PER_DEGREE } from './angles.js';
import { goesRound, type Meridians } from './meridians.js';

/** IUGG mean radius R₁, m. */
export const MEAN_RADIUS = 6_371_008.8;

/** Latitudes of the outermost rows; the pole itself where the grid covers the cap beyond. */
export interface Parallels {
  readonly south: number;
  readonly north: number;
}

/** @param longitude  inside the columns, as `latitude` is inside the rows */
export function boxEdgeDistance(
  { south, north }: Parallels,
  meridians: Meridians,
  latitude: number,
  longitude: number,
): number {
  const toSouth = south <= -90 ? Number.POSITIVE_INFINITY : latitude - south;
  const toNorth = north >= 90 ? Number.POSITIVE_INFINITY : north - latitude;
  const toParallel = Math.max(0, Math.min(toSouth, toNorth)) * RADIANS_PER_DEGREE * MEAN_RADIUS;
  if (goesRound(meridians)) return toParallel;
  const fromWest = eastOf(meridians.firstLongitude, longitude);
  const toEast = Math.max(0, (meridians.columns - 1) * meridians.longitudeStep - fromWest);
  const turn = Math.min(fromWest, toEast, 90) * RADIANS_PER_DEGREE;
  const toMeridian = Math.asin(Math.cos(latitude * RADIANS_PER_DEGREE) * Math.sin(turn)) * MEAN_RADIUS;
  return Math.min(toParallel, toMeridian);
}
