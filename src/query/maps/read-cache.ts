/**
 * Whole things read from the store, kept as long as there is room for them: the one that was not used longest goes first.
 * Who asks for one that is being read waits for that reading.
 */

import { LRUCache } from 'lru-cache';

export interface ReadCache<Source, Value> {
  /** @throws what reading throws; nothing is kept then */
  get(source: Source): Promise<Value>;
}

export interface ReadCacheOptions<Source, Value> {
  /** Bytes of all values that are kept. One that alone is larger is read each time. */
  readonly maxBytes: number;
  keyOf(source: Source): string;
  read(source: Source): Promise<Value>;
  bytesOf(value: Value): number;
}

export function createReadCache<Source, Value extends object>({
  maxBytes,
  keyOf,
  read,
  bytesOf,
}: ReadCacheOptions<Source, Value>): ReadCache<Source, Value> {
  const kept = new LRUCache<string, Value>({ maxSize: maxBytes, sizeCalculation: (value) => 1 + bytesOf(value) });
  const reading = new Map<string, Promise<Value>>();

  async function readAndKeep(key: string, source: Source): Promise<Value> {
    try {
      const value = await read(source);
      kept.set(key, value);
      return value;
    } finally {
      reading.delete(key);
    }
  }

  return {
    async get(source) {
      const key = keyOf(source);
      const known = kept.get(key) ?? reading.get(key);
      if (known !== undefined) return known;
      const value = readAndKeep(key, source);
      reading.set(key, value);
      return value;
    },
  };
}
