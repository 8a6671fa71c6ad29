/**
 * From heights with the bed of the sea to heights that one can stand or float on.
 *
 *   h ≥ −10 m                    kept: Netherlands, fens, deltas; an error of at most 10 m (0.07 K) over shoals
 *   h < −10 m in a dry basin     kept down to the basin's floor, which for a lake is its surface
 *   h < −10 m elsewhere          the sea: 0 m
 *
 * The heights alone cannot tell the Dead Sea from a bay, and the tiles of one region cannot tell what is connected with
 * the ocean. Land below −10 m is a short list (`ingest-terrain-basins-table.ts`); what is missing in it comes out at 0 m.
 */

import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS } from '../grid/web-mercator.js';
import { DRY_BASINS, type DryBasin } from './ingest-terrain-basins-table.js';

const LOWEST_COAST = -10;

/** Height of the surface at a place where a model with bathymetry says `height`, m. */
export function surfaceHeight(height: number, latitude: number, longitude: number, basins = DRY_BASINS): number {
  if (!(height < LOWEST_COAST)) return height;
  const basin = basins.find((box) => holds(box, latitude, longitude));
  return basin === undefined ? 0 : Math.max(height, basin.floor);
}

function holds({ south, west, north, east }: DryBasin, latitude: number, longitude: number): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** `surfaceHeight` for a whole tile, in place; [y, x] of 256 × 256, NaN missing. */
export function raiseSea(heights: Float32Array, zoom: number, x: number, y: number): void {
  const latitudeAt = (row: number): number => latitudeOfPixel(y * TILE_PIXELS + row, zoom);
  const longitudeAt = (column: number): number => longitudeOfPixel(x * TILE_PIXELS + column, zoom);
  const near = DRY_BASINS.filter(
    ({ south, west, north, east }) =>
      south <= latitudeAt(0) &&
      north >= latitudeAt(TILE_PIXELS) &&
      west <= longitudeAt(TILE_PIXELS) &&
      east >= longitudeAt(0),
  );
  for (let i = 0; i < heights.length; i++) {
    if (!(heights[i]! < LOWEST_COAST)) continue;
    if (near.length === 0) heights[i] = 0;
    else {
      const [row, column] = [Math.floor(i / TILE_PIXELS), i % TILE_PIXELS];
      heights[i] = surfaceHeight(heights[i]!, latitudeAt(row + 0.5), longitudeAt(column + 0.5), near);
    }
  }
}
