/**
 * The chunks of one route: however many are asked for at once, a few of each shard are read at a time.
 *
 * A decompression blocks the loop for 0.1 ms, and whatever has come from the disk by then is decompressed in one go: of
 * 4,464 chunks of GFS (2,000 places far apart) asked for at once the loop stood still for half a second, and 120 MB were
 * taken for what was read and not yet decompressed. Paced, it takes as long in all, and the longest stop is 0.07 s.
 *
 * Chunks beside each other are not read in one range. From a directory that saved 5% on a route due east and nothing on
 * one due north, since a chunk costs 10 µs to read and 100 to check and decompress.
 */

import { createKeyedLimit } from '../../base/keyed-limit.js';
import type { ChunkSource, CubeChunks } from './cube-chunks.js';

/**
 * With 8 under way the disk is never what is waited for. Counted by shard and not in all, so that reads which hang keep
 * nobody waiting but their shard.
 */
const READS_PER_SHARD = 8;

/** A route asks for each chunk once, and no shard has as many. */
const MAX_QUEUED = 1_000_000;

export interface PacedChunks {
  readonly get: ChunkSource;
  /** Rejects reads that have not begun, and all later ones, with `reason`. */
  stop(reason: Error): void;
}

export function paceChunks(chunks: CubeChunks): PacedChunks {
  const limit = createKeyedLimit<number>({ maxRunning: READS_PER_SHARD, maxQueued: MAX_QUEUED });
  return {
    get: (shard, chunk) => chunks.peek(shard, chunk) ?? limit.run(shard, async () => chunks.pass(shard, chunk)),
    stop: limit.stop,
  };
}
