/** Rain of known shape for tests of motion: a rate at every place of an endless plane. */

import type { RateGrid } from '../rate-grid.js';

/** mm/h at a place, in pixels. */
export type RainPattern = (row: number, column: number) => number;

const WAVES = [
  [0.11, 0.07, 0],
  [0.05, -0.13, 1],
  [-0.09, 0.17, 2],
  [0.21, 0.03, 0.5],
  [0.02, 0.04, 3],
  [-0.033, 0.05, 2.2],
] as const;

/** Bands and cells from crossing waves, about half of the plane dry. */
export const waves: RainPattern = (row, column) => {
  const height = WAVES.reduce((sum, [y, x, phase]) => sum + Math.sin(y * row + x * column + phase), 0);
  return height > 0 ? 2 * height ** 2 : 0;
};

/** Waves within a circle in the middle of 160 × 200 pixels that fade out towards its rim. */
export const showers: RainPattern = (row, column) =>
  waves(row, column) * Math.max(0, 1 - Math.hypot(row - 75, column - 95) / 45);

export function rainOf(rows: number, columns: number, pattern: RainPattern): RateGrid {
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) values[row * columns + column] = pattern(row, column);
  return { rows, columns, values };
}
