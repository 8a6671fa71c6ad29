/**
 * A field of rain as echoes, whole or at a coarser resolution: what pictures of it are made of.
 *
 *   E(cell) = max(0, 10 log₁₀(mean of Z))        Z = 300 R^1.4 of the observed pixels of the cell, 0 where nothing falls
 *
 * The mean is of the reflectivity factor, as the radar itself takes it over its beam: a coarse cell is what a radar would
 * see whose beam is as wide as the cell. Every pixel counts, so that a shower neither vanishes between the pixels of a small
 * map nor jumps as it moves, and a storm of 5 km with 35 dBZ still has 20 dBZ in a cell of 20 km. The largest echo of the
 * cell would show it too, and make everything wider than it is: by a cell on each side. A cell of which less than half was
 * observed was not observed. Cells are made tile by tile when they are asked for, in steps of 0.01 dBZ.
 */

import { RADAR_TILE, type TiledField, UNOBSERVED } from '../../model/radar.js';
import { collapseTile, TILE_VALUES, tilesAlong } from '../../model/radar-tiles.js';
import { echoesOfPacked } from './echo.js';

/** Tiles as those of a `TiledField`. */
export interface EchoField {
  readonly rows: number;
  readonly columns: number;
  /** dBZ of each packed value; NaN unobserved. */
  readonly dbz: Float32Array;
  tile(index: number): Uint16Array | number;
}

const POOLED_STEP = 0.01;
const LEAST_OBSERVED = 0.5;
const POOLED_DBZ = Float32Array.from({ length: UNOBSERVED + 1 }, (_, packed) =>
  packed === UNOBSERVED ? Number.NaN : packed * POOLED_STEP,
);

export function echoField({ rows, columns, step, tiles }: TiledField): EchoField {
  return { rows, columns, dbz: echoesOfPacked(step), tile: (index) => tiles[index]! };
}

/**
 * Echoes of cells of rowFactor × columnFactor pixels, the first at pixel (0, 0): the centre of cell k is pixel
 * k × factor + (factor − 1) / 2. Cells that reach beyond the grid are unobserved there.
 *
 * @param rowFactor, columnFactor  whole, from 1
 * @throws RangeError for other factors
 */
export function pooledEchoes(field: TiledField, rowFactor: number, columnFactor: number): EchoField {
  for (const factor of [rowFactor, columnFactor])
    if (!(Number.isInteger(factor) && factor >= 1)) throw new RangeError(`cells of ${factor} pixels: a whole number`);
  const [rows, columns] = [Math.ceil(field.rows / rowFactor), Math.ceil(field.columns / columnFactor)];
  const across = tilesAlong(columns);
  const made: (Uint16Array | number | undefined)[] = new Array(tilesAlong(rows) * across);
  return {
    rows,
    columns,
    dbz: POOLED_DBZ,
    tile(index) {
      const known = made[index];
      if (known !== undefined) return known;
      const [row, column] = [Math.floor(index / across) * RADAR_TILE, (index % across) * RADAR_TILE];
      const tile = poolTile(field, { row, column, rowFactor, columnFactor });
      made[index] = tile;
      return tile;
    },
  };
}

/** First cell of a tile of cells, and how many pixels a cell has along each axis. */
interface Cells {
  readonly row: number;
  readonly column: number;
  readonly rowFactor: number;
  readonly columnFactor: number;
}

/** Of one tile at a time. */
const SUMS = new Float64Array(TILE_VALUES);
const COUNTS = new Int32Array(TILE_VALUES);

function poolTile(field: TiledField, cells: Cells): Uint16Array | number {
  const { rowFactor, columnFactor } = cells;
  SUMS.fill(0);
  COUNTS.fill(0);
  const factors = factorsOfPacked(field.step);
  const across = tilesAlong(field.columns);
  const rowEnd = Math.min(field.rows, (cells.row + RADAR_TILE) * rowFactor);
  const columnEnd = Math.min(field.columns, (cells.column + RADAR_TILE) * columnFactor);
  for (let top = cells.row * rowFactor; top < rowEnd; top = nextTile(top))
    for (let left = cells.column * columnFactor; left < columnEnd; left = nextTile(left)) {
      const part = { top, left, bottom: Math.min(rowEnd, nextTile(top)), right: Math.min(columnEnd, nextTile(left)) };
      const tile = field.tiles[(top >>> 7) * across + (left >>> 7)]!;
      if (typeof tile !== 'number') addPixels(cells, part, tile, factors);
      else if (tile !== UNOBSERVED) addUniform(cells, part, factors[tile]!);
    }
  return collapseTile(packSums(rowFactor * columnFactor));
}

function nextTile(pixel: number): number {
  return (Math.floor(pixel / RADAR_TILE) + 1) * RADAR_TILE;
}

/** Pixels of one tile of the field, ends not in it. */
interface Part {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

function addPixels(cells: Cells, part: Part, tile: Uint16Array, factors: Float32Array): void {
  const { rowFactor, columnFactor } = cells;
  for (let row = part.top; row < part.bottom; row++) {
    const from = (row & 127) << 7;
    let cell = (Math.floor(row / rowFactor) - cells.row) * RADAR_TILE + Math.floor(part.left / columnFactor);
    cell -= cells.column;
    let stop = (Math.floor(part.left / columnFactor) + 1) * columnFactor;
    for (let column = part.left; column < part.right; cell++, stop += columnFactor) {
      let sum = 0;
      let count = 0;
      for (const last = Math.min(stop, part.right); column < last; column++) {
        const packed = tile[from | (column & 127)]!;
        if (packed === UNOBSERVED) continue;
        sum += factors[packed]!;
        count++;
      }
      SUMS[cell]! += sum;
      COUNTS[cell]! += count;
    }
  }
}

function addUniform(cells: Cells, part: Part, factor: number): void {
  const { rowFactor, columnFactor } = cells;
  const shared = (cell: number, size: number, from: number, end: number) =>
    Math.min((cell + 1) * size, end) - Math.max(cell * size, from);
  for (let y = Math.floor(part.top / rowFactor); y * rowFactor < part.bottom; y++) {
    const height = shared(y, rowFactor, part.top, part.bottom);
    for (let x = Math.floor(part.left / columnFactor); x * columnFactor < part.right; x++) {
      const pixels = height * shared(x, columnFactor, part.left, part.right);
      const cell = (y - cells.row) * RADAR_TILE + x - cells.column;
      SUMS[cell]! += factor * pixels;
      COUNTS[cell]! += pixels;
    }
  }
}

function packSums(pixelsOfCell: number): Uint16Array {
  const packed = new Uint16Array(TILE_VALUES);
  const fewest = LEAST_OBSERVED * pixelsOfCell;
  for (let cell = 0; cell < TILE_VALUES; cell++) {
    const dbz = SUMS[cell]! > 0 ? Math.max(0, 10 * Math.log10(SUMS[cell]! / COUNTS[cell]!)) : 0;
    packed[cell] = COUNTS[cell]! < fewest ? UNOBSERVED : Math.round(dbz / POOLED_STEP);
  }
  return packed;
}

const factorTables = new Map<number, Float32Array>();

/** Z of packed rates, mm⁶ m⁻³; 0 of what is no echo. */
function factorsOfPacked(step: number): Float32Array {
  const known = factorTables.get(step);
  if (known) return known;
  const made = echoesOfPacked(step).map((dbz) => (dbz > 0 ? 10 ** (dbz / 10) : 0));
  factorTables.set(step, made);
  return made;
}
