/**
 * A cache of bounded bytes in front of a slow load: whoever asks for a key while it is being loaded waits for the same
 * load, and a load that fails is forgotten, so the next one tries again.
 */

import { LRUCache } from 'lru-cache';

export interface SharedLoads<Value extends object> {
  /** The value itself when it is at hand, else the promise of it: the hot path then waits for no turn of the loop. */
  get(key: string, load: () => Promise<Value>): Value | Promise<Value>;
}

/** @param bytesOf  what a value counts against `maxBytes`; one that is larger than all of it is not kept */
export function shareLoads<Value extends object>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): SharedLoads<Value> {
  const kept = new LRUCache<string, Value>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (value) => bytesOf(value),
  });
  const loading = new Map<string, Promise<Value>>();

  async function load(key: string, run: () => Promise<Value>): Promise<Value> {
    try {
      const value = await run();
      kept.set(key, value);
      return value;
    } finally {
      loading.delete(key);
    }
  }

  return {
    get(key, run) {
      const value = kept.get(key) ?? loading.get(key);
      if (value !== undefined) return value;
      const started = load(key, run);
      loading.set(key, started);
      return started;
    },
  };
}
