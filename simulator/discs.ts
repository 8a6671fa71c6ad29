/**
 * Round things on the simulated world, storm cells and puffs of smoke, seen from a row of places. Distances are those of
 * a flat map around the centre: good to a few per cent at the sizes that occur.
 */

/** m of a degree of latitude, on the sphere of 6,371,229 m. */
export const DEGREE_METRES = 111_198;

const RADIANS = Math.PI / 180;

/** m of a degree of longitude at a latitude, never less than at 89° so that a pole divides nothing by zero. */
export function metresPerDegreeEast(latitude: number): number {
  return DEGREE_METRES * Math.max(0.02, Math.cos(latitude * RADIANS));
}

/**
 * Visits the columns of a row that lie within `reach` metres of a centre, also across the seam of the longitudes.
 *
 * @param longitudes  degrees, evenly spaced, eastward
 * @param visit  is told the column and the square of its distance from the centre, m²
 */
export function visitColumnsWithin(
  centre: { readonly latitude: number; readonly longitude: number },
  reach: number,
  latitude: number,
  longitudes: Float64Array,
  visit: (column: number, distanceSquared: number) => void,
): void {
  const dy = (latitude - centre.latitude) * DEGREE_METRES;
  if (Math.abs(dy) >= reach) return;
  const columns = longitudes.length;
  const start = longitudes[0]!;
  const step = columns > 1 ? longitudes[1]! - start : 360;
  const perDegree = metresPerDegreeEast(centre.latitude);
  const halfWidth = Math.sqrt(reach * reach - dy * dy) / perDegree;
  const middle = start + ((((centre.longitude - start) % 360) + 540) % 360) - 180;
  for (let turn = -1; turn <= 1; turn++) {
    const west = middle + 360 * turn - start;
    const first = Math.max(0, Math.ceil((west - halfWidth) / step));
    const last = Math.min(columns - 1, Math.floor((west + halfWidth) / step));
    for (let j = first; j <= last; j++) {
      const dx = (longitudes[j]! - middle - 360 * turn) * perDegree;
      visit(j, dx * dx + dy * dy);
    }
  }
}
