/**
 * Columns that are meridians, evenly spaced: those of regular, Gaussian, Mercator and (about its own pole) rotated grids.
 *
 *   column x = ((longitude − firstLongitude) mod 360) / longitudeStep
 *
 * The modulo comes before the division, so a grid that starts at 0 answers a longitude of −75, and one that starts at
 * −180 answers 285. A regional grid has no seam: a point outside has no column.
 */

import { eastOf } from './angles.js';
import { ON_NODE, snapped } from './geometry.js';

export interface Meridians {
  readonly columns: number;
  /** Degrees east, of column 0. */
  readonly firstLongitude: number;
  /** Degrees, over 0: columns run eastward. */
  readonly longitudeStep: number;
}

/** Columns of a full circle. Rounded, because steps such as 360/1536 are stored to a millionth of a degree. */
export function columnsOfCircle({ longitudeStep }: Meridians): number {
  return Math.round(360 / longitudeStep);
}

/** True when the columns go round the whole globe, so that the last one neighbours the first. */
export function goesRound(meridians: Meridians): boolean {
  return meridians.columns >= columnsOfCircle(meridians);
}

/** Columns after which the first comes again; null where they do not go round. */
export function columnsAround(meridians: Meridians): number | null {
  return goesRound(meridians) ? columnsOfCircle(meridians) : null;
}

/** Position in columns, in [0, columns around) of a global grid and [0, columns − 1] of a regional one; null outside. */
export function columnPosition(meridians: Meridians, longitude: number): number | null {
  const { columns, firstLongitude, longitudeStep } = meridians;
  const around = columnsOfCircle(meridians);
  const position = snapped(eastOf(firstLongitude, longitude) / longitudeStep);
  if (columns >= around) return position >= around ? 0 : position;
  if (position <= columns - 1) return position;
  return around - position < ON_NODE ? 0 : null;
}
