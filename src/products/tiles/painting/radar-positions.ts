/** Where the pixels of a tile lie on the grid of a frame. */

import { tileLattice } from '../../../grid/tile-lattice.js';
import { TILE_PIXELS } from '../../../grid/web-mercator.js';
import type { Grid } from '../../../model/field.js';
import type { TileAddress } from '../../../model/tile.js';
import type { PixelBox } from '../../../science/radar/displacement.js';
import { TILE_AREA } from './painter.js';

/** Fractional pixels of the frame, one of each for each pixel of the tile, NaN outside the grid. */
export interface RadarPositions {
  readonly rows: Float64Array;
  readonly columns: Float64Array;
}

/** Room for one tile, with a view of each of its rows. */
interface PositionRoom extends RadarPositions {
  readonly views: readonly (readonly [x: Float64Array, y: Float64Array])[];
}

export function positionRoom(): PositionRoom {
  const [rows, columns] = [new Float64Array(TILE_AREA), new Float64Array(TILE_AREA)];
  const views = Array.from({ length: TILE_PIXELS }, (_, row) => {
    const [from, end] = [row * TILE_PIXELS, (row + 1) * TILE_PIXELS];
    return [columns.subarray(from, end), rows.subarray(from, end)] as const;
  });
  return { rows, columns, views };
}

/** Fills the room; the box that holds all positions, null where no pixel lies on the grid. */
export function fillPositions(grid: Grid, address: TileAddress, room: PositionRoom): PixelBox | null {
  const { positions } = tileLattice(grid, address);
  let [top, left, bottom, right] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  room.views.forEach(([x, y], row) => {
    if (!positions(row, x, y)) {
      x.fill(Number.NaN);
      y.fill(Number.NaN);
      return;
    }
    for (let column = 0; column < TILE_PIXELS; column++) {
      const [atX, atY] = [x[column]!, y[column]!];
      if (atX < left) left = atX;
      if (atX > right) right = atX;
      if (atY < top) top = atY;
      if (atY > bottom) bottom = atY;
    }
  });
  return bottom < 0 ? null : { top, left, bottom, right };
}
