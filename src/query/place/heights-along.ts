/**
 * Heights of very many places: every tile is loaded once, gives its pixels to all places that need them, and is dropped.
 *
 * What waits for tiles is four packed heights of each place and not the tiles, so 4,000 places that lie in as many tiles
 * (524 MB of heights) cost 200 KB and the few tiles that are read at the same time. The numbers are those of the look-up
 * of one place, which shares the arithmetic (`pixel-corners.ts`).
 */

import type { Deadline } from '../../base/deadline.js';
import { type TileWindow, tileOfPixel } from '../../grid/web-mercator.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { OpenTerrain } from '../../store/terrain/terrain-shelf.js';
import { blendCorners, type PixelCorners, pixelCorners, pixelInTile } from './pixel-corners.js';

/**
 * Reads under way at once: a directory is as fast with 8, a bucket is not. They hold 6 MB at most, and as many have to
 * hang before the others are kept waiting.
 */
const TILES_AT_ONCE = 32;
/** Of a corner whose tile was not read: no int16. */
const NOT_READ = 0x10000;

export interface HeightsRequest {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly deadline: Deadline | undefined;
  /** Told of each tile that cannot be read; its places have no height. */
  readonly report: (error: unknown) => void;
}

/** Heights at the places, m; NaN where there is none and where one did not come before the deadline. */
export async function heightsAlong(terrain: OpenTerrain, request: HeightsRequest): Promise<Float64Array> {
  const { latitudes, longitudes, deadline } = request;
  const { zoom } = terrain.description.window;
  const places = Array.from(latitudes, (latitude, i) => pixelCorners(zoom, latitude, longitudes[i]!));
  const packed = new Int32Array(4 * places.length).fill(NOT_READ);
  const reading = readCorners(terrain, places, packed, request);
  await (deadline === undefined ? reading : Promise.race([reading, deadline.passed]));
  return Float64Array.from(places, (corners, i) =>
    corners !== null && isRead(packed, 4 * i) ? blendCorners(packed, 4 * i, corners) : Number.NaN,
  );
}

function isRead(packed: Int32Array, at: number): boolean {
  for (let entry = at; entry < at + 4; entry++) if (packed[entry] === NOT_READ) return false;
  return true;
}

/** Fills the four entries of each place as its tiles come. */
async function readCorners(
  terrain: OpenTerrain,
  places: readonly (PixelCorners | null)[],
  packed: Int32Array,
  { deadline, report }: HeightsRequest,
): Promise<void> {
  const waiting = cornersByTile(terrain.description.window, places, packed).entries();
  async function readOnAndOn(): Promise<void> {
    for (const [tile, entries] of waiting) {
      if (deadline?.isPassed()) return;
      try {
        const loaded = terrain.passTile(tile);
        const heights = loaded instanceof Int16Array ? loaded : await loaded;
        for (const entry of entries) packed[entry] = heights[pixelInTile(places[entry >> 2]!, entry & 3)]!;
      } catch (error) {
        report(error);
      }
    }
  }
  await Promise.all(Array.from({ length: TILES_AT_ONCE }, readOnAndOn));
}

/** Entries of `packed` by the tile that has them, in the order of the places; those outside the window are missing. */
function cornersByTile(
  window: TileWindow,
  places: readonly (PixelCorners | null)[],
  packed: Int32Array,
): ReadonlyMap<number, readonly number[]> {
  const tiles = new Map<number, number[]>();
  let last = -1;
  let entries: number[] = [];
  for (const [i, corners] of places.entries()) {
    if (corners === null) continue;
    for (let entry = 4 * i; entry < 4 * i + 4; entry++) {
      const tile = tileOfPixel(window, corners.left + (entry & 1), corners.top + ((entry >> 1) & 1));
      if (tile < 0) {
        packed[entry] = MISSING_PACKED;
        continue;
      }
      if (tile !== last) {
        entries = tiles.get(tile) ?? [];
        tiles.set(tile, entries);
        last = tile;
      }
      entries.push(entry);
    }
  }
  return tiles;
}
