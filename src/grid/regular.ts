/**
 * Regular latitude/longitude grids: rows on parallels, columns on meridians, both evenly spaced.
 *
 *   row y = (latitude − firstLatitude) / latitudeStep        latitudeStep is negative for north-to-south rows
 *
 * Poles clamp: a grid whose outermost row lies less than one step from the pole covers the cap beyond that row with the
 * row itself. Interpolating across the pole would need the values on the opposite meridian, and for wind turned
 * components; at 0.25° the cap is 28 km wide. A regional grid has no cap and no seam.
 */

import type { RegularGrid } from '../model/field.js';
import { wrapLongitude } from './angles.js';
import { boxEdgeDistance, type Parallels } from './edge-distance.js';
import { type Geometry, positionOnAxes, type SeparateAxes, snapped } from './geometry.js';
import { columnPosition, columnsAround } from './meridians.js';

type Rows = Pick<RegularGrid, 'rows' | 'firstLatitude' | 'latitudeStep'>;

/** Latitude of row `y`, degrees north. */
export function latitudeOf({ firstLatitude, latitudeStep }: Rows, y: number): number {
  return firstLatitude + y * latitudeStep;
}

/** Longitude of column `x`, degrees east as the grid counts them: not wrapped. */
export function longitudeOf(grid: Pick<RegularGrid, 'firstLongitude' | 'longitudeStep'>, x: number): number {
  return grid.firstLongitude + x * grid.longitudeStep;
}

/** Position in rows, clamped at a covered pole; null outside. */
export function rowPosition(grid: Rows, latitude: number): number | null {
  const last = grid.rows - 1;
  const position = snapped((latitude - grid.firstLatitude) / grid.latitudeStep);
  if (position >= 0 && position <= last) return position;
  const edge = position < 0 ? 0 : last;
  return coversCap(grid, edge, latitude < 0 ? -90 : 90) && Math.abs(position - edge) < 1 ? edge : null;
}

function coversCap(grid: Rows, edge: number, pole: number): boolean {
  return Math.abs(pole - latitudeOf(grid, edge)) < Math.abs(grid.latitudeStep);
}

/** What the rows cover, caps included. */
export function parallelsOf(grid: Rows): Parallels {
  const last = grid.rows - 1;
  const [southern, northern] = grid.latitudeStep < 0 ? [last, 0] : [0, last];
  return {
    south: coversCap(grid, southern, -90) ? -90 : latitudeOf(grid, southern),
    north: coversCap(grid, northern, 90) ? 90 : latitudeOf(grid, northern),
  };
}

export function regularGeometry(grid: RegularGrid): Geometry {
  const separation: SeparateAxes = {
    kind: 'axes',
    row: (latitude) => rowPosition(grid, latitude),
    column: (longitude) => columnPosition(grid, longitude),
  };
  return {
    separation,
    columnsAround: columnsAround(grid),
    position: positionOnAxes(separation),
    place: (y, x) => ({ latitude: latitudeOf(grid, y), longitude: wrapLongitude(longitudeOf(grid, x)) }),
    north: () => 0,
    edgeDistance: (latitude, longitude) => boxEdgeDistance(parallelsOf(grid), grid, latitude, longitude),
    turnRow: null,
  };
}
