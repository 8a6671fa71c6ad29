/** The shards of one band of a cube: assembled, its maps taken from the same values, and encoded as the store writes them. */

import { type CubeDraft, writeCubeShard, writeMapShard } from '../../store/cubes/cube-writer.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { assembleBand, type BandTask } from './band-assembly.js';
import { mapRows } from './map-rows.js';

export interface ShardTask extends BandTask {
  readonly draft: Pick<CubeDraft, 'dataset' | 'version' | 'elements' | 'times' | 'grid' | 'maps'>;
}

export interface EncodedObject {
  readonly key: string;
  readonly bytes: Uint8Array;
}

export interface EncodedShards {
  /** The shard of the series first, then those of the maps; each in a buffer of its own. */
  readonly objects: readonly EncodedObject[];
  /** Seconds of work. */
  readonly assemble: number;
  readonly compress: number;
}

/**
 * The memory that one band after the other is assembled in: 237 MB at 0.25°. One per thread. A thread is given more than
 * one shard at a time, so each waits here for the one before: two in one memory would write each other's values.
 */
export interface BandMemory {
  values?: Int16Array;
  /** Settles, never fails, when the memory is free. */
  free?: Promise<unknown>;
}

/**
 * The encoded shards, not yet in any store: a thread has no store, whoever asked puts them there.
 *
 * @throws ObjectDefectError  a slice is damaged or gone
 */
export function encodeShardsOf(task: ShardTask, memory: BandMemory): Promise<EncodedShards> {
  const before = memory.free ?? Promise.resolve();
  const shards = before.then(() => encodeAlone(task, memory));
  memory.free = shards.catch(() => undefined); // whoever asked for them has their error
  return shards;
}

async function encodeAlone(task: ShardTask, memory: BandMemory): Promise<EncodedShards> {
  const { draft, band } = task;
  const assembling = createStopwatch();
  const compressing = createStopwatch();
  const values = await assembling(() => assembleBand(task, memory.values));
  if (values.length >= (memory.values?.length ?? 0)) memory.values = values;
  const objects: EncodedObject[] = [];
  const store = catchPuts(objects);
  await compressing(() => writeCubeShard(store, draft, band, values));
  for (const map of draft.maps ?? []) {
    const rows = await assembling(async () => mapRows({ ...draft, values }, map));
    await compressing(() => writeMapShard(store, draft, map.field, band, rows));
  }
  return { objects, assemble: assembling.seconds, compress: compressing.seconds };
}

/** Runs work and adds up how long it took. */
function createStopwatch() {
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      run.seconds += (performance.now() - begun) / 1000;
    }
  }
  run.seconds = 0;
  return run;
}

/** A store that only holds on to what is put. */
function catchPuts(puts: EncodedObject[]): ObjectStore {
  const refuse = () => Promise.reject(new RangeError('a shard is written without reading'));
  return {
    put: async (key, bytes) => void puts.push({ key, bytes }),
    get: refuse,
    list: refuse,
    delete: refuse,
  };
}
