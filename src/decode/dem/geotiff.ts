/**
 * Heights in a GeoTIFF: one band of integers or floats in tiles or strips, classic or BigTIFF, as the Copernicus DEM,
 * EU-DEM and ETOPO come. Blocks are decoded when they are asked for; the file's overviews are passed over.
 *
 * Missing: the number in GDAL_NODATA, NaN, and blocks that a sparse file leaves out; all come out as NaN.
 *
 * Own reader, since the library at hand inflates without a bound and takes memory for whatever count a tag claims:
 * docs/decisions/0004-own-geotiff-reader.md.
 */

import type { Defect } from './defect.js';
import { type Georeference, rasterPosition, readGeoreference } from './georeference.js';
import { checkLayout, readBlock, type SampleLayout } from './tiff-blocks.js';
import { readTiffDirectory, type TiffDirectory } from './tiff-directory.js';

export interface GeoTiff {
  readonly columns: number;
  readonly rows: number;
  readonly georeference: Georeference;
  /** Shape of every block; those at the right and lower edge reach beyond the raster. */
  readonly block: { readonly columns: number; readonly rows: number };
  /** Blocks beside each other. */
  readonly blocksAcross: number;
  /**
   * Float32Array [row, column] of the whole block, m, NaN missing. Blocks are numbered row by row.
   *
   * Throws what `defect` makes: the block does not lie in the file, or does not decode.
   */
  readBlock(number: number): Float32Array;
}

const LONGEST_SIDE = 1_000_000;
/** 64 MiB of floats: a GLO-30 tile in a single strip has 13 million pixels. */
const LARGEST_BLOCK = 2 ** 24;

/** Throws what `defect` makes: no TIFF, or one that this reader does not read, naming what is in the way. */
export function openGeoTiff(bytes: Uint8Array, defect: Defect): GeoTiff {
  const directory = readTiffDirectory(bytes, defect);
  const [columns, rows] = [directory.number(256), directory.number(257)];
  if (!isSide(columns) || !isSide(rows))
    throw defect(`sides of a TIFF are 1 to ${LONGEST_SIDE}`, `${columns} × ${rows}`);
  const bands = directory.number(277, 1);
  if (bands !== 1) throw defect('a GeoTIFF of heights has one band', bands);
  const layout = layoutOf(directory);
  checkLayout(layout, defect);
  const { block, offsets, lengths } = blocksOf(directory, columns, rows, defect);
  const georeference = readGeoreference(directory, defect);
  const noData = missingValue(directory.text(42113));
  const blocksAcross = Math.ceil(columns / block.columns);

  function heightsOf(number: number): Float32Array {
    const [offset, length] = [offsets[number]!, lengths[number]!];
    const shape = { columns: block.columns, rows: storedRows(block, number, rows, offsets.length) };
    const heights = new Float32Array(block.columns * block.rows).fill(Number.NaN);
    if (length === 0) return heights;
    if (!(offset + length <= bytes.length))
      throw defect(`TIFF block ${number} lies inside the ${bytes.length} bytes`, `${length} bytes at ${offset}`);
    heights.set(readBlock(bytes.subarray(offset, offset + length), shape, layout, defect));
    return withoutMissing(heights, noData);
  }

  return { columns, rows, georeference, block, blocksAcross, readBlock: heightsOf };

  /** Strips hold no row below the raster, tiles do. */
  function storedRows(shape: typeof block, number: number, all: number, count: number): number {
    return shape.kind === 'strip' && number === count - 1 ? all - shape.rows * (count - 1) : shape.rows;
  }
}

function isSide(n: number): boolean {
  return Number.isInteger(n) && n >= 1 && n <= LONGEST_SIDE;
}

function layoutOf(directory: TiffDirectory): SampleLayout {
  return {
    bits: directory.number(258, 1),
    format: directory.number(339, 1),
    compression: directory.number(259, 1),
    predictor: directory.number(317, 1),
    littleEndian: directory.littleEndian,
  };
}

function blocksOf(directory: TiffDirectory, columns: number, rows: number, defect: Defect) {
  const tiled = directory.numbers(322).length > 0;
  const block = tiled
    ? { kind: 'tile' as const, columns: directory.number(322), rows: directory.number(323) }
    : { kind: 'strip' as const, columns, rows: Math.min(rows, directory.number(278, rows)) };
  if (!isSide(block.columns) || !isSide(block.rows) || block.columns * block.rows > LARGEST_BLOCK)
    throw defect(`a TIFF block has 1 to ${LARGEST_BLOCK} samples`, `${block.columns} × ${block.rows}`);
  const [offsets, lengths] = tiled
    ? [directory.numbers(324), directory.numbers(325)]
    : [directory.numbers(273), directory.numbers(279)];
  const count = Math.ceil(columns / block.columns) * Math.ceil(rows / block.rows);
  if (offsets.length !== count || lengths.length !== count)
    throw defect(
      `a TIFF of ${count} blocks says where each is`,
      `${offsets.length} offsets, ${lengths.length} lengths`,
    );
  return { block, offsets, lengths };
}

/** NaN where the file names none. */
function missingValue(text: string): number {
  return text.trim() === '' ? Number.NaN : Math.fround(Number(text));
}

/** Beyond the deepest trench and the highest peak: what is left of a "no data" that the file does not declare. */
const IMPOSSIBLE_M = 12_000;

function withoutMissing(heights: Float32Array, noData: number): Float32Array {
  for (let i = 0; i < heights.length; i++) {
    const height = heights[i]!;
    if (height === noData || !(Math.abs(height) < IMPOSSIBLE_M)) heights[i] = Number.NaN;
  }
  return heights;
}

/** Fractional column and row of a place, and whether the pixel there is in the raster. */
export function positionIn(
  tiff: GeoTiff,
  latitude: number,
  longitude: number,
): { x: number; y: number; inside: boolean } {
  const { x, y } = rasterPosition(tiff.georeference, latitude, longitude);
  const inside = x >= -0.5 && y >= -0.5 && x < tiff.columns - 0.5 && y < tiff.rows - 0.5;
  return { x, y, inside };
}
