/**
 * Elevation files on disk, told apart by their names:
 *
 *   …/{zoom}/{x}/{y}.png                                     a Terrarium tile
 *   …/Copernicus_DSM_COG_10_N47_00_E028_00_DEM.tif           Copernicus GLO-30 (10: arc seconds × 10), by its cell's
 *                                                            south-western corner; 30 is GLO-90
 *   …/*.tif, *.tiff                                          any other GeoTIFF
 *
 * Copernicus has no file for a cell that is all sea.
 */

import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { UpstreamError } from '../../base/errors.js';
import { filesUnder, readLocalFile } from '../local-files.js';

export interface TileFile {
  readonly path: string;
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface RasterFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** South-western corner of its 1° cell, degrees, where the name says it. */
  readonly cell: { readonly south: number; readonly west: number } | null;
}

export interface TerrainFiles {
  readonly tiles: readonly TileFile[];
  readonly rasters: readonly RasterFile[];
}

/** Below the directory that is named: {zoom}/{x}/{y}.png, or one folder for each Copernicus cell, and some to spare. */
const DEEPEST = 5;
/** All of Copernicus is 26,450 cells. */
const MOST_FILES = 200_000;
/** A GLO-30 cell takes some 40 MB; a strip of EU-DEM 600. */
const LARGEST_RASTER = 2 ** 30;

const TILE = /(?:^|[/\\])(\d{1,2})[/\\](\d{1,7})[/\\](\d{1,7})\.png$/;
const CELL = /^Copernicus_DSM_(?:COG_)?\d+_([NS])(\d{2})_00_([EW])(\d{3})_00(?:_DEM)?\.tiff?$/;

/**
 * What these files and directories hold.
 *
 * @throws UpstreamError  one cannot be read, or there is no elevation file at all
 */
export async function findTerrainFiles(from: readonly string[]): Promise<TerrainFiles> {
  const paths = (await Promise.all(from.map((path) => filesUnder(path, { deepest: DEEPEST, mostFiles: MOST_FILES }))))
    .flat()
    .sort();
  const tiles = paths.flatMap((path) => tileOf(path) ?? []);
  const rasters = await Promise.all(paths.filter((path) => /\.tiff?$/i.test(path)).map(rasterOf));
  if (tiles.length + rasters.length === 0)
    throw new UpstreamError('not-yet', from.join(' '), 'holds no GeoTIFF and no tile named {zoom}/{x}/{y}.png');
  return { tiles, rasters };
}

/**
 * The bytes of a file, at most 1 GiB.
 *
 * @throws UpstreamError
 */
export function readTerrainFile(path: string): Promise<Uint8Array> {
  return readLocalFile(path, LARGEST_RASTER);
}

function tileOf(path: string): TileFile | null {
  const match = TILE.exec(path);
  if (match === null) return null;
  const [zoom, x, y] = match.slice(1).map(Number) as [number, number, number];
  return x < 2 ** zoom && y < 2 ** zoom ? { path, zoom, x, y } : null;
}

async function rasterOf(path: string): Promise<RasterFile> {
  const { size, mtimeMs } = await stat(path);
  const match = CELL.exec(basename(path));
  const cell = match && {
    south: Number(match[2]) * (match[1] === 'S' ? -1 : 1),
    west: Number(match[4]) * (match[3] === 'W' ? -1 : 1),
  };
  return { path, bytes: size, modifiedAt: mtimeMs, cell };
}
