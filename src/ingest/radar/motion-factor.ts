/** How coarse the frames of a grid are made before motion is looked for in them (docs/methods/nowcast-motion.md). */

import { placeOf } from '../../grid/grid.js';
import type { Grid } from '../../model/field.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { motionFactor } from '../../science/radar/motion/estimate-motion.js';

/** Pixels of the grid along a side of a block: 4 on MRMS, 2 on grids of about a kilometre. */
export function motionFactorOf(grid: Grid): number {
  return motionFactor(grid.rows, grid.columns, pixelKmOf(grid));
}

/** Side of a pixel in the middle of the grid, km. */
function pixelKmOf(grid: Grid): number {
  const [row, column] = [grid.rows / 2, grid.columns / 2];
  const [north, south] = [placeOf(grid, row, column), placeOf(grid, row + 1, column)];
  return greatCircleDistance(north.latitude, north.longitude, south.latitude, south.longitude) / 1000;
}
