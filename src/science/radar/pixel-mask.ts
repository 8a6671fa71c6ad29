/**
 * Counting the pixels of a disk that reach a threshold, without looking at each of them.
 *
 * A mask holds one bit for each pixel of a tile, and how many are set before each word of 32: the count of a run is a
 * difference of two of them and two partial words, so that a disk costs its rows and not its area. A tile with all bits alike
 * is one of two that all masks share. Tiles are looked at when a disk first meets them: a frame comes every two minutes, and
 * most of it nobody asks about.
 */

import { RADAR_TILE, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { tilesAlong } from '../../model/radar-tiles.js';

const WORDS = RADAR_TILE / 32;

/** Bits of a tile, word [row][4], the lowest bit of a word its westernmost pixel; `before`: bits set to the west of it. */
interface TileBits {
  readonly words: Int32Array;
  readonly before: Uint8Array;
}

/** Which observed pixels of a field have at least a packed value. */
export interface PixelMask {
  readonly field: TiledField;
  readonly least: number;
  readonly across: number;
  /** Of each tile; undefined until it was looked at. */
  readonly tiles: (TileBits | undefined)[];
}

/** A disk in whole pixels, an ellipse where pixels are not square: half the width of each row from the middle one outward. */
export interface DiskShape {
  readonly halves: Int32Array;
  /** Rows from the middle one to the last; `halves` may be longer. */
  readonly reach: number;
  /** Of the whole disk. */
  readonly pixels: number;
}

function bitsOf(words: Int32Array): TileBits {
  const before = new Uint8Array(words.length);
  for (let word = 0; word < words.length; word++)
    before[word] = word % WORDS === 0 ? 0 : before[word - 1]! + bitCount(words[word - 1]!);
  return { words, before };
}

/** Bits set in 32: sums of neighbouring pairs, fours, bytes, and all four bytes by one product (Warren, Hacker's Delight 5-1). */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const NONE = bitsOf(new Int32Array(RADAR_TILE * WORDS));
const ALL = bitsOf(new Int32Array(RADAR_TILE * WORDS).fill(-1));

/** @param least  packed value from which a pixel counts; 0 for all that were observed */
export function pixelMask(field: TiledField, least: number): PixelMask {
  const across = tilesAlong(field.columns);
  return { field, least, across, tiles: Array.from({ length: field.tiles.length }) };
}

/** Memory that the bits of a mask hold so far, bytes. */
export function maskBytes({ tiles }: PixelMask): number {
  return tiles.reduce((sum, tile) => sum + (tile === undefined || isShared(tile) ? 8 : 5 * tile.words.length), 0);
}

function isShared(tile: TileBits): boolean {
  return tile === NONE || tile === ALL;
}

function tileBits(mask: PixelMask, index: number): TileBits {
  const known = mask.tiles[index];
  if (known !== undefined) return known;
  const tile = mask.field.tiles[index]!;
  const made = typeof tile === 'number' ? (counts(tile, mask.least) ? ALL : NONE) : markPixels(mask, index, tile);
  mask.tiles[index] = made;
  return made;
}

function counts(packed: number, least: number): boolean {
  return packed >= least && packed !== UNOBSERVED;
}

/**
 * What of a tile lies beyond the grid is never asked for, so it does not keep an edge tile from being all alike. Words are
 * put together before they are written: a place on a new frame waits for a dozen tiles.
 */
function markPixels({ field, least, across }: PixelMask, index: number, tile: Uint16Array): TileBits {
  const height = Math.min(RADAR_TILE, field.rows - Math.floor(index / across) * RADAR_TILE);
  const width = Math.min(RADAR_TILE, field.columns - (index % across) * RADAR_TILE);
  const words = new Int32Array(RADAR_TILE * WORDS);
  let marked = 0;
  for (let row = 0; row < height; row++)
    for (let west = 0; west < width; west += 32) {
      const at = row * RADAR_TILE + west;
      const word = wordOf(tile, at, at + Math.min(32, width - west), least);
      words[at >>> 5] = word;
      marked += bitCount(word);
    }
  if (marked === 0) return NONE;
  return marked === height * width ? ALL : bitsOf(words);
}

function wordOf(tile: Uint16Array, from: number, to: number, least: number): number {
  let word = 0;
  for (let at = from; at < to; at++) if (counts(tile[at]!, least)) word |= 1 << at; // by its last five bits
  return word;
}

/**
 * The pixels with (rows / radiusRows)² + (columns / radiusColumns)² ≤ 1; without a radius the one in the middle.
 *
 * @param room  for the half-widths, where it is large enough: an array of its own for each of the 120 disks of a nowcast
 *   costs more than the counting
 * @throws RangeError  a radius is negative or no finite number
 */
export function diskShape(radiusRows: number, radiusColumns: number, room?: Int32Array): DiskShape {
  if (!(radiusRows >= 0 && radiusColumns >= 0 && radiusRows + radiusColumns < Number.POSITIVE_INFINITY))
    throw new RangeError(`a disk of radii ${radiusRows} and ${radiusColumns}`);
  const reach = Math.floor(radiusRows);
  const halves = room !== undefined && room.length > reach ? room : new Int32Array(reach + 1);
  halves[0] = radiusColumns;
  // 1 where pixels are square, so that a circle through lattice points (3, 4 of 5) has them.
  const elongation = radiusColumns / radiusRows;
  let pixels = 2 * halves[0]! + 1;
  for (let away = 1; away <= reach; away++) {
    halves[away] = elongation * Math.sqrt(radiusRows * radiusRows - away * away);
    pixels += 2 * (2 * halves[away]! + 1);
  }
  return { halves, reach, pixels };
}

/**
 * Pixels of a disk that count; those beyond the grid do not.
 *
 * @param row, column  pixel in the middle of the disk, whole; may lie beyond the grid
 * @param around  columns after which the first comes again, on a grid round the globe; 0 on others
 */
export function countInDisk(mask: PixelMask, shape: DiskShape, row: number, column: number, around: number): number {
  if (around === 0) return countOnce(mask, shape, row, column, mask.field.columns);
  const middle = ((column % around) + around) % around;
  const widest = shape.halves[0]!;
  let sum = countOnce(mask, shape, row, middle, around);
  if (middle - widest < 0) sum += countOnce(mask, shape, row, middle + around, around);
  if (middle + widest >= around) sum += countOnce(mask, shape, row, middle - around, around);
  return sum;
}

/**
 * Pixels that count in a part of a disk, rows `from` … `to` of it, 0 the middle one, which lie in one tile; `column` is the
 * middle column as the tile counts them. Most of the time of a wet place is spent here.
 */
function countRows(
  { words, before }: TileBits,
  halves: Int32Array,
  from: number,
  to: number,
  row: number,
  column: number,
  width: number,
): number {
  let sum = 0;
  for (let away = from; away <= to; away++) {
    const half = halves[away < 0 ? -away : away]!;
    let west = column - half;
    let east = column + half;
    if (west < 0) west = 0;
    if (east >= width) east = width - 1;
    if (west > east) continue;
    const start = ((row + away) & 127) << 2;
    const first = start + (west >>> 5);
    const last = start + (east >>> 5);
    sum += before[last]! + bitCount(words[last]! & (-1 >>> (31 - (east & 31))));
    sum -= before[first]! + bitCount(words[first]! & ~(-1 << (west & 31)));
  }
  return sum;
}

/** Tile by tile, as far as the disk lies in the first `columns` columns of the grid. */
function countOnce(mask: PixelMask, shape: DiskShape, row: number, column: number, columns: number): number {
  const high = shape.reach;
  const wide = shape.halves[0]!;
  const top = Math.max(0, row - high);
  const bottom = Math.min(mask.field.rows - 1, row + high);
  const left = Math.max(0, column - wide);
  const right = Math.min(columns - 1, column + wide);
  const isWhole = bottom - top === 2 * high && right - left === 2 * wide;
  if (isWhole && isEverywhere(mask, top, bottom, left, right)) return shape.pixels;
  let sum = 0;
  for (let tileRow = top >> 7; tileRow <= bottom >> 7; tileRow++)
    for (let tileColumn = left >> 7; tileColumn <= right >> 7; tileColumn++) {
      const bits = tileBits(mask, tileRow * mask.across + tileColumn);
      if (bits === NONE) continue;
      const first = Math.max(top, tileRow << 7);
      const last = Math.min(bottom, (tileRow << 7) | 127);
      const west = tileColumn << 7;
      const width = Math.min(RADAR_TILE, columns - west);
      sum += countRows(bits, shape.halves, first - row, last - row, row, column - west, width);
    }
  return sum;
}

/** True when all pixels of the tiles that a box touches count; a box that reaches beyond the grid has some that do not. */
export function isEverywhere(mask: PixelMask, top: number, bottom: number, left: number, right: number): boolean {
  return areTiles(mask, top, bottom, left, right, ALL);
}

/** True when no pixel of the tiles that a box touches counts; a box that reaches beyond the grid is not looked through. */
export function isNowhere(mask: PixelMask, top: number, bottom: number, left: number, right: number): boolean {
  return areTiles(mask, top, bottom, left, right, NONE);
}

function areTiles(mask: PixelMask, top: number, bottom: number, left: number, right: number, kind: TileBits): boolean {
  const { rows, columns } = mask.field;
  if (!(0 <= top && top <= bottom && bottom < rows && 0 <= left && left <= right && right < columns)) return false;
  for (let tileRow = top >> 7; tileRow <= bottom >> 7; tileRow++)
    for (let tileColumn = left >> 7; tileColumn <= right >> 7; tileColumn++)
      if (tileBits(mask, tileRow * mask.across + tileColumn) !== kind) return false;
  return true;
}
