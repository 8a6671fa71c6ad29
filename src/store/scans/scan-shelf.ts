/**
 * Which sweep of a radar is published. A pointer is looked at again when the last look is two seconds old; what a version
 * says of itself is read once, since it never changes.
 */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { ObservedVersion, ScanShelf } from '../../model/observed-version.js';
import { isRadarSite } from '../../model/radar-sites-table.js';
import { createDefectLog } from '../grids/defect-log.js';
import { watchPointers } from '../grids/pointer-watch.js';
import type { ObjectStore } from '../objects/object-store.js';
import { scanDataset } from './scan-layout.js';
import { readScanDescription } from './scan-reader.js';

const POINTER_SECONDS = 2;
/** Two for each radar of the network. */
const MOST_DESCRIPTIONS = 320;

export interface ScanShelfOptions {
  readonly objects: ObjectStore;
  /** Ages the looks: the clock of the process. */
  readonly clock: Clock;
  readonly log: Log;
  /** How old a look may be before there is another, seconds; default 2. */
  readonly pointerSeconds?: number;
}

/** The shelf of the sweeps in `objects`. Of a version whose documents are damaged the one before takes the place. */
export function createScanShelf(options: ScanShelfOptions): ScanShelf {
  const { objects, clock, log, pointerSeconds = POINTER_SECONDS } = options;
  const defects = createDefectLog(log);
  const pointers = watchPointers({ objects, clock, log, defects, pointerSeconds });
  const known = new LRUCache<string, ObservedVersion>({ max: MOST_DESCRIPTIONS });

  async function describe(site: string, version: string): Promise<ObservedVersion> {
    const key = `${site}/${version}`;
    const held = known.get(key);
    if (held !== undefined) return held;
    const { validTime, createdAt, simulated } = await readScanDescription(objects, site, version);
    const observed = { version, validTime, createdAt, simulated };
    known.set(key, observed);
    return observed;
  }

  return {
    async newest(site) {
      if (!isRadarSite(site)) return null;
      const pointer = await pointers.read(scanDataset(site));
      if (pointer === null) return null;
      try {
        return await describe(site, pointer.version);
      } catch (error) {
        if (!isTagged(error, 'object-defect')) throw error;
        defects.report(error, { site, version: pointer.version });
        if (pointer.previous === null) throw error;
        return describe(site, pointer.previous);
      }
    },
  };
}
