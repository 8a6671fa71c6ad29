/**
 * The plane of DWD's composite DE1200: polar stereographic on WGS 84, true at 60° N, 10° E downward, in metres from the
 * middle of the first pixel:
 *
 *   t = tan(π/4 − φ/2) ÷ ((1 − e sin φ) ÷ (1 + e sin φ))^(e/2)      ρ = a m₆₀ t ÷ t₆₀      m = cos φ ÷ √(1 − e² sin² φ)
 *   x = ρ sin(λ − 10°) + x₀      y = −ρ cos(λ − 10°) + y₀
 *
 * J. P. Snyder, Map Projections: A Working Manual (USGS 1987), p. 160. Kept apart from `grid/` on purpose: the simulated
 * upstream must not inherit an error of the code that it is there to test.
 */

const RADIANS = Math.PI / 180;
const AXIS = 6_378_137;
const SHORT_AXIS = 6_356_752.314_245_180_2;
const E = Math.sqrt(1 - (SHORT_AXIS / AXIS) ** 2);
const X0 = 543_196.835_217_764_02;
const Y0 = 3_622_588.861_931_002_2;
const MERIDIAN = 10;
const TRUE_AT = 60 * RADIANS;

/** The same in the words of PROJ, to the letter of the real files. */
export const DWD_PROJECTION =
  '+proj=stere +lat_ts=60 +lat_0=90 +lon_0=10 +x_0=543196.83521776402 +y_0=3622588.8619310022 +units=m +a=6378137 +b=6356752.3142451802 +no_defs';

function isometric(phi: number): number {
  const s = E * Math.sin(phi);
  return Math.tan(Math.PI / 4 - phi / 2) / ((1 - s) / (1 + s)) ** (E / 2);
}

const SCALE = (AXIS * Math.cos(TRUE_AT)) / Math.sqrt(1 - (E * Math.sin(TRUE_AT)) ** 2) / isometric(TRUE_AT);

/** m; y grows northward. */
export function dwdPlaneOf(latitude: number, longitude: number): { x: number; y: number } {
  const rho = SCALE * isometric(latitude * RADIANS);
  const angle = (longitude - MERIDIAN) * RADIANS;
  return { x: rho * Math.sin(angle) + X0, y: -rho * Math.cos(angle) + Y0 };
}

/** Degrees. */
export function placeInDwdPlane(x: number, y: number): { latitude: number; longitude: number } {
  const t = Math.hypot(x - X0, y - Y0) / SCALE;
  let phi = Math.PI / 2 - 2 * Math.atan(t);
  for (let turn = 0; turn < 6; turn++) {
    const s = E * Math.sin(phi);
    phi = Math.PI / 2 - 2 * Math.atan(t * ((1 - s) / (1 + s)) ** (E / 2));
  }
  return { latitude: phi / RADIANS, longitude: MERIDIAN + Math.atan2(x - X0, Y0 - y) / RADIANS };
}
