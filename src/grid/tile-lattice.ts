/**
 * Where the pixels of a map tile lie on a grid: the fractional column and row of every pixel's centre, those that
 * `gridPosition` gives, without its cost for each pixel.
 *
 * The pixels of a row have one latitude and those of a column one longitude, and most grids can tell what follows from
 * each (`Separation` of `geometry.ts`). On meridians and parallels that leaves a look-up for a pixel, and on a cone
 *
 *   column = (ρ sin θ − x₀) / Δx    row = (−ρ cos θ − y₀) / Δy
 *
 * a product and a sum for each coordinate. Pixels are those of the whole world (`web-mercator.ts`), so that neighbouring
 * tiles continue each other exactly.
 */

import type { Grid } from '../model/field.js';
import type { TileAddress } from '../model/tile.js';
import type { PolarAxes, SeparateAxes } from './geometry.js';
import { geometryOf } from './grid.js';
import { pixelCentres, TILE_PIXELS } from './web-mercator.js';

/**
 * Writes the positions of one row of pixels, in cells; NaN in both where a pixel lies outside the grid.
 *
 * @param row  of the tile, 0 … `TILE_PIXELS` − 1
 * @param x, y  fractional columns and rows of the grid, `TILE_PIXELS` each
 * @returns false when the row is known to lie outside, and nothing was written
 */
export type PixelPositions = (row: number, x: Float64Array, y: Float64Array) => boolean;

export interface TileLattice {
  readonly positions: PixelPositions;
  /** Columns of the grid after which the first comes again; null where they do not go round the globe. */
  readonly columnsAround: number | null;
  /** Where all pixels of a column, and all of a row, share a coordinate; else null. */
  readonly axes: TileAxes | null;
  /** Where the grid lies on a cone; else null. */
  readonly cone: TileCone | null;
}

/** Fractional column of each column of pixels, and row of each row; NaN outside the grid. `TILE_PIXELS` each. */
export interface TileAxes {
  readonly columns: Float64Array;
  readonly rows: Float64Array;
}

/**
 * Pixel (row, column) lies at column across[row] · sines[column] − originX and row along[row] · cosines[column] − originY
 * of the grid; outside unless these are 0 … lastX and 0 … lastY. `TILE_PIXELS` each.
 */
export interface TileCone {
  readonly across: Float64Array;
  readonly along: Float64Array;
  readonly sines: Float64Array;
  readonly cosines: Float64Array;
  readonly originX: number;
  readonly originY: number;
  readonly lastX: number;
  readonly lastY: number;
}

export function tileLattice(grid: Grid, address: TileAddress): TileLattice {
  const { separation, columnsAround, position } = geometryOf(grid);
  const { latitudes, longitudes } = pixelCentres(address);
  if (separation?.kind === 'axes') {
    const axes = tileAxes(separation, latitudes, longitudes);
    return { columnsAround, axes, cone: null, positions: positionsOnAxes(axes) };
  }
  if (separation?.kind === 'cone') {
    const cone = tileCone(separation, latitudes, longitudes);
    return { columnsAround, axes: null, cone, positions: positionsOnCone(cone) };
  }
  return { columnsAround, axes: null, cone: null, positions: positionsOneByOne(position, latitudes, longitudes) };
}

function tileAxes(separation: SeparateAxes, latitudes: Float64Array, longitudes: Float64Array): TileAxes {
  return {
    columns: longitudes.map((longitude) => separation.column(longitude) ?? Number.NaN),
    rows: latitudes.map((latitude) => separation.row(latitude) ?? Number.NaN),
  };
}

function positionsOnAxes({ columns, rows }: TileAxes): PixelPositions {
  return (row, x, y) => {
    const at = rows[row]!;
    if (Number.isNaN(at)) return false;
    x.set(columns);
    for (let column = 0; column < TILE_PIXELS; column++) y[column] = columns[column]! >= 0 ? at : Number.NaN;
    return true;
  };
}

/** Without `gridPosition`'s allowance of 1e-7 cells beyond the outermost row and column. */
function tileCone({ plane, radius, angle }: PolarAxes, latitudes: Float64Array, longitudes: Float64Array): TileCone {
  const { firstX, firstY, xStep, yStep, columns, rows } = plane;
  const [radii, angles] = [latitudes.map(radius), longitudes.map(angle)];
  return {
    across: radii.map((metres) => metres / xStep),
    along: radii.map((metres) => -metres / yStep),
    sines: angles.map(Math.sin),
    cosines: angles.map(Math.cos),
    originX: firstX / xStep,
    originY: firstY / yStep,
    lastX: columns - 1,
    lastY: rows - 1,
  };
}

function positionsOnCone(cone: TileCone): PixelPositions {
  const { sines, cosines, originX, originY, lastX, lastY } = cone;
  return (row, x, y) => {
    const across = cone.across[row]!;
    const along = cone.along[row]!;
    for (let column = 0; column < TILE_PIXELS; column++) {
      const atX = across * sines[column]! - originX;
      const atY = along * cosines[column]! - originY;
      // As statements: with the comparison kept in a variable the loop took 2.4 times as long.
      if (atX >= 0 && atX <= lastX && atY >= 0 && atY <= lastY) {
        x[column] = atX;
        y[column] = atY;
      } else {
        x[column] = Number.NaN;
        y[column] = Number.NaN;
      }
    }
    return true;
  };
}

/** For grids of a turned sphere: about 20 ms a tile; no feed of maps stands on one. */
function positionsOneByOne(
  position: (latitude: number, longitude: number) => { readonly x: number; readonly y: number } | null,
  latitudes: Float64Array,
  longitudes: Float64Array,
): PixelPositions {
  return (row, x, y) => {
    for (let column = 0; column < TILE_PIXELS; column++) {
      const at = position(latitudes[row]!, longitudes[column]!);
      x[column] = at?.x ?? Number.NaN;
      y[column] = at?.y ?? Number.NaN;
    }
    return true;
  };
}
