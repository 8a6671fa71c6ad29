/**
 * ETRS89-extended / LAEA Europe (EPSG:3035), the grid of European elevation and statistics: Lambert azimuthal equal-area
 * on the GRS 80 ellipsoid about 52 N 10 E, false easting 4,321,000 m, false northing 3,210,000 m.
 *
 * Snyder (1987), "Map Projections: a working manual", USGS Professional Paper 1395, equations 24-1 to 24-18, oblique
 * ellipsoidal aspect. Check of IOGP 373-7-2 (EPSG method 9820): 50 N 5 E is 3,962,799.45 E, 2,999,718.85 N.
 */

const A = 6378137;
const FLATTENING = 1 / 298.257222101;
const E2 = FLATTENING * (2 - FLATTENING);
const E = Math.sqrt(E2);
const RADIANS = Math.PI / 180;
const PHI_1 = 52 * RADIANS;
const LAMBDA_0 = 10 * RADIANS;
const FALSE_EASTING = 4321000;
const FALSE_NORTHING = 3210000;

/** Equation 3-12, without the division that only the pole needs. */
function q(phi: number): number {
  const sin = Math.sin(phi);
  return (1 - E2) * (sin / (1 - E2 * sin * sin) - Math.log((1 - E * sin) / (1 + E * sin)) / (2 * E));
}

const Q_POLE = q(Math.PI / 2);
const R_Q = A * Math.sqrt(Q_POLE / 2); // 3-13
const BETA_1 = Math.asin(q(PHI_1) / Q_POLE); // 3-11
const M_1 = Math.cos(PHI_1) / Math.sqrt(1 - E2 * Math.sin(PHI_1) ** 2); // 14-15
const D = (A * M_1) / (R_Q * Math.cos(BETA_1)); // 24-20

/** Coordinates of a place, m. The antipode of the centre, which has none, comes out infinite. */
export function europeanEqualArea(latitude: number, longitude: number): { east: number; north: number } {
  const beta = Math.asin(Math.max(-1, Math.min(1, q(latitude * RADIANS) / Q_POLE)));
  const lambda = longitude * RADIANS - LAMBDA_0;
  const cosine = Math.sin(BETA_1) * Math.sin(beta) + Math.cos(BETA_1) * Math.cos(beta) * Math.cos(lambda);
  const B = R_Q * Math.sqrt(2 / (1 + cosine)); // 24-19
  return {
    east: FALSE_EASTING + B * D * Math.cos(beta) * Math.sin(lambda), // 24-17
    north:
      FALSE_NORTHING +
      (B / D) * (Math.cos(BETA_1) * Math.sin(beta) - Math.sin(BETA_1) * Math.cos(beta) * Math.cos(lambda)), // 24-18
  };
}
