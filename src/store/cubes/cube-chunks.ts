/** The decoded chunks of one version, through caches that all versions on a shelf share. */

import type { CubeDescription } from '../../model/cube.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { ObjectStore } from '../objects/object-store.js';
import { type SharedLoads, shareLoads } from '../versions/shared-loads.js';
import { getStored } from '../versions/stored-object.js';
import { decodeChunk, largestStoredBytes } from '../zarr/chunk-codec.js';
import { decodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';
import { CHUNK_CELLS, chunksPerShard, shardKey } from './cube-layout.js';

export interface CubeCaches {
  /** Decoded chunks, int16 [cell, element, time]. */
  readonly chunks: SharedLoads<Int16Array>;
  readonly indexes: SharedLoads<ShardIndex>;
}

/**
 * 350 indexes of a global 0.25° cube, 69 KB each. One costs 0.25 ms to read, twice as much as a chunk, and a route
 * across a continent meets 10 to 60 in each of several cubes.
 */
const INDEX_CACHE_BYTES = 24 * 2 ** 20;
/** 600 chunks of a GFS run for routes, beside those of places: all of most routes, an eighth of the longest. */
const PASSING_BYTES = 24 * 2 ** 20;

/** @param chunkBytes  bound of the decoded chunks that places ask for, bytes */
export function createCubeCaches(chunkBytes: number): CubeCaches {
  return {
    chunks: shareLoads(chunkBytes, (chunk) => chunk.byteLength, PASSING_BYTES),
    indexes: shareLoads(INDEX_CACHE_BYTES, ({ offsets, lengths }) => offsets.byteLength + lengths.byteLength),
  };
}

/** A decoded chunk, given out as it is: the array itself when it is at hand. */
export type ChunkSource = (shard: number, chunk: number) => Int16Array | Promise<Int16Array>;

export interface CubeChunks {
  /** For a place. */
  readonly get: ChunkSource;
  /** For a reader of very many, who shall not drive out those that places ask for. */
  readonly pass: ChunkSource;
  /** The chunk if it is at hand. */
  peek(shard: number, chunk: number): Int16Array | undefined;
}

export function cubeChunks(objects: ObjectStore, description: CubeDescription, caches: CubeCaches): CubeChunks {
  const { dataset, version, grid, elements, times } = description;
  const values = CHUNK_CELLS * elements.length * times.length;
  const largest = largestStoredBytes(values * 2);

  async function readIndex(key: string): Promise<ShardIndex> {
    const count = chunksPerShard(grid);
    const stored = await getStored(objects, key, { suffix: indexBytes(count) });
    return decodeIndex(stored, count, largest, key);
  }

  async function load(shard: number, chunk: number): Promise<Int16Array> {
    const key = shardKey(dataset, version, shard);
    const index = await caches.indexes.get(key, () => readIndex(key));
    const [offset, length] = [index.offsets[chunk]!, index.lengths[chunk]!];
    if (length === 0) return new Int16Array(values).fill(MISSING_PACKED);
    const stored = await getStored(objects, key, { offset, length });
    return new Int16Array(await decodeChunk(stored, values * 2, key, offset));
  }

  const keyOf = (shard: number, chunk: number) => `${dataset}/${version}/${shard}/${chunk}`;
  return {
    get: (shard, chunk) => caches.chunks.get(keyOf(shard, chunk), () => load(shard, chunk)),
    pass: (shard, chunk) => caches.chunks.pass(keyOf(shard, chunk), () => load(shard, chunk)),
    peek: (shard, chunk) => caches.chunks.peek(keyOf(shard, chunk)),
  };
}
