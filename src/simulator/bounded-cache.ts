/** A map that holds its youngest entries up to a number of bytes, and always at least a few. */

export interface BoundedCache<Key, Value> {
  /** The entry, made when it is not there; it becomes the youngest. */
  get(key: Key, make: () => Value): Value;
  has(key: Key): boolean;
}

export function createBoundedCache<Key, Value>(
  mostBytes: number,
  bytesOf: (value: Value) => number,
  least = 1,
): BoundedCache<Key, Value> {
  const entries = new Map<Key, Value>();
  let bytes = 0;
  const remove = (key: Key) => {
    const value = entries.get(key);
    if (value === undefined) return;
    bytes -= bytesOf(value);
    entries.delete(key);
  };
  return {
    has: (key) => entries.has(key),
    get(key, make) {
      const value = entries.get(key) ?? make();
      remove(key); // `make` may have put it there on its way
      entries.set(key, value);
      bytes += bytesOf(value);
      for (const oldest of entries.keys()) {
        if (bytes <= mostBytes || entries.size <= least) break;
        remove(oldest);
      }
      return value;
    },
  };
}
