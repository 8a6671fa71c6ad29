/**
 * Cutting a field to a region: whole rows and columns that enclose the box, so that every point of the box still has
 * its four neighbours. On a projected grid they are those of the box's image in the projection. A box may cross the
 * meridian where the columns of a global grid begin; the cut then joins both ends.
 */

import { ConfigError } from '../../base/errors.js';
import { cellsCovering, columnsBeforeSeam, cropGrid } from '../../grid/grid.js';
import type { Box } from '../../model/box.js';
import type { Grid } from '../../model/field.js';

export interface Crop {
  readonly grid: Grid;
  /** Row and column of the uncut grid that become row and column 0. */
  readonly firstRow: number;
  readonly firstColumn: number;
  /** Columns after which the cut goes on at column 0: all of them, without one that repeats the first meridian. */
  readonly seam: number;
}

/** @throws ConfigError  when the region and the grid have no cell in common */
export function cropTo(grid: Grid, region: Box | null): Crop {
  if (region === null) return { grid, firstRow: 0, firstColumn: 0, seam: grid.columns };
  const block = cellsCovering(grid, region);
  if (block === null) throw outside(region);
  const { firstRow, rows, firstColumn, columns } = block;
  return {
    grid: cropGrid(grid, { first: firstRow, count: rows }, { first: firstColumn, count: columns }),
    firstRow,
    firstColumn,
    seam: columns === grid.columns ? columns : columnsBeforeSeam(grid),
  };
}

function outside({ south, west, north, east }: Box): ConfigError {
  return new ConfigError(
    'WEATHERGLASS_REGION',
    'must overlap the grid of the feed',
    `${south},${west},${north},${east}`,
  );
}
