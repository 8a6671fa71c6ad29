/**
 * Which version of fires and plumes is published. The pointer is looked at again when it is some seconds old, and what a
 * version says of itself is read once: versions never change.
 */

import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { ObservationDatasetId, ObservationShelf, ObservedVersion } from '../../model/observed-version.js';
import { createDefectLog } from '../grids/defect-log.js';
import { watchPointers } from '../grids/pointer-watch.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readObserved } from './observation-reader.js';

const POINTER_SECONDS = 5;
/** The published version and the one before it, of both datasets. */
const KEPT = 4;

export interface ObservationShelfOptions {
  readonly objects: ObjectStore;
  /** Ages the looks. Pass the clock of the process; with one that stands still every request looks at the pointer. */
  readonly clock: Clock;
  readonly log: Log;
  /** How old a look may be before there is another, seconds; default 5. */
  readonly pointerSeconds?: number;
}

/** A version whose documents are damaged gives way to the one before it; a defect is logged once for each object. */
export function createObservationShelf(options: ObservationShelfOptions): ObservationShelf {
  const { objects, clock, log, pointerSeconds = POINTER_SECONDS } = options;
  const defects = createDefectLog(log);
  const pointers = watchPointers({ objects, clock, log, defects, pointerSeconds });
  const known = new Map<string, ObservedVersion>();

  async function read(dataset: ObservationDatasetId, version: string): Promise<ObservedVersion> {
    const key = `${dataset}/${version}`;
    const observed = known.get(key) ?? (await readObserved(objects, dataset, version));
    known.set(key, observed);
    for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
    return observed;
  }

  return {
    async newest(dataset) {
      const pointer = await pointers.read(dataset);
      if (pointer === null) return null;
      try {
        return await read(dataset, pointer.version);
      } catch (error) {
        if (!isTagged(error, 'object-defect')) throw error;
        defects.report(error, { dataset, version: pointer.version });
        if (pointer.previous === null) throw error;
        return read(dataset, pointer.previous);
      }
    },
  };
}
