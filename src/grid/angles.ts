/** Degrees on a circle. Longitudes are degrees east; −180 and 180 are one meridian. */

export const RADIANS_PER_DEGREE = Math.PI / 180;

/** `longitude` in −180 ≤ … < 180. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= -180 && longitude < 180) return longitude;
  return eastOf(-180, longitude) - 180;
}

/** Degrees eastward from one meridian to another, 0 ≤ … < 360. */
export function eastOf(from: number, longitude: number): number {
  const east = (longitude - from) % 360;
  if (east >= 0) return east;
  // A westward distance of 1e-15 degrees plus 360 is 360 in a double, which is 0.
  return east + 360 === 360 ? 0 : east + 360;
}
