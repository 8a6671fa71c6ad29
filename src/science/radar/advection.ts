/**
 * A whole field of rain carried forward by its motion: for each pixel the rate at the place its air came from.
 *
 *   forecast(x, lead) = observed(x − displacement(x, lead))        backward semi-Lagrangian, motion standing still
 *
 * Displacements are as smooth as the motion, whose nodes lie tens of pixels apart: they are marched for every
 * `LATTICE`-th pixel and bilinear between, so that a pixel costs one interpolation of the rate instead of a march. Rates
 * are read bilinear in mm/h, or from the nearest pixel; what has an unobserved pixel among those it is made of, or came
 * from beyond the grid, is unobserved (the rule of pysteps: 1 at (0, 0) of an 8 × 8 field moved by one row and column
 * is at (1, 1), and row 0 and column 0 are missing). Bilinear reading widens light rain and thins heavy rain with each
 * reading, so there is only one, from the observed field, whatever the lead.
 */

import type { MotionField } from '../../model/radar.js';
import { checkRateGrid, type RateGrid } from './rate-grid.js';
import { type March, marchFrom, stepBack } from './trajectory.js';

/** Pixels between marched displacements. */
const LATTICE = 8;

export type RateInterpolation = 'bilinear' | 'nearest';

/** Displacements of lattice points: where the air at (row, column) × LATTICE came from, in pixels, [row][column]. */
interface Lattice {
  readonly rows: number;
  readonly columns: number;
  readonly sourceRows: Float64Array;
  readonly sourceColumns: Float64Array;
}

function latticeOf(field: RateGrid): Lattice {
  const rows = Math.ceil((field.rows - 1) / LATTICE) + 1;
  const columns = Math.ceil((field.columns - 1) / LATTICE) + 1;
  const lattice = {
    rows,
    columns,
    sourceRows: new Float64Array(rows * columns),
    sourceColumns: new Float64Array(rows * columns),
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      lattice.sourceRows[row * columns + column] = row * LATTICE;
      lattice.sourceColumns[row * columns + column] = column * LATTICE;
    }
  return lattice;
}

/** Takes all points of a lattice further back, in steps of at most a minute. */
function marchLattice(lattice: Lattice, motion: MotionField, minutes: number, march: March): void {
  const steps = Math.ceil(minutes - 1e-9);
  if (steps <= 0) return;
  const { sourceRows, sourceColumns } = lattice;
  for (let k = 0; k < sourceRows.length; k++) {
    march.row = sourceRows[k]!;
    march.column = sourceColumns[k]!;
    for (let step = 0; step < steps; step++) stepBack(motion, march, minutes / steps);
    sourceRows[k] = march.row;
    sourceColumns[k] = march.column;
  }
}

/** Rate between four pixels; those that have no weight are not asked. NaN where one is unobserved or beyond the grid. */
export function bilinearRate(field: RateGrid, row: number, column: number): number {
  const { rows, columns, values } = field;
  const top = Math.floor(row);
  const left = Math.floor(column);
  const dy = row - top;
  const dx = column - left;
  if (!(top >= 0 && left >= 0 && top + (dy > 0 ? 1 : 0) < rows && left + (dx > 0 ? 1 : 0) < columns)) return Number.NaN;
  const at = top * columns + left;
  const above = dx > 0 ? (1 - dx) * values[at]! + dx * values[at + 1]! : values[at]!;
  if (dy === 0) return above;
  const below = dx > 0 ? (1 - dx) * values[at + columns]! + dx * values[at + columns + 1]! : values[at + columns]!;
  return (1 - dy) * above + dy * below;
}

/** Rate of the pixel that a position lies in; NaN where it is unobserved or beyond the grid. */
export function nearestRate(field: RateGrid, row: number, column: number): number {
  const r = Math.round(row);
  const c = Math.round(column);
  return r >= 0 && c >= 0 && r < field.rows && c < field.columns ? field.values[r * field.columns + c]! : Number.NaN;
}

/**
 * `bilinearRate` where all four pixels are on the grid, without asking each: most of the time of a forecast is spent here.
 */
