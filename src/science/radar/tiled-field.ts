/**
 * Fields in tiles (model/radar.ts): made from rows as a decoder gives them, read by pixel, between pixels and in blocks.
 *
 * A CONUS frame of 7000 × 3500 pixels is 49 MB as uint16 and 98 MB as float32. Two thirds of its tiles are one number, so
 * everything here works on the tiles as they are; `denseOf` alone unfolds them.
 *
 * Packing: packed = round(value / step), 0 … 65,534; what is not at least 0 (NaN, the upstreams' negative codes) is
 * `UNOBSERVED`. Row and column are pixel coordinates, centres on whole numbers.
 */

import { RADAR_TILE, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { collapseTile, TILE_VALUES, tilesAlong } from '../../model/radar-tiles.js';

const LARGEST_PACKED = UNOBSERVED - 1;
/** A sum of 256 × 256 packed values still is an exact uint32. */
const LARGEST_FACTOR = 256;

export interface Tiling {
  /**
   * Whole rows, any number at a time, from north to south or as the grid has them; each call begins where the last ended.
   *
   * @param packed  uint16 [row][column]; not kept
   * @throws RangeError  rows are left out, cut, or too many
   */
  addRows(firstRow: number, packed: Uint16Array): void;
  /** @throws RangeError  rows are missing */
  finish(): TiledField;
}

/** Packed rates (or any quantity from 0), `UNOBSERVED` for NaN and negatives. Values beyond the largest are the largest. */
export function packRates(values: Float32Array, step: number): Uint16Array {
  const packed = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    packed[i] = value >= 0 ? Math.min(LARGEST_PACKED, Math.round(value / step)) : UNOBSERVED;
  }
  return packed;
}

/** A field that is filled from its first row to its last; in between it holds one row of open tiles beside the finished. */
export function createTiling(rows: number, columns: number, step: number): Tiling {
  if (!(Number.isInteger(rows) && Number.isInteger(columns) && rows > 0 && columns > 0 && step > 0))
    throw new RangeError(`a field of ${rows} × ${columns} in steps of ${step}: whole numbers and a step over 0`);
  const across = tilesAlong(columns);
  const tiles: (Uint16Array | number)[] = [];
  let open: Uint16Array[] = [];
  let next = 0;

  function addRow(packed: Uint16Array, from: number): void {
    const row = next % RADAR_TILE;
    if (row === 0) open = Array.from({ length: across }, () => new Uint16Array(TILE_VALUES).fill(UNOBSERVED));
    for (let tile = 0, column = 0; column < columns; tile++, column += RADAR_TILE) {
      const end = Math.min(columns, column + RADAR_TILE);
      open[tile]!.set(packed.subarray(from + column, from + end), row * RADAR_TILE);
    }
    next += 1;
    if (next % RADAR_TILE !== 0 && next !== rows) return;
    for (const tile of open) tiles.push(collapseTile(tile));
    open = [];
  }

  return {
    addRows(firstRow, packed) {
      if (firstRow !== next || packed.length % columns !== 0 || next + packed.length / columns > rows)
        throw new RangeError(
          `${packed.length} values from row ${firstRow}: whole rows of ${columns} from row ${next} to ${rows}`,
        );
      for (let from = 0; from < packed.length; from += columns) addRow(packed, from);
    },
    finish() {
      if (next !== rows) throw new RangeError(`a field of ${rows} rows has ${next}`);
      return { rows, columns, step, tiles };
    },
  };
}

/** @param packed  uint16 [row][column] */
export function tiledField(rows: number, columns: number, step: number, packed: Uint16Array): TiledField {
  const tiling = createTiling(rows, columns, step);
  tiling.addRows(0, packed);
  return tiling.finish();
}

/** Packed value of a pixel, whole coordinates; `UNOBSERVED` outside the grid. */
export function packedAt({ rows, columns, tiles }: TiledField, row: number, column: number): number {
  if (!(row >= 0 && column >= 0 && row < rows && column < columns)) return UNOBSERVED;
  const tile = tiles[(row >>> 7) * tilesAlong(columns) + (column >>> 7)]!;
  return typeof tile === 'number' ? tile : tile[(row & 127) * RADAR_TILE + (column & 127)]!;
}

/** Value of a pixel in the unit of the field, NaN where nothing was observed and outside the grid. */
export function valueAt(field: TiledField, row: number, column: number): number {
  const packed = packedAt(field, row, column);
  return packed === UNOBSERVED ? Number.NaN : packed * field.step;
}

/**
 * Value between pixels: bilinear of the two to four around the point.
 *
 * NaN when one that has a share in it was not observed, as pysteps' extrapolation has it: half a hole is a hole. NaN
 * beyond the outermost pixel centres.
 */
export function bilinearAt(field: TiledField, row: number, column: number): number {
  const [top, left] = [Math.floor(row), Math.floor(column)];
  const [down, right] = [row - top, column - left];
  const upper = betweenColumns(field, top, left, right);
  return down === 0 ? upper : upper * (1 - down) + betweenColumns(field, top + 1, left, right) * down;
}

