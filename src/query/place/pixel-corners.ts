/**
 * The four pixels around a place, and the height between them.
 *
 *   pixel centres lie at n + 0.5 (`grid/web-mercator.ts`); between four centres the height is bilinear
 *
 * Where the nearest pixel is missing there is no height; where only others are (the edge of a region, the last row
 * before 85.05°) the ones that are there share the weight.
 */

import { MERCATOR_LIMIT, pixelX, pixelY, TILE_PIXELS } from '../../grid/web-mercator.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { HEIGHT_BASE, HEIGHT_STEP } from '../../store/terrain/terrain-layout.js';

/** The pixels `left`, `left` + 1 of the rows `top`, `top` + 1, and the place at these fractions of the way. */
export interface PixelCorners {
  readonly left: number;
  readonly top: number;
  /** 0..1 eastward and southward. */
  readonly fx: number;
  readonly fy: number;
}

/** Null where there is no ground on the map: beyond the square of Mercator, or no place at all. */
export function pixelCorners(zoom: number, latitude: number, longitude: number): PixelCorners | null {
  if (!(Math.abs(latitude) <= MERCATOR_LIMIT) || !Number.isFinite(longitude)) return null;
  const x = pixelX(longitude, zoom) - 0.5;
  const y = pixelY(latitude, zoom) - 0.5;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { left, top, fx: x - left, fy: y - top };
}

/** Where in its tile the pixel of a corner lies; corners 0 to 3 are row by row from the north-west. */
export function pixelInTile({ left, top }: PixelCorners, corner: number): number {
  return ((top + (corner >> 1)) & (TILE_PIXELS - 1)) * TILE_PIXELS + ((left + (corner & 1)) & (TILE_PIXELS - 1));
}

/**
 * Height between the four packed heights from `at` on, m; NaN where there is none.
 */
export function blendCorners(packed: ArrayLike<number>, at: number, { fx, fy }: PixelCorners): number {
  const nearest = (fx < 0.5 ? 0 : 1) + (fy < 0.5 ? 0 : 2);
  if (packed[at + nearest] === MISSING_PACKED) return Number.NaN;
  let sum = 0;
  let share = 0;
  for (let corner = 0; corner < 4; corner++) {
    const height = packed[at + corner]!;
    if (height === MISSING_PACKED) continue;
    const weight = (corner & 1 ? fx : 1 - fx) * (corner >> 1 ? fy : 1 - fy);
    sum += weight * height;
    share += weight;
  }
  return (sum / share) * HEIGHT_STEP + HEIGHT_BASE;
}
