/**
 * Every grid that a field or a cube can stand on, behind one set of functions: where a cell lies, which cells surround a
 * place with what weight, how far the edge is, and how the grid's axes are turned.
 *
 * Rows and columns are those of the stored array: row 0 is the first as stored, columns run eastward or towards +x. The
 * constants of a grid are worked out once for each `Grid` object, so keep the object and not copies of it.
 */

import type { Cell } from '../model/cube.js';
import type { Grid } from '../model/field.js';
import { gaussianGeometry } from './gaussian.js';
import type { Geometry, GridPosition, Place } from './geometry.js';
import { lambertGeometry } from './lambert.js';
import { mercatorGeometry } from './mercator.js';
import { polarStereographicGeometry } from './polar-stereographic.js';
import { regularGeometry } from './regular.js';
import { rotatedGeometry } from './rotated.js';

export { cellsCovering } from './covering.js';
export { cropGrid } from './crop.js';
export type { GridPosition, Place } from './geometry.js';

export interface SampleWeight {
  readonly cell: Cell;
  /** Share in 0..1; the weights of one point sum to 1. */
  readonly weight: number;
}

/** A projection adds a row here and a module beside this one. */
const GEOMETRIES: { readonly [Kind in Grid['kind']]: (grid: Extract<Grid, { kind: Kind }>) => Geometry } = {
  regular: regularGeometry,
  lambert: lambertGeometry,
  'polar-stereographic': polarStereographicGeometry,
  mercator: mercatorGeometry,
  rotated: rotatedGeometry,
  gaussian: gaussianGeometry,
};

const known = new WeakMap<Grid, Geometry>();

/** For modules beside this one. */
export function geometryOf(grid: Grid): Geometry {
  const kept = known.get(grid);
  if (kept) return kept;
  const make = GEOMETRIES[grid.kind] as (grid: Grid) => Geometry;
  const geometry = make(grid);
  known.set(grid, geometry);
  return geometry;
}

/** True when the columns go round the whole globe, so that the last one neighbours the first. */
export function isGlobal(grid: Grid): boolean {
  return geometryOf(grid).columnsAround !== null;
}

/** Columns after which the first comes again: all of them, without one that repeats the first meridian. */
export function columnsBeforeSeam(grid: Grid): number {
  return Math.min(grid.columns, geometryOf(grid).columnsAround ?? grid.columns);
}

/**
 * Fractional column and row of a place; null outside the area between the outermost rows and columns. A place within a
 * step of a pole that a latitude/longitude grid reaches lies on the outermost row.
 *
 * @param latitude  degrees north, −90..90
 * @param longitude  degrees east, any whole number of turns
 */
export function gridPosition(grid: Grid, latitude: number, longitude: number): GridPosition | null {
  return geometryOf(grid).position(latitude, longitude);
}

/** The place of cell (y, x), which may be fractional. Longitude −180..180. */
export function placeOf(grid: Grid, y: number, x: number): Place {
  return geometryOf(grid).place(y, x);
}

/**
 * Up to 4 surrounding cells with their bilinear weights, in row order; cells of weight 0 are left out, so a point on a
 * node has one. Empty when the point lies outside the grid.
 *
 * @param latitude  degrees north, −90..90
 * @param longitude  degrees east, any whole number of turns
 */
export function bilinearWeights(grid: Grid, latitude: number, longitude: number): SampleWeight[] {
  const { position, columnsAround } = geometryOf(grid);
  const at = position(latitude, longitude);
  return at === null ? [] : weightsAround(at, columnsAround);
}

/** m from a place to the nearest edge of the grid's area: 0 outside, Infinity where the grid covers the globe. */
export function edgeDistance(grid: Grid, latitude: number, longitude: number): number {
  const geometry = geometryOf(grid);
  return geometry.position(latitude, longitude) === null ? 0 : geometry.edgeDistance(latitude, longitude);
}

/** Degrees by which the grid's +y direction is turned clockwise from true north; 0 where columns are meridians. */
export function gridNorth(grid: Grid, latitude: number, longitude: number): number {
  return geometryOf(grid).north(latitude, longitude);
}

/**
 * Turns wind along the grid's axes into wind towards east and north, in place:
 *
 *   u = u' cos α + v' sin α    v = −u' sin α + v' cos α        α = `gridNorth` of the cell
 *
 * @param u, v  m/s along +x and +y of the grid, [row, column]; NaN missing stays missing
 */
export function turnWindToEarth(grid: Grid, u: Float32Array, v: Float32Array): void {
  const { rows, columns } = grid;
  if (u.length !== rows * columns || v.length !== u.length)
    throw new RangeError(`wind of ${u.length} and ${v.length} values on a grid of ${rows} × ${columns}`);
  const { turnRow } = geometryOf(grid);
  if (turnRow === null) return;
  const [sines, cosines] = [new Float64Array(columns), new Float64Array(columns)];
  for (let row = 0, at = 0; row < rows; row++) {
    turnRow(row, sines, cosines);
    for (let column = 0; column < columns; column++, at++) {
      const [along, up] = [u[at]!, v[at]!];
      u[at] = along * cosines[column]! + up * sines[column]!;
      v[at] = up * cosines[column]! - along * sines[column]!;
    }
  }
}

/**
 * Bilinear weights of the cells around a position:
 *
 *   w = (1 − |x − xᵢ|) (1 − |y − yᵢ|)        for the up to four cells i less than one column and one row away
 *
 * If the columns go round the globe, the last is the western neighbour of the first.
 */
function weightsAround({ x, y }: GridPosition, columnsAround: number | null): SampleWeight[] {
  const row = Math.floor(y);
  const below = y - row;
  const weights: SampleWeight[] = [];
  pushRow(weights, row, 1 - below, x, columnsAround);
  if (below > 0) pushRow(weights, row + 1, below, x, columnsAround);
  return weights;
}

function pushRow(weights: SampleWeight[], y: number, share: number, x: number, columnsAround: number | null): void {
  const column = Math.floor(x);
  const beyond = x - column;
  weights.push({ cell: { y, x: column }, weight: share * (1 - beyond) });
  if (beyond === 0) return;
  const next = column + 1 === columnsAround ? 0 : column + 1;
  weights.push({ cell: { y, x: next }, weight: share * beyond });
}
