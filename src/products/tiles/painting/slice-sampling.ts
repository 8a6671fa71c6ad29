/**
 * Maps of models at the pixels of a tile: bilinear between the four cells around a pixel's centre,
 *
 *   v = Σ wᵢ vᵢ / Σ wᵢ        wᵢ = (1 − |x − xᵢ|) (1 − |y − yᵢ|), over the cells i that have a value
 *
 * where these hold half of the weight or more; elsewhere there is none. Values stay packed integers, with fractions from
 * between two cells: what they are in the unit of the field is n × step + base for all of them.
 */

import { type TileLattice, tileLattice } from '../../../grid/tile-lattice.js';
import { TILE_PIXELS } from '../../../grid/web-mercator.js';
import type { MapSlice } from '../../../model/map-slice.js';
import { MISSING_PACKED } from '../../../model/packing.js';
import type { TileAddress } from '../../../model/tile.js';

/** Share of the weight that cells with a value have to hold, less the rounding of sums. */
const LEAST_WEIGHT = 0.5 - 1e-9;

/**
 * Writes the packed value at every pixel, with a fraction; NaN where there is none.
 *
 * @param samples  `TILE_AREA` values, [row][column]
 * @returns whether any of them has a value
 */
export function sampleSlice(slice: MapSlice, address: TileAddress, samples: Float32Array): boolean {
  const lattice = tileLattice(slice.grid, address);
  const cells = cellsOf(slice, lattice);
  const [x, y] = [new Float64Array(TILE_PIXELS), new Float64Array(TILE_PIXELS)];
  let isSeen = false;
  for (let row = 0, at = 0; row < TILE_PIXELS; row++, at += TILE_PIXELS) {
    if (lattice.positions(row, x, y)) isSeen = sampleRow(cells, x, y, samples, at) || isSeen;
    else samples.fill(Number.NaN, at, at + TILE_PIXELS);
  }
  return isSeen;
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

/** One row of pixels. All corners at hand is the common case, and needs three differences and no weights. */
function sampleRow(cells: Cells, x: Float64Array, y: Float64Array, samples: Float32Array, at: number): boolean {
  const { values, columns, lastRow, seam, afterSeam } = cells;
  let isSeen = false;
  for (let i = 0; i < TILE_PIXELS; i++) {
    const [atX, atY] = [x[i]!, y[i]!];
    if (!(atX >= 0)) {
      samples[at + i] = Number.NaN;
      continue;
    }
    const column = atX | 0;
    const row = atY | 0;
    const next = column + 1 === seam ? afterSeam : column + 1;
    const upper = row * columns;
    const lower = row === lastRow ? upper : upper + columns;
    const [a, b, c, d] = [
      values[upper + column]!,
      values[upper + next]!,
      values[lower + column]!,
      values[lower + next]!,
    ];
    const [across, down] = [atX - column, atY - row];
    isSeen = true;
    if (a === MISSING_PACKED || b === MISSING_PACKED || c === MISSING_PACKED || d === MISSING_PACKED) {
      samples[at + i] = partialMean(a, b, c, d, across, down);
    } else {
      const top = a + (b - a) * across;
      samples[at + i] = top + (c + (d - c) * across - top) * down;
    }
  }
  return isSeen;
}

/** The mean of the corners that have a value, NaN where they hold too little of the weight. */
function partialMean(a: number, b: number, c: number, d: number, across: number, down: number): number {
  const corners = [a, b, c, d];
  const weights = [(1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down];
  let [sum, held] = [0, 0];
  for (let i = 0; i < 4; i++) {
    if (corners[i] === MISSING_PACKED) continue;
    sum += weights[i]! * corners[i]!;
    held += weights[i]!;
  }
  return held >= LEAST_WEIGHT ? sum / held : Number.NaN;
}
