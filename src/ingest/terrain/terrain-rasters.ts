/**
 * GeoTIFF files (Copernicus GLO-30 and GLO-90, EU-DEM, ETOPO and their like) brought to pixels of Web Mercator.
 *
 *   height of a pixel = mean of k × k bilinear samples spread over it,  k = pixel side / raster step, 1 to 4
 *
 * so that a coarse pixel is the mean of its ground and not one of its rocks. Rasters are laid over each other in the
 * order of their names; between the last row of one and the first of the next (Copernicus cells share none) the nearer
 * one holds, at most half a pixel of the raster away.
 *
 * A Copernicus cell that is not there is sea, 0 m, and none of its files holds a sea bed; other rasters may, and are
 * raised (`terrain-surface.ts`).
 */

import { LRUCache } from 'lru-cache';
import { crc32c } from '../../base/crc32c.js';
import { ConfigError, UpstreamError } from '../../base/errors.js';
import { type GeoTiff, openGeoTiff, positionIn } from '../../decode/dem/geotiff.js';
import {
  deepestZoom,
  latitudeOfPixel,
  longitudeOfPixel,
  MERCATOR_HALF_SIDE_M,
  pixelMetres,
  TILE_PIXELS,
  tileWindow,
} from '../../grid/web-mercator.js';
import type { Box } from '../../model/box.js';
import { type RasterFile, readTerrainFile } from '../../sources/terrain/terrain-files.js';
import { CHUNK_VALUES } from '../../store/terrain/terrain-layout.js';
import type { HeightMaking, TerrainContext, TerrainOptions } from './terrain-making.js';
import { raiseSea } from './terrain-surface.js';
import { HIGHEST_AUTO_ZOOM, MOST_AUTO_TILES } from './terrain-tiles.js';

/** Bytes of files and decoded blocks that are kept, two or three cells of GLO-30; the one at work counts extra. */
const KEPT_BYTES = 256 * 2 ** 20;
const MOST_RASTERS = 64;
/** Decoded blocks of one raster: a whole cell of GLO-30, and the largest single block that the reader takes. */
const BLOCK_BYTES = 64 * 2 ** 20;
const MOST_SAMPLES = 4;
const METRES_PER_DEGREE = MERCATOR_HALF_SIDE_M / 180;

interface Raster {
  readonly file: RasterFile;
  /** Degrees; null where the raster's own coordinates do not say it. */
  readonly extent: Box | null;
  /** Pixel side, m. */
  readonly step: number;
}

function open(bytes: Uint8Array, path: string): GeoTiff {
  return openGeoTiff(bytes, (rule, value) => new UpstreamError('framing', path, `${rule}; got ${value}`));
}

async function look(file: RasterFile): Promise<Raster> {
  const { columns, rows, georeference } = open(await readTerrainFile(file.path), file.path);
  const { crs, east, north, eastStep, northStep } = georeference;
  if (crs !== 'geographic') return { file, extent: null, step: northStep };
  const west = east - eastStep / 2;
  const extent = {
    south: Math.max(-90, north - (rows - 0.5) * northStep),
    west,
    north: Math.min(90, north + northStep / 2),
    // Rasters of the globe may name the date line twice.
    east: west + Math.min(360, columns * eastStep),
  };
  return { file, extent, step: northStep * METRES_PER_DEGREE };
}

/** Cells of one edition are alike, so one of them is looked at. */
async function lookAtAll(files: readonly RasterFile[]): Promise<Raster[]> {
  const rasters: Raster[] = [];
  let cellStep: number | null = null;
  for (const file of files) {
    if (file.cell === null || cellStep === null) {
      const raster = await look(file);
      if (file.cell !== null) cellStep = raster.step;
      rasters.push(raster);
    } else {
      const { south, west } = file.cell;
      // Half a pixel further, as their pixels are centred on the degree.
      const margin = 1 / 240;
      const extent = { south: south - margin, west: west - margin, north: south + 1 + margin, east: west + 1 + margin };
      rasters.push({ file, extent, step: cellStep });
    }
  }
  return rasters;
}

