/**
 * Height of the ground at a place, from the published terrain.
 *
 *   pixel centres lie at n + 0.5 (`grid/web-mercator.ts`); between four centres the height is bilinear
 *
 * The blend runs on across the borders of tiles and the date line, so a route that crosses them meets no step. Where the
 * nearest pixel is missing the answer is null; where only others are (the edge of a region, the last row before 85.05°)
 * the ones that are there share the weight.
 *
 * What goes wrong with the stored terrain costs a height, never an answer: null, and one log line for each object.
 */

import { type Clock, systemClock } from '../../base/clock.js';
import type { Deadline } from '../../base/deadline.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { MERCATOR_LIMIT, pixelX, pixelY, TILE_PIXELS } from '../../grid/web-mercator.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { HEIGHT_BASE, HEIGHT_STEP } from '../../store/terrain/terrain-layout.js';
import { createTerrainShelf, type OpenTerrain, type TerrainShelf } from '../../store/terrain/terrain-shelf.js';

export interface ElevationLookup {
  /** Height of the ground at a point from a terrain model, m above mean sea level; null where it has none. */
  (latitude: number, longitude: number): Promise<number | null>;
  /** Names what the heights come from: with another name the same place may have another height. */
  readonly version?: () => Promise<string>;
  /**
   * Heights of many places, m; NaN where it has none, and where one did not come before the deadline. Never rejects.
   *
   * @param longitudes  of any turn, as many as latitudes
   */
  readonly along?: (latitudes: Float64Array, longitudes: Float64Array, deadline?: Deadline) => Promise<Float64Array>;
}

export interface ElevationDependencies {
  readonly objects: ObjectStore;
  readonly log: Log;
  /** Ages what is known of the store; default the machine's, which a service with a fixed weather clock needs too. */
  readonly clock?: Clock;
  /** Bound of the decoded tiles, bytes; default 32 MiB. */
  readonly cacheBytes?: number;
}

/** A look-up in the terrain of `objects`; terrain that is published later is seen within seconds. */
export function createElevationLookup({
  clock = systemClock,
  log,
  ...rest
}: ElevationDependencies): Required<ElevationLookup> & ElevationLookup {
  const shelf = createTerrainShelf({ ...rest, clock, log });
  const report = reporterOf(shelf, log);
  const heightOf = async (latitude: number, longitude: number) => {
    if (!(Math.abs(latitude) <= MERCATOR_LIMIT) || !Number.isFinite(longitude)) return null;
    try {
      const opened = shelf.open();
      const terrain = opened instanceof Promise ? await opened : opened;
      return terrain === null ? null : await heightAt(terrain, latitude, longitude);
    } catch (error) {
      report(error);
      return null;
    }
  };
  const along = async (latitudes: Float64Array, longitudes: Float64Array, deadline?: Deadline) => {
    const heights = new Float64Array(latitudes.length).fill(Number.NaN);
    const fill = async (latitude: number, i: number) => {
      const height = (await heightOf(latitude, longitudes[i]!)) ?? Number.NaN;
      if (!deadline?.isPassed()) heights[i] = height;
    };
    await Promise.race([Promise.all(Array.from(latitudes, fill)), ...(deadline ? [deadline.passed] : [])]);
    return heights;
  };
  return Object.assign(heightOf, { version: () => versionIn(shelf), along });
}

/** Of a terrain that cannot be opened the look-ups tell; here it is a name like any other. */
async function versionIn(shelf: TerrainShelf): Promise<string> {
  try {
    return (await shelf.open())?.description.version ?? 'none';
  } catch {
    return 'unreadable';
  }
}

/** One line for each damaged object, and for each thing that a store says when it does not answer. */
function reporterOf({ defects }: TerrainShelf, log: Log): (error: unknown) => void {
  let said = '';
  return (error) => {
    if (isTagged(error, 'object-defect')) return defects.report(error, { dataset: 'terrain' });
    if (String(error) === said) return;
    said = String(error);
    log.error({ error: said }, 'the terrain cannot be read; places stay at the height of the models');
  };
}

type Tile = Int16Array | null;

/** The tile with a pixel of the world; null outside the window. Columns left of the date line come round again. */
function tileOf({ description, tile }: OpenTerrain, x: number, y: number): Tile | Promise<Tile> {
  const { zoom, firstX, firstY, across, down } = description.window;
  const side = 1 << zoom;
  const column = (((Math.floor(x / TILE_PIXELS) - firstX) % side) + side) % side;
  const row = Math.floor(y / TILE_PIXELS) - firstY;
  return column < across && row >= 0 && row < down ? tile(column, row) : null;
}

function heightAt(terrain: OpenTerrain, latitude: number, longitude: number): number | null | Promise<number | null> {
  const { zoom } = terrain.description.window;
  const x = pixelX(longitude, zoom) - 0.5;
  const y = pixelY(latitude, zoom) - 0.5;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const blend = (corners: readonly Tile[]): number | null => blendCorners(corners, left, top, x - left, y - top);
  const tiles = cornerTiles(terrain, left, top);
  return areAtHand(tiles) ? blend(tiles) : Promise.all(tiles).then(blend);
}

/** Tiles with the pixels `left`, `left` + 1 of the rows `top`, `top` + 1; most often four times the same. */
function cornerTiles(terrain: OpenTerrain, left: number, top: number): readonly (Tile | Promise<Tile>)[] {
  const tile = tileOf(terrain, left, top);
  const isLast = (n: number): boolean => (n & (TILE_PIXELS - 1)) === TILE_PIXELS - 1;
  if (!isLast(left) && !isLast(top)) return [tile, tile, tile, tile];
  const [right, below] = [tileOf(terrain, left + 1, top), tileOf(terrain, left, top + 1)];
  return [tile, right, below, tileOf(terrain, left + 1, top + 1)];
}

function areAtHand(tiles: readonly (Tile | Promise<Tile>)[]): tiles is readonly Tile[] {
  return !tiles.some((tile) => tile instanceof Promise);
}

/** Bilinear between the pixels `left`, `left` + 1 and `top`, `top` + 1 at the fractions `fx`, `fy` of the way. */
function blendCorners(corners: readonly Tile[], left: number, top: number, fx: number, fy: number): number | null {
  let sum = 0;
  let share = 0;
  const nearest = (fx < 0.5 ? 0 : 1) + (fy < 0.5 ? 0 : 2);
  for (let i = 0; i < 4; i++) {
    const [right, below] = [i & 1, i >> 1];
    const at = ((top + below) & (TILE_PIXELS - 1)) * TILE_PIXELS + ((left + right) & (TILE_PIXELS - 1));
    const packed = corners[i]?.[at] ?? MISSING_PACKED;
    if (packed === MISSING_PACKED) {
      if (i === nearest) return null;
      continue;
    }
    const weight = (right ? fx : 1 - fx) * (below ? fy : 1 - fy);
    sum += weight * packed;
    share += weight;
  }
  return (sum / share) * HEIGHT_STEP + HEIGHT_BASE;
}
