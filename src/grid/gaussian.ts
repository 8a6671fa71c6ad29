/**
 * Gaussian grids with rows of one length (GRIB2 3.40): columns on meridians, rows on the Gaussian latitudes.
 *
 * Between two rows the position is linear in latitude. Beyond the first and the last latitude of the globe the cap takes
 * the values of the outermost row, as on a regular grid.
 */

import type { GaussianGrid } from '../model/field.js';
import { wrapLongitude } from './angles.js';
import { boxEdgeDistance } from './edge-distance.js';
import { gaussianLatitude } from './gaussian-latitudes.js';
import { type Geometry, positionOnAxes, type SeparateAxes, snapped } from './geometry.js';
import { columnPosition, columnsAround } from './meridians.js';
import { longitudeOf } from './regular.js';

type Rows = Pick<GaussianGrid, 'rows' | 'parallels' | 'firstRow' | 'rowStep'>;

/** Latitudes of the grid's rows in their order, degrees north. */
export function gaussianRows({ rows, parallels, firstRow, rowStep }: Rows): Float64Array {
  return Float64Array.from({ length: rows }, (_, y) => gaussianLatitude(parallels, firstRow + y * rowStep));
}

/** The latitude at a fractional row; beyond the ends the outermost spacing goes on. */
function latitudeAt(latitudes: Float64Array, y: number): number {
  if (latitudes.length === 1) return latitudes[0]!;
  const row = Math.max(0, Math.min(latitudes.length - 2, Math.floor(y)));
  return latitudes[row]! + (y - row) * (latitudes[row + 1]! - latitudes[row]!);
}

/** Position in rows by halving; clamped in a cap, null outside. */
function rowPosition({ parallels, rowStep }: Rows, latitudes: Float64Array, latitude: number): number | null {
  const last = latitudes.length - 1;
  const side = -rowStep;
  if (side * latitude <= side * latitudes[0]!) return beyond(latitudes[0]!, parallels, latitude, 0);
  if (side * latitude >= side * latitudes[last]!) return beyond(latitudes[last]!, parallels, latitude, last);
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (side * latitudes[middle]! <= side * latitude) low = middle;
    else high = middle;
  }
  return snapped(low + (latitude - latitudes[low]!) / (latitudes[high]! - latitudes[low]!));
}

function beyond(edge: number, parallels: number, latitude: number, row: number): number | null {
  const onRow = Math.abs(latitude - edge) < 1e-9;
  const inCap = isOutermost(parallels, edge) && Math.abs(latitude) > Math.abs(edge) && latitude * edge > 0;
  return onRow || inCap ? row : null;
}

function isOutermost(parallels: number, latitude: number): boolean {
  return Math.abs(latitude) > gaussianLatitude(parallels, 0) - 1e-9;
}

export function gaussianGeometry(grid: GaussianGrid): Geometry {
  const latitudes = gaussianRows(grid);
  const outermost = [latitudes[0]!, latitudes[grid.rows - 1]!];
  const reach = (latitude: number) => (isOutermost(grid.parallels, latitude) ? Math.sign(latitude) * 90 : latitude);
  const parallels = { south: reach(Math.min(...outermost)), north: reach(Math.max(...outermost)) };
  const separation: SeparateAxes = {
    kind: 'axes',
    row: (latitude) => rowPosition(grid, latitudes, latitude),
    column: (longitude) => columnPosition(grid, longitude),
  };
  return {
    separation,
    columnsAround: columnsAround(grid),
    position: positionOnAxes(separation),
    place: (y, x) => ({ latitude: latitudeAt(latitudes, y), longitude: wrapLongitude(longitudeOf(grid, x)) }),
    north: () => 0,
    edgeDistance: (latitude, longitude) => boxEdgeDistance(parallels, grid, latitude, longitude),
    turnRow: null,
  };
}
