/** Which sweep of a radar is published. */

import { isRadarSite } from '../../model/radar-sites-table.js';
import type { ScanShelf, TimedVersion } from '../../model/timed-version.js';
import type { ShelfOptions } from '../versions/pointer-watch.js';
import { createVersionShelf } from '../versions/version-shelf.js';
import { scanDataset, siteOfDataset } from './scan-layout.js';
import { readScanDescription } from './scan-reader.js';

/** Two for each radar of the network. */
const MOST_DESCRIPTIONS = 320;

export function createScanShelf(options: ShelfOptions): ScanShelf {
  const shelf = createVersionShelf(options, MOST_DESCRIPTIONS, async (dataset, version): Promise<TimedVersion> => {
    const site = siteOfDataset(dataset)!;
    const { validTime, createdAt, simulated } = await readScanDescription(options.objects, site, version);
    return { version, validTime, createdAt, simulated };
  });
  return {
    newest: async (site) => (isRadarSite(site) ? shelf.newest(scanDataset(site)) : null),
    previous: async (site) => (isRadarSite(site) ? shelf.previous(scanDataset(site)) : null),
  };
}
