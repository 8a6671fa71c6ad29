/** Where the pixels of a tile lie on the grid of a frame, and which part of it they need. */

import { type PixelPositions, type TileCone, tileLattice } from '../../../../grid/tile-lattice.js';
import { TILE_PIXELS } from '../../../../grid/web-mercator.js';
import type { Grid } from '../../../../model/field.js';
import type { TileAddress } from '../../../../model/tile.js';
import type { PixelBox } from '../../../../science/radar/displacement.js';

export interface RadarPositions {
  /** Holds all of them, pixels of the frame. */
  readonly box: PixelBox;
  /** Row of each row of the tile and column of each of its columns, NaN outside; null where these depend on both. */
  readonly axes: { readonly rows: Float64Array; readonly columns: Float64Array } | null;
  readonly positions: PixelPositions;
  /** True where all pixels lie on the grid. */
  readonly isWhole: boolean;
}

/** Null where no pixel of the tile lies on the grid. */
export function radarPositions(grid: Grid, address: TileAddress): RadarPositions | null {
  const { positions, axes, cone } = tileLattice(grid, address);
  const found = axes !== null ? boxOnAxes(axes) : cone !== null ? boxOnCone(cone) : boxOfAll(positions);
  return found && { ...found, axes, positions };
}

type FoundBox = Pick<RadarPositions, 'box' | 'isWhole'>;

function boxOnAxes({ rows, columns }: NonNullable<RadarPositions['axes']>): FoundBox | null {
  const [down, across] = [rangeOf(rows), rangeOf(columns)];
  if (down === null || across === null) return null;
  const box = { top: down.least, bottom: down.most, left: across.least, right: across.most };
  return { box, isWhole: down.isWhole && across.isWhole };
}

/** On a cone a coordinate is a product of what rows and columns have, which is furthest where both are: no pixel is looked at. */
function boxOnCone({ across, along, sines, cosines, originX, originY, lastX, lastY }: TileCone): FoundBox | null {
  const [left, right] = rangeOfProducts(across, sines).map((x) => x - originX) as [number, number];
  const [top, bottom] = rangeOfProducts(along, cosines).map((y) => y - originY) as [number, number];
  if (right < 0 || left > lastX || bottom < 0 || top > lastY) return null;
  return {
    box: {
      top: Math.max(0, top),
      left: Math.max(0, left),
      bottom: Math.min(lastY, bottom),
      right: Math.min(lastX, right),
    },
    isWhole: left >= 0 && right <= lastX && top >= 0 && bottom <= lastY,
  };
}

function rangeOfProducts(a: Float64Array, b: Float64Array): [least: number, most: number] {
  const products = endsOf(a).flatMap((one) => endsOf(b).map((other) => one * other));
  return [Math.min(...products), Math.max(...products)];
}

function endsOf(values: Float64Array): [least: number, most: number] {
  let least = values[0]!;
  let most = least;
  for (let i = 1; i < values.length; i++) {
    least = Math.min(least, values[i]!);
    most = Math.max(most, values[i]!);
  }
  return [least, most];
}

interface Range {
  readonly least: number;
  readonly most: number;
  /** True where none is NaN. */
  readonly isWhole: boolean;
}

/** Of those that are not NaN. */
function rangeOf(values: Float64Array): Range | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let known = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (!(value >= 0)) continue;
    known++;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return known === 0 ? null : { least, most, isWhole: known === values.length };
}

const [X, Y] = [new Float64Array(TILE_PIXELS), new Float64Array(TILE_PIXELS)];

/** Of grids on a turned sphere. */
function boxOfAll(positions: PixelPositions): FoundBox | null {
  let [top, left, bottom, right] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  let isWhole = true;
  for (let row = 0; row < TILE_PIXELS; row++) {
    const isInside = positions(row, X, Y);
    const down = isInside ? rangeOf(Y) : null;
    const across = isInside ? rangeOf(X) : null;
    isWhole = isWhole && across?.isWhole === true;
    if (down === null || across === null) continue;
    top = Math.min(top, down.least);
    bottom = Math.max(bottom, down.most);
    left = Math.min(left, across.least);
    right = Math.max(right, across.most);
  }
  return bottom < 0 ? null : { box: { top, left, bottom, right }, isWhole };
}
