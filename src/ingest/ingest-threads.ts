/** The heavy work of an ingest in worker threads. */

import { Worker } from 'node:worker_threads';
import type { EncodedShards } from './cube/band-shard.js';
import type { IngestWork, WorkAnswer, WorkTask } from './ingest-work.js';
import type { StagedStep } from './staging/stage-step.js';
import { type ErrorRecord, fromRecord } from './thread-errors.js';

export interface ThreadRequest {
  readonly id: number;
  readonly work: WorkTask;
}

export type ThreadAnswer =
  | { readonly id: number; readonly value: WorkAnswer }
  | { readonly id: number; readonly error: ErrorRecord };

interface Waiting {
  resolve(value: WorkAnswer): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** `count` threads from the compiled entry beside this file, started when the first work comes. */
export function workInThreads(count: number): IngestWork {
  const threads: Thread[] = [];
  let next = 0;

  function ask(work: WorkTask, transfer: ArrayBuffer[]): Promise<WorkAnswer> {
    while (threads.length < count) threads.push(startThread());
    const thread = threads.reduce((idlest, one) => (one.waiting.size < idlest.waiting.size ? one : idlest));
    const id = next++;
    return new Promise((resolve, reject) => {
      thread.waiting.set(id, { resolve, reject });
      thread.worker.postMessage({ id, work } satisfies ThreadRequest, transfer);
    });
  }

  return {
    lanes: count,
    stage: (task) => ask({ kind: 'stage', task }, buffersOf(task.messages)) as Promise<StagedStep>,
    shards: (task) => ask({ kind: 'shards', task }, []) as Promise<EncodedShards>,
    async close() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** Messages are views of a few downloads: each buffer moves once. Views of Node's own pool must not be moved. */
function buffersOf(messages: readonly Uint8Array[]): ArrayBuffer[] {
  const buffers = new Set(messages.map(({ buffer }) => buffer as ArrayBuffer));
  return [...buffers];
}

/** Values of fields live outside of a thread's heap: what is left for its nursery is little. */
const YOUNG_MEGABYTES = 6;

function startThread(): Thread {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const waiting = new Map<number, Waiting>();
  worker.on('message', (answer: ThreadAnswer) => {
    const waiter = waiting.get(answer.id)!;
    waiting.delete(answer.id);
    if ('error' in answer) waiter.reject(fromRecord(answer.error));
    else waiter.resolve(answer.value);
  });
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`an ingest thread ended with code ${code}`)));
  return { worker, waiting };
}
