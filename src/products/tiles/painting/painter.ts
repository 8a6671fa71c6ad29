/** What paints a layer's pixels, and the room that it paints in. */

import { TILE_PIXELS } from '../../../grid/web-mercator.js';
import type { TileOrder, TileReaders } from '../../../model/tile.js';

/** Pixels of a tile: [row][column] from its north-western corner. */
export const TILE_AREA = TILE_PIXELS * TILE_PIXELS;

/**
 * Writes indexes into the palette of the order's layer, 0 where nothing is shown.
 *
 * @param pixels  `TILE_AREA` indexes, [row][column], all 0 beforehand
 * @returns whether any pixel is not 0
 * @throws ObjectMissingError, ObjectDefectError  a source of the order cannot be read
 */
export type Painter = (order: TileOrder, readers: TileReaders, pixels: Uint8Array) => Promise<boolean>;
