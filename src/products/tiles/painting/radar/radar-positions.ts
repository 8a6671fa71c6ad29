/** Where the pixels of a tile lie on the grid of a frame, and which part of it they need. */

import { geometryOf } from '../../../../grid/grid.js';
import { type PixelPositions, tileLattice } from '../../../../grid/tile-lattice.js';
import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS } from '../../../../grid/web-mercator.js';
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
  const { separation } = geometryOf(grid);
  const { positions } = tileLattice(grid, address);
  if (separation?.kind !== 'axes') {
    return boxOfAll(positions);
  }
  const rows = pixelCentres(address.y, (y) => separation.row(latitudeOfPixel(y, address.z)));
  const columns = pixelCentres(address.x, (x) => separation.column(longitudeOfPixel(x, address.z)));
  const [down, across] = [rangeOf(rows), rangeOf(columns)];
  if (down === null || across === null) return null;
  const box = { top: down.least, bottom: down.most, left: across.least, right: across.most };
  return { box, axes: { rows, columns }, positions, isWhole: down.isWhole && across.isWhole };
}

function pixelCentres(tile: number, positionOf: (pixel: number) => number | null): Float64Array {
  return Float64Array.from({ length: TILE_PIXELS }, (_, i) => positionOf(tile * TILE_PIXELS + i + 0.5) ?? Number.NaN);
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

function boxOfAll(positions: PixelPositions): RadarPositions | null {
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
  return bottom < 0 ? null : { box: { top, left, bottom, right }, axes: null, positions, isWhole };
}
