/** Objects under a prefix in the terms of zarrita, a Zarr reader that we did not write. */

import { isTagged } from '../src/base/errors.js';
import type { ByteRange, ObjectStore } from '../src/store/objects/object-store.js';

type ZarritaRange = { offset: number; length: number } | { suffixLength: number };

/** Keys begin with "/", a missing object is undefined. */
export function asZarritaStore(objects: ObjectStore, prefix: string) {
  async function getRange(key: `/${string}`, range?: ZarritaRange): Promise<Uint8Array | undefined> {
    const ours: ByteRange | undefined = range && 'suffixLength' in range ? { suffix: range.suffixLength } : range;
    try {
      return await objects.get(prefix + key, ours);
    } catch (error) {
      if (isTagged(error, 'object-missing')) return undefined;
      throw error;
    }
  }
  return { get: (key: `/${string}`) => getRange(key), getRange };
}
