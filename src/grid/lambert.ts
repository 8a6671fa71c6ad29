/**
 * Lambert conformal conic with one or two standard parallels φ₁, φ₂ (GRIB2 3.30).
 *
 *   n = sin φ₁                              where φ₁ = φ₂                Snyder (1987) eq. 15-8 and the text below it
 *   n = (ln m₁ − ln m₂) / (ln t₁ − ln t₂)   otherwise                    eq. 15-8
 *   K = a m₁ / (n t₁ⁿ)                                                   eq. 15-10
 *
 * GRIB's LaD, where Dx and Dy are said to hold, is one of the parallels in every feed; the scale is 1 on both anyway.
 */

import type { EarthShape, LambertGrid } from '../model/field.js';
import { RADIANS_PER_DEGREE } from './angles.js';
import { type Cone, coneGeometry } from './conformal-cone.js';
import { conformalT, eccentricityOf, parallelRadius } from './conformal-latitude.js';
import type { Geometry } from './geometry.js';

/** Parallels nearer than this to each other are one: the quotient of eq. 15-8 would be of rounding errors. */
const SAME_PARALLEL = 1e-6;

/** @param standardParallels  degrees; not poles, and not as far south as north of the equator */
export function lambertCone(
  earth: EarthShape,
  centralMeridian: number,
  standardParallels: readonly [number, number],
): Cone {
  const e = eccentricityOf(earth);
  const [phi1, phi2] = standardParallels.map((parallel) => parallel * RADIANS_PER_DEGREE) as [number, number];
  const [m1, m2] = [parallelRadius(phi1, e), parallelRadius(phi2, e)];
  const [t1, t2] = [conformalT(phi1, e), conformalT(phi2, e)];
  const one = Math.abs(standardParallels[0] - standardParallels[1]) < SAME_PARALLEL;
  const n = one ? Math.sin(phi1) : Math.log(m1 / m2) / Math.log(t1 / t2);
  return {
    semiMajor: earth.semiMajor,
    eccentricity: e,
    n,
    equatorRadius: (earth.semiMajor * m1) / (n * t1 ** n),
    centralMeridian,
  };
}

export function lambertGeometry(grid: LambertGrid): Geometry {
  return coneGeometry(grid, lambertCone(grid.earth, grid.centralMeridian, grid.standardParallels));
}
