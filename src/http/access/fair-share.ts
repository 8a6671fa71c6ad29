/** Limits of each client: on concurrent work, and on the number of different things that it has in progress. */

import { createKeyedLimit, type KeyedLimit } from '../../base/keyed-limit.js';
import { ProblemError } from '../problem.js';

/** Runs work by the id of a client. @throws ProblemError  the client's queue is full; or what the work throws */
export type FairShare = Pick<KeyedLimit<string>, 'run'>;

/** Limits of each client. */
export interface FairShareLimits {
  readonly maxRunning: number;
  readonly maxQueued: number;
}

const RETRY_SECONDS = '2';

export function createFairShare(limits: FairShareLimits): FairShare {
  return createKeyedLimit({ ...limits, fullError: tooMuch });
}

export interface DistinctLimit {
  /** @throws ProblemError  the client has too many other things in progress; or what `work` throws */
  run<Value>(client: string, thing: string, work: () => Promise<Value>): Promise<Value>;
}

/** Limits how many different things a client has in progress. A further one is refused; the same one again is not. */
export function createDistinctLimit(maxDistinct: number): DistinctLimit {
  /** Things in progress of each client, with how often each is. */
  const inProgress = new Map<string, Map<string, number>>();
  return {
    async run(client, thing, work) {
      const things = inProgress.get(client) ?? new Map<string, number>();
      const times = things.get(thing) ?? 0;
      if (times === 0 && things.size >= maxDistinct) throw tooMuch();
      inProgress.set(client, things.set(thing, times + 1));
      try {
        return await work();
      } finally {
        const left = things.get(thing)! - 1;
        if (left > 0) things.set(thing, left);
        else things.delete(thing);
        if (things.size === 0) inProgress.delete(client);
      }
    },
  };
}

function tooMuch(): ProblemError {
  const detail = 'too many requests of this credential are in progress; wait for responses before sending more';
  return new ProblemError('product-unavailable', detail, { 'retry-after': RETRY_SECONDS });
}
