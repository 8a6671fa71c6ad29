/**
 * Reading one complete version: a cell is one range read of its chunk, one checksum and one decompression, or nothing
 * at all when the chunk was decoded lately.
 *
 * The caches are handed in, so that all versions on a shelf share one bound. A decoded chunk is given out as it is, not
 * copied: 16 elements × 250 steps are 8 KB a cell, and a forecast reads up to four.
 */

import type { Cell, CellWindow, CubeDescription, WindowReads } from '../../model/cube.js';
import type { StaticFieldId } from '../../model/element.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { ObjectStore } from '../objects/object-store.js';
import { decodeStatic } from './axis-arrays.js';
import { decodeChunk, largestStoredBytes } from './chunk-codec.js';
import { checkMetadata, readCompletion } from './completion.js';
import { metadataKey, readDescription } from './cube-description.js';
import { CHUNK_CELLS, locateCell, shardKey, versionPrefix } from './cube-layout.js';
import { chunksPerShard, decodeIndex, indexBytes, type ShardIndex } from './shard-index.js';
import { type SharedLoads, shareLoads } from './shared-loads.js';
import { getStored } from './stored-object.js';
import { readWindowsOf } from './window-reads.js';

export interface CubeCaches {
  /** Decoded chunks, int16 [cell, element, time]. */
  readonly chunks: SharedLoads<Int16Array>;
  readonly indexes: SharedLoads<ShardIndex>;
}

/** All indexes of three global 0.25° cubes; each is 69 KB. */
const INDEX_CACHE_BYTES = 10 * 2 ** 20;

/** @param chunkBytes  bound of the decoded chunks, bytes */
export function createCubeCaches(chunkBytes: number): CubeCaches {
  return {
    chunks: shareLoads(chunkBytes, (chunk) => chunk.byteLength),
    indexes: shareLoads(INDEX_CACHE_BYTES, ({ offsets, lengths }) => offsets.byteLength + lengths.byteLength),
  };
}

/** A version that can be read, without the counting of who does. */
export interface CubeReader {
  readonly description: CubeDescription;
  readCells(cells: readonly Cell[]): Promise<Int16Array[]>;
  /** @param report  told of every error once, when it happens */
  readWindows(windows: readonly CellWindow[], report: (error: unknown) => void): WindowReads;
  staticField(id: StaticFieldId): Promise<Float32Array | null>;
}

async function readIndex(objects: ObjectStore, { grid }: CubeDescription, key: string, largest: number) {
  const stored = await getStored(objects, key, { suffix: indexBytes(grid) });
  return decodeIndex(stored, chunksPerShard(grid), largest, key);
}

async function readChunk(objects: ObjectStore, index: ShardIndex, chunk: number, values: number, key: string) {
  const length = index.lengths[chunk]!;
  if (length === 0) return new Int16Array(values).fill(MISSING_PACKED);
  const offset = index.offsets[chunk]!;
  const stored = await getStored(objects, key, { offset, length });
  return new Int16Array(await decodeChunk(stored, values * 2, key, offset));
}

function createCellReader(objects: ObjectStore, description: CubeDescription, caches: CubeCaches) {
  const { dataset, version, grid, elements, times } = description;
  const series = elements.length * times.length;
  const values = CHUNK_CELLS * series;
  const largest = largestStoredBytes(values * 2);

  async function loadChunk(shard: number, chunk: number): Promise<Int16Array> {
    const key = shardKey(dataset, version, shard);
    const index = await caches.indexes.get(key, () => readIndex(objects, description, key, largest));
    return readChunk(objects, index, chunk, values, key);
  }

  function chunkAt(shard: number, chunk: number): Int16Array | Promise<Int16Array> {
    return caches.chunks.get(`${dataset}/${version}/${shard}/${chunk}`, () => loadChunk(shard, chunk));
  }

  async function readCell(cell: Cell): Promise<Int16Array> {
    const { shard, chunk, place } = locateCell(grid, cell);
    const loaded = chunkAt(shard, chunk);
    const all = loaded instanceof Int16Array ? loaded : await loaded;
    return all.subarray(place * series, (place + 1) * series);
  }

  function checkCells(cells: readonly Cell[]): void {
    for (const { y, x } of cells) {
      const inside = Number.isInteger(y) && Number.isInteger(x) && y >= 0 && x >= 0;
      if (!inside || y >= grid.rows || x >= grid.columns)
        throw new RangeError(`cell y ${y}, x ${x} of a grid of ${grid.rows} × ${grid.columns}`);
    }
  }

  return {
    async readCells(cells: readonly Cell[]): Promise<Int16Array[]> {
      checkCells(cells);
      return Promise.all(cells.map(readCell));
    },
    readWindows(windows: readonly CellWindow[], report: (error: unknown) => void): WindowReads {
      checkCells(windows);
      return readWindowsOf(description, windows, chunkAt, report);
    },
  };
}

function createStaticReader(
  objects: ObjectStore,
  { description, statics }: { description: CubeDescription; statics: readonly StaticFieldId[] },
) {
  const { dataset, version, grid } = description;
  const fields = new Map<StaticFieldId, Promise<Float32Array>>();

  async function load(id: StaticFieldId): Promise<Float32Array> {
    const key = `${versionPrefix(dataset, version)}/${id}/c/0/0`;
    return decodeStatic(await getStored(objects, key), grid.rows * grid.columns, key);
  }

  return async (id: StaticFieldId): Promise<Float32Array | null> => {
    if (!statics.includes(id)) return null;
    const field = fields.get(id) ?? load(id);
    fields.set(id, field);
    field.catch(() => fields.delete(id));
    return field;
  };
}

/**
 * Opens a complete version.
 *
 * @throws ObjectDefectError  it is not complete, or its metadata or axes are damaged
 */
export async function openCubeReader(
  objects: ObjectStore,
  dataset: string,
  version: string,
  caches: CubeCaches,
): Promise<CubeReader> {
  const key = metadataKey(dataset, version);
  const completion = await readCompletion(objects, dataset, version);
  const metadata = await getStored(objects, key);
  checkMetadata(completion, metadata, key);
  const stored = await readDescription(objects, dataset, version, metadata);
  return {
    description: stored.description,
    ...createCellReader(objects, stored.description, caches),
    staticField: createStaticReader(objects, stored),
  };
}
