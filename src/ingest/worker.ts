/** Entry of a worker thread: takes tasks, gives answers. Started by `ingest-threads.ts`. */

import { parentPort } from 'node:worker_threads';
import type { BandMemory } from './cube/band-shard.js';
import type { ThreadAnswer, ThreadRequest } from './ingest-threads.js';
import { performWork, type WorkAnswer } from './ingest-work.js';
import { toRecord } from './thread-errors.js';

const memory: BandMemory = {};

parentPort!.on('message', async ({ id, work }: ThreadRequest) => {
  const answer: ThreadAnswer = await performWork(work, memory).then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, error: toRecord(error) }),
  );
  parentPort!.postMessage(answer, 'value' in answer ? buffersOf(answer.value) : []);
});

function buffersOf(value: WorkAnswer): ArrayBuffer[] {
  return 'objects' in value ? value.objects.map(({ bytes }) => bytes.buffer as ArrayBuffer) : [];
}
