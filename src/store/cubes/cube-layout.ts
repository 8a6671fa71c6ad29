/**
 * Names of the objects of a forecast cube, sizes of its shards and chunks. Normative description:
 * docs/formats/forecast-cube.md.
 *
 *   <dataset>/<version>/zarr.json                   Zarr v3 group, with all array metadata consolidated
 *   <dataset>/<version>/fc/c/0/0/<band>/0           one shard: all elements and times of 16 rows
 *   <dataset>/<version>/<array>/c/0                 one coordinate or static array, whole
 *
 * A point's series of every element is one chunk, so one read. Chunks of 2 × 2 cells were measured best: 1 × 1 loses a
 * quarter of the compression, 4 × 4 decodes four times the bytes for the same answer.
 */

import type { Cell, CubeAxes } from '../../model/cube.js';
import { ELEMENTS } from '../../model/element.js';
import type { Grid } from '../../model/field.js';
import { versionPrefix } from '../versions/version-keys.js';
import { gridFault } from '../zarr/grid-document.js';

/** Rows of the grid in one shard, the last band may have fewer. */
export const SHARD_ROWS = 16;
/** Rows and columns of one inner chunk; cells beyond the grid's edge are stored as missing. */
export const CHUNK_ROWS = 2;
export const CHUNK_COLUMNS = 2;
export const CHUNK_CELLS = CHUNK_ROWS * CHUNK_COLUMNS;
export const SHARD_CHUNK_ROWS = SHARD_ROWS / CHUNK_ROWS;

/** 64 MiB: 20 elements × 400,000 steps. Keeps a damaged description from asking for all memory. */
const LARGEST_CHUNK_BYTES = 2 ** 26;

/** Number of shards of a cube on `grid`. */
export function shardCount(grid: Grid): number {
  return Math.ceil(grid.rows / SHARD_ROWS);
}

/** Rows of the grid in shard `shard`: 16, fewer in the last. */
export function shardRows(grid: Grid, shard: number): number {
  return Math.min(SHARD_ROWS, grid.rows - shard * SHARD_ROWS);
}

/** Chunks beside each other in one chunk row of a shard. */
export function chunkColumns(grid: Grid): number {
  return Math.ceil(grid.columns / CHUNK_COLUMNS);
}

/** Chunks in a shard, those wholly below the grid's last row included. */
export function chunksPerShard(grid: Grid): number {
  return SHARD_CHUNK_ROWS * chunkColumns(grid);
}

/** Which shard and chunk hold a cell, and the cell's place in the chunk. */
export function locateCell(grid: Grid, { y, x }: Cell): { shard: number; chunk: number; place: number } {
  const row = y % SHARD_ROWS;
  const chunk = Math.floor(row / CHUNK_ROWS) * chunkColumns(grid) + Math.floor(x / CHUNK_COLUMNS);
  return { shard: Math.floor(y / SHARD_ROWS), chunk, place: (row % CHUNK_ROWS) * CHUNK_COLUMNS + (x % CHUNK_COLUMNS) };
}

export function shardKey(dataset: string, version: string, shard: number): string {
  return `${versionPrefix(dataset, version)}/fc/c/0/0/${shard}/0`;
}

/** The rule of the layout that axes break, null when they fit. Shared by the writer's door and the reader's. */
export function axesFault({ elements, times, grid, packings }: CubeAxes): string | null {
  const known = new Set<string>(ELEMENTS.map(({ id }) => id));
  const stranger = elements.find((id) => !known.has(id));
  if (stranger !== undefined) return `element "${stranger}" is not in the table of elements`;
  if (elements.length === 0 || new Set(elements).size !== elements.length) return 'elements are some, each once';
  if (packings.length !== elements.length) return `${packings.length} packings for ${elements.length} elements`;
  if (!packings.every(({ step, base }) => step > 0 && Number.isFinite(step) && Number.isFinite(base)))
    return 'packing steps are positive, steps and bases finite';
  if (times.length === 0 || !times.every((time, i) => Number.isSafeInteger(time) && !(time <= times[i - 1]!)))
    return 'times are some, whole seconds, strictly increasing';
  if (elements.length * times.length * CHUNK_CELLS * 2 > LARGEST_CHUNK_BYTES)
    return `a chunk of ${elements.length} elements × ${times.length} times is over ${LARGEST_CHUNK_BYTES} bytes`;
  return gridFault(grid);
}
