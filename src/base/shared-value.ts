/** Values that are computed on demand and then shared for a while. */

import type { Clock } from './clock.js';

/** Number of the present period of time. A value that was made in another period is too old. */
export type Period = () => number;

/**
 * Counts periods of time. One begins when it is asked for after the end of the one before, and lasts for `seconds`.
 *
 * Values that are made from each other are kept by the same period: they all end with it, so their ages do not add up.
 */
export function countPeriods(seconds: number, clock: Clock): Period {
  let number = 0;
  let beganAt = Number.NEGATIVE_INFINITY;
  return () => {
    const age = clock.now() - beganAt;
    // A clock that was set back must not make a period longer.
    if (age < 0 || age >= seconds) {
      number++;
      beganAt = clock.now();
    }
    return number;
  };
}

/**
 * Returns a function that computes a value at most once per period, and once for all callers that wait for it. A value
 * belongs to the period in which its computation begins.
 *
 * A failure is passed on to the callers that wait, and is not kept.
 */
export function shareInPeriod<Value>(period: Period, compute: () => Promise<Value>): () => Promise<Value> {
  let shared: Promise<Value> | null = null;
  let isPending = false;
  let madeIn = 0;

  return () => {
    if (shared !== null && (isPending || madeIn === period())) return shared;
    madeIn = period();
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

/** As `shareInPeriod`. @param seconds  time for which a value is shared, from the start of its computation */
export function shareFor<Value>(seconds: number, clock: Clock, compute: () => Promise<Value>): () => Promise<Value> {
  return shareInPeriod(countPeriods(seconds, clock), compute);
}