function bilinearInside(values: Float32Array, columns: number, row: number, column: number): number {
  const top = Math.trunc(row);
  const left = Math.trunc(column);
  const dy = row - top;
  const dx = column - left;
  const at = top * columns + left;
  const a = values[at]!;
  if (dx === 0 && dy === 0) return a;
  const b = dx === 0 ? a : values[at + 1]!;
  const c = dy === 0 ? a : values[at + columns]!;
  const d = dy === 0 ? b : dx === 0 ? c : values[at + columns + 1]!;
  const above = a + dx * (b - a);
  return above + dy * (c + dx * (d - c) - above);
}

function isInside({ rows, columns }: RateGrid, row: number, column: number): boolean {
  return row >= 0 && column >= 0 && row < rows - 1 && column < columns - 1;
}

/** One row of the forecast, from the two rows of the lattice that it lies between. */
function readRow(field: RateGrid, lattice: Lattice, row: number, isBilinear: boolean, out: Float32Array): void {
  const { columns, sourceRows, sourceColumns } = lattice;
  const above = Math.min(Math.floor(row / LATTICE), Math.max(0, lattice.rows - 2));
  const down = row / LATTICE - above;
  const first = above * columns;
  const second = lattice.rows > 1 ? first + columns : first;
  for (let cell = 0; cell * LATTICE < field.columns; cell++) {
    const next = Math.min(cell + 1, columns - 1);
    let y = (1 - down) * sourceRows[first + cell]! + down * sourceRows[second + cell]!;
    let x = (1 - down) * sourceColumns[first + cell]! + down * sourceColumns[second + cell]!;
    const dy = ((1 - down) * sourceRows[first + next]! + down * sourceRows[second + next]! - y) / LATTICE;
    const dx = ((1 - down) * sourceColumns[first + next]! + down * sourceColumns[second + next]! - x) / LATTICE;
    const end = Math.min((cell + 1) * LATTICE, field.columns);
    const at = row * field.columns;
    const span = end - cell * LATTICE;
    // Along a cell the sources lie on a straight line: inside at both ends is inside between.
    if (isBilinear && isInside(field, y, x) && isInside(field, y + span * dy, x + span * dx))
      for (let column = cell * LATTICE; column < end; column++, y += dy, x += dx)
        out[at + column] = bilinearInside(field.values, field.columns, y, x);
    else
      for (let column = cell * LATTICE; column < end; column++, y += dy, x += dx)
        out[at + column] = isBilinear ? bilinearRate(field, y, x) : nearestRate(field, y, x);
  }
}

/**
 * The field at several leads, one march for all of them.
 *
 * @param field  observed at lead 0
 * @param leads  minutes, rising, from 0
 * @param visit  gets each forecast as it is made, in the order of the leads, and may keep it
 * @throws RangeError for leads that do not rise from 0
 */
export function advectLeads(
  field: RateGrid,
  motion: MotionField,
  leads: readonly number[],
  visit: (lead: number, forecast: RateGrid) => void,
  interpolation: RateInterpolation = 'bilinear',
): void {
  checkRateGrid(field);
  const lattice = latticeOf(field);
  const march = marchFrom(0, 0);
  let reached = 0;
  for (const lead of leads) {
    if (!(lead >= reached && Number.isFinite(lead))) throw new RangeError(`lead ${lead} after lead ${reached}`);
    marchLattice(lattice, motion, lead - reached, march);
    reached = lead;
    const values = new Float32Array(field.values.length);
    for (let row = 0; row < field.rows; row++) readRow(field, lattice, row, interpolation === 'bilinear', values);
    visit(lead, { rows: field.rows, columns: field.columns, values });
  }
}

/** The field after `minutes`, from 0. */
export function advect(
  field: RateGrid,
  motion: MotionField,
  minutes: number,
  interpolation: RateInterpolation = 'bilinear',
): RateGrid {
  let result = field;
  advectLeads(field, motion, [minutes], (_lead, forecast) => (result = forecast), interpolation);
  return result;
}
