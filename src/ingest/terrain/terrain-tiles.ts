/** Terrarium tiles, over HTTP or on disk, as a making of heights. */

import { ConfigError, isTagged, UpstreamError } from '../../base/errors.js';
import { type RetryPolicy, retry } from '../../base/retry.js';
import { readTerrarium } from '../../decode/dem/terrarium.js';
import { DEEPEST_ZOOM, deepestZoom, type TileWindow, tileWindow } from '../../grid/web-mercator.js';
import { readTerrainFile, type TileFile } from '../../sources/terrain/terrain-files.js';
import { DEEPEST_TERRARIUM, type TerrariumSource } from '../../sources/terrain/terrarium-source.js';
import type { HeightMaking, TerrainContext, TerrainOptions } from './terrain-making.js';
import { raiseSea } from './terrain-surface.js';

/** Without a wish of the operator: what a gigabyte holds, and zoom 11 is 76 m, finer than any model's ground. */
export const MOST_AUTO_TILES = 4096;
export const HIGHEST_AUTO_ZOOM = 11;
/** Requests under way at once to a public bucket. */
const POLITE = 6;
/** Share of tiles that may be absent: a set that is whole everywhere has none, and an outage looks like many. */
const MOST_ABSENT = 0.01;
/** A body that arrived whole and is no picture: a proxy's page, a bad copy on one of many servers. */
const DAMAGED: RetryPolicy = { attempts: 3, firstPauseSeconds: 1, longestPauseSeconds: 10 };

function decodeTile(bytes: Uint8Array, origin: string, { zoom, x, y }: Pick<TileFile, 'zoom' | 'x' | 'y'>) {
  const heights = readTerrarium(bytes, (rule, value) => new UpstreamError('framing', origin, `${rule}; got ${value}`));
  raiseSea(heights, zoom, x, y);
  return heights;
}

/** Heights of the region from tiles at `source`. */
export function terrariumMaking(
  {
    region,
    source: { baseUrl, simulated },
    random,
    sleep,
  }: TerrainContext & { sleep: NonNullable<TerrainContext['sleep']> },
  { zoom, highestZoom = HIGHEST_AUTO_ZOOM }: TerrainOptions,
  source: TerrariumSource,
): HeightMaking {
  const chosen = zoom ?? deepestZoom(region, highestZoom, MOST_AUTO_TILES);
  if (chosen > DEEPEST_TERRARIUM)
    throw new ConfigError('WEATHERGLASS_TERRAIN_ZOOM', `must be at most ${DEEPEST_TERRARIUM}`, String(chosen));
  const fetchTile = async (x: number, y: number, signal: AbortSignal): Promise<Float32Array | null> => {
    const bytes = await source.fetchTile(chosen, x, y, signal);
    return bytes === null ? null : decodeTile(bytes, source.urlOf(chosen, x, y), { zoom: chosen, x, y });
  };
  return {
    // The address of a simulated upstream is another one each time.
    facts: {
      source: 'terrarium',
      origin: simulated ? 'simulated upstream' : baseUrl,
      simulated,
      window: tileWindow(region, chosen),
    },
    parallel: POLITE,
    mostAbsent: MOST_ABSENT,
    tile: (x, y, signal) =>
      retry(() => fetchTile(x, y, signal), {
        policy: DAMAGED,
        random,
        sleep,
        signal,
        judge: (error) => ({ again: isTagged(error, 'upstream') && error.fault === 'framing' }),
      }),
  };
}

/** Heights from tiles on disk: those of the wished zoom, else of the finest one that is there. */
export function tileFilesMaking(
  files: readonly TileFile[],
  { region }: TerrainContext,
  options: TerrainOptions,
): HeightMaking {
  const zoom = options.zoom ?? Math.max(...files.map((file) => file.zoom));
  const chosen = files.filter((file) => file.zoom === zoom && zoom <= DEEPEST_ZOOM);
  if (chosen.length === 0)
    throw new ConfigError('WEATHERGLASS_TERRAIN_ZOOM', 'must be a zoom of the tiles', String(zoom));
  const paths = new Map(chosen.map((file) => [`${file.x}/${file.y}`, file.path]));
  return {
    facts: {
      source: 'terrarium',
      origin: `${chosen.length} tiles`,
      simulated: false,
      window: region === null ? windowAround(chosen) : tileWindow(region, zoom),
    },
    parallel: 2,
    mostAbsent: 1,
    async tile(x, y) {
      const path = paths.get(`${x}/${y}`);
      return path === undefined ? null : decodeTile(await readTerrainFile(path), path, { zoom, x, y });
    },
  };
}

function windowAround(tiles: readonly TileFile[]): TileWindow {
  const [firstX, firstY, lastX, lastY] = tiles.reduce(
    ([left, top, right, bottom], { x, y }) => [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ],
    [Infinity, Infinity, -1, -1],
  ) as [number, number, number, number];
  return { zoom: tiles[0]!.zoom, firstX, firstY, across: lastX - firstX + 1, down: lastY - firstY + 1 };
}
