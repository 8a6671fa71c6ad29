/** Doing the same to many things, a few at a time, with the results in their order. */

import { setMaxListeners } from 'node:events';

/**
 * At the first failure nothing more is started, what runs is told by the signal, and when all of it has ended that
 * failure comes out.
 *
 * @param limit   at most so many at once
 * @param parent  ends everything when it is aborted
 */
export async function inLanes<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, signal: AbortSignal) => Promise<R>,
  parent?: AbortSignal,
): Promise<R[]> {
  const failed = new AbortController();
  const signal = parent === undefined ? failed.signal : AbortSignal.any([parent, failed.signal]);
  // each range of each part listens; Node takes more than ten listeners for a leak and says so on standard error
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  const results = new Array<R>(items.length);
  const rest = items.entries();
  async function lane(): Promise<void> {
    for (const [i, item] of rest) {
      signal.throwIfAborted();
      results[i] = await work(item, signal);
    }
  }
  const lanes = Array.from({ length: Math.min(limit, items.length) }, () =>
    lane().catch((error: unknown) => failed.abort(error)),
  );
  await Promise.all(lanes);
  if (failed.signal.aborted) throw failed.signal.reason;
  return results;
}
