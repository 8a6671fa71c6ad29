/**
 * The tiles of a field as one shard, and back.
 *
 *   offset             size      contents
 *   0                  …         stored tiles (grids/chunk-codec.ts), uint16 [128, 128], in the order of their first use
 *   size − 16 n − 4    16 n + 4  index of the n tiles (grids/shard-index.ts)
 *
 * A tile of nothing but `UNOBSERVED` is not stored. Tiles of one other number, in practice the dry ones, all have the
 * same bytes: they are stored once, and the entries of the index point there. Of a CONUS frame that is 500 tiles of 1540,
 * which then cost neither a compression nor a decompression.
 */

import { ObjectDefectError } from '../../base/errors.js';
import { sharedTurns } from '../../base/turns.js';
import { UNOBSERVED } from '../../model/radar.js';
import { collapseTile, TILE_VALUES } from '../../model/radar-tiles.js';
import type { ObjectStore } from '../objects/object-store.js';
import { getStored } from '../versions/stored-object.js';
import { bytesOf, decodeChunk, encodeChunk, largestStoredBytes } from '../zarr/chunk-codec.js';
import { decodeIndex, encodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';

type Tile = Uint16Array | number;

const TILE_BYTES = 2 * TILE_VALUES;

function valuesOf(tile: Tile): Uint8Array {
  return bytesOf(typeof tile === 'number' ? new Uint16Array(TILE_VALUES).fill(tile) : tile);
}

/** The bytes of the shard. */
export async function encodeTiles(tiles: readonly Tile[]): Promise<Uint8Array> {
  const index = { offsets: new Float64Array(tiles.length), lengths: new Uint32Array(tiles.length) };
  const parts: Uint8Array[] = [];
  const uniform = new Map<number, { offset: number; length: number }>();
  let offset = 0;
  for (const [k, given] of tiles.entries()) {
    const tile = typeof given === 'number' ? given : collapseTile(given);
    if (tile === UNOBSERVED) continue;
    let place = typeof tile === 'number' ? uniform.get(tile) : undefined;
    if (place === undefined) {
      const stored = await encodeChunk(valuesOf(tile));
      parts.push(stored);
      place = { offset, length: stored.length };
      offset += stored.length;
      if (typeof tile === 'number') uniform.set(tile, place);
    }
    index.offsets[k] = place.offset;
    index.lengths[k] = place.length;
    await sharedTurns.pause();
  }
  parts.push(encodeIndex(index));
  return Buffer.concat(parts);
}

/** Where the last stored tile ends: what is to be fetched. */
function endOf({ offsets, lengths }: ShardIndex, key: string): number {
  let end = 0;
  for (let k = 0; k < offsets.length; k++) end = Math.max(end, offsets[k]! + lengths[k]!);
  const most = offsets.length * largestStoredBytes(TILE_BYTES);
  // Entries that point far behind each other would take any amount of memory.
  if (end > most) throw new ObjectDefectError(key, 0, `${offsets.length} tiles end at byte ${end}, of ${most} at most`);
  return end;
}

/**
 * All tiles of a shard, decoded in turns, so that requests keep their latency. Tiles whose entries are the same share what
 * is decoded.
 *
 * @throws ObjectDefectError  missing, cut, or damaged anywhere
 */
export async function readTiles(objects: ObjectStore, key: string, count: number): Promise<Tile[]> {
  const suffix = await getStored(objects, key, { suffix: indexBytes(count) });
  const index = decodeIndex(suffix, count, largestStoredBytes(TILE_BYTES), key);
  const length = endOf(index, key);
  const stored = length === 0 ? new Uint8Array() : await getStored(objects, key, { offset: 0, length });
  const decoded = new Map<string, Tile>();
  const tiles: Tile[] = [];
  for (let k = 0; k < count; k++) {
    const [from, size] = [index.offsets[k]!, index.lengths[k]!];
    const place = `${from} ${size}`;
    let tile = size === 0 ? UNOBSERVED : decoded.get(place);
    if (tile === undefined) {
      const bytes = await decodeChunk(stored.subarray(from, from + size), TILE_BYTES, key, from);
      tile = collapseTile(new Uint16Array(bytes));
      decoded.set(place, tile);
    }
    tiles.push(tile);
    await sharedTurns.pause();
  }
  return tiles;
}
