/** Reads and caches the descriptions of published versions, which never change. */

import { LRUCache } from 'lru-cache';
import { isTagged } from '../../base/errors.js';
import { createDefectLog } from './defect-log.js';
import { type ShelfOptions, watchPointers } from './pointer-watch.js';

/** True when the published version cannot be read and this is the one before it. */
interface IsPrevious {
  readonly isPrevious?: boolean;
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
  { objects, clock, log, pointers = watchPointers({ objects, clock, log }) }: ShelfOptions,
  most: number,
  describe: (dataset: string, version: string) => Promise<Description>,
): VersionShelf<Description> {
  const defects = createDefectLog(log);
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
