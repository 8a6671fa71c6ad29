/** The published series of all stations. */

import type { OpenStations } from '../products/station-data.js';

/** Opens what is published; null: this version has no feed that publishes series. */
export function openStationArchive(): OpenStations {
  return async () => null;
}
