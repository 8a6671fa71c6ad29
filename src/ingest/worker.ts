/** Entry of a worker thread of an ingest. Started by `ingest-session.ts`. */

import { serveTasks } from '../base/worker-thread.js';
import type { BandMemory } from './cube/band-shard.js';
import { performWork, type WorkAnswer, type WorkTask } from './ingest-work.js';

const memory: BandMemory = {};

serveTasks<WorkTask, WorkAnswer>({
  perform: (task) => performWork(task, memory),
  transfer: (answer) => ('objects' in answer ? answer.objects.map(({ bytes }) => bytes.buffer as ArrayBuffer) : []),
});
