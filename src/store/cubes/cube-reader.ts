/**
 * Reading one complete version: a cell is one range read of its chunk, one checksum and one decompression, or nothing
 * at all when the chunk was decoded lately.
 *
 * The caches are handed in, so that all versions on a shelf share one bound. A decoded chunk is given out as it is, not
 * copied: 16 elements × 250 steps are 8 KB a cell, and a forecast reads up to four.
 *
 * A chunk is decompressed whole, also for a route that needs some hours of it: its order is [cell, element, time], so a
 * few steps of all elements lie in every block of the frame.
 */

import type { Cell, CubeDescription } from '../../model/cube.js';
import type { StaticFieldId } from '../../model/element.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readMetadata } from '../versions/completion.js';
import { getStored } from '../versions/stored-object.js';
import { versionPrefix } from '../versions/version-keys.js';
import { decodeStatic } from '../zarr/axis-arrays.js';
import { type ChunkSource, type CubeCaches, type CubeChunks, cubeChunks } from './cube-chunks.js';
import { readDescription } from './cube-description.js';
import { chunksPerShard, locateCell } from './cube-layout.js';

/** A version that can be read, without the counting of who does. */
export interface CubeReader {
  readonly description: CubeDescription;
  readonly chunks: CubeChunks;
  /** @param chunkAt  where its chunks come from; default `chunks.get` */
  readCells(cells: readonly Cell[], chunkAt?: ChunkSource): Promise<Int16Array[]>;
  staticField(id: StaticFieldId): Promise<Float32Array | null>;
}

function createCellReader({ grid, elements, times }: CubeDescription, chunks: CubeChunks) {
  const series = elements.length * times.length;
  const perShard = chunksPerShard(grid);

  function checkCell({ y, x }: Cell): void {
    const inside = Number.isInteger(y) && Number.isInteger(x) && y >= 0 && x >= 0;
    if (!inside || y >= grid.rows || x >= grid.columns)
      throw new RangeError(`cell y ${y}, x ${x} of a grid of ${grid.rows} × ${grid.columns}`);
  }

  async function cellOf(chunk: Int16Array | Promise<Int16Array>, place: number): Promise<Int16Array> {
    const all = chunk instanceof Int16Array ? chunk : await chunk;
    return all.subarray(place * series, (place + 1) * series);
  }

  return async (cells: readonly Cell[], chunkAt: ChunkSource = chunks.get): Promise<Int16Array[]> => {
    cells.forEach(checkCell);
    const asked = new Map<number, Int16Array | Promise<Int16Array>>();
    const reads = cells.map((cell) => {
      const { shard, chunk, place } = locateCell(grid, cell);
      const number = shard * perShard + chunk;
      const loaded = asked.get(number) ?? chunkAt(shard, chunk);
      asked.set(number, loaded);
      return cellOf(loaded, place);
    });
    return Promise.all(reads);
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
  const metadata = await readMetadata(objects, dataset, version);
  const stored = await readDescription(objects, dataset, version, metadata);
  const chunks = cubeChunks(objects, stored.description, caches);
  return {
    description: stored.description,
    chunks,
    readCells: createCellReader(stored.description, chunks),
    staticField: createStaticReader(objects, stored),
  };
}
