/**
 * Maps that hold their youngest entries up to a number of bytes, and always at least a few.
 *
 * Together they hold no more than `TOGETHER` either: what one needs beyond is taken from those that have not been used
 * for longest, because an ingest asks for one feed after the other and what the last one left is of no more use.
 */

export interface BoundedCache<Key, Value> {
  /** The entry, made when it is not there; it becomes the youngest. */
  get(key: Key, make: () => Value): Value;
  has(key: Key): boolean;
  readonly bytes: number;
}

/** A cache as the others see it. */
interface Neighbour {
  readonly bytes: number;
  /** Drops its oldest entries until so many bytes are free, or its fewest are left. */
  release(bytes: number): void;
}

/** More than this makes nothing faster on the grid of the demo; without it, eleven feeds came to hold 220 MB. */
const TOGETHER = 56e6;

/** Of every cache with a limit in bytes, the one used last at the end. A cache that nobody holds is no longer counted. */
const neighbours = new Set<WeakRef<Neighbour>>();

/**
 * @param bytesOf  size of an entry; what is counted in pieces (1 each) must not be large, or say its size
 * @param least    entries that are kept whatever their size
 */
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
  const neighbour: Neighbour = {
    get bytes() {
      return bytes;
    },
    release(wanted) {
      const goal = bytes - wanted;
      for (const oldest of entries.keys()) {
        if (bytes <= goal || entries.size <= least) break;
        remove(oldest);
      }
    },
  };
  const self = new WeakRef(neighbour);
  return {
    get bytes() {
      return neighbour.bytes;
    },
    has: (key) => entries.has(key),
    get(key, make) {
      const known = entries.get(key);
      const value = known ?? make();
      remove(key); // `make` may have put it there on its way
      entries.set(key, value);
      bytes += bytesOf(value);
      neighbour.release(bytes - mostBytes);
      neighbours.delete(self);
      neighbours.add(self);
      if (known === undefined) shareRoom();
      return value;
    },
  };
}

function shareRoom(): void {
  let together = 0;
  for (const one of neighbours) {
    const neighbour = one.deref();
    if (neighbour === undefined) neighbours.delete(one);
    else together += neighbour.bytes;
  }
  for (const one of neighbours) {
    const { bytes = 0 } = one.deref() ?? {};
    if (together <= TOGETHER) return;
    one.deref()?.release(together - TOGETHER);
    together -= bytes - (one.deref()?.bytes ?? 0);
  }
}
