/** The heavy work of an ingest in worker threads. */

import { startWorkerThread, type WorkerThread } from '../base/worker-thread.js';
import type { EncodedShards } from './cube/band-shard.js';
import type { IngestWork, WorkAnswer, WorkTask } from './ingest-work.js';
import type { StagedStep } from './staging/stage-step.js';

/** `count` threads from the compiled entry beside this file, started when the first work comes. */
export function workInThreads(count: number): IngestWork {
  const threads: WorkerThread<WorkTask, WorkAnswer>[] = [];

  function run(task: WorkTask, transfer: ArrayBuffer[]): Promise<WorkAnswer> {
    while (threads.length < count) threads.push(startThread());
    const thread = threads.reduce((idlest, one) => (one.pending < idlest.pending ? one : idlest));
    return thread.run(task, transfer);
  }

  return {
    lanes: count,
    stage: (task) => run({ kind: 'stage', task }, buffersOf(task.messages)) as Promise<StagedStep>,
    shards: (task) => run({ kind: 'shards', task }, []) as Promise<EncodedShards>,
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
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

function startThread(): WorkerThread<WorkTask, WorkAnswer> {
  return startWorkerThread({
    name: 'ingest',
    entry: new URL('./worker.js', import.meta.url),
    limits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
}
