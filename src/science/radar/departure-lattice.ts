/**
 * Where the rain of every pixel of a field comes from, as hindcasts of whole fields need it.
 *
 * Trajectories are as smooth as the motion, whose nodes lie tens of pixels apart: they are marched from every 8th pixel, and
 * between them departures are bilinear. On MRMS that is within 0.001 of CSI of marching every pixel, for a sixtieth of it.
 */

import type { MotionField } from '../../model/radar.js';
import { marchFrom, stepBack } from './trajectory.js';

/** Pixels from point to point of the lattice. */
const SPACING = 8;

/** Departures of lattice points, pixels, [row][column]; the last points lie on or beyond the edge of the grid. */
export interface DepartureLattice {
  readonly columns: number;
  readonly departureRows: Float64Array;
  readonly departureColumns: Float64Array;
}

/**
 * @param rows  of the grid, as `columns`
 * @param minutes  of lead, not negative
 */
export function departureLattice(
  motion: MotionField,
  rows: number,
  columns: number,
  minutes: number,
): DepartureLattice {
  const down = Math.floor((rows - 1) / SPACING) + 2;
  const across = Math.floor((columns - 1) / SPACING) + 2;
  const departureRows = new Float64Array(down * across);
  const departureColumns = new Float64Array(down * across);
  const steps = Math.ceil(minutes);
  const march = marchFrom(0, 0);
  for (let k = 0; k < departureRows.length; k++) {
    march.row = Math.floor(k / across) * SPACING;
    march.column = (k % across) * SPACING;
    for (let step = 0; step < steps; step++) stepBack(motion, march, minutes / steps);
    departureRows[k] = march.row;
    departureColumns[k] = march.column;
  }
  return { columns: across, departureRows, departureColumns };
}

/** Departures of the pixels of one row of the grid, into `rows` and `columns`, as many as these are long. */
export function fillDepartures(
  lattice: DepartureLattice,
  row: number,
  rows: Float64Array,
  columns: Float64Array,
): void {
  fillBetween(lattice, lattice.departureRows, row, rows);
  fillBetween(lattice, lattice.departureColumns, row, columns);
}

function fillBetween({ columns }: DepartureLattice, values: Float64Array, row: number, into: Float64Array): void {
  const above = Math.floor(row / SPACING);
  const share = row / SPACING - above;
  const at = (point: number) =>
    (1 - share) * values[above * columns + point]! + share * values[(above + 1) * columns + point]!;
  let right = at(0);
  for (let point = 0, column = 0; column < into.length; point++) {
    const left = right;
    right = at(point + 1);
    const end = Math.min(into.length, (point + 1) * SPACING);
    for (let k = 0; column < end; column++, k++) into[column] = left + ((right - left) * k) / SPACING;
  }
}
