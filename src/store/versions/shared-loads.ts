/**
 * A cache of bounded bytes in front of a slow load: whoever asks for a key while it is being loaded waits for the same
 * load, and a load that fails is forgotten, so the next one tries again.
 *
 * Two kinds of readers use one cache. `get` is for a place: what it loads is kept in the main room. `pass` is for those
 * who go through very many values once, as a route does: what they load goes into a small room of its own, so that one
 * route round the globe (180 MB of decoded chunks of GFS) does not drive out what everybody else asks for. Either finds
 * what the other has loaded; a value of the small room that a place asks for moves to the main one.
 */

import { LRUCache } from 'lru-cache';

export interface SharedLoads<Value extends object> {
  /** The value itself when it is at hand, else the promise of it: the hot path then waits for no turn of the loop. */
  get(key: string, load: () => Promise<Value>): Value | Promise<Value>;
  /** As `get`, for a reader of very many values. */
  pass(key: string, load: () => Promise<Value>): Value | Promise<Value>;
  /** The value if it is at hand, whoever loaded it. */
  peek(key: string): Value | undefined;
}

/**
 * @param bytesOf  what a value counts against the bounds; one that is larger than all of its room is not kept
 * @param passingBytes  bound of the small room, beside `maxBytes`
 */
export function shareLoads<Value extends object>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
  passingBytes = 1,
): SharedLoads<Value> {
  const roomOf = (bytes: number) =>
    new LRUCache<string, Value>({ maxSize: Math.max(1, bytes), sizeCalculation: (value) => bytesOf(value) });
  const kept = roomOf(maxBytes);
  const passing = roomOf(passingBytes);
  const loading = new Map<string, Promise<Value>>();

  async function load(key: string, room: LRUCache<string, Value>, run: () => Promise<Value>): Promise<Value> {
    try {
      const value = await run();
      room.set(key, value);
      return value;
    } finally {
      loading.delete(key);
    }
  }

  function start(key: string, room: LRUCache<string, Value>, run: () => Promise<Value>): Promise<Value> {
    const started = load(key, room, run);
    loading.set(key, started);
    return started;
  }

  function promote(key: string): Value | undefined {
    const value = passing.get(key);
    if (value === undefined) return undefined;
    passing.delete(key);
    kept.set(key, value);
    return value;
  }

  return {
    get: (key, run) => kept.get(key) ?? promote(key) ?? loading.get(key) ?? start(key, kept, run),
    pass: (key, run) => kept.get(key) ?? passing.get(key) ?? loading.get(key) ?? start(key, passing, run),
    peek: (key) => kept.get(key) ?? passing.get(key),
  };
}
