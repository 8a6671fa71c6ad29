/** Stations where forecasts are verified, with the numbers that their observations are filed under. */

import { STATION_IDENTITIES } from './station-identities-table.js';
import { VERIFICATION_PLACES, type VerificationPlace } from './verification-stations-table.js';

export interface VerificationStation extends VerificationPlace {
  /** IANA time zone: days of the station are days of this zone. */
  readonly zone: string;
  /** Weather region, a cohort of accuracy; null: not classified, because that needs climate normals. */
  readonly region: 'arctic' | null;
  /** Number of the US Weather Bureau, five digits; null: it has none. */
  readonly wban: string | null;
  /** Id in GHCN-Daily; null: no station of it stands there. */
  readonly ghcn: string | null;
}

/** From here to the pole every place is in the arctic region, whatever its normals are, degrees. */
const ARCTIC_LATITUDE = 66.5;

export const VERIFICATION_STATIONS: readonly VerificationStation[] = VERIFICATION_PLACES.map((place) => {
  const identity = STATION_IDENTITIES[place.id];
  if (identity === undefined) throw new RangeError(`${place.id} has no identity; run scripts/station-identities.mjs`);
  const [zone, wban, ghcn] = identity;
  return { ...place, zone, region: Math.abs(place.latitude) >= ARCTIC_LATITUDE ? 'arctic' : null, wban, ghcn };
});
