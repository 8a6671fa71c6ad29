/**
 * Wind 10 m above ground from its components: u towards east, v towards north, m/s. Means and interpolation belong to
 * u and v; a direction is only made at the end.
 */

export function windSpeed(u: number, v: number): number {
  return Math.sqrt(u * u + v * v);
}

/**
 * Direction the wind comes from, degrees clockwise from true north; calm is 0, north 360 (as MetPy has it).
 *
 * Directions just east of north come as 360 to 360.5 rather than 0 to 0.5, so that rounding to whole degrees never
 * turns a north wind into calm.
 */
export function windDirection(u: number, v: number): number {
  if (u === 0 && v === 0) return 0;
  const degrees = 270 - (Math.atan2(v, u) * 180) / Math.PI;
  return degrees >= 360.5 ? degrees - 360 : degrees;
}

/**
 * Gust over the 10-minute mean, strongest 3 s: Harper, Kepert & Ginger (2010), WMO/TD-1555, "in-land" and "at-sea".
 * Only where no model gives a gust; answers that use it warn `estimated_gust`.
 */
const GUST_FACTOR_LAND = 1.66;
const GUST_FACTOR_SEA = 1.23;

/** `land`: share of land, 0..1; the larger share decides, and unknown ground counts as land. */
export function estimatedGust(speed: number, land: number): number {
  return speed * (land < 0.5 ? GUST_FACTOR_SEA : GUST_FACTOR_LAND);
}
