/**
 * A region and what is near it. Rain that falls at its edge in two hours is outside of it now: at 40 m/s, as fast as showers
 * travel, 290 km away.
 */

import type { Box } from '../../model/box.js';
import { wrapLongitude } from '../../science/great-circle.js';

const REACH = 290; // km
const DEGREE = 111.2; // km of latitude

/** The region with so much around it; all longitudes where it then goes round the globe. */
export function withSurroundings({ south, west, north, east }: Box): Box {
  const margin = REACH / DEGREE;
  const box = { south: Math.max(-90, south - margin), north: Math.min(90, north + margin) };
  const narrowest = Math.cos((Math.max(Math.abs(box.south), Math.abs(box.north)) * Math.PI) / 180);
  const width = east > west ? east - west : east - west + 360;
  const aside = margin / narrowest;
  // At a pole the margin is endless, and no number any more behind it.
  if (!(width + 2 * aside < 360)) return { ...box, west: -180, east: 180 };
  return { ...box, west: wrapLongitude(west - aside), east: wrapLongitude(east + aside) };
}
