/**
 * Maps that hold their youngest entries up to a number of bytes, and always at least a few.
 *
 * Together they hold no more than their room either: what one needs beyond is taken from those that have not been used
 * for longest, because an ingest asks for one feed after the other and what the last one left is of no more use.
 */

export interface BoundedCache<Key, Value> {
  /** The entry, made when it is not there; it becomes the youngest. */
  get(key: Key, make: () => Value): Value;
  has(key: Key): boolean;
  readonly bytes: number;
}

/** A cache as its room sees it. */
interface Tenant {
  readonly bytes: number;
  /** Drops its oldest entries until so many bytes are free, or its fewest are left. */
  release(bytes: number): void;
}

/** What several caches share. */
export interface Room {
  /** The cache has been used, and has grown by so many bytes. */
  use(tenant: WeakRef<Tenant>, added: number): void;
}

export function createRoom(mostBytes: number): Room {
  /** The one used last at the end. A cache that nobody holds is no longer counted. */
  const tenants = new Set<WeakRef<Tenant>>();
  /** At most: what they held when it was last counted, and all that came since. */
  let bytes = 0;
  const count = () => {
    bytes = 0;
    for (const one of tenants) {
      const tenant = one.deref();
      if (tenant === undefined) tenants.delete(one);
      else bytes += tenant.bytes;
    }
  };
  return {
    use(tenant, added) {
      tenants.delete(tenant);
      tenants.add(tenant);
      bytes += added;
      if (bytes > mostBytes) count();
      for (const one of tenants) {
        if (bytes <= mostBytes) return;
        const before = one.deref()?.bytes ?? 0;
        one.deref()?.release(bytes - mostBytes);
        bytes -= before - (one.deref()?.bytes ?? 0);
      }
    },
  };
}

/** More than this makes nothing faster on the grid of the demo; without it, eleven feeds came to hold 220 MB. */
const SIMULATOR_ROOM = createRoom(56e6);

/**
 * @param bytesOf  size of an entry; what is counted in pieces (1 each) must not be large, or say its size
 * @param least    entries that are kept whatever their size
 */
export function createBoundedCache<Key, Value>(
  mostBytes: number,
  bytesOf: (value: Value) => number,
  least = 1,
  room: Room = SIMULATOR_ROOM,
): BoundedCache<Key, Value> {
  const entries = new Map<Key, Value>();
  let bytes = 0;
  const remove = (key: Key) => {
    const value = entries.get(key);
    if (value === undefined) return;
    bytes -= bytesOf(value);
    entries.delete(key);
  };
  const tenant: Tenant = {
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
  const self = new WeakRef(tenant);
  return {
    get bytes() {
      return tenant.bytes;
    },
    has: (key) => entries.has(key),
    get(key, make) {
      const known = entries.get(key);
      const value = known ?? make();
      remove(key); // `make` may have put it there on its way
      entries.set(key, value);
      bytes += bytesOf(value);
      tenant.release(bytes - mostBytes);
      room.use(self, known === undefined ? bytesOf(value) : 0);
      return value;
    },
  };
}
