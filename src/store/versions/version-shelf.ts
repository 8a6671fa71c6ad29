/**
 * What the published version of a dataset says of itself, for formats of which nothing is kept in memory. Pointers are
 * looked at again when the last look is some seconds old; what a version says is read once, since versions never change.
 */

import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createDefectLog } from './defect-log.js';
import { watchPointers } from './pointer-watch.js';

/** How old a look may be before there is another. */
const POINTER_SECONDS = 2;

/** True when the published version cannot be read and this is the one before it. */
interface IsPrevious {
  readonly isPrevious?: boolean;
}

export interface ShelfOptions {
  readonly objects: ObjectStore;
  /** Ages the looks. Pass the clock of the process; with one that stands still every request looks at the pointer. */
  readonly clock: Clock;
  readonly log: Log;
}

export interface VersionShelf<Description> {
  /**
   * Null when nothing was published. A version whose documents are damaged gives way to the one before it, which then
   * has `isPrevious`; the defect is logged once for each object.
   *
   * @throws ObjectDefectError  neither can be read
   */
  newest(dataset: string): Promise<(Description & IsPrevious) | null>;
  /**
   * The version before the published one; null when there is none.
   *
   * @throws ObjectDefectError  it cannot be read
   */
  previous(dataset: string): Promise<(Description & IsPrevious) | null>;
}

/**
 * @param most  descriptions that are remembered
 * @param describe  rejects with an object-defect where the version is damaged
 */
export function createVersionShelf<Description extends object>(
  { objects, clock, log }: ShelfOptions,
  most: number,
  describe: (dataset: string, version: string) => Promise<Description>,
): VersionShelf<Description> {
  const defects = createDefectLog(log);
  const pointers = watchPointers({ objects, clock, log, defects, pointerSeconds: POINTER_SECONDS });
  const known = new LRUCache<string, Description>({ max: most });

  async function read(dataset: string, version: string): Promise<Description> {
    const key = `${dataset}/${version}`;
    try {
      const description = known.get(key) ?? (await describe(dataset, version));
      known.set(key, description);
      return description;
    } catch (error) {
      return defects.rethrow(error, { dataset, version });
    }
  }

  async function readPrevious(dataset: string, version: string): Promise<Description & IsPrevious> {
    return { ...(await read(dataset, version)), isPrevious: true };
  }

  return {
    async newest(dataset) {
      const pointer = await pointers.read(dataset);
      if (pointer === null) return null;
      try {
        return await read(dataset, pointer.version);
      } catch (error) {
        if (!isTagged(error, 'object-defect') || pointer.previous === null) throw error;
        return await readPrevious(dataset, pointer.previous);
      }
    },
    async previous(dataset) {
      const version = (await pointers.read(dataset))?.previous ?? null;
      return version === null ? null : await readPrevious(dataset, version);
    },
  };
}
