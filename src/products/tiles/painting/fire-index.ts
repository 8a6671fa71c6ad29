/**
 * Fires by their place on the map, so that a tile finds its own without looking at all.
 *
 * Places are whole steps of an eighth of a pixel of zoom 10, 2^21 along each side of the world, and fires are sorted along
 * the curve that visits the quarters of the square one after the other, in each of them its quarters, and so on (Morton
 * 1966): all fires of a tile, and of any part of one that is a quarter of a quarter, follow each other. The key of a place is the
 * bits of its column and row in turns.
 *
 *   key of 42 bits and number of the fire of 22 as one integer of 64: sorted natively, 300,000 in some 30 ms
 */

import { MERCATOR_LIMIT, pixelX, pixelY, worldPixels } from '../../../grid/web-mercator.js';
import type { FireTable } from '../../../model/fire.js';

/** Bits of a place along one side of the world. */
export const PLACE_BITS = 21;
/** Zoom at which a pixel has eight places, 2^3, along each side. */
const FINEST_ZOOM = 10;
const WORLD_PLACES = 2 ** PLACE_BITS;
/** Numbers of fires that fit beside a key. */
const NUMBER_BITS = 22;
const LOW_BITS = 32 - NUMBER_BITS;

/** Fires in the order of their keys. */
export interface FireIndex {
  readonly keys: Float64Array;
  /** Places eastward from 180 W and southward from the square's edge. */
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  /** By which its dot is larger than another's. */
  readonly sizes: Float32Array;
}

/** Dots grow with the power that is radiated, within reason: 1 MW, 18 MW, 1 GW and more. */
const SIZE = { least: 0.75, perDecade: 0.2, most: 1.35 } as const;
/** Of a power that is not told. */
const PLAIN_SIZE = 1;

const indexes = new WeakMap<FireTable, FireIndex>();

/** Made once for each table. Fires beyond the square's edges are on no tile. */
export function fireIndexOf(table: FireTable): FireIndex {
  const known = indexes.get(table) ?? createIndex(table);
  indexes.set(table, known);
  return known;
}

function createIndex({ latitudes, longitudes, radiativePowers }: FireTable): FireIndex {
  if (latitudes.length >= 2 ** NUMBER_BITS)
    throw new RangeError(`${latitudes.length} fires: under ${2 ** NUMBER_BITS}`);
  const [columns, rows] = [longitudes.map(columnOf), latitudes.map(rowOf)];
  const order = sortedNumbers(columns, rows);
  return {
    keys: Float64Array.from(order, (n) => keyOf(columns[n]!, rows[n]!)),
    columns: Int32Array.from(order, (n) => columns[n]!),
    rows: Int32Array.from(order, (n) => rows[n]!),
    sizes: Float32Array.from(order, (n) => sizeOf(radiativePowers[n]!)),
  };
}

function columnOf(longitude: number): number {
  return Math.min(
    WORLD_PLACES - 1,
    Math.floor((pixelX(longitude, FINEST_ZOOM) / worldPixels(FINEST_ZOOM)) * WORLD_PLACES),
  );
}

/** NaN beyond the square. */
function rowOf(latitude: number): number {
  if (!(Math.abs(latitude) < MERCATOR_LIMIT)) return Number.NaN;
  const row = Math.floor((pixelY(latitude, FINEST_ZOOM) / worldPixels(FINEST_ZOOM)) * WORLD_PLACES);
  return Math.max(0, Math.min(WORLD_PLACES - 1, row));
}

function sizeOf(megawatts: number): number {
  if (Number.isNaN(megawatts)) return PLAIN_SIZE;
  return Math.min(SIZE.most, SIZE.least + SIZE.perDecade * Math.log10(Math.max(1, megawatts)));
}

/** Numbers of the fires that are on the map, by their keys. */
function sortedNumbers(columns: Float64Array, rows: Float64Array): Uint32Array {
  const words = new Uint32Array(2 * rows.length); // little endian: the low word of an integer of 64 bits comes first
  let count = 0;
  for (let n = 0; n < rows.length; n++) {
    if (Number.isNaN(rows[n]!)) continue;
    const key = keyOf(columns[n]!, rows[n]!);
    words[2 * count] = (key % 2 ** LOW_BITS) * 2 ** NUMBER_BITS + n;
    words[2 * count + 1] = Math.floor(key / 2 ** LOW_BITS);
    count++;
  }
  new BigUint64Array(words.buffer, 0, count).sort();
  return Uint32Array.from({ length: count }, (_, i) => words[2 * i]! & (2 ** NUMBER_BITS - 1));
}

/** Bits of column and row in turns, the row's first. Of 42 bits: a whole number that a double has exactly. */
export function keyOf(column: number, row: number): number {
  const high = spread(column >>> 11) + 2 * spread(row >>> 11);
  return high * 2 ** 22 + (spread(column & 2047) + 2 * spread(row & 2047));
}

/** Eleven bits or fewer with a 0 between each two. */
function spread(bits: number): number {
  let wide = (bits | (bits << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
}

/** Number of the first fire whose key is not below this one. */
export function firstFrom({ keys }: FireIndex, key: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
