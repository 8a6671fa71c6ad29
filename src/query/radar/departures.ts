/**
 * Where the rain of each minute comes from: one trajectory back through the motion of a frame, read by lead.
 *
 * Frames of one network have ages of their own (the rate, hail, lightning); all of them are read along the trajectory of the
 * rate, each at its own lead. Between two minutes of the trajectory the way is straight.
 */

import { type GridPosition, gridPosition, placeOf } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import type { RadarFrame, TiledField } from '../../model/radar.js';
import { valueAt } from '../../science/radar/tiled-field.js';
import { backwardTrajectory } from '../../science/radar/trajectory.js';
import { columnsAround } from './watching.js';

/** A pixel position, fractional. */
export interface Spot {
  row: number;
  column: number;
}

/** Positions on the frame's grid, index = minutes back; columns go on beyond the seam of a global grid. */
export interface Departures {
  readonly grid: Grid;
  readonly rows: Float64Array;
  readonly columns: Float64Array;
  readonly around: number;
}

/** @param minutes  whole, how far back; without a motion nothing moves */
export function departuresTo(frame: RadarFrame, { x, y }: GridPosition, minutes: number): Departures {
  const rows = new Float64Array(minutes + 1).fill(y);
  const columns = new Float64Array(minutes + 1).fill(x);
  if (frame.motion !== null) backwardTrajectory(frame.motion, y, x, minutes, rows, columns);
  return { grid: frame.description.grid, rows, columns, around: columnsAround(frame) };
}

/** Minutes between a frame and minute `minute` of the nowcast; a frame dated ahead is of this minute. */
export function leadOf(minute: number, ageSeconds: number): number {
  return Math.max(0, minute + ageSeconds / 60);
}

/** The position `lead` minutes back, written into `spot`; at the end of the trajectory where it ends before. */
export function departureAt({ rows, columns, around }: Departures, lead: number, spot: Spot): void {
  const last = rows.length - 1;
  const before = Math.min(last, Math.floor(lead));
  const after = Math.min(last, before + 1);
  const share = lead - before;
  spot.row = rows[before]! + share * (rows[after]! - rows[before]!);
  const column = columns[before]! + share * (columns[after]! - columns[before]!);
  spot.column = around > 0 ? column - Math.floor(column / around) * around : column;
}

/** Value of the pixel nearest to a position, NaN where it was not observed. */
export function nearestAt(field: TiledField, { row, column }: Spot, around: number): number {
  const nearest = Math.round(column);
  return valueAt(field, Math.round(row), around > 0 && nearest === around ? 0 : nearest);
}

/** Moves a position from one grid to another; NaN beyond its edge, so that nothing is read there. */
export function moveToGrid(spot: Spot, from: Grid, to: Grid): void {
  const { latitude, longitude } = placeOf(from, spot.row, spot.column);
  const position = gridPosition(to, latitude, longitude);
  spot.row = position?.y ?? Number.NaN;
  spot.column = position?.x ?? Number.NaN;
}

const descriptions = new WeakMap<Grid, string>();

function describe(grid: Grid): string {
  const known = descriptions.get(grid) ?? JSON.stringify(grid);
  descriptions.set(grid, known);
  return known;
}

/** True when two grids have the same pixels: each frame has a description of its own. */
export function isSameGrid(a: Grid, b: Grid): boolean {
  return a === b || describe(a) === describe(b);
}
