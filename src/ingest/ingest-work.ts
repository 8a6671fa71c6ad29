/**
 * The heavy work of an ingest, done here or by threads: decoding and packing steps, building and compressing shards.
 *
 * Everything that crosses is plain data and bytes; messages and shards change their owner without being copied.
 */

import { preparePackings } from '../decode/grib2/packings/jpeg2000.js';
import { type BandMemory, type EncodedShards, encodeShardsOf, type ShardTask } from './cube/band-shard.js';
import { type StagedStep, type StageTask, stageStep } from './staging/stage-step.js';

export interface IngestWork {
  /** @throws as `stageStep` */
  stage(task: StageTask): Promise<StagedStep>;
  /** @throws as `encodeShardsOf` */
  shards(task: ShardTask): Promise<EncodedShards>;
  /** How many tasks make sense at once. */
  readonly lanes: number;
  close(): Promise<void>;
}

export type WorkTask =
  | { readonly kind: 'stage'; readonly task: StageTask }
  | { readonly kind: 'shards'; readonly task: ShardTask };

export type WorkAnswer = StagedStep | EncodedShards;

export function performWork({ kind, task }: WorkTask, memory: BandMemory): Promise<WorkAnswer> {
  return kind === 'stage' ? stageWhenReady(task) : encodeShardsOf(task, memory);
}

/** One packing is read by a module that must be loaded first, once in each thread. */
async function stageWhenReady(task: StageTask): Promise<StagedStep> {
  await preparePackings();
  return stageStep(task);
}

/** In this thread: for coarse grids and for tests, which run from sources that a thread could not load. */
export function workHere(): IngestWork {
  const memory: BandMemory = {};
  return {
    lanes: 1,
    stage: stageWhenReady,
    shards: (task) => encodeShardsOf(task, memory),
    close: async () => undefined,
  };
}
