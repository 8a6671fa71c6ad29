/** Tiles for tests. */

import type { TileAddress } from '../model/tile.js';
import { MERCATOR_LIMIT, pixelX, pixelY, TILE_PIXELS } from './web-mercator.js';

const FURTHEST = MERCATOR_LIMIT - 1e-6;

/** Tile that contains a place, degrees. Latitudes beyond the Mercator square are moved to its edge. */
export function tileAt(z: number, latitude: number, longitude: number): TileAddress {
  const inside = Math.max(-FURTHEST, Math.min(FURTHEST, latitude));
  return { z, x: Math.floor(pixelX(longitude, z) / TILE_PIXELS), y: Math.floor(pixelY(inside, z) / TILE_PIXELS) };
}
