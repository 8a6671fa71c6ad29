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

export const MOMENTS: readonly Fault['moment'][] = ['before', 'after', 'torn'];

/** In how many places the work can be killed on such a store. */
export async function operationsOf(
  work: (objects: ObjectStore) => Promise<unknown>,
  objects: ObjectStore,
): Promise<number> {
  const counted = withFault(objects, { at: Number.POSITIVE_INFINITY, moment: 'before' });
  await work(counted);
  return counted.operations();
}

/**
 * Does the work on a fresh store once for each of its operations, killed at that one, and looks at what is left.
 *
 * @returns how many operations there are
 * @throws RangeError  the work went on after the kill
 */
export async function killedAtEach<Store extends ObjectStore>(
  moment: Fault['moment'],
  {
    fresh,
    work,
    look,
  }: {
    readonly fresh: () => Promise<Store>;
    readonly work: (objects: ObjectStore) => Promise<unknown>;
    readonly look: (objects: Store) => Promise<void>;
  },
): Promise<number> {
  const operations = await operationsOf(work, await fresh());
  for (let at = 1; at <= operations; at++) {
    const objects = await fresh();
    const end = await work(withFault(objects, { at, moment })).catch((error: unknown) => error);
    if (!(end instanceof StoreKilledError)) throw new RangeError(`killed at ${at} it ended with ${String(end)}`);
    await look(objects);
  }
  return operations;
}