/** The box around all rasters; the globe where they span it. */
function regionOf(rasters: readonly Raster[], origin: string): Box | null {
  const extents = rasters.map(({ extent }) => extent);
  if (extents.some((extent) => extent === null))
    throw new ConfigError('WEATHERGLASS_REGION', 'must be set for rasters in projected coordinates', origin);
  const known = extents as readonly Box[];
  const [west, east] = [Math.min(...known.map((box) => box.west)), Math.max(...known.map((box) => box.east))];
  if (east - west >= 360) return null;
  const [south, north] = [Math.min(...known.map((box) => box.south)), Math.max(...known.map((box) => box.north))];
  return { south, west, north, east };
}

/** The zoom whose pixels are as fine as the rasters, or as fine as the size of the region allows. */
function zoomFor(rasters: readonly Raster[], region: Box | null, highest: number): number {
  const latitude = region === null ? 0 : (region.south + region.north) / 2;
  const finest = Math.min(...rasters.map(({ step }) => step));
  // A thousandth of slack: a raster a hair finer than a zoom does not need the next one.
  const wanted = Math.log2((pixelMetres(0, latitude) / finest) * 0.999);
  return deepestZoom(region, Math.max(0, Math.min(highest, Math.ceil(wanted))), MOST_AUTO_TILES);
}

export async function rasterMaking(
  files: readonly RasterFile[],
  deps: TerrainContext,
  options: TerrainOptions,
): Promise<HeightMaking> {
  const rasters = await lookAtAll(files);
  const origin = files.length === 1 ? files[0]!.path : `${files.length} files`;
  const region = deps.region ?? regionOf(rasters, origin);
  const zoom = options.zoom ?? zoomFor(rasters, region, options.highestZoom ?? HIGHEST_AUTO_ZOOM);
  const cellsOnly = files.every(({ cell }) => cell !== null);
  const openRaster = keepRasters();
  return {
    facts: { source: 'geotiff', origin: describe(files), simulated: false, window: tileWindow(region, zoom) },
    parallel: 1,
    mostAbsent: 1,
    async tile(x, y, signal) {
      const heights = new Float32Array(CHUNK_VALUES).fill(cellsOnly ? 0 : Number.NaN);
      for (const raster of rasters) {
        signal.throwIfAborted();
        if (reaches(raster, zoom, x, y)) fillTile(heights, await openRaster(raster.file.path), raster, { zoom, x, y });
      }
      if (!cellsOnly) raiseSea(heights, zoom, x, y);
      return heights;
    },
  };
}

/** Names for people, a checksum for telling other contents: "N47.tif and 3 more, 5f3a09c1". */
function describe(files: readonly RasterFile[]): string {
  const marks = files.map(({ path, bytes, modifiedAt }) => `${path} ${bytes} ${modifiedAt}`).join('\n');
  const sum = crc32c(new TextEncoder().encode(marks)).toString(16).padStart(8, '0');
  const [first] = files.map(({ path }) => path.replace(/^.*[/\\]/, ''));
  return files.length === 1 ? `${first}, ${sum}` : `${first} and ${files.length - 1} more, ${sum}`;
}

interface KeptRaster {
  readonly tiff: GeoTiff;
  readonly blocks: LRUCache<number, Float32Array>;
}

function keepRasters(): (path: string) => Promise<KeptRaster> {
  const kept = new LRUCache<string, KeptRaster>({ max: MOST_RASTERS, maxSize: KEPT_BYTES });
  // One that is larger than all that may be kept is still needed for many tiles in turn.
  let last: { readonly path: string; readonly raster: KeptRaster } | null = null;
  return async (path) => {
    const known = last?.path === path ? last.raster : kept.get(path);
    if (known !== undefined) return known;
    const bytes = await readTerrainFile(path);
    const tiff = open(bytes, path);
    const blocks = new LRUCache<number, Float32Array>({
      maxSize: BLOCK_BYTES,
      sizeCalculation: (heights) => heights.byteLength,
    });
    const raster = { tiff, blocks };
    last = { path, raster };
    kept.set(path, raster, { size: bytes.length + Math.min(BLOCK_BYTES, tiff.columns * tiff.rows * 4) });
    return raster;
  };
}

