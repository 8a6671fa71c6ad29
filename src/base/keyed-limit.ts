/** Limits concurrent work per key. Excess work waits in the queue of its key, so a busy key only slows itself. */

export interface KeyedLimitOptions {
  /** Work in progress per key, at most. */
  readonly maxRunning: number;
  /** Work that waits per key, at most. */
  readonly maxQueued: number;
  /** Makes the error for work that finds the queue of its key full. */
  readonly fullError?: () => Error;
}

export interface KeyedLimit<Key> {
  /**
   * Runs `work` as soon as its key allows, first come, first served.
   *
   * @throws the error of `fullError`, the reason of `stop`, or what `work` throws
   */
  run<Value>(key: Key, work: () => Promise<Value>): Promise<Value>;
  /** Rejects all queued and all later work with `reason`. Work in progress continues. */
  stop(reason: Error): void;
}

interface Queued {
  begin(): void;
  reject(reason: Error): void;
}

interface Queue {
  running: number;
  readonly waiting: Queued[];
}

const queueIsFull = () => new Error('the queue is full');

export function createKeyedLimit<Key>(options: KeyedLimitOptions): KeyedLimit<Key> {
  const { maxRunning, maxQueued, fullError = queueIsFull } = options;
  /** Queues of keys that have work in progress. */
  const queues = new Map<Key, Queue>();
  let stopped: Error | null = null;

  function queueOf(key: Key): Queue {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    return queue;
  }

  /**
   * Passes the place of finished work to the next in the queue, so that a newcomer cannot take it. The next begins in a
   * later round of the event loop: without the pause, one long queue would hold up all other keys.
   */
  function release(key: Key, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next !== undefined) setImmediate(next.begin);
    else if (--queue.running === 0) queues.delete(key);
  }

  return {
    async run(key, work) {
      if (stopped !== null) throw stopped;
      const queue = queueOf(key);
      if (queue.running < maxRunning) queue.running++;
      else if (queue.waiting.length >= maxQueued) throw fullError();
      else await new Promise<void>((begin, reject) => queue.waiting.push({ begin, reject }));
      try {
        if (stopped !== null) throw stopped;
        return await work();
      } finally {
        release(key, queue);
      }
    },
    stop(reason) {
      stopped = reason;
      for (const { waiting } of queues.values()) for (const { reject } of waiting.splice(0)) reject(reason);
    },
  };
}
