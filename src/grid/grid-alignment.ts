/**
 * How one grid lies on another: whether its cells are cells of the other, which one is its first, and how many cells of
 * the other a step of it is. Projections are compared by what they do: cells at corners, edges and in the middle are
 * placed on the globe by the one grid and looked up in the other.
 */

import type { Grid } from '../model/field.js';
import { columnsBeforeSeam, gridPosition, isGlobal, placeOf } from './grid.js';

/** In cells of the other grid; fractions where cells lie between its cells. */
export interface Alignment {
  readonly firstRow: number;
  readonly firstColumn: number;
  /** Negative where rows run the other way. 1 for a single row. */
  readonly rowStep: number;
  readonly columnStep: number;
}

/** Cells. Grids state places to a millionth of a degree: at most 0.0001 cells of 2.5 km. */
export const ALIGNED = 0.02;

/** Null where cells of `grid` are not evenly spaced on `known`, or lie outside of it. */
export function alignmentOn(known: Grid, grid: Grid): Alignment | null {
  const look = lookup(known);
  const first = look(grid, 0, 0);
  const below = grid.rows > 1 ? look(grid, 1, 0) : first;
  const beside = grid.columns > 1 ? look(grid, 0, 1) : first;
  if (first === null || below === null || beside === null) return null;
  const around = isGlobal(known) ? columnsBeforeSeam(known) : null;
  const rowStep = grid.rows > 1 ? below.y - first.y : 1;
  const columnStep = grid.columns > 1 ? eastward(beside.x - first.x, around) : 1;
  for (const row of samples(grid.rows))
    for (const column of samples(grid.columns)) {
      const cell = look(grid, row, column);
      if (cell === null || Math.abs(cell.y - first.y - row * rowStep) > ALIGNED) return null;
      const off = cell.x - first.x - column * columnStep;
      if (Math.abs(around === null ? off : off - around * Math.round(off / around)) > ALIGNED) return null;
    }
  return { firstRow: first.y, firstColumn: first.x, rowStep, columnStep };
}

/** First, middle and last. */
function samples(count: number): number[] {
  return [...new Set([0, count >> 1, count - 1])];
}

function eastward(columns: number, around: number | null): number {
  return around !== null && columns < 0 ? columns + around : columns;
}

/** Position of a cell of another grid. A cell that is on the edge but for rounding has one. */
function lookup(known: Grid) {
  const wide = withMargin(known);
  return (grid: Grid, row: number, column: number) => {
    const { latitude, longitude } = placeOf(grid, row, column);
    const at = gridPosition(wide.grid, latitude, longitude);
    if (at === null) return null;
    const cell = { x: at.x - wide.columns, y: at.y - wide.rows };
    const isInside = isBetween(cell.y, known.rows) && (wide.columns === 0 || isBetween(cell.x, known.columns));
    return isInside ? cell : null;
  };
}

function isBetween(position: number, count: number): boolean {
  return position >= -ALIGNED && position <= count - 1 + ALIGNED;
}

interface WideGrid {
  readonly grid: Grid;
  /** Rows and columns that were added before the first. */
  readonly rows: number;
  readonly columns: number;
}

/** With one more row and column on each side; not beyond a pole, nor where columns go round the globe. */
function withMargin(grid: Grid): WideGrid {
  if ('xStep' in grid) {
    const size = { rows: grid.rows + 2, columns: grid.columns + 2 };
    const first = { firstX: grid.firstX - grid.xStep, firstY: grid.firstY - grid.yStep };
    return { grid: { ...grid, ...size, ...first }, rows: 1, columns: 1 };
  }
  if (grid.kind !== 'regular' || isGlobal(grid)) return { grid, rows: 0, columns: 0 };
  const size = { rows: grid.rows + 2, columns: grid.columns + 2 };
  const first = {
    firstLatitude: grid.firstLatitude - grid.latitudeStep,
    firstLongitude: grid.firstLongitude - grid.longitudeStep,
  };
  return { grid: { ...grid, ...size, ...first }, rows: 1, columns: 1 };
}
