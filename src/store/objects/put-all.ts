/** Several puts at once. */

import type { ObjectStore } from './object-store.js';

/** Each is waited for to its end, also when one fails: none is still under way when another attempt begins. */
export async function putAll(objects: ObjectStore, contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const puts = await Promise.allSettled([...contents].map(([key, bytes]) => objects.put(key, bytes)));
  for (const put of puts) if (put.status === 'rejected') throw put.reason;
}
