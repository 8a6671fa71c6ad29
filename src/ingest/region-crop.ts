/**
 * Cutting a field to a region: whole rows and columns that enclose the box, so that every point of the box still has
 * its four neighbours; where rounding leaves it open whether an edge lies on a grid line, one row or column more. A box
 * may cross the meridian where the columns begin; the cut then joins both ends.
 */

import type { Region } from '../base/config.js';
import { ConfigError } from '../base/errors.js';
import { isGlobal } from '../grid/regular.js';
import type { Grid } from '../model/field.js';

export interface Crop {
  readonly grid: Grid;
  /** Row and column of the uncut grid that become row and column 0. */
  readonly firstRow: number;
  readonly firstColumn: number;
  /** Columns after which the cut goes on at column 0: all of them, without one that repeats the first meridian. */
  readonly seam: number;
}

/** @throws ConfigError  when the region and the grid have no cell in common */
export function cropTo(grid: Grid, region: Region | null): Crop {
  const seam = Math.min(grid.columns, columnsAround(grid));
  if (region === null) return { grid, firstRow: 0, firstColumn: 0, seam: grid.columns };
  const [firstRow, lastRow] = rowsOf(grid, region);
  const [firstColumn, columns] = columnsOf(grid, region);
  if (lastRow < firstRow || columns < 1) throw outside(region);
  const rows = lastRow - firstRow + 1;
  const firstLatitude = grid.firstLatitude + firstRow * grid.latitudeStep;
  const firstLongitude = wrapped(grid.firstLongitude + firstColumn * grid.longitudeStep);
  return {
    grid: { ...grid, rows, columns, firstLatitude, firstLongitude },
    firstRow,
    firstColumn,
    seam: columns === grid.columns ? columns : seam,
  };
}

function rowsOf(grid: Grid, { south, north }: Region): [number, number] {
  const rows = [south, north].map((latitude) => (latitude - grid.firstLatitude) / grid.latitudeStep);
  return [Math.max(0, Math.floor(Math.min(...rows))), Math.min(grid.rows - 1, Math.ceil(Math.max(...rows)))];
}

/** First column and number of columns; the count may run past the last column of a global grid and go on at the first. */
function columnsOf(grid: Grid, { west, east }: Region): [number, number] {
  const width = positive(east - west);
  const begin = positive(west - grid.firstLongitude);
  if (isGlobal(grid)) {
    const first = Math.floor(begin / grid.longitudeStep);
    const last = Math.ceil((begin + width) / grid.longitudeStep);
    return last - first + 1 >= columnsAround(grid) ? [0, grid.columns] : [first, last - first + 1];
  }
  const overlaps = [begin, begin - 360].map((from): [number, number] => {
    const first = Math.max(0, Math.floor(from / grid.longitudeStep));
    const last = Math.min(grid.columns - 1, Math.ceil((from + width) / grid.longitudeStep));
    return [first, last - first + 1];
  });
  return overlaps.find(([, columns]) => columns >= 1) ?? [0, 0];
}

/** Columns of a full circle. */
function columnsAround({ longitudeStep }: Grid): number {
  return Math.round(360 / longitudeStep);
}

function positive(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** −180..360, as grids state their first longitude. */
function wrapped(degrees: number): number {
  return degrees >= 360 ? degrees - 360 : degrees;
}

function outside({ south, west, north, east }: Region): ConfigError {
  return new ConfigError(
    'WEATHERGLASS_REGION',
    'must overlap the grid of the feed',
    `${south},${west},${north},${east}`,
  );
}
