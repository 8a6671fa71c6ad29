/** Polygons in one colour, by the middle of each pixel: for things whose edges nobody knows to a pixel. */

import type { TileAddress } from '../../../model/tile.js';
import { createPolygonFill, PIXEL_CENTRES } from './polygon-fill.js';
import { fillTile, type ProjectedPolygon } from './projected-area.js';

const centres = createPolygonFill(PIXEL_CENTRES);

/**
 * Gives every pixel whose centre lies in one of the polygons the index; the others keep theirs.
 *
 * @param pixels  `TILE_AREA` indexes
 * @returns whether there was any
 */
export function paintPolygons(
  polygons: readonly ProjectedPolygon[],
  address: TileAddress,
  pixels: Uint8Array,
  index: number,
): boolean {
  const tile = fillTile(address);
  const bits = new Int32Array(centres.rows * centres.words);
  for (const polygon of polygons) centres.fill(polygon.at(address.z).rings, tile, bits);
  let any = false;
  for (let at = 0; at < bits.length; at++) {
    if (bits[at] === 0) continue;
    any = true;
    for (let bit = 0; bit < 32; bit++) if ((bits[at]! >>> bit) & 1) pixels[at * 32 + bit] = index;
  }
  return any;
}
