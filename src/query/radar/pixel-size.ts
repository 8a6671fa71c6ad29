/** How large a pixel is, which on a grid of latitudes and longitudes depends on where it lies. */

import { placeOf } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import { greatCircleDistance } from '../../science/great-circle.js';

/** km from pixel to pixel along a column (`row`) and along a row (`column`). */
export interface PixelKm {
  readonly row: number;
  readonly column: number;
}

/** @param row, column  of a position on the grid, fractional */
export function pixelKm(grid: Grid, row: number, column: number): PixelKm {
  return {
    row: distanceKm(grid, row - 0.5, column, row + 0.5, column),
    column: distanceKm(grid, row, column - 0.5, row, column + 0.5),
  };
}

function distanceKm(grid: Grid, rowA: number, columnA: number, rowB: number, columnB: number): number {
  const a = placeOf(grid, rowA, columnA);
  const b = placeOf(grid, rowB, columnB);
  return greatCircleDistance(a.latitude, a.longitude, b.latitude, b.longitude) / 1000;
}
