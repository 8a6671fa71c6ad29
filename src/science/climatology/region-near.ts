/** The weather region of a place where nothing is verified: that of the nearest verification station. */

import type { RegionId } from '../../model/region.js';
import { VERIFICATION_STATIONS } from '../../model/verification-stations.js';
import { greatCircleDistance } from '../great-circle.js';

/** A station farther away says nothing of a place, m. */
const NEAR = 300_000;

/**
 * Null where no station lies within 300 km.
 *
 * @param latitude  degrees north
 * @param longitude  degrees east, −180..180
 */
export function regionNear(latitude: number, longitude: number): RegionId | null {
  let nearest: { readonly region: RegionId; readonly distance: number } | null = null;
  for (const station of VERIFICATION_STATIONS) {
    const distance = greatCircleDistance(latitude, longitude, station.latitude, station.longitude);
    if (distance <= (nearest?.distance ?? NEAR)) nearest = { region: station.region, distance };
  }
  return nearest?.region ?? null;
}
