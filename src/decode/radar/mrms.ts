/**
 * Frames of MRMS (NOAA/NSSL): one GRIB2 message of discipline 209, usually gzipped.
 *
 * Codes are those of NSSL's table for MRMS 12: 209-6-1 the rate, and so on (`PRODUCTS`); each stands so in two tables of
 * other readers (netcdf-java's, GDAL's). A file of another product is refused by name. Negative values are the upstream's
 * words for "no data" (−1), "no coverage" (−3) and, elsewhere, −99, −999 and −99900 (lightning); all of them are unobserved
 * here, and none is ever a value; nor is a chance or a quality of more than 1.
 *
 * Packed values stay integers: packing 5.41 is a picture, mostly of 16 bits a pixel, of whose 65,536 values each is turned
 * into a step of the dataset once, in a table, and the picture goes through it band by band into tiles. The 98 MB of the
 * field as float32 are never there. Any other packing takes the ordinary way.
 */

import { gunzipSync } from 'node:zlib';
import { MalformedError } from '../../base/errors.js';
import { RADAR_DATASETS, RADAR_TILE, type RadarDatasetId, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { createTiling } from '../../science/radar/tiled-field.js';
import { type GribField, readFields } from '../grib2/field.js';
import { frameMessages } from '../grib2/message.js';
import { parameterName } from '../grib2/parameter-tables.js';
import { type PackedPicture, readPackedPicture } from './packed-picture.js';
import type { RadarRaster } from './raster.js';

/** Numbers within discipline 209; `percent`: the message has percent, the dataset a ratio. */
const PRODUCTS: Readonly<Partial<Record<RadarDatasetId, { code: readonly [number, number]; percent?: true }>>> = {
  'mrms-rate': { code: [6, 1] },
  'mrms-flag': { code: [6, 0] },
  'mrms-mesh': { code: [3, 28] },
  'mrms-shi': { code: [3, 26] },
  'mrms-posh': { code: [3, 27], percent: true },
  'mrms-lightning-30': { code: [2, 5], percent: true },
  'mrms-lightning-60': { code: [2, 6], percent: true },
  'mrms-quality': { code: [8, 0] },
};
const DISCIPLINE = 209;
const FORMAT = 'MRMS';
/** The largest real file, of reflectivity, has 2.5 MB. */
const MOST_UNPACKED_BYTES = 64 << 20;
const LARGEST_PACKED = UNOBSERVED - 1;

/** Turns a value of the message into a step of the dataset. */
type Pack = (value: number) => number;

/**
 * @param bytes  a whole file, gzipped or not
 * @param dataset  one of MRMS
 * @throws MalformedError  gzip that is broken or too large, or a file of another product
 * @throws MalformedError, GribUnsupportedError  as reading GRIB2 does
 * @throws RangeError  a dataset of another network
 */
export function decodeMrms(bytes: Uint8Array, dataset: RadarDatasetId): RadarRaster {
  const product = PRODUCTS[dataset];
  if (product === undefined) throw new RangeError(`${dataset} is no dataset of MRMS`);
  const { step, unit } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
  const pack = packing(
    (product.percent ? 0.01 : 1) / step,
    unit === 'ratio' ? Math.round(1 / step) : Number.POSITIVE_INFINITY,
  );
  const message = onlyMessage(unpacked(bytes));
  const fields = readFields(message);
  const field = fields[0];
  const { discipline, category, number } = field!.parameter;
  if (fields.length !== 1 || discipline !== DISCIPLINE || category !== product.code[0] || number !== product.code[1])
    throw new MalformedError(
      FORMAT,
      `a file of ${dataset} holds one field, of ${nameOf({ discipline: DISCIPLINE, category: product.code[0], number: product.code[1] })}`,
      fields.map(({ parameter }) => nameOf(parameter)).join(', '),
    );
  const picture = readPackedPicture(message);
  const tiled = picture === null ? tileValues(field!, step, pack) : tilePicture(picture, step, pack);
  return { grid: gridOf(field!), validTime: field!.time.validTime, field: tiled };
}

/** @param most  steps beyond which a value is none */
function packing(scale: number, most: number): Pack {
  return (value) => {
    const steps = Math.round(value * scale);
    // NaN and negatives fail the first comparison.
    return value >= 0 && steps <= most ? Math.min(LARGEST_PACKED, steps) : UNOBSERVED;
  };
}

const MRMS_CENTRE = 161;

/** "PrecipRate (209-6-1)". */
function nameOf(code: { discipline: number; category: number; number: number }): string {
  const name = parameterName(code, MRMS_CENTRE)?.shortName ?? 'a parameter';
  return `${name} (${code.discipline}-${code.category}-${code.number})`;
}

function gridOf(field: GribField): RadarRaster['grid'] {
  return field.grid ?? field.decode().grid; // which throws what is not read of it
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED_BYTES });
  } catch (error) {
    const rule = `gzip is whole and unpacks to at most ${MOST_UNPACKED_BYTES} bytes`;
    const { code } = error as NodeJS.ErrnoException;
    throw new MalformedError(FORMAT, rule, code ?? String(error), { cause: error });
  }
}

function onlyMessage(bytes: Uint8Array): Uint8Array {
  const first = frameMessages(bytes).next();
  if (first.done)
    throw new MalformedError(FORMAT, 'a file must hold a GRIB message', `${bytes.length} bytes without one`);
  return first.value.bytes;
}

function tilePicture(picture: PackedPicture, step: number, pack: Pack): TiledField {
  const { rows, columns } = picture;
  const tiling = createTiling(rows, columns, step);
  const unpackBand = bandUnpacking(picture, pack);
  for (let row = 0; row < rows; row += RADAR_TILE) {
    const band = new Uint16Array(Math.min(RADAR_TILE, rows - row) * columns);
    unpackBand(row * columns, band);
    tiling.addRows(row, band);
  }
  return tiling.finish();
}

/** Fills a band from the pixel `first` on. */
function bandUnpacking(
  { bits, offset, scale, data }: PackedPicture,
  pack: Pack,
): (first: number, band: Uint16Array) => void {
  if (bits === 24) return (first, band) => unpackWide(data, 3 * first, band, (pixel) => pack(offset + scale * pixel));
  const table = new Uint16Array(2 ** bits);
  for (let pixel = 0; pixel < table.length; pixel++) table[pixel] = pack(offset + scale * pixel);
  if (bits === 8)
    return (first, band) => {
      for (let i = 0; i < band.length; i++) band[i] = table[data[first + i]!]!;
    };
  return (first, band) => {
    for (let i = 0, at = 2 * first; i < band.length; i++, at += 2) band[i] = table[(data[at]! << 8) | data[at + 1]!]!;
  };
}

/** 24 bits are too many for a table; most pixels are what the one before was. */
function unpackWide(data: Uint8Array, from: number, band: Uint16Array, pack: (pixel: number) => number): void {
  let [last, packed] = [-1, 0];
  for (let i = 0, at = from; i < band.length; i++, at += 3) {
    const pixel = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
    if (pixel !== last) [last, packed] = [pixel, pack(pixel)];
    band[i] = packed;
  }
}

function tileValues(field: GribField, step: number, pack: Pack): TiledField {
  const { grid, values } = field.decode();
  const { rows, columns } = grid;
  const tiling = createTiling(rows, columns, step);
  for (let row = 0; row < rows; row += RADAR_TILE) {
    const end = Math.min(rows, row + RADAR_TILE) * columns;
    tiling.addRows(row, Uint16Array.from(values.subarray(row * columns, end), pack));
  }
  return tiling.finish();
}
