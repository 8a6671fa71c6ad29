/** A value that is computed on demand and then shared for a while. */

import type { Clock } from './clock.js';

/**
 * Returns a function that computes a value at most once per interval, and once for all callers that wait for it.
 *
 * A failure is passed on to the callers that wait, and is not kept.
 *
 * @param seconds  time for which a value is shared, from the start of its computation
 */
export function shareFor<Value>(seconds: number, clock: Clock, compute: () => Promise<Value>): () => Promise<Value> {
  let shared: Promise<Value> | null = null;
  let isPending = false;
  let since = 0;

  /** A clock that was set back must not keep a value for longer. */
  function isRecent(): boolean {
    const age = clock.now() - since;
    return age >= 0 && age < seconds;
  }

  return () => {
    if (shared !== null && (isPending || isRecent())) return shared;
    since = clock.now();
    isPending = true;
    const computing = compute().finally(() => {
      isPending = false;
    });
    computing.catch(() => {
      shared = null;
    });
    shared = computing;
    return computing;
  };
}
