/** Arithmetic of the tiles of a radar field: how many there are, and when one is a single number. */

import { RADAR_TILE } from './radar.js';

/** Pixels of a tile. */
export const TILE_VALUES = RADAR_TILE * RADAR_TILE;

/** Tiles that `pixels` rows or columns need; the last one may reach beyond them. */
export function tilesAlong(pixels: number): number {
  return Math.ceil(pixels / RADAR_TILE);
}

/** The one number that all of a tile has, or the tile itself. */
export function collapseTile(tile: Uint16Array): Uint16Array | number {
  const first = tile[0]!;
  for (let i = 1; i < tile.length; i++) if (tile[i] !== first) return tile;
  return first;
}
