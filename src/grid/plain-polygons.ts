/**
 * Polygons that are written plainly, which nearly all are: longitudes of −180..180, no edge that crosses the date line or
 * goes half round the globe, three distinct corners in every ring. All of such a polygon can be used, no pole lies inside,
 * and one pass over its numbers tells where it is. A server that starts has some five million corners of zones before it,
 * of which questions come to ask for a few.
 */

import type { AlertPolygon, Ring } from '../model/alert.js';
import type { Box } from '../model/box.js';
import { wrapLongitude } from './angles.js';
import { boxesOf } from './boxes.js';
import { roundLongitude } from './rings.js';

/** Degrees: edges that are shorter go the way that they are written, however longitudes are rounded. */
const SURELY_THE_SHORTER_WAY = 179;

/** Boxes of the whole polygon, the same as those of its prepared region; null where it is not written plainly. */
export function plainBoxes(polygon: AlertPolygon): readonly Box[] | null {
  const [outer] = polygon;
  if (outer === undefined || !polygon.every(isPlain)) return null;
  const [west, east] = rangeOf(outer, 0);
  const [south, north] = rangeOf(outer, 1);
  const [from, to] = [roundLongitude(west), roundLongitude(east)];
  const start = wrapLongitude(from);
  return boxesOf(start, start + to - from, south, north);
}

/** Of every other number from `first` on. */
function rangeOf(ring: Ring, first: 0 | 1): readonly [least: number, most: number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = first; i < ring.length; i += 2) {
    least = Math.min(least, ring[i]!);
    most = Math.max(most, ring[i]!);
  }
  return [least, most];
}

function isPlain(ring: Ring): boolean {
  if (ring.length < 6 || ring.length % 2 !== 0) return false;
  let before = ring.at(-2)!;
  for (let i = 0; i < ring.length; i += 2) {
    const longitude = ring[i]!;
    const latitude = ring[i + 1]!;
    const step = longitude - before;
    if (!(longitude >= -180 && longitude <= 180 && latitude >= -90 && latitude <= 90)) return false; // NaN too
    if (!(step < SURELY_THE_SHORTER_WAY && step > -SURELY_THE_SHORTER_WAY)) return false;
    before = longitude;
  }
  return haveThreePlaces(ring);
}

function haveThreePlaces(ring: Ring): boolean {
  const differ = (i: number, j: number) =>
    roundLongitude(ring[i]!) !== roundLongitude(ring[j]!) || ring[i + 1] !== ring[j + 1];
  let second = 2;
  while (second < ring.length && !differ(second, 0)) second += 2;
  for (let i = second + 2; i < ring.length; i += 2) if (differ(i, 0) && differ(i, second)) return true;
  return false;
}