function reaches({ extent }: Raster, zoom: number, x: number, y: number): boolean {
  if (extent === null) return true;
  const [west, east] = [x, x + 1].map((n) => longitudeOfPixel(n * TILE_PIXELS, zoom)) as [number, number];
  const [north, south] = [y, y + 1].map((n) => latitudeOfPixel(n * TILE_PIXELS, zoom)) as [number, number];
  if (extent.south > north || extent.north < south) return false;
  // A raster may run on beyond 180 E, or begin before 180 W.
  return [-360, 0, 360].some((turn) => extent.west <= east + turn && extent.east >= west + turn);
}

function fillTile(
  heights: Float32Array,
  raster: KeptRaster,
  { step }: Raster,
  { zoom, x, y }: { readonly zoom: number; readonly x: number; readonly y: number },
): void {
  const sample = sampler(raster);
  const side = pixelMetres(zoom, latitudeOfPixel((y + 0.5) * TILE_PIXELS, zoom));
  const count = Math.max(1, Math.min(MOST_SAMPLES, Math.round(side / step)));
  const along = { length: TILE_PIXELS * count };
  const latitudes = Float64Array.from(along, (_, i) => latitudeOfPixel(y * TILE_PIXELS + (i + 0.5) / count, zoom));
  const longitudes = Float64Array.from(along, (_, i) => longitudeOfPixel(x * TILE_PIXELS + (i + 0.5) / count, zoom));
  for (let row = 0; row < TILE_PIXELS; row++) {
    for (let column = 0; column < TILE_PIXELS; column++) {
      let sum = 0;
      let found = 0;
      for (let j = row * count; j < (row + 1) * count; j++)
        for (let i = column * count; i < (column + 1) * count; i++) {
          const height = sample(latitudes[j]!, longitudes[i]!);
          if (Number.isNaN(height)) continue;
          sum += height;
          found++;
        }
      if (found > 0) heights[row * TILE_PIXELS + column] = sum / found;
    }
  }
}

/** Bilinear height at a place, NaN outside the raster or where its nearest pixel is missing. */
function sampler({ tiff, blocks }: KeptRaster): (latitude: number, longitude: number) => number {
  const { columns, rows, block, blocksAcross } = tiff;
  let number = -1;
  let heights: Float32Array = new Float32Array(0);
  function load(wanted: number): void {
    number = wanted;
    heights = blocks.get(wanted) ?? tiff.readBlock(wanted);
    blocks.set(wanted, heights);
  }
  function pixel(x: number, y: number): number {
    const column = Math.min(columns - 1, Math.max(0, x));
    const row = Math.min(rows - 1, Math.max(0, y));
    const wanted = Math.floor(row / block.rows) * blocksAcross + Math.floor(column / block.columns);
    if (wanted !== number) load(wanted);
    return heights[(row % block.rows) * block.columns + (column % block.columns)]!;
  }
  return (latitude, longitude) => {
    const { x, y, inside } = positionIn(tiff, latitude, longitude);
    if (!inside) return Number.NaN;
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - left, y - top];
    const upper = pixel(left, top) * (1 - fx) + pixel(left + 1, top) * fx;
    const lower = pixel(left, top + 1) * (1 - fx) + pixel(left + 1, top + 1) * fx;
    const blended = upper * (1 - fy) + lower * fy;
    // Beside a missing pixel there is nothing to blend with.
    return Number.isNaN(blended) ? pixel(Math.round(x), Math.round(y)) : blended;
  };
}
