/** Doing the same to many things, a few at a time. */

import { setMaxListeners } from 'node:events';

/**
 * Runs `work` on every item, at most `limit` at once, in order of their start. At the first failure nothing more is
 * started, what runs is told by the signal, and when all of it has ended that failure comes out.
 */
export async function forEachParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, signal: AbortSignal) => Promise<void>,
  parent?: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const signal = parent ? AbortSignal.any([parent, failed.signal]) : failed.signal;
  // Six steps of fifteen ranges listen to one signal; Node takes more than ten for a leak and says so on standard error.
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  const rest = items.values();
  async function lane(): Promise<void> {
    for (const item of rest) {
      signal.throwIfAborted();
      await work(item, signal);
    }
  }
  const lanes = Array.from({ length: Math.min(limit, items.length) }, () =>
    lane().catch((error: unknown) => failed.abort(error)),
  );
  await Promise.all(lanes);
  if (failed.signal.aborted) throw failed.signal.reason;
}
