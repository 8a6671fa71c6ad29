/**
 * Great circles on the sphere of the mean radius of the WGS 84 ellipsoid (IUGG R1); up to 0.56% from the ellipsoid.
 *
 *   angle      2 atan2(√h, √h'),  h = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2)             (haversine, Sinnott 1984)
 *   position   P(δ) = A cos δ + T sin δ,  T the unit vector at A that points towards B
 *
 * h' = 1 − h is summed as the haversine to the antipode of B, so that nothing cancels at either end: the angle of two
 * places a millimetre apart is as good as that of two opposite ones. The position is the spherical interpolation
 * (A sin(d − δ) + B sin δ)/sin d, rearranged: that quotient is 0/0 where B is A or its antipode, while T is
 * undefined only at those two points themselves.
 *
 * Arguments are degrees, latitudes −90..90, longitudes −180..180; the way is always the shorter one, also across the
 * date line. At a pole, directions are those of the meridian that is given as its longitude.
 */

/** m */
export const EARTH_RADIUS_M = 6_371_008.8;

const RADIANS = Math.PI / 180;
/** Nearer to the opposite point than a metre, the way is decided by the rounding of the coordinates. */
const ANTIPODAL_ANGLE = 1 / EARTH_RADIUS_M;

export interface GeographicPoint {
  readonly latitude: number;
  /** [−180, 180) */
  readonly longitude: number;
}

/** The way from A to B, prepared for many positions on it. */
export interface GreatCircleArc {
  readonly sinLatitude: number;
  readonly cosLatitude: number;
  /** Longitude of A, degrees. */
  readonly longitude: number;
  /** Direction of departure: parts towards east and north of a unit vector; north where A is B. */
  readonly east: number;
  readonly north: number;
  /** From A to B, radians. */
  readonly angle: number;
}

/** The same meridian in [−180, 180), of a longitude at most one turn away. */
export function wrapLongitude(longitude: number): number {
  if (longitude >= 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

function squaredHalfChord(deltaLatitude: number, cosines: number, deltaLongitude: number): number {
  return Math.sin(deltaLatitude / 2) ** 2 + cosines * Math.sin(deltaLongitude / 2) ** 2;
}

/** Angle between two places as seen from the centre, radians, 0..π. */
function centralAngle(latA: number, lonA: number, latB: number, lonB: number): number {
  const cosines = Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS);
  const turn = Math.abs(wrapLongitude(lonB - lonA));
  const h = squaredHalfChord((latB - latA) * RADIANS, cosines, turn * RADIANS);
  const toAntipode = squaredHalfChord((latB + latA) * RADIANS, cosines, (180 - turn) * RADIANS);
  return 2 * Math.atan2(Math.sqrt(h), Math.sqrt(toAntipode));
}

/** m */
export function greatCircleDistance(latA: number, lonA: number, latB: number, lonB: number): number {
  return EARTH_RADIUS_M * centralAngle(latA, lonA, latB, lonB);
}

/** The two places lie opposite each other, to a metre: no way between them is the shortest. */
export function areAntipodal(latA: number, lonA: number, latB: number, lonB: number): boolean {
  return centralAngle(latA, lonA, -latB, wrapLongitude(lonB + 180)) < ANTIPODAL_ANGLE;
}

/** Towards east and north, from A to B; as long as the sine of the angle between them. */
function departure(latA: number, lonA: number, latB: number, lonB: number): { east: number; north: number } {
  const turn = wrapLongitude(lonB - lonA) * RADIANS;
  const cosB = Math.cos(latB * RADIANS);
  // cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ without the difference of two large numbers of near places
  const north = Math.sin((latB - latA) * RADIANS) + 2 * Math.sin(latA * RADIANS) * cosB * Math.sin(turn / 2) ** 2;
  return { east: cosB * Math.sin(turn), north };
}

/** Direction in which B is left for from A, degrees clockwise from true north, [0, 360); 0 where A is B. */
export function initialBearing(latA: number, lonA: number, latB: number, lonB: number): number {
  const { east, north } = departure(latA, lonA, latB, lonB);
  return (Math.atan2(east, north) / RADIANS + 360) % 360;
}

export function greatCircleArc(latA: number, lonA: number, latB: number, lonB: number): GreatCircleArc {
  const { east, north } = departure(latA, lonA, latB, lonB);
  const length = Math.hypot(east, north);
  return {
    sinLatitude: Math.sin(latA * RADIANS),
    cosLatitude: Math.cos(latA * RADIANS),
    longitude: lonA,
    east: length > 0 ? east / length : 0,
    north: length > 0 ? north / length : 1,
    angle: centralAngle(latA, lonA, latB, lonB),
  };
}

/** Writes the position `angle` radians along the arc into entry `index` of two arrays, degrees. */
export function writeArcPosition(
  arc: GreatCircleArc,
  angle: number,
  latitudes: Float64Array,
  longitudes: Float64Array,
  index: number,
): void {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // axes turned about the pole so that A lies on the meridian of x
  const x = arc.cosLatitude * cos - arc.sinLatitude * arc.north * sin;
  const y = arc.east * sin;
  const z = arc.sinLatitude * cos + arc.cosLatitude * arc.north * sin;
  latitudes[index] = Math.atan2(z, Math.hypot(x, y)) / RADIANS;
  longitudes[index] = wrapLongitude(arc.longitude + Math.atan2(y, x) / RADIANS);
}

/**
 * Position at a share of the way from A to B, 0..1. Of antipodal places it is somewhere between them, on no particular
 * way: ask `areAntipodal` first.
 */
export function greatCirclePoint(
  latA: number,
  lonA: number,
  latB: number,
  lonB: number,
  fraction: number,
): GeographicPoint {
  const arc = greatCircleArc(latA, lonA, latB, lonB);
  const [latitudes, longitudes] = [new Float64Array(1), new Float64Array(1)];
  writeArcPosition(arc, fraction * arc.angle, latitudes, longitudes, 0);
  return { latitude: latitudes[0]!, longitude: longitudes[0]! };
}
