/**
 * Blocks of pixels that all have one number because all cells around them do: nearly all of a map of rain, and most of one of
 * smoke, is nothing, and what lies between equal cells is equal to them, to the last bit.
 *
 * A map is known by squares of 8 × 8 cells, each with its number or `VARIED`, made when its first tile is drawn: 2 ms for
 * the 1.9 million cells of HRRR. Where every square differs within itself, as in a map of temperature, this costs a tile 10 µs.
 */

import type { TileAxes, TileCone, TileLattice } from '../../../../grid/tile-lattice.js';
import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { MapSlice } from '../../../../model/map-slice.js';

/** Pixels along a block's side, and blocks along a tile's. */
export const BLOCK = 16;
export const BLOCKS = TILE_PIXELS / BLOCK;
/** No int16. */
export const VARIED = 2 ** 16;

/** Cells along a square's side: 2^3. */
const SQUARE_BITS = 3;
const SQUARE = 2 ** SQUARE_BITS;

interface Squares {
  readonly across: number;
  /** [row][column] the number that all cells of a square hold, or `VARIED`. */
  readonly values: Int32Array;
}

const known = new WeakMap<MapSlice, Squares>();

/**
 * Writes the packed number that all pixels of a block have, `MISSING_PACKED` included; `VARIED` where they may differ or not all
 * cells around them are in the grid.
 *
 * @param blocks  [row][column], `BLOCKS` × `BLOCKS`
 */
export function findUniformBlocks(slice: MapSlice, { axes, cone }: TileLattice, blocks: Int32Array): void {
  const { rows, columns } = slice.grid;
  const squares = known.get(slice) ?? squaresOf(slice);
  known.set(slice, squares);
  const reach = axes === null ? cone && reachOnCone(cone) : reachOnAxes(axes);
  for (let at = 0; at < blocks.length; at++) {
    blocks[at] = VARIED;
    if (reach === null) continue;
    const { left, right, top, bottom } = reach(Math.floor(at / BLOCKS), at % BLOCKS);
    if (!(left >= 0 && right < columns - 1 && top >= 0 && bottom < rows - 1)) continue;
    blocks[at] = commonValue(squares, Math.floor(top), Math.floor(left), Math.floor(bottom) + 1, Math.floor(right) + 1);
  }
}

/** Between which columns and rows of the grid, fractional, the pixels of a block lie; NaN where any is outside. */
type BlockReach = (row: number, column: number) => { left: number; right: number; top: number; bottom: number };

function reachOnAxes(axes: TileAxes): BlockReach {
  const [x, y] = [endsOf(axes.columns), endsOf(axes.rows)];
  return (row, column) => ({
    left: x.least[column]!,
    right: x.most[column]!,
    top: y.least[row]!,
    bottom: y.most[row]!,
  });
}

function reachOnCone({ originX, originY, ...cone }: TileCone): BlockReach {
  const [across, along] = [endsOf(cone.across), endsOf(cone.along)];
  const [sines, cosines] = [endsOf(cone.sines), endsOf(cone.cosines)];
  return (row, column) => {
    const x = productEnds(across, row, sines, column);
    const y = productEnds(along, row, cosines, column);
    return { left: x.least - originX, right: x.most - originX, top: y.least - originY, bottom: y.most - originY };
  };
}

interface Ends {
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Of every `BLOCK` values; NaN where one is. */
function endsOf(values: Float64Array): Ends {
  const [least, most] = [new Float64Array(BLOCKS), new Float64Array(BLOCKS)];
  for (let block = 0, i = 0; block < BLOCKS; block++) {
    let low = values[i]!;
    let high = low;
    for (const end = i + BLOCK; i < end; i++) {
      low = Math.min(low, values[i]!);
      high = Math.max(high, values[i]!);
    }
    least[block] = low;
    most[block] = high;
  }
  return { least, most };
}

function productEnds(a: Ends, i: number, b: Ends, j: number): { least: number; most: number } {
  const one = a.least[i]! * b.least[j]!;
  const two = a.least[i]! * b.most[j]!;
  const three = a.most[i]! * b.least[j]!;
  const four = a.most[i]! * b.most[j]!;
  return { least: Math.min(one, two, three, four), most: Math.max(one, two, three, four) };
}

/** Of all squares that a box of cells, its ends in it, has a part of. */
function commonValue({ across, values }: Squares, top: number, left: number, bottom: number, right: number): number {
  const common = values[(top >> SQUARE_BITS) * across + (left >> SQUARE_BITS)]!;
  for (let row = top >> SQUARE_BITS; row <= bottom >> SQUARE_BITS; row++)
    for (let column = left >> SQUARE_BITS; column <= right >> SQUARE_BITS; column++)
      if (values[row * across + column] !== common) return VARIED;
  return common;
}

function squaresOf({ grid: { rows, columns }, values }: MapSlice): Squares {
  const [down, across] = [Math.ceil(rows / SQUARE), Math.ceil(columns / SQUARE)];
  const squares = new Int32Array(down * across);
  for (let at = 0; at < squares.length; at++)
    squares[at] = valueOfSquare(values, columns, rows, Math.floor(at / across) * SQUARE, (at % across) * SQUARE);
  return { across, values: squares };
}

function valueOfSquare(values: Int16Array, columns: number, rows: number, top: number, left: number): number {
  const common = values[top * columns + left]!;
  for (let row = top; row < Math.min(rows, top + SQUARE); row++)
    for (let column = left; column < Math.min(columns, left + SQUARE); column++)
      if (values[row * columns + column] !== common) return VARIED;
  return common;
}
