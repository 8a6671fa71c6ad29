/**
 * The two functions of latitude that all conformal projections of the ellipsoid are made of, and the way back.
 *
 *   m = cos φ / √(1 − e² sin² φ)                                        Snyder (1987), USGS PP 1395, eq. 14-15
 *   t = tan(π/4 − φ/2) / [(1 − e sin φ)/(1 + e sin φ)]^(e/2)             eq. 15-9
 *   φ = π/2 − 2 atan{t [(1 − e sin φ)/(1 + e sin φ)]^(e/2)}, iterated    eq. 7-9
 *
 * On a sphere e = 0 and the last line needs no iteration. Angles here are radians.
 */

import type { EarthShape } from '../model/field.js';

/** A step of 1e-12 rad is 6 µm on the ground; the iteration gains two digits and more each time. */
const CONVERGED = 1e-12;
const MOST_ITERATIONS = 20;

export function eccentricityOf({ semiMajor, semiMinor }: EarthShape): number {
  return Math.sqrt(Math.max(0, 1 - (semiMinor / semiMajor) ** 2));
}

/** Radius of the parallel over the semi-major axis. */
export function parallelRadius(latitude: number, e: number): number {
  return Math.cos(latitude) / Math.sqrt(1 - (e * Math.sin(latitude)) ** 2);
}

/** t: 0 at the north pole, 1 at the equator, beyond all bounds at the south pole. */
export function conformalT(latitude: number, e: number): number {
  return Math.tan(Math.PI / 4 - latitude / 2) / flattening(latitude, e);
}

/** The latitude that has this t. */
export function latitudeFromT(t: number, e: number): number {
  let latitude = Math.PI / 2 - 2 * Math.atan(t);
  if (e === 0) return latitude;
  for (let i = 0; i < MOST_ITERATIONS; i++) {
    const next = Math.PI / 2 - 2 * Math.atan(t * flattening(latitude, e));
    const step = Math.abs(next - latitude);
    latitude = next;
    if (step < CONVERGED) break;
  }
  return latitude;
}

function flattening(latitude: number, e: number): number {
  if (e === 0) return 1;
  const eSin = e * Math.sin(latitude);
  return ((1 - eSin) / (1 + eSin)) ** (e / 2);
}
