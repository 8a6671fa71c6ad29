/**
 * One shard of maps: the compressed pictures of a band, one for each time, then the index of where each lies. The same
 * chunks, index and checksums as those of the series (`chunk-codec.ts`, `shard-index.ts`).
 */

import type { Grid } from '../../model/field.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import { encodeIndex } from '../zarr/shard-index.js';
import { mapChunkValues } from './map-layout.js';

/**
 * The bytes of a shard, in a buffer of their own.
 *
 * @param values  int16 [time, row, x]; of the last band only the rows that the grid has
 * @param rows  1 to 16
 */
export async function encodeMapShard(grid: Grid, values: Int16Array, rows: number): Promise<Uint8Array> {
  const cells = rows * grid.columns;
  const count = values.length / cells;
  const index = { offsets: new Float64Array(count), lengths: new Uint32Array(count) };
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (let t = 0; t < count; t++) {
    const picture = values.subarray(t * cells, (t + 1) * cells);
    // A time without any value is left out, as Zarr allows.
    if (picture.every((value) => value === MISSING_PACKED)) continue;
    const stored = await encodeChunk(bytesOf(wholeChunk(picture, grid)));
    index.offsets[t] = offset;
    index.lengths[t] = stored.length;
    offset += stored.length;
    parts.push(stored);
  }
  parts.push(encodeIndex(index));
  return join(parts);
}

/** Rows below the grid are missing. */
function wholeChunk(picture: Int16Array, grid: Grid): Int16Array {
  const size = mapChunkValues(grid);
  if (picture.length === size) return picture;
  const chunk = new Int16Array(size).fill(MISSING_PACKED);
  chunk.set(picture);
  return chunk;
}

/** Not `Buffer.concat`, whose small buffers lie in a pool: a shard changes its thread, and would take the pool along. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
