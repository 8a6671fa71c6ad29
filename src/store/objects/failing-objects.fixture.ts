/**
 * A store that dies at a chosen operation, wrapped around any other; for tests of what a kill leaves behind.
 *
 * From the chosen operation on every call fails, as it does for a process that is gone. `torn` is the worse disk: the
 * put that dies has stored half of its bytes, which a rename never does but a lying disk or a bad network mount can.
 */

import type { ObjectStore } from './object-store.js';

/** What the wrapped store throws once it is dead; no tagged error, since no code should expect it. */
export class StoreKilledError extends Error {
  override readonly name = 'StoreKilledError';
}

export interface FailingObjects extends ObjectStore {
  /** Operations begun so far; after a run without a fault, the number of places where a kill can strike. */
  readonly operations: () => number;
}

export interface Fault {
  /** The operation that dies, counted from 1; Infinity never. */
  readonly at: number;
  /** before: the operation did nothing. after: it was done, the caller never learnt. torn: a put stored half. */
  readonly moment: 'before' | 'after' | 'torn';
}

export function withFault(objects: ObjectStore, { at, moment }: Fault): FailingObjects {
  let begun = 0;

  async function attempt<Result>(operation: () => Promise<Result>, tear?: () => Promise<void>): Promise<Result> {
    begun++;
    if (begun < at) return operation();
    if (begun === at && moment === 'after') await operation();
    if (begun === at && moment === 'torn') await tear?.();
    throw new StoreKilledError(`killed at operation ${at} (${moment})`);
  }

  return {
    operations: () => begun,
    get: (key, range) => attempt(() => objects.get(key, range)),
    put: (key, bytes) =>
      attempt(
        () => objects.put(key, bytes),
        () => objects.put(key, bytes.subarray(0, bytes.length >> 1)),
      ),
    list: (prefix) => attempt(() => objects.list(prefix)),
    delete: (key) => attempt(() => objects.delete(key)),
  };
}
