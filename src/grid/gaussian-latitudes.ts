/**
 * Gaussian latitudes: arc sines of the zeros of the Legendre polynomial P of degree 2N, N parallels from pole to equator.
 *
 * Newton's method from the asymptotic zero (Tricomi 1950; Abramowitz & Stegun 22.16.6):
 *
 *   θₖ ≈ ψ + cot ψ / (8 n²)    ψ = (4k − 1) π / (4n + 2),  n = 2N        colatitude of the k-th zero from the pole
 *
 * which is within 1e-3 of the spacing, so three steps reach the precision of a double. One zero takes O(N) work: the
 * first row of a message can be checked without the whole table.
 */

import { RADIANS_PER_DEGREE } from './angles.js';

const NEWTON_STEPS = 3;

/** Latitude of row `row`, 0 … 2 × `parallels` − 1 from the north, degrees. */
export function gaussianLatitude(parallels: number, row: number): number {
  if (row >= parallels) return -gaussianLatitude(parallels, 2 * parallels - 1 - row);
  const degree = 2 * parallels;
  const psi = ((4 * row + 3) * Math.PI) / (4 * degree + 2);
  let colatitude = psi - 1 / (8 * degree * degree * Math.tan(psi));
  for (let i = 0; i < NEWTON_STEPS; i++) colatitude -= newtonStep(degree, colatitude);
  return 90 - colatitude / RADIANS_PER_DEGREE;
}

/** P/P' by the angle: cos θ = x, dP/dθ = n (x P(n) − P(n−1)) / sin θ. */
function newtonStep(degree: number, colatitude: number): number {
  const x = Math.cos(colatitude);
  let [before, legendre] = [1, x];
  for (let k = 2; k <= degree; k++)
    [before, legendre] = [legendre, ((2 * k - 1) * x * legendre - (k - 1) * before) / k];
  return (legendre * Math.sin(colatitude)) / (degree * (x * legendre - before));
}

/** The row whose latitude is nearest, 0 … 2 × `parallels` − 1 from the north. */
export function nearestGaussianRow(parallels: number, latitude: number): number {
  const degree = 2 * parallels;
  const row = ((90 - latitude) * RADIANS_PER_DEGREE * (4 * degree + 2)) / (4 * Math.PI) - 3 / 4;
  return Math.max(0, Math.min(degree - 1, Math.round(row)));
}
