/**
 * Where the pixels of a GeoTIFF lie, from its keys (OGC 19-008r4, "GeoTIFF Standard 1.1").
 *
 *   column x = (east − east of the first pixel's centre) / step          row y likewise, southward
 *
 * ModelPixelScale and one tie point give the raster; GTRasterTypeGeoKey says whether the tie point names a pixel's
 * corner (1, area) or its centre (2, point). That half pixel is 12 m in Copernicus GLO-30: its tiles are "area" with an
 * origin half a pixel beyond the whole degree, so that centres lie on the degree.
 *
 * Coordinates that are read: geographic ones on any datum (they differ by less than the 30 m of the finest pixels used
 * here), Web Mercator (EPSG:3857) and the Lambert azimuthal equal-area grid of Europe (EPSG:3035).
 */

import { europeanEqualArea } from '../../grid/equal-area-europe.js';
import { MERCATOR_HALF_SIDE_M, pixelX, pixelY, worldPixels } from '../../grid/web-mercator.js';
import type { Defect } from './defect.js';
import type { TiffDirectory } from './tiff-directory.js';

export interface Georeference {
  readonly crs: 'geographic' | 'EPSG:3857' | 'EPSG:3035';
  /** Coordinates of the centre of the first pixel, degrees or m. */
  readonly east: number;
  readonly north: number;
  /** Pixel sides, degrees or m, both positive: columns go east, rows south. */
  readonly eastStep: number;
  readonly northStep: number;
}

const PIXEL_SCALE = 33550;
const TIE_POINT = 33922;
const KEYS = 34735;
const MODEL_TYPE = 1024;
const RASTER_TYPE = 1025;
const PROJECTED = 3072;

/** Values of GeoKeys that stand in the directory itself, which those that are needed do. */
function geoKeys(directory: TiffDirectory): ReadonlyMap<number, number> {
  const words = directory.numbers(KEYS);
  const keys = new Map<number, number>();
  for (let at = 4; at + 3 < words.length; at += 4) if (words[at + 1] === 0) keys.set(words[at]!, words[at + 3]!);
  return keys;
}

function crsOf(keys: ReadonlyMap<number, number>, defect: Defect): Georeference['crs'] {
  const model = keys.get(MODEL_TYPE);
  const projected = keys.get(PROJECTED);
  if (model === 2) return 'geographic';
  if (model === 1 && projected === 3857) return 'EPSG:3857';
  if (model === 1 && projected === 3035) return 'EPSG:3035';
  const found = model === 1 ? `EPSG:${projected ?? 'none'}` : `model type ${model ?? 'none'}`;
  throw defect('a GeoTIFF has geographic coordinates, EPSG:3857 or EPSG:3035', found);
}

/** Throws what `defect` makes: no georeference, one that is turned, or coordinates that are not read. */
export function readGeoreference(directory: TiffDirectory, defect: Defect): Georeference {
  const keys = geoKeys(directory);
  const crs = crsOf(keys, defect);
  const [eastStep = 0, northStep = 0] = directory.numbers(PIXEL_SCALE);
  const [column, row, , east, north] = directory.numbers(TIE_POINT);
  if (!(eastStep > 0 && northStep > 0 && Number.isFinite(eastStep) && Number.isFinite(northStep)))
    throw defect('a GeoTIFF has a pixel scale over 0', `${eastStep} × ${northStep}`);
  if (![column, row, east, north].every(Number.isFinite))
    throw defect('a GeoTIFF has a tie point', `${column} ${row} ${east} ${north}`);
  const centre = keys.get(RASTER_TYPE) === 2 ? 0 : 0.5;
  return {
    crs,
    east: east! + (centre - column!) * eastStep,
    north: north! - (centre - row!) * northStep,
    eastStep,
    northStep,
  };
}

/** Column and row of a place, in pixels from the centre of the first; any numbers, inside the raster or not. */
export function rasterPosition(at: Georeference, latitude: number, longitude: number): { x: number; y: number } {
  const { east, north } = coordinatesIn(at, latitude, longitude);
  return { x: (east - at.east) / at.eastStep, y: (at.north - north) / at.northStep };
}

function coordinatesIn({ crs, east: first, eastStep }: Georeference, latitude: number, longitude: number) {
  if (crs === 'EPSG:3035') return europeanEqualArea(latitude, longitude);
  if (crs === 'EPSG:3857') {
    const metres = (pixels: number): number =>
      (pixels / worldPixels(0)) * 2 * MERCATOR_HALF_SIDE_M - MERCATOR_HALF_SIDE_M;
    return { east: metres(pixelX(longitude, 0)), north: -metres(pixelY(latitude, 0)) };
  }
  // The turn that puts the place right of the raster's western edge, so that rasters across the date line work.
  const edge = first - eastStep / 2;
  const turns = Math.floor((longitude - edge) / 360);
  return { east: longitude - 360 * turns, north: latitude };
}
