/**
 * Maps of models at the pixels of a tile: bilinear between the four cells around a pixel's centre,
 *
 *   v = Σ wᵢ vᵢ / Σ wᵢ        wᵢ = (1 − |x − xᵢ|) (1 − |y − yᵢ|), over the cells i that have a value
 *
 * where these hold half of the weight or more; elsewhere there is none. Values stay packed integers, with fractions from
 * between two cells: what they are in the unit of the field is n × step + base for all of them.
 */

import { type TileAxes, type TileCone, type TileLattice, tileLattice } from '../../../../grid/tile-lattice.js';
import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { MapSlice } from '../../../../model/map-slice.js';
import { MISSING_PACKED } from '../../../../model/packing.js';
import type { TileAddress } from '../../../../model/tile.js';
import { BLOCK, BLOCKS, findUniformBlocks, VARIED } from './uniform-blocks.js';

/** Share of the weight that cells with a value have to hold, less the rounding of sums. */
const LEAST_WEIGHT = 0.5 - 1e-9;

/** Pixels of each row of a tile, from the first to before the end; none where these are the same. */
export interface RowSpans {
  readonly first: Int32Array;
  readonly end: Int32Array;
}

const WHOLE_ROWS: RowSpans = {
  first: new Int32Array(TILE_PIXELS),
  end: new Int32Array(TILE_PIXELS).fill(TILE_PIXELS),
};

/**
 * Writes the packed value at every pixel, with a fraction; NaN where there is none.
 *
 * @param samples  `TILE_AREA` values, [row][column]
 * @param spans  pixels that matter; others may stay what they are. Default all
 * @returns whether any of them has a value
 */
export function sampleSlice(
  slice: MapSlice,
  address: TileAddress,
  samples: Float32Array,
  spans: RowSpans = WHOLE_ROWS,
): boolean {
  const lattice = tileLattice(slice.grid, address);
  const cells = cellsOf(slice, lattice);
  const sampleRow = rowSampler(cells, lattice);
  if (sampleRow === null) return sampleAtPositions(cells, lattice, samples);
  findUniformBlocks(slice, lattice, UNIFORM);
  let isSeen = false;
  for (let strip = 0; strip < BLOCKS; strip++)
    for (let block = 0, next = 0; block < BLOCKS; block = next) {
      const value = UNIFORM[strip * BLOCKS + block]!;
      while (next < BLOCKS && UNIFORM[strip * BLOCKS + next] === value) next++;
      for (let row = strip * BLOCK; row < (strip + 1) * BLOCK; row++) {
        const first = Math.max(spans.first[row]!, block * BLOCK);
        const end = Math.min(spans.end[row]!, next * BLOCK);
        if (first < end && setPixels(value, sampleRow, row, first, end, samples)) isSeen = true;
      }
    }
  return isSeen;
}

const UNIFORM = new Int32Array(BLOCKS * BLOCKS);

/** Writes the samples of pixels `first` … `end` − 1 of a row. @returns whether any may have a value */
type SampleRow = (row: number, first: number, end: number, samples: Float32Array) => boolean;

/** Null where neither meridians and parallels nor a cone make it simple. */
function rowSampler(cells: Cells, { axes, cone }: TileLattice): SampleRow | null {
  if (axes !== null) {
    setColumns(cells, axes.columns);
    return (row, first, end, samples) => sampleAxesRow(cells, axes, row, first, end, samples);
  }
  if (cone === null) return null;
  SINES.set(cone.sines);
  COSINES.set(cone.cosines);
  return (row, first, end, samples) => sampleConeRow(cells, cone, row, first, end, samples);
}

function setPixels(
  value: number,
  sampleRow: SampleRow,
  row: number,
  first: number,
  end: number,
  samples: Float32Array,
): boolean {
  if (value === VARIED) return sampleRow(row, first, end, samples);
  const at = row * TILE_PIXELS;
  samples.fill(value === MISSING_PACKED ? Number.NaN : value, at + first, at + end);
  return value !== MISSING_PACKED;
}

interface Cells {
  readonly values: Int16Array;
  readonly columns: number;
  readonly lastRow: number;
  /** The column behind the last one: the first again, or the last once more, where its weight is 0. */
  readonly seam: number;
  readonly afterSeam: number;
}

function cellsOf({ grid, values }: MapSlice, { columnsAround }: TileLattice): Cells {
  const { columns, rows } = grid;
  const seam = columnsAround ?? columns;
  return { values, columns, lastRow: rows - 1, seam, afterSeam: columnsAround === null ? columns - 1 : 0 };
}

/*
 * The loops below run for every pixel, and are written for that: arrays that are constants of the module, so that their
 * bounds are known where they are compiled (sampling never waits, and so no two tiles meet in them); single variables,
 * since taking a list apart costs as much as the rest; no weights where all four corners have a value.
 */

/** A column is masked with it, which leaves it what it is and lets the compiler know that it is inside of these arrays. */
const LAST_PIXEL = TILE_PIXELS - 1;

