/** Shape of a storm cell: rain and cloud around its centre. */

import { DEGREE_METRES, metresPerDegreeEast, visitColumnsWithin } from './discs.js';
import { bandWithin, type Points } from './points.js';

export interface StormCell {
  /** Centre now, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Velocity, m/s towards east and north. */
  readonly u: number;
  readonly v: number;
  /** m. */
  readonly radius: number;
  /** Rate at the centre now, mm/h. */
  readonly rate: number;
}

/** Cloud shield around the rain, in radii. */
export const SHIELD = 1.5;

/**
 * Adds the cells to one row: rain (mm/h, summed) and cover (0..1, the largest). The shield reaches `SHIELD` radii and
 * is closed over the rain, so that a shower never falls from a clear sky.
 */
export function addCellsToRow(
  cells: readonly StormCell[],
  latitude: number,
  longitudes: Float64Array,
  rain: Float64Array,
  cover: Float64Array,
): void {
  for (const cell of cells)
    visitColumnsWithin(cell, SHIELD * cell.radius, latitude, longitudes, (j, d2) =>
      addCellToPoint(cell, d2, j, rain, cover),
    );
}

/** The same for scattered points. */
export function addCellsToPoints(
  cells: readonly StormCell[],
  points: Points,
  rain: Float64Array,
  cover: Float64Array,
): void {
  for (const cell of cells) {
    const reach = SHIELD * cell.radius;
    const perDegree = metresPerDegreeEast(cell.latitude);
    const [begin, end] = bandWithin(points, cell.latitude, cell.longitude, reach);
    for (let i = begin; i < end; i++) {
      const n = points.northward[i]!;
      const apart = ((((points.longitudes[n]! - cell.longitude) % 360) + 540) % 360) - 180;
      const dx = apart * perDegree;
      const dy = (points.latitudes[n]! - cell.latitude) * DEGREE_METRES;
      if (dx * dx + dy * dy < reach * reach) addCellToPoint(cell, dx * dx + dy * dy, n, rain, cover);
    }
  }
}

export function addCellToPoint(cell: StormCell, d2: number, j: number, rain: Float64Array, cover: Float64Array): void {
  const inside = 1 - d2 / (cell.radius * cell.radius);
  if (inside > 0) rain[j]! += cell.rate * inside * inside * inside;
  const shield = 1 - d2 / (SHIELD * SHIELD * cell.radius * cell.radius);
  const strength = Math.min(1, 6 * cell.rate);
  cover[j] = Math.max(cover[j]!, Math.min(1, 1.9 * shield) * strength);
}
