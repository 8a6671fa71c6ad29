/** How sweeps of single radars stand, for who looks at it. */

import type { ObjectStore } from '../../store/objects/object-store.js';
import { heldSites, newestScan } from '../../store/scans/scan-writer.js';

export interface ScanState {
  /** Radars of which sweeps are stored, ICAO, in the order of their names. */
  readonly sites: readonly string[];
  /** Of the newest published sweep of all of them; null: none is. */
  readonly newest: { readonly site: string; readonly validTime: number } | null;
}

export async function scanStateOf(objects: ObjectStore): Promise<ScanState> {
  const sites = await heldSites(objects);
  let newest: ScanState['newest'] = null;
  for (const site of sites) {
    const validTime = await newestScan(objects, site);
    if (validTime !== null && validTime > (newest?.validTime ?? Number.NEGATIVE_INFINITY)) newest = { site, validTime };
  }
  return { sites, newest };
}
