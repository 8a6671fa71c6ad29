/** Boxes of longitude and latitude for an index of areas: none crosses the date line, edges included. */

import type { Box } from '../model/box.js';
import { wrapLongitude } from './angles.js';
import { ON_EDGE } from './rings.js';

const ALL_LONGITUDES = { west: -180, east: 180 };

/**
 * One box or two that hold everything between two meridians and two parallels, and what counts as their edge. A range that
 * touches the date line has a second box, of no width, on its other side; one that touches a pole, all longitudes there.
 *
 * @param west  any turn
 * @param east  at or east of `west`
 */
export function boxesOf(west: number, east: number, south: number, north: number): Box[] {
  const parallels = { south: Math.max(-90, south - ON_EDGE), north: Math.min(90, north + ON_EDGE) };
  const boxes = splitAtDateLine(west - ON_EDGE, east + ON_EDGE).map((meridians) => ({ ...meridians, ...parallels }));
  if (boxes[0]!.east - boxes[0]!.west === 360) return boxes;
  if (parallels.north === 90) boxes.push({ ...ALL_LONGITUDES, south: 90 - ON_EDGE, north: 90 });
  if (parallels.south === -90) boxes.push({ ...ALL_LONGITUDES, south: -90, north: ON_EDGE - 90 });
  return boxes;
}

function splitAtDateLine(west: number, east: number): Pick<Box, 'west' | 'east'>[] {
  if (east - west >= 360) return [ALL_LONGITUDES];
  const start = wrapLongitude(west);
  const end = start + east - west;
  if (end < 180) return [{ west: start, east: end }];
  return [
    { west: start, east: 180 },
    { west: -180, east: end - 360 },
  ];
}
