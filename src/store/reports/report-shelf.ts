/**
 * The newest reports, whole in memory: some 3 MB of 10,000 stations. The pointer is looked at again when its watch says so;
 * a newer version is read once, whoever asks. A version that cannot be read gives way to the one before it.
 */

import { isTagged } from '../../base/errors.js';
import { createDefectLog } from '../versions/defect-log.js';
import { type ShelfOptions, watchPointers } from '../versions/pointer-watch.js';
import { shareLoads } from '../versions/shared-loads.js';
import { REPORTS_DATASET } from './report-documents.js';
import { readReports, type StoredReports } from './report-reader.js';

/** The published version and the one before it. */
const KEPT = 2;

export interface ReportShelf {
  /**
   * The published reports, or in their place those before; null when nothing was published. The same version is the same
   * object, so that what is made of it can be kept beside it.
   *
   * @throws ObjectDefectError  neither can be read
   */
  newest(): Promise<StoredReports | null>;
}

export function createReportShelf(options: ShelfOptions): ReportShelf {
  const { objects, clock, log, pointers = watchPointers({ objects, clock, log }) } = options;
  const defects = createDefectLog(log);
  const versions = shareLoads<StoredReports>(KEPT, () => 1);

  const read = async (version: string): Promise<StoredReports> => {
    try {
      return await versions.get(version, () => readReports(objects, version));
    } catch (error) {
      return defects.rethrow(error, { dataset: REPORTS_DATASET, version });
    }
  };

  return {
    async newest() {
      const pointer = await pointers.read(REPORTS_DATASET);
      if (pointer === null) return null;
      try {
        return await read(pointer.version);
      } catch (error) {
        if (!isTagged(error, 'object-defect') || pointer.previous === null) throw error;
        return await read(pointer.previous);
      }
    },
  };
}
