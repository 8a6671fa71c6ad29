/**
 * From heights with the bed of the sea to heights that one can stand or float on.
 *
 *   in a box of known floor      max(h, floor): the basins keep their depth, lakes get their surface
 *   elsewhere h < −10 m          the sea: 0 m
 *   elsewhere h ≥ −10 m          kept: Netherlands, fens, deltas; an error of at most 10 m (0.07 K) over shoals
 *
 * The heights alone cannot tell the Dead Sea from a bay, and the tiles of one region cannot tell what is connected with
 * the ocean. Land below −10 m is a short list (`terrain-floors-table.ts`); what is missing in it comes out at 0 m.
 */

import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS } from '../../grid/web-mercator.js';
import { KNOWN_FLOORS, type KnownFloor } from './terrain-floors-table.js';

const LOWEST_COAST = -10;

/** Height of the surface at a place where a model with bathymetry says `height`, m; NaN stays NaN. */
export function surfaceHeight(height: number, latitude: number, longitude: number, floors = KNOWN_FLOORS): number {
  const known = floors.find((box) => holds(box, latitude, longitude));
  if (known !== undefined) return Math.max(height, known.floor);
  return height < LOWEST_COAST ? 0 : height;
}

function holds({ south, west, north, east }: KnownFloor, latitude: number, longitude: number): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** `surfaceHeight` for a whole tile, in place; [y, x] of 256 × 256, NaN missing. */
export function raiseSea(heights: Float32Array, zoom: number, x: number, y: number): void {
  const latitudeAt = (row: number): number => latitudeOfPixel(y * TILE_PIXELS + row, zoom);
  const longitudeAt = (column: number): number => longitudeOfPixel(x * TILE_PIXELS + column, zoom);
  const near = KNOWN_FLOORS.filter(
    ({ south, west, north, east }) =>
      south <= latitudeAt(0) &&
      north >= latitudeAt(TILE_PIXELS) &&
      west <= longitudeAt(TILE_PIXELS) &&
      east >= longitudeAt(0),
  );
  // Higher ground is what it is: most pixels of land are done with one comparison.
  const highest = Math.max(LOWEST_COAST, ...near.map(({ floor }) => floor));
  for (let i = 0; i < heights.length; i++) {
    if (!(heights[i]! < highest)) continue;
    if (near.length === 0) heights[i] = 0;
    else {
      const [row, column] = [Math.floor(i / TILE_PIXELS), i % TILE_PIXELS];
      heights[i] = surfaceHeight(heights[i]!, latitudeAt(row + 0.5), longitudeAt(column + 0.5), near);
    }
  }
}
