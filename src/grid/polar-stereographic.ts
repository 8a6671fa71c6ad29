/**
 * Polar stereographic (GRIB2 3.20), true at latitude φc: the conformal cone of n = ±1.
 *
 *   K = a mc / tc                                    Snyder (1987) eq. 21-34
 *   K = 2 a / √[(1 + e)^(1+e) (1 − e)^(1−e)]         true at the pole itself: eq. 21-33 with k₀ = 1
 *
 * About the south pole the signs of latitudes turn (page 161), which the negative n of the cone does.
 */

import type { EarthShape, PolarStereographicGrid } from '../model/field.js';
import { RADIANS_PER_DEGREE } from './angles.js';
import { type Cone, coneGeometry } from './conformal-cone.js';
import { conformalT, eccentricityOf, parallelRadius } from './conformal-latitude.js';
import type { Geometry } from './geometry.js';

/** From here on `m/t` is a quotient of rounding errors, and the scale is that of the pole to 10⁻¹². */
const AT_THE_POLE = 89.9999;

/** @param trueLatitude  degrees; its sign does not matter, the side of the pole is taken */
export function polarCone(
  earth: EarthShape,
  pole: 'north' | 'south',
  centralMeridian: number,
  trueLatitude: number,
): Cone {
  const n = pole === 'north' ? 1 : -1;
  const e = eccentricityOf(earth);
  const radius = equatorRadiusOf(earth.semiMajor, e, Math.abs(trueLatitude));
  return { semiMajor: earth.semiMajor, eccentricity: e, n, equatorRadius: n * radius, centralMeridian };
}

function equatorRadiusOf(semiMajor: number, e: number, trueLatitude: number): number {
  if (trueLatitude > AT_THE_POLE) return (2 * semiMajor) / Math.sqrt((1 + e) ** (1 + e) * (1 - e) ** (1 - e));
  const phi = trueLatitude * RADIANS_PER_DEGREE;
  return (semiMajor * parallelRadius(phi, e)) / conformalT(phi, e);
}

export function polarStereographicGeometry(grid: PolarStereographicGrid): Geometry {
  return coneGeometry(grid, polarCone(grid.earth, grid.pole, grid.centralMeridian, grid.trueLatitude));
}
