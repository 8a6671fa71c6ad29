/**
 * The published terrain, opened: what `query/place/elevation.ts` reads.
 *
 * The pointer is looked at again when its watch says so. Tiles are kept decoded, the least recently used one goes first. A
 * version is opened once; when another is published, its tiles make room by and by.
 */

import { createDefectLog, type DefectLog } from '../versions/defect-log.js';
import { type ShelfOptions, watchPointers } from '../versions/pointer-watch.js';
import { shareLoads } from '../versions/shared-loads.js';
import { TERRAIN_DATASET, type TerrainDescription } from './terrain-layout.js';
import { openTerrain, readTile } from './terrain-reader.js';

/** 256 tiles: at zoom 11 a square of 250 km in the middle latitudes, at zoom 6 a sixteenth of the globe. */
const CACHE_BYTES = 32 * 2 ** 20;
/** 64 tiles beside them for routes: 500 km and more at zoom 11, half of the globe at zoom 6. */
const PASSING_BYTES = 8 * 2 ** 20;

export interface OpenTerrain {
  readonly description: TerrainDescription;
  /** Packed heights of a tile of the window, counted row by row; the array itself when it is at hand. */
  tile(index: number): Int16Array | Promise<Int16Array>;
  /** The same for a reader of very many tiles, who shall not drive out those that others use. */
  passTile(index: number): Int16Array | Promise<Int16Array>;
}

export interface TerrainShelf {
  readonly defects: DefectLog;
  /**
   * The published terrain, null when there is none; the promise of it when the pointer has to be looked at.
   *
   * @throws ObjectDefectError  its description is damaged
   */
  open(): OpenTerrain | null | Promise<OpenTerrain | null>;
}

export interface TerrainShelfOptions extends ShelfOptions {
  readonly cacheBytes?: number;
}

export function createTerrainShelf(options: TerrainShelfOptions): TerrainShelf {
  const { objects, clock, log, cacheBytes = CACHE_BYTES } = options;
  const { pointers = watchPointers({ objects, clock, log }) } = options;
  const defects = createDefectLog(log);
  const tiles = shareLoads<Int16Array>(cacheBytes, (tile) => tile.byteLength, PASSING_BYTES);
  let opened: { readonly version: string; readonly terrain: Promise<OpenTerrain> } | null = null;
  /** Result of the last look; a thousand look-ups of a route then cost no turn of the loop each. */
  let known: { readonly terrain: OpenTerrain | null; readonly since: number; readonly period: number } | null = null;

  async function openVersion(version: string): Promise<OpenTerrain> {
    try {
      const description = await openTerrain(objects, version);
      const { across } = description.window;
      const read = (index: number) => () => readTile(objects, version, index % across, Math.floor(index / across));
      return {
        description,
        tile: (index) => tiles.get(`${version}/${index}`, read(index)),
        passTile: (index) => tiles.pass(`${version}/${index}`, read(index)),
      };
    } catch (error) {
      // Forgotten at once, so that a version that was repaired can be opened without a restart.
      opened = null;
      throw error;
    }
  }

  async function look(): Promise<OpenTerrain | null> {
    const [since, period] = [clock.now(), pointers.period()];
    const version = (await pointers.read(TERRAIN_DATASET))?.version;
    if (version !== undefined && opened?.version !== version) opened = { version, terrain: openVersion(version) };
    const terrain = version === undefined ? null : await opened!.terrain;
    known = terrain === null ? null : { terrain, since, period }; // the watch itself ages that nothing is published
    return terrain;
  }

  return {
    defects,
    open() {
      const isFresh = known?.period === pointers.period() && known.since !== clock.now();
      return isFresh && known !== null ? known.terrain : look();
    },
  };
}
