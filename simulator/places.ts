/**
 * The places where the world is looked at: rows of latitude × columns of longitude, with everything about them that
 * does not change with time, so that a grid pays for its trigonometry and its ground once. A single place is a grid of
 * one row and one column, and goes through the same code.
 */

import type { RegularGrid } from '../src/model/field.js';
import { groundAt } from './terrain.js';
import { WAVENUMBERS } from './waves.js';

const RADIANS = Math.PI / 180;

export interface Places {
  /** Degrees, [rows] and [columns]. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** cos kλ and sin kλ, [k, column], k = 0 … WAVENUMBERS. */
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
  /** [row, column]: smoothed land fraction 0..1, and elevation m. */
  readonly landness: Float32Array;
  readonly elevation: Float32Array;
}

/** Global grid as GFS lays it out: rows from 90 N to 90 S, columns from 0 E eastward. */
export function globalGrid(stepDegrees: number): RegularGrid {
  const columns = Math.round(360 / stepDegrees);
  const rows = Math.round(180 / stepDegrees) + 1;
  if (!(stepDegrees >= 0.25) || Math.abs(columns * stepDegrees - 360) > 1e-9 || columns % 2 !== 0)
    throw new RangeError(`a grid step of ${stepDegrees} degrees does not divide 180, or is below 0.25`);
  const northWest = { firstLatitude: 90, firstLongitude: 0 };
  return { kind: 'regular', columns, rows, ...northWest, latitudeStep: -stepDegrees, longitudeStep: stepDegrees };
}

/** Every second row and column of `globalGrid`, where that is a grid; else the same. */
export function coarserGrid(stepDegrees: number): RegularGrid {
  const columns = 360 / (2 * stepDegrees);
  return globalGrid(Math.abs(columns - 2 * Math.round(columns / 2)) < 1e-9 ? 2 * stepDegrees : stepDegrees);
}

/** Degrees, [rows] and [columns]. */
export type Axes = Pick<Places, 'latitudes' | 'longitudes'>;

export function axesOfGrid(grid: RegularGrid): Axes {
  return {
    latitudes: Float64Array.from({ length: grid.rows }, (_, y) => grid.firstLatitude + y * grid.latitudeStep),
    longitudes: Float64Array.from({ length: grid.columns }, (_, x) => grid.firstLongitude + x * grid.longitudeStep),
  };
}

export function placesOfGrid(grid: RegularGrid): Places {
  const { latitudes, longitudes } = axesOfGrid(grid);
  return placesAt(latitudes, longitudes);
}

/** Rows and columns in degrees; longitudes evenly spaced, eastward, over at most 360°. */
export function placesAt(latitudes: Float64Array, longitudes: Float64Array): Places {
  const columns = longitudes.length;
  const cosines = new Float64Array((WAVENUMBERS + 1) * columns).fill(1, 0, columns);
  const sines = new Float64Array((WAVENUMBERS + 1) * columns);
  for (let j = 0; j < columns; j++) fillHarmonics(cosines, sines, j, columns, longitudes[j]! * RADIANS);
  const landness = new Float32Array(latitudes.length * columns);
  const elevation = new Float32Array(landness.length);
  for (let n = 0; n < landness.length; n++) {
    const ground = groundAt(latitudes[Math.floor(n / columns)]!, longitudes[n % columns]!);
    landness[n] = ground.landness;
    elevation[n] = ground.elevation;
  }
  return { latitudes, longitudes, cosines, sines, landness, elevation };
}

/** Multiple angles by the addition theorem: two cosines instead of fifty, exact to 1e-14. */
function fillHarmonics(cosines: Float64Array, sines: Float64Array, j: number, columns: number, lambda: number): void {
  const c1 = Math.cos(lambda);
  const s1 = Math.sin(lambda);
  for (let k = 1; k <= WAVENUMBERS; k++) {
    const c = cosines[(k - 1) * columns + j]!;
    const s = sines[(k - 1) * columns + j]!;
    cosines[k * columns + j] = c * c1 - s * s1;
    sines[k * columns + j] = s * c1 + c * s1;
  }
}

/** A part of the globe: latitudes, and longitudes from `west` over `span` degrees eastward. A place has no extent. */
export interface Area {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly span: number;
}

/** Degrees. */
export interface PlaceOnEarth {
  readonly latitude: number;
  readonly longitude: number;
}
