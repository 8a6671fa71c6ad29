/** One shard of a cube: its band assembled, and encoded as the store writes it. */

import type { CubeDraft } from '../../store/grids/cube-writer.js';
import { writeCubeShard } from '../../store/grids/cube-writer.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { assembleBand, type BandTask } from './band-assembly.js';

export interface ShardTask extends BandTask {
  readonly draft: Pick<CubeDraft, 'dataset' | 'version' | 'elements' | 'times' | 'grid'>;
}

export interface EncodedShard {
  readonly key: string;
  readonly bytes: Uint8Array;
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
 * The encoded shard, not yet in any store: a thread has no store, whoever asked puts it there.
 *
 * @throws ObjectDefectError  a slice is damaged or gone
 */
export function encodeShardOf(task: ShardTask, memory: BandMemory): Promise<EncodedShard> {
  const before = memory.free ?? Promise.resolve();
  const shard = before.then(() => encodeAlone(task, memory));
  memory.free = shard.catch(() => undefined); // whoever asked for it has its error
  return shard;
}

async function encodeAlone(task: ShardTask, memory: BandMemory): Promise<EncodedShard> {
  const begun = performance.now();
  const values = await assembleBand(task, memory.values);
  if (values.length >= (memory.values?.length ?? 0)) memory.values = values;
  const assembled = performance.now();
  const puts: { key: string; bytes: Uint8Array }[] = [];
  await writeCubeShard(catchPuts(puts), task.draft, task.band, values);
  const seconds = { assemble: (assembled - begun) / 1000, compress: (performance.now() - assembled) / 1000 };
  return { ...puts[0]!, ...seconds };
}

/** A store that only holds on to what is put. */
function catchPuts(puts: { key: string; bytes: Uint8Array }[]): ObjectStore {
  const refuse = () => Promise.reject(new RangeError('a shard is written without reading'));
  return {
    put: async (key, bytes) => void puts.push({ key, bytes }),
    get: refuse,
    list: refuse,
    delete: refuse,
  };
}
