/**
 * Height of the ground at a place, from the published terrain.
 *
 * Bilinear between the centres of pixels (`pixel-corners.ts`), on across the borders of tiles and the date line, so a
 * route that crosses them meets no step. Of many places at once each tile is read once (`heights-along.ts`).
 *
 * What goes wrong with the stored terrain costs a height, never an answer: null, and one log line for each object.
 */

import { type Clock, systemClock } from '../../base/clock.js';
import type { Deadline } from '../../base/deadline.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { TILE_PIXELS, tileOfPixel } from '../../grid/web-mercator.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { createTerrainShelf, type OpenTerrain, type TerrainShelf } from '../../store/terrain/terrain-shelf.js';
import type { PointerWatch } from '../../store/versions/pointer-watch.js';
import { heightsAlong } from './heights-along.js';
import { blendCorners, type PixelCorners, pixelCorners, pixelInTile } from './pixel-corners.js';

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
  /** Shared by all readers of the process; default: a watch for the terrain alone. */
  readonly pointers?: PointerWatch;
  /** Bound of the decoded tiles, bytes; default 32 MiB. */
  readonly cacheBytes?: number;
}

/** A look-up in the terrain of `objects`; terrain that is published later is seen within seconds. */
export function createElevationLookup({
  clock = systemClock,
  log,
  ...rest
}: ElevationDependencies): ElevationLookup & Required<Pick<ElevationLookup, 'version' | 'along'>> {
  const shelf = createTerrainShelf({ ...rest, clock, log });
  const report = reporterOf(shelf, log);
  const heightOf = async (latitude: number, longitude: number) => {
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
    const terrain = await openInTime(shelf, report, deadline);
    if (terrain === null) return new Float64Array(latitudes.length).fill(Number.NaN);
    return heightsAlong(terrain, { latitudes, longitudes, deadline, report });
  };
  return Object.assign(heightOf, { version: () => versionIn(shelf), along });
}

/** Null where there is no terrain, none that can be opened, or none in time. */
async function openInTime(
  shelf: TerrainShelf,
  report: (error: unknown) => void,
  deadline: Deadline | undefined,
): Promise<OpenTerrain | null> {
  const open = async (): Promise<OpenTerrain | null> => {
    try {
      return await shelf.open();
    } catch (error) {
      report(error);
      return null;
    }
  };
  return deadline === undefined ? open() : Promise.race([open(), deadline.passed.then(() => null)]);
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

function heightAt(terrain: OpenTerrain, latitude: number, longitude: number): number | null | Promise<number | null> {
  const corners = pixelCorners(terrain.description.window.zoom, latitude, longitude);
  if (corners === null) return null;
  const blend = (tiles: readonly Tile[]): number | null => {
    const packed = tiles.map((tile, corner) => tile?.[pixelInTile(corners, corner)] ?? MISSING_PACKED);
    const height = blendCorners(packed, 0, corners);
    return Number.isNaN(height) ? null : height;
  };
  const tiles = cornerTiles(terrain, corners);
  return areAtHand(tiles) ? blend(tiles) : Promise.all(tiles).then(blend);
}

/** The tile of each corner; most often four times the same. */
function cornerTiles(terrain: OpenTerrain, { left, top }: PixelCorners): readonly (Tile | Promise<Tile>)[] {
  const tileOf = (x: number, y: number): Tile | Promise<Tile> => {
    const index = tileOfPixel(terrain.description.window, x, y);
    return index < 0 ? null : terrain.tile(index);
  };
  const tile = tileOf(left, top);
  const isLast = (n: number): boolean => (n & (TILE_PIXELS - 1)) === TILE_PIXELS - 1;
  if (!isLast(left) && !isLast(top)) return [tile, tile, tile, tile];
  return [tile, tileOf(left + 1, top), tileOf(left, top + 1), tileOf(left + 1, top + 1)];
}

function areAtHand(tiles: readonly (Tile | Promise<Tile>)[]): tiles is readonly Tile[] {
  return !tiles.some((tile) => tile instanceof Promise);
}
