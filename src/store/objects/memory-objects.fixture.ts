/** Objects in memory, with the same rules as on disk; for tests. */

import { ObjectMissingError } from '../../base/errors.js';
import { checkRange, resolveRange } from './byte-range.js';
import { checkKey, checkPrefix } from './object-key.js';
import type { ByteRange, ObjectStore } from './object-store.js';

export interface MemoryObjects extends ObjectStore {
  /** The stored bytes themselves, by key: change them to damage an object behind the store's back. */
  readonly contents: Map<string, Uint8Array>;
}

export function createMemoryObjects(): MemoryObjects {
  const contents = new Map<string, Uint8Array>();

  async function get(key: string, range?: ByteRange): Promise<Uint8Array> {
    checkKey(key);
    const bytes = contents.get(key);
    if (bytes === undefined) throw new ObjectMissingError(key);
    if (range === undefined) return new Uint8Array(bytes);
    checkRange(range);
    const { offset, length } = resolveRange(key, range, bytes.length);
    return new Uint8Array(bytes.subarray(offset, offset + length));
  }

  return {
    contents,
    get,
    put: async (key, bytes) => {
      checkKey(key);
      contents.set(key, new Uint8Array(bytes)); // not slice(): on a Buffer that is no copy
    },
    list: async (prefix) => {
      checkPrefix(prefix);
      return [...contents.keys()].filter((key) => key.startsWith(prefix)).sort();
    },
    delete: async (key) => {
      checkKey(key);
      contents.delete(key);
    },
  };
}
