/** Limits concurrent work per client. Excess requests wait in that client's queue, so a heavy client only slows itself. */

import { ProblemError } from '../problem.js';

export interface FairShare {
  /** @throws ProblemError  the client's queue is full; or what `work` throws */
  run<Value>(client: string, work: () => Promise<Value>): Promise<Value>;
}

/** Limits of each client. */
export interface FairShareLimits {
  readonly maxRunning: number;
  readonly maxQueued: number;
}

const RETRY_SECONDS = '2';

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

export function createFairShare({ maxRunning, maxQueued }: FairShareLimits): FairShare {
  /** Queues of clients that have work in progress. */
  const queues = new Map<string, Queue>();

  function queueOf(client: string): Queue {
    const queue = queues.get(client) ?? { running: 0, waiting: [] };
    queues.set(client, queue);
    return queue;
  }

  /**
   * Passes the place of finished work to the next in the queue, so that a newcomer cannot take it. Other clients have their
   * turn in between: work that begins at once would follow on work without an end.
   */
  function release(client: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next !== undefined) setImmediate(next);
    else if (--queue.running === 0) queues.delete(client);
  }

  return {
    async run(client, work) {
      const queue = queueOf(client);
      if (queue.running < maxRunning) queue.running++;
      else if (queue.waiting.length >= maxQueued) throw tooMuch();
      else await new Promise<void>((resolve) => queue.waiting.push(resolve));
      try {
        return await work();
      } finally {
        release(client, queue);
      }
    },
  };
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
