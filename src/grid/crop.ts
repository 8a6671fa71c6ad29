/** The grid of a rectangular cut: the same cells at the same places, counted from the cut's own first row and column. */

import type { GaussianGrid, Grid } from '../model/field.js';

/** Rows or columns, counted as in the uncut grid. */
export interface Span {
  readonly first: number;
  readonly count: number;
}

/**
 * @param columns  may run past the last column of a grid that goes round the globe, and goes on at its first
 * @throws RangeError  an empty cut, or rows that the grid does not have
 */
export function cropGrid(grid: Grid, rows: Span, columns: Span): Grid {
  if (rows.first < 0 || rows.count < 1 || rows.first + rows.count > grid.rows)
    throw new RangeError(`rows ${rows.first} + ${rows.count} of a grid of ${grid.rows}`);
  if (columns.first < 0 || columns.count < 1 || columns.count > grid.columns)
    throw new RangeError(`columns ${columns.first} + ${columns.count} of a grid of ${grid.columns}`);
  const size = { rows: rows.count, columns: columns.count };
  switch (grid.kind) {
    case 'regular':
    case 'rotated':
      return {
        ...grid,
        ...size,
        firstLatitude: grid.firstLatitude + rows.first * grid.latitudeStep,
        firstLongitude: firstLongitude(grid, columns),
      };
    case 'gaussian':
      return {
        ...grid,
        ...size,
        firstRow: grid.firstRow + rows.first * grid.rowStep,
        firstLongitude: firstLongitude(grid, columns),
      };
    default:
      return {
        ...grid,
        ...size,
        firstX: grid.firstX + columns.first * grid.xStep,
        firstY: grid.firstY + rows.first * grid.yStep,
      };
  }
}

/** −180..360, as grids state their first longitude. */
function firstLongitude(grid: Pick<GaussianGrid, 'firstLongitude' | 'longitudeStep'>, { first }: Span): number {
  const longitude = grid.firstLongitude + first * grid.longitudeStep;
  return longitude >= 360 ? longitude - 360 : longitude;
}
