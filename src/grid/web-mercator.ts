/**
 * Pixels of Web Mercator (EPSG:3857), the square world of map tiles: tile {zoom}/{x}/{y} is 256 × 256 pixels, x eastward
 * from 180 W, y southward from 85.05 N.
 *
 *   x = (λ + 180°)/360° · 256 · 2^zoom
 *   y = (1 − asinh(tan φ)/π)/2 · 256 · 2^zoom          φ within ±atan(sinh π) = ±85.0511°
 *
 * Positions are continuous: pixel n reaches from n to n + 1 and has its centre at n + 0.5. Snyder (1987), "Map
 * Projections: a working manual", USGS Professional Paper 1395, equations 7-1 and 7-2, on the sphere.
 */

import type { Box } from '../model/box.js';
import type { TileAddress } from '../model/tile.js';

export const TILE_PIXELS = 256;
/** Where the square ends, degrees. */
export const MERCATOR_LIMIT = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
/** Half the side of the square, m: π × the equatorial radius of WGS 84. */
export const MERCATOR_HALF_SIDE_M = Math.PI * 6378137;
/** Deeper than any set of heights: pixels of 4 cm. Positions there still are 32-bit integers. */
export const DEEPEST_ZOOM = 22;

const RADIANS = Math.PI / 180;

/** Pixels along one side of the world, zoom 0 … `DEEPEST_ZOOM`. A shift: powers cost a look-up a tenth of its time. */
export function worldPixels(zoom: number): number {
  return TILE_PIXELS * (1 << zoom);
}

/** Position in 0 … `worldPixels` of a longitude of any turn, degrees east. */
export function pixelX(longitude: number, zoom: number): number {
  const turn = (longitude + 180) / 360;
  return (turn - Math.floor(turn)) * worldPixels(zoom);
}

/** Position of a latitude, degrees north; outside 0 … `worldPixels` beyond `MERCATOR_LIMIT`. */
export function pixelY(latitude: number, zoom: number): number {
  return ((1 - Math.asinh(Math.tan(latitude * RADIANS)) / Math.PI) / 2) * worldPixels(zoom);
}

/** Degrees east, −180 for position 0; positions beyond the world count on. */
export function longitudeOfPixel(x: number, zoom: number): number {
  return (x / worldPixels(zoom)) * 360 - 180;
}

/** Degrees north. */
export function latitudeOfPixel(y: number, zoom: number): number {
  return Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / worldPixels(zoom)))) / RADIANS;
}

/** Where the centres of a tile's pixels lie, degrees: latitudes of its rows and longitudes of its columns, `TILE_PIXELS` each. */
export function pixelCentres({ z, x, y }: TileAddress): { latitudes: Float64Array; longitudes: Float64Array } {
  const pixels = Float64Array.from({ length: TILE_PIXELS }, (_, i) => i + 0.5);
  return {
    latitudes: pixels.map((pixel) => latitudeOfPixel(y * TILE_PIXELS + pixel, z)),
    longitudes: pixels.map((pixel) => longitudeOfPixel(x * TILE_PIXELS + pixel, z)),
  };
}

/** Tiles beside and below each other at one zoom. Columns count on across the date line: take them modulo 2^zoom. */
export interface TileWindow {
  readonly zoom: number;
  readonly firstX: number;
  readonly firstY: number;
  readonly across: number;
  readonly down: number;
}

/**
 * The tiles that hold every point of the region, its edges too, as far as Mercator reaches; null region: the globe.
 *
 * A region that ends on the border of a tile takes the tile behind it: a place on the edge has its pixel there.
 */
export function tileWindow(region: Box | null, zoom: number): TileWindow {
  const side = 2 ** zoom;
  if (region === null) return { zoom, firstX: 0, firstY: 0, across: side, down: side };
  const row = (latitude: number): number => {
    const inside = Math.max(-MERCATOR_LIMIT, Math.min(MERCATOR_LIMIT, latitude));
    return Math.min(side - 1, Math.max(0, Math.floor(pixelY(inside, zoom) / TILE_PIXELS)));
  };
  const firstY = row(region.north);
  const west = pixelX(region.west, zoom) / TILE_PIXELS;
  const degrees = region.east - region.west + (region.east <= region.west ? 360 : 0);
  const across = Math.floor(west + (degrees / 360) * side) - Math.floor(west) + 1;
  return {
    zoom,
    firstX: Math.floor(west),
    firstY,
    across: Math.min(side, across),
    down: row(region.south) - firstY + 1,
  };
}

/**
 * Which tile of the window holds a pixel of the world, counted row by row; −1 outside. Pixels left of the date line and
 * right of it come round again.
 */
export function tileOfPixel({ zoom, firstX, firstY, across, down }: TileWindow, x: number, y: number): number {
  const side = 1 << zoom;
  const column = (((Math.floor(x / TILE_PIXELS) - firstX) % side) + side) % side;
  const row = Math.floor(y / TILE_PIXELS) - firstY;
  return column < across && row >= 0 && row < down ? row * across + column : -1;
}

/** The highest zoom from 0 to `highest` at which the region needs at most `tiles` tiles. */
export function deepestZoom(region: Box | null, highest: number, tiles: number): number {
  let zoom = highest;
  while (zoom > 0) {
    const { across, down } = tileWindow(region, zoom);
    if (across * down <= tiles) break;
    zoom--;
  }
  return zoom;
}

/** Side of a pixel on the ground, m. */
export function pixelMetres(zoom: number, latitude: number): number {
  return ((2 * MERCATOR_HALF_SIDE_M) / worldPixels(zoom)) * Math.cos(latitude * RADIANS);
}
