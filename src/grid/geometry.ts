/**
 * What every kind of grid can answer, once its constants are worked out.
 *
 * Positions are in cells: x counts columns and y counts rows from the first as stored, and fractions lie between cells.
 * The area of a grid reaches from its first to its last row and column; what is beyond has no position.
 */

import type { PlaneAxes } from '../model/field.js';

export interface GridPosition {
  readonly x: number;
  readonly y: number;
}

/** Degrees north, and degrees east in −180..180. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * How positions come apart into what follows from the latitude and what from the longitude, so that places on parallels
 * and meridians need the costly functions once for each of these, and not once for each place.
 *
 * `axes`: each is a coordinate itself, null outside. `cone`: polar coordinates of the grid's plane, radius ρ in m and
 * angle θ in radians from the central meridian, x = ρ sin θ, y = −ρ cos θ.
 */
export type Separation = SeparateAxes | PolarAxes;

export interface SeparateAxes {
  readonly kind: 'axes';
  row(latitude: number): number | null;
  column(longitude: number): number | null;
}

export interface PolarAxes {
  readonly kind: 'cone';
  /** Rows and columns of the grid in the plane. */
  readonly plane: PlaneAxes;
  radius(latitude: number): number;
  angle(longitude: number): number;
}

export interface Geometry {
  /** Null where no such parts exist. */
  readonly separation: Separation | null;
  /** Columns after which the first comes again; null where the columns do not go round the globe. */
  readonly columnsAround: number | null;
  /** Null outside the grid's area. */
  position(latitude: number, longitude: number): GridPosition | null;
  /** Any fractional cell, also beyond the edge as far as the grid's own coordinates go. */
  place(y: number, x: number): Place;
  /** Degrees by which +y of the grid is turned clockwise from true north; rows that run southward do not change it. */
  north(latitude: number, longitude: number): number;
  /** m from a place inside to the nearest edge, Infinity where there is none. */
  edgeDistance(latitude: number, longitude: number): number;
  /**
   * Writes sine and cosine of `north` for each cell of row `y`; null where north is 0 everywhere.
   * Algebra on the row's coordinates instead of an angle per cell, so that no table as large as the grid is kept.
   */
  readonly turnRow: ((y: number, sines: Float64Array, cosines: Float64Array) => void) | null;
}

/** Fractions of a cell below this are the rounding of coordinates (1e-7 of 0.25° is 3 mm), not a position. */
export const ON_NODE = 1e-7;

/** The position that a row and a column make; null where either is outside. */
export function positionOnAxes(axes: SeparateAxes): Geometry['position'] {
  return (latitude, longitude) => {
    const y = axes.row(latitude);
    const x = axes.column(longitude);
    return y === null || x === null ? null : { x, y };
  };
}

/** A position that is a node but for rounding, as that node. */
export function snapped(position: number): number {
  const nearest = Math.round(position);
  return Math.abs(position - nearest) < ON_NODE ? nearest + 0 : position;
}
