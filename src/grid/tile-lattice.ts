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

import type { Grid, PlaneAxes } from '../model/field.js';
import type { TileAddress } from '../model/tile.js';
import { ON_NODE, type PolarAxes, type SeparateAxes } from './geometry.js';
import { geometryOf } from './grid.js';
import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS } from './web-mercator.js';

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
}

export function tileLattice(grid: Grid, address: TileAddress): TileLattice {
  const { separation, columnsAround, position } = geometryOf(grid);
  const latitude = (row: number): number => latitudeOfPixel(address.y * TILE_PIXELS + row + 0.5, address.z);
  const longitudes = Float64Array.from({ length: TILE_PIXELS }, (_, column) =>
    longitudeOfPixel(address.x * TILE_PIXELS + column + 0.5, address.z),
  );
  if (separation?.kind === 'axes')
    return { columnsAround, positions: positionsOnAxes(separation, latitude, longitudes) };
  if (separation?.kind === 'cone')
    return { columnsAround, positions: positionsOnCone(grid as Grid & PlaneAxes, separation, latitude, longitudes) };
  return { columnsAround, positions: positionsOneByOne(position, latitude, longitudes) };
}

function positionsOnAxes(
  axes: SeparateAxes,
  latitude: (row: number) => number,
  longitudes: Float64Array,
): PixelPositions {
  const columns = longitudes.map((longitude) => axes.column(longitude) ?? Number.NaN);
  const none = columns.every(Number.isNaN);
  return (row, x, y) => {
    const at = none ? null : axes.row(latitude(row));
    if (at === null) return false;
    x.set(columns);
    for (let column = 0; column < TILE_PIXELS; column++) y[column] = columns[column]! >= 0 ? at : Number.NaN;
    return true;
  };
}

function positionsOnCone(
  grid: PlaneAxes,
  cone: PolarAxes,
  latitude: (row: number) => number,
  longitudes: Float64Array,
): PixelPositions {
  const angles = longitudes.map(cone.angle);
  const [sines, cosines] = [angles.map(Math.sin), angles.map(Math.cos)];
  const [originX, originY] = [grid.firstX / grid.xStep, grid.firstY / grid.yStep];
  const [lastX, lastY] = [grid.columns - 1, grid.rows - 1];
  return (row, x, y) => {
    const radius = cone.radius(latitude(row));
    const [across, along] = [radius / grid.xStep, -radius / grid.yStep];
    for (let column = 0; column < TILE_PIXELS; column++) {
      const atX = across * sines[column]! - originX;
      const atY = along * cosines[column]! - originY;
      const isInside = atX > -ON_NODE && atX < lastX + ON_NODE && atY > -ON_NODE && atY < lastY + ON_NODE;
      x[column] = isInside ? Math.max(0, Math.min(lastX, atX)) : Number.NaN;
      y[column] = isInside ? Math.max(0, Math.min(lastY, atY)) : Number.NaN;
    }
    return true;
  };
}

/** For grids of a turned sphere: about 20 ms a tile; no feed of maps stands on one. */
function positionsOneByOne(
  position: (latitude: number, longitude: number) => { readonly x: number; readonly y: number } | null,
  latitude: (row: number) => number,
  longitudes: Float64Array,
): PixelPositions {
  return (row, x, y) => {
    const parallel = latitude(row);
    for (let column = 0; column < TILE_PIXELS; column++) {
      const at = position(parallel, longitudes[column]!);
      x[column] = at?.x ?? Number.NaN;
      y[column] = at?.y ?? Number.NaN;
    }
    return true;
  };
}
