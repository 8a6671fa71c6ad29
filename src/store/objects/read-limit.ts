/**
 * Object reads that end in time. A read of a hung network file system or bucket never ends by itself and cannot be
 * cancelled; without a limit, requests waited 12 to 20 s for a store that took 4 s for each read.
 *
 * A store counts as hung when a read timed out and none has ended in time since it began. Reads then fail at once, except
 * one in each `PROBE_SECONDS`: each read that waits occupies one of Node's four I/O threads.
 */

import type { Clock } from '../../base/clock.js';
import { startDeadline } from '../../base/deadline.js';
import { StoreUnavailableError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { ObjectStore } from './object-store.js';

export interface ReadLimit {
  /** Longest time for one read, seconds. */
  readonly seconds: number;
  /** A steady one. */
  readonly clock: Clock;
  readonly log: Log;
  /** Called for each read that fails because the store does not respond. */
  readonly onUnavailable?: ((failure: StoreUnavailableError) => void) | undefined;
}

const PROBE_SECONDS = 1;

/** The same store, with reads that reject with a StoreUnavailableError when they take too long. Writes have no limit. */
export function limitReads(objects: ObjectStore, { seconds, clock, log, onUnavailable }: ReadLimit): ObjectStore {
  let lastEnd = Number.NEGATIVE_INFINITY;
  let hungSince: number | null = null;
  let nextProbe = 0;

  function end(beganAt: number): void {
    if (clock.now() - beganAt > seconds) return; // too late for its reader, and for the next one
    lastEnd = clock.now();
    if (hungSince === null) return;
    log.warn({ seconds: Math.round(lastEnd - hungSince) }, 'the object store responds again');
    hungSince = null;
  }

  function timedOut(key: string, beganAt: number): StoreUnavailableError {
    if (hungSince === null && lastEnd < beganAt) {
      hungSince = beganAt;
      nextProbe = clock.now() + PROBE_SECONDS;
      log.error({ object: key, seconds }, 'the object store does not respond; reads fail at once until it does');
    }
    return new StoreUnavailableError(key, `no response within ${seconds} s`);
  }

  function failed(failure: StoreUnavailableError): StoreUnavailableError {
    onUnavailable?.(failure);
    return failure;
  }

  async function inTime<Result>(key: string, begin: () => Promise<Result>): Promise<Result> {
    const beganAt = clock.now();
    if (hungSince !== null) {
      if (beganAt < nextProbe) throw failed(new StoreUnavailableError(key, 'it has not responded to earlier reads'));
      nextProbe = beganAt + PROBE_SECONDS;
    }
    const deadline = startDeadline(seconds);
    const work = begin();
    const ended = () => end(beganAt);
    work.then(ended, ended);
    try {
      return await Promise.race([work, deadline.passed.then(() => Promise.reject(failed(timedOut(key, beganAt))))]);
    } finally {
      deadline.cancel();
    }
  }

  return {
    ...objects,
    get: (key, range) => inTime(key, () => objects.get(key, range)),
    list: (prefix) => inTime(prefix, () => objects.list(prefix)),
  };
}