function betweenColumns(field: TiledField, row: number, column: number, share: number): number {
  const first = valueAt(field, row, column);
  return share === 0 ? first : first * (1 - share) + valueAt(field, row, column + 1) * share;
}

/** The whole field, float32 [row][column] in its unit, NaN where nothing was observed. Costs rows × columns × 4 bytes. */
export function denseOf(field: TiledField): Float32Array {
  const { columns, step } = field;
  const values = new Float32Array(field.rows * columns);
  visitTiles(field, (tile, { top, left, rows, width }) => {
    for (let row = 0; row < rows; row++) {
      const to = (top + row) * columns + left;
      if (typeof tile === 'number') {
        values.fill(tile === UNOBSERVED ? Number.NaN : tile * step, to, to + width);
        continue;
      }
      const from = row * RADAR_TILE;
      for (let column = 0; column < width; column++) {
        const packed = tile[from + column]!;
        values[to + column] = packed === UNOBSERVED ? Number.NaN : packed * step;
      }
    }
  });
  return values;
}

/** Pixels of a tile that lie on the grid: `rows` × `width` from row `top` and column `left`. */
interface TilePlace {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly width: number;
}

function visitTiles(
  { rows, columns, tiles }: TiledField,
  visit: (tile: Uint16Array | number, place: TilePlace) => void,
): void {
  const across = tilesAlong(columns);
  for (let k = 0; k < tiles.length; k++) {
    const [top, left] = [Math.floor(k / across) * RADAR_TILE, (k % across) * RADAR_TILE];
    const place = { top, left, rows: Math.min(RADAR_TILE, rows - top), width: Math.min(RADAR_TILE, columns - left) };
    visit(tiles[k]!, place);
  }
}

interface BlockSums {
  readonly across: number;
  readonly sums: Uint32Array;
  readonly counts: Uint32Array;
}

function addPixels(blocks: BlockSums, factor: number, tile: Uint16Array, { top, left, rows, width }: TilePlace): void {
  const { across, sums, counts } = blocks;
  for (let row = 0; row < rows; row++) {
    let block = Math.floor((top + row) / factor) * across + Math.floor(left / factor);
    let i = row * RADAR_TILE;
    const end = i + width;
    // The first block may have begun in the tile before.
    for (let stop = i + factor - (left % factor); i < end; stop += factor, block++) {
      let sum = 0;
      let count = 0;
      for (const last = Math.min(stop, end); i < last; i++) {
        const packed = tile[i]!;
        if (packed === UNOBSERVED) continue;
        sum += packed;
        count++;
      }
      sums[block]! += sum;
      counts[block]! += count;
    }
  }
}

function addUniform(blocks: BlockSums, factor: number, packed: number, { top, left, rows, width }: TilePlace): void {
  const { across, sums, counts } = blocks;
  const shared = (block: number, from: number, length: number) =>
    Math.min((block + 1) * factor, from + length) - Math.max(block * factor, from);
  for (let y = Math.floor(top / factor); y * factor < top + rows; y++) {
    const height = shared(y, top, rows);
    for (let x = Math.floor(left / factor); x * factor < left + width; x++) {
      const pixels = height * shared(x, left, width);
      sums[y * across + x]! += packed * pixels;
      counts[y * across + x]! += pixels;
    }
  }
}

/**
 * Means of blocks of factor × factor pixels, over those that were observed; NaN where none was. Blocks at the far edges
 * hold what is left of the grid. Float32 [row][column], ⌈rows / factor⌉ × ⌈columns / factor⌉, in the field's unit.
 *
 * Sums are of packed values, so exact, and the same whatever the tiles are.
 *
 * @param factor  whole, 1 … 256
 */
export function coarseOf(
  field: TiledField,
  factor: number,
): { readonly rows: number; readonly columns: number; readonly values: Float32Array } {
  if (!(Number.isInteger(factor) && factor >= 1 && factor <= LARGEST_FACTOR))
    throw new RangeError(`factor ${factor}: a whole number from 1 to ${LARGEST_FACTOR}`);
  const [rows, columns] = [Math.ceil(field.rows / factor), Math.ceil(field.columns / factor)];
  const blocks = { across: columns, sums: new Uint32Array(rows * columns), counts: new Uint32Array(rows * columns) };
  visitTiles(field, (tile, place) => {
    if (typeof tile !== 'number') addPixels(blocks, factor, tile, place);
    else if (tile !== UNOBSERVED) addUniform(blocks, factor, tile, place);
  });
  const values = new Float32Array(rows * columns);
  // 0 / 0 is the NaN of a block without an observation.
  for (let i = 0; i < values.length; i++) values[i] = (blocks.sums[i]! / blocks.counts[i]!) * field.step;
  return { rows, columns, values };
}

/** Memory that the tiles hold, bytes. */
export function bytesOf({ tiles }: TiledField): number {
  return tiles.reduce<number>((sum, tile) => sum + (typeof tile === 'number' ? 8 : tile.byteLength), 0);
}
