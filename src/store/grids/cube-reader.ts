/**
 * Reading one complete version: a cell is one range read of its chunk, one checksum and one decompression, or nothing
 * at all when the chunk was decoded lately.
 *
 * The caches are handed in, so that all versions on a shelf share one bound. A decoded chunk is given out as it is, not
 * copied: 16 elements × 250 steps are 8 KB a cell, and a forecast reads up to four. A route reads thousands of cells and
 * some steps of each: `window-reads.ts`.
 */

import type { Cell, CellWindow, CubeDescription, WindowReads } from '../../model/cube.js';
import type { StaticFieldId } from '../../model/element.js';
import type { ObjectStore } from '../objects/object-store.js';
import { decodeStatic } from './axis-arrays.js';
import { checkMetadata, readCompletion } from './completion.js';
import { type CubeCaches, type CubeChunks, cubeChunks } from './cube-chunks.js';
import { metadataKey, readDescription } from './cube-description.js';
import { locateCell, versionPrefix } from './cube-layout.js';
import { getStored } from './stored-object.js';
import { readWindowsOf } from './window-reads.js';

/** A version that can be read, without the counting of who does. */
export interface CubeReader {
  readonly description: CubeDescription;
  readCells(cells: readonly Cell[]): Promise<Int16Array[]>;
  /** @param report  told of every error once, when it happens */
  readWindows(windows: readonly CellWindow[], report: (error: unknown) => void): WindowReads;
  staticField(id: StaticFieldId): Promise<Float32Array | null>;
}

function createCellReader(description: CubeDescription, chunks: CubeChunks) {
  const { grid, elements, times } = description;
  const series = elements.length * times.length;

  function checkCells(cells: readonly Cell[]): void {
    for (const { y, x } of cells) {
      const inside = Number.isInteger(y) && Number.isInteger(x) && y >= 0 && x >= 0;
      if (!inside || y >= grid.rows || x >= grid.columns)
        throw new RangeError(`cell y ${y}, x ${x} of a grid of ${grid.rows} × ${grid.columns}`);
    }
  }

  async function readCell(cell: Cell): Promise<Int16Array> {
    const { shard, chunk, place } = locateCell(grid, cell);
    const loaded = chunks.get(shard, chunk);
    const all = loaded instanceof Int16Array ? loaded : await loaded;
    return all.subarray(place * series, (place + 1) * series);
  }

  return {
    async readCells(cells: readonly Cell[]): Promise<Int16Array[]> {
      checkCells(cells);
      return Promise.all(cells.map(readCell));
    },
    readWindows(windows: readonly CellWindow[], report: (error: unknown) => void): WindowReads {
      checkCells(windows);
      return readWindowsOf(description, windows, chunks.pass, report);
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
    ...createCellReader(stored.description, cubeChunks(objects, stored.description, caches)),
    staticField: createStaticReader(objects, stored),
  };
}
