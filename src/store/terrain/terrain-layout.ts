/**
 * Where everything of a stored terrain lies, and what its numbers mean. Normative description: docs/formats/terrain.md.
 *
 *   terrain/latest.json                        which version is published
 *   terrain/<version>/complete.json            every object of the version is there
 *   terrain/<version>/zarr.json                Zarr v3 group, with all array metadata consolidated
 *   terrain/<version>/height/c/<y>/<x>         one chunk: 256 × 256 pixels, the tile firstX + x, firstY + y
 *   terrain/<version>/{x,y}/c/0                Web Mercator coordinates of the pixel centres
 *
 * A look-up needs one tile, so a tile is an object: what is fetched, resumed, cached and lost on a bad disk is the same
 * piece. Heights are int16 in steps of 0.25 m, from −4192 m (no land is below −440 m) to 12,191 m.
 */

import {
  DEEPEST_ZOOM,
  MERCATOR_HALF_SIDE_M,
  TILE_PIXELS,
  type TileWindow,
  worldPixels,
} from '../../grid/web-mercator.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { METADATA_NAME, versionPrefix } from '../versions/version-keys.js';
import { BLOSC_METADATA } from '../zarr/chunk-codec.js';

export const TERRAIN_DATASET = 'terrain';
/** Raised when a reader of this version could misread what a later writer stores. */
export const TERRAIN_FORMAT = { name: 'weatherglass-terrain', version: 1 } as const;
/** Metres of one step, and the height of packed zero, m. */
export const HEIGHT_STEP = 0.25;
export const HEIGHT_BASE = 4000;
export const CHUNK_VALUES = TILE_PIXELS * TILE_PIXELS;

/** Most tiles of one version: 8 GiB of heights before compression. */
const MOST_TILES = 65_536;

/** What a version is made of; two versions with the same facts hold the same heights. */
export interface TerrainFacts {
  /** "terrarium" or "geotiff". */
  readonly source: string;
  /** Where the heights came from, as a reader of the store should know it: an address, or names of files. */
  readonly origin: string;
  /** True when the ground is the simulated one. */
  readonly simulated: boolean;
  readonly window: TileWindow;
}

export interface TerrainDescription extends TerrainFacts {
  readonly version: string;
  /** When writing began, epoch seconds. */
  readonly createdAt: number;
}

export function terrainPrefix(version: string): string {
  return versionPrefix(TERRAIN_DATASET, version);
}

/** Key of the chunk at column `x` and row `y` of the window. */
export function tileKey(version: string, x: number, y: number): string {
  return `${terrainPrefix(version)}/height/c/${y}/${x}`;
}

export function groupKey(version: string): string {
  return `${terrainPrefix(version)}/${METADATA_NAME}`;
}

/** The rule that a window breaks, null when it can be stored. */
export function windowFault({ zoom, firstX, firstY, across, down }: TileWindow): string | null {
  const side = 2 ** zoom;
  const whole = [zoom, firstX, firstY, across, down].every((n) => Number.isSafeInteger(n) && n >= 0);
  if (!whole || zoom > DEEPEST_ZOOM) return `zoom ${zoom} and tiles are whole numbers, zoom at most ${DEEPEST_ZOOM}`;
  if (firstX >= side || firstY + down > side || across > side || across < 1 || down < 1)
    return `${across} × ${down} tiles from ${firstX}, ${firstY} lie in the world of ${side} × ${side}`;
  if (across * down > MOST_TILES) return `${across} × ${down} tiles are at most ${MOST_TILES}`;
  return null;
}

/** Coordinates of pixel centres, m: x eastward, counting on across the date line; y northward, so falling. */
export function coordinatesOf({ zoom, firstX, firstY, across, down }: TileWindow): {
  x: Float64Array;
  y: Float64Array;
} {
  const step = (2 * MERCATOR_HALF_SIDE_M) / worldPixels(zoom);
  const x = (_: unknown, i: number): number => (firstX * TILE_PIXELS + i + 0.5) * step - MERCATOR_HALF_SIDE_M;
  const y = (_: unknown, i: number): number => MERCATOR_HALF_SIDE_M - (firstY * TILE_PIXELS + i + 0.5) * step;
  return {
    x: Float64Array.from({ length: across * TILE_PIXELS }, x),
    y: Float64Array.from({ length: down * TILE_PIXELS }, y),
  };
}

const BYTES = { name: 'bytes', configuration: { endian: 'little' } };
const CHECKSUM = { name: 'crc32c' };
const COMMON = {
  zarr_format: 3,
  node_type: 'array',
  chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
} as const;

/** The Zarr document of every array, by its name. */
export function terrainArrays({ across, down }: TileWindow): Record<string, object> {
  const axis = (name: 'x' | 'y', tiles: number) => ({
    ...COMMON,
    shape: [tiles * TILE_PIXELS],
    data_type: 'float64',
    chunk_grid: { name: 'regular', configuration: { chunk_shape: [tiles * TILE_PIXELS] } },
    fill_value: 0,
    codecs: [BYTES, CHECKSUM],
    dimension_names: [name],
    attributes: { units: 'm', standard_name: `projection_${name}_coordinate` },
  });
  return {
    height: {
      ...COMMON,
      shape: [down * TILE_PIXELS, across * TILE_PIXELS],
      data_type: 'int16',
      chunk_grid: { name: 'regular', configuration: { chunk_shape: [TILE_PIXELS, TILE_PIXELS] } },
      fill_value: MISSING_PACKED,
      codecs: [BYTES, { name: 'blosc', configuration: BLOSC_METADATA }, CHECKSUM],
      dimension_names: ['y', 'x'],
      attributes: {
        units: 'm',
        standard_name: 'surface_altitude',
        scale_factor: HEIGHT_STEP,
        add_offset: HEIGHT_BASE,
        // xarray masks by this attribute and not by fill_value, which in Zarr is only what an absent chunk reads as.
        _FillValue: MISSING_PACKED,
      },
    },
    x: axis('x', across),
    y: axis('y', down),
  };
}

/** The document of the group. */
export function terrainGroup({ window, ...facts }: TerrainDescription): object {
  const { name: format, version: formatVersion } = TERRAIN_FORMAT;
  return {
    zarr_format: 3,
    node_type: 'group',
    attributes: { format, formatVersion, dataset: TERRAIN_DATASET, ...facts, crs: 'EPSG:3857', window },
    consolidated_metadata: { kind: 'inline', must_understand: false, metadata: terrainArrays(window) },
  };
}
