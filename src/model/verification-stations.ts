/** Stations where forecasts are verified, with their weather region and the numbers that their observations are filed under. */

import type { RegionId } from './region.js';
import { STATION_IDENTITIES } from './station-identities-table.js';
import { STATION_REGIONS } from './station-regions-table.js';
import { VERIFICATION_PLACES, type VerificationPlace } from './verification-stations-table.js';

export interface VerificationStation extends VerificationPlace {
  /** IANA time zone: days of the station are days of this zone. */
  readonly zone: string;
  /** Weather region, a cohort of accuracy. */
  readonly region: RegionId;
  /** Number of the US Weather Bureau, five digits; null: it has none. */
  readonly wban: string | null;
  /** Id in GHCN-Daily; null: no station of it stands there. */
  readonly ghcn: string | null;
}

export const VERIFICATION_STATIONS: readonly VerificationStation[] = VERIFICATION_PLACES.map((place) => {
  const identity = STATION_IDENTITIES[place.id];
  if (identity === undefined) throw new RangeError(`${place.id} has no identity; run scripts/station-identities.mjs`);
  const region = STATION_REGIONS[place.id];
  if (region === undefined) throw new RangeError(`${place.id} has no region; run scripts/station-regions.mjs`);
  const [zone, wban, ghcn] = identity;
  return { ...place, zone, region: region[0], wban, ghcn };
});