/** Column on the left of each column of pixels, −1 outside, the one on its right, and how far it is on the way. */
const LEFT = new Int32Array(TILE_PIXELS);
const RIGHT = new Int32Array(TILE_PIXELS);
const ACROSS = new Float64Array(TILE_PIXELS);
/** Of the angle of each column of pixels on a cone. */
const SINES = new Float64Array(TILE_PIXELS);
const COSINES = new Float64Array(TILE_PIXELS);

function setColumns({ seam, afterSeam }: Cells, positions: Float64Array): void {
  for (let i = 0; i < TILE_PIXELS; i++) {
    const x = positions[i]!;
    const column = Number.isNaN(x) ? -1 : Math.trunc(x);
    LEFT[i] = column;
    RIGHT[i] = column + 1 === seam ? afterSeam : column + 1;
    ACROSS[i] = x - column;
  }
}

function sampleAxesRow(
  { values, columns, lastRow }: Cells,
  axes: TileAxes,
  tileRow: number,
  first: number,
  end: number,
  samples: Float32Array,
): boolean {
  const at = tileRow * TILE_PIXELS;
  const y = axes.rows[tileRow]!;
  if (Number.isNaN(y)) {
    samples.fill(Number.NaN, at + first, at + end);
    return false;
  }
  const row = y | 0;
  const upper = row * columns;
  const lower = row === lastRow ? upper : upper + columns;
  let isSeen = false;
  for (let i = first; i < end; i++) {
    const column = i & LAST_PIXEL;
    const left = LEFT[column]!;
    if (left < 0) {
      samples[at + i] = Number.NaN;
      continue;
    }
    const right = RIGHT[column]!;
    isSeen = true;
    samples[at + i] = blend(values, upper + left, upper + right, lower + left, lower + right, ACROSS[column]!, y - row);
  }
  return isSeen;
}

function sampleConeRow(
  { values, columns }: Cells,
  cone: TileCone,
  tileRow: number,
  first: number,
  end: number,
  samples: Float32Array,
): boolean {
  const { originX, originY, lastX, lastY } = cone;
  const across = cone.across[tileRow]!;
  const along = cone.along[tileRow]!;
  const at = tileRow * TILE_PIXELS;
  let isSeen = false;
  for (let i = first; i < end; i++) {
    const column = i & LAST_PIXEL;
    const x = across * SINES[column]! - originX;
    const y = along * COSINES[column]! - originY;
    if (x >= 0 && x <= lastX && y >= 0 && y <= lastY) {
      const left = x | 0;
      const row = y | 0;
      const upper = row * columns + left;
      const lower = row === lastY ? upper : upper + columns;
      const right = left === lastX ? 0 : 1;
      isSeen = true;
      samples[at + i] = blend(values, upper, upper + right, lower, lower + right, x - left, y - row);
    } else samples[at + i] = Number.NaN;
  }
  return isSeen;
}

function sampleAtPositions(cells: Cells, { positions }: TileLattice, samples: Float32Array): boolean {
  const { values, columns, lastRow, seam, afterSeam } = cells;
  const [x, y] = [new Float64Array(TILE_PIXELS), new Float64Array(TILE_PIXELS)];
  let isSeen = false;
  for (let at = 0; at < samples.length; at++) {
    const i = at % TILE_PIXELS;
    if (i === 0 && !positions(at / TILE_PIXELS, x, y)) x.fill(Number.NaN);
    samples[at] = Number.NaN;
    if (Number.isNaN(x[i])) continue;
    const [left, row] = [Math.trunc(x[i]!), Math.trunc(y[i]!)];
    const right = left + 1 === seam ? afterSeam : left + 1;
    const [upper, lower] = [row * columns, Math.min(lastRow, row + 1) * columns];
    isSeen = true;
    samples[at] = blend(values, upper + left, upper + right, lower + left, lower + right, x[i]! - left, y[i]! - row);
  }
  return isSeen;
}

/**
 * The value between four cells, the upper left one first.
 *
 * @param across, down  from the left to the right ones and from the upper to the lower ones, 0 ≤ … < 1
 */
function blend(
  values: Int16Array,
  upperLeft: number,
  upperRight: number,
  lowerLeft: number,
  lowerRight: number,
  across: number,
  down: number,
): number {
  const a = values[upperLeft]!;
  const b = values[upperRight]!;
  const c = values[lowerLeft]!;
  const d = values[lowerRight]!;
  if (a === MISSING_PACKED || b === MISSING_PACKED || c === MISSING_PACKED || d === MISSING_PACKED)
    return partialMean([a, b, c, d], across, down);
  const top = a + (b - a) * across;
  return top + (c + (d - c) * across - top) * down;
}

/** The mean of the corners that have a value, NaN where they hold too little of the weight. */
function partialMean(corners: readonly number[], across: number, down: number): number {
  const weights = [(1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down];
  let [sum, held] = [0, 0];
  for (let i = 0; i < 4; i++) {
    if (corners[i] === MISSING_PACKED) continue;
    sum += weights[i]! * corners[i]!;
    held += weights[i]!;
  }
  return held >= LEAST_WEIGHT ? sum / held : Number.NaN;
}
