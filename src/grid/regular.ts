/**
 * Regular latitude/longitude grids: where a cell lies, and which cells surround a point with what bilinear weight.
 *
 *   row    y = (latitude − firstLatitude) / latitudeStep        latitudeStep is negative for north-to-south rows
 *   column x = ((longitude − firstLongitude) mod 360) / longitudeStep
 *
 * The modulo comes before the division, so a grid that starts at 0 answers a longitude of −75, and one that starts at
 * −180 answers 285. When the columns go round the globe, the last one is the western neighbour of the first.
 *
 * Poles clamp: a grid whose outermost row lies less than one step from the pole covers the cap beyond that row with the
 * row itself. Interpolating across the pole would need the values on the opposite meridian, and for wind turned
 * components; at 0.25° the cap is 28 km wide. A regional grid has no cap and no seam: a point outside gets no weights.
 */

import type { Cell } from '../model/cube.js';
import type { Grid } from '../model/field.js';

export interface SampleWeight {
  readonly cell: Cell;
  /** Share in 0..1; the weights of one point sum to 1. */
  readonly weight: number;
}

/** Fractions of a cell below this are the rounding of coordinates (1e-7 of 0.25° is 3 mm), not a position. */
const ON_NODE = 1e-7;

/** Latitude of row `y`, degrees north. */
export function latitudeOf(grid: Grid, y: number): number {
  return grid.firstLatitude + y * grid.latitudeStep;
}

/** Longitude of column `x`, degrees east as the grid counts them: not wrapped. */
export function longitudeOf(grid: Grid, x: number): number {
  return grid.firstLongitude + x * grid.longitudeStep;
}

/** True when the columns go round the whole globe, so that the last one neighbours the first. */
export function isGlobal(grid: Grid): boolean {
  return grid.columns >= columnsAround(grid);
}

/**
 * Up to 4 surrounding cells with their bilinear weights, in row order; cells of weight 0 are left out, so a point on a
 * node has one. Empty when the point lies outside a regional grid.
 *
 * @param latitude  degrees north, −90..90
 * @param longitude  degrees east, any whole number of turns
 */
export function bilinearWeights(grid: Grid, latitude: number, longitude: number): SampleWeight[] {
  const row = rowPosition(grid, latitude);
  const column = columnPosition(grid, longitude);
  if (row === null || column === null) return [];
  const weights: SampleWeight[] = [];
  for (const [y, yWeight] of neighbours(row, grid.rows, false))
    for (const [x, xWeight] of neighbours(column, columnsAround(grid), isGlobal(grid)))
      weights.push({ cell: { y, x }, weight: yWeight * xWeight });
  return weights;
}

/** Columns of a full circle. Rounded, because steps such as 360/1536 are stored to a millionth of a degree. */
function columnsAround(grid: Grid): number {
  return Math.round(360 / grid.longitudeStep);
}

/** Position in rows, clamped at a covered pole; null outside. */
function rowPosition(grid: Grid, latitude: number): number | null {
  const last = grid.rows - 1;
  const position = snapped((latitude - grid.firstLatitude) / grid.latitudeStep);
  if (position >= 0 && position <= last) return position;
  const edge = position < 0 ? 0 : last;
  const pole = latitude < 0 ? -90 : 90;
  const toPole = Math.abs(pole - latitudeOf(grid, edge));
  return toPole < Math.abs(grid.latitudeStep) && Math.abs(position - edge) < 1 ? edge : null;
}

/** Position in columns, in [0, columns around) of a global grid and [0, columns − 1] of a regional one; null outside. */
function columnPosition(grid: Grid, longitude: number): number | null {
  const around = columnsAround(grid);
  const east = (longitude - grid.firstLongitude) % 360;
  const position = snapped((east < 0 ? east + 360 : east) / grid.longitudeStep);
  if (isGlobal(grid)) return position >= around ? 0 : position;
  if (position <= grid.columns - 1) return position;
  return around - position < ON_NODE ? 0 : null;
}

/** The one or two indices beside `position`, with the weight of each. */
function neighbours(position: number, count: number, wraps: boolean): [index: number, weight: number][] {
  const index = Math.floor(position);
  const fraction = position - index;
  if (fraction === 0) return [[index, 1]];
  const next = wraps && index + 1 === count ? 0 : index + 1;
  return [
    [index, 1 - fraction],
    [next, fraction],
  ];
}

function snapped(position: number): number {
  const nearest = Math.round(position);
  return Math.abs(position - nearest) < ON_NODE ? nearest : position;
}
