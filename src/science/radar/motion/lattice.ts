/**
 * Points to follow where the rain has no corners: wet pixels at even distances.
 *
 * In wide smooth storms the smaller eigenvalue hardly differs from pixel to pixel, and what is greatest is noise. There the
 * whole window tells the motion, not the place it stands at; so windows stand everywhere, and those that cannot tell are
 * lost in tracking. It is the dense way of Lucas & Kanade with windows at nodes, and the same steps follow.
 */

import type { Points } from './corners.js';
import { DRY, type Picture } from './picture.js';

const LEAST_STEP = 3;

function countWet({ values }: Picture, open: Uint8Array): number {
  let wet = 0;
  for (let k = 0; k < values.length; k++) if (open[k] && values[k]! > DRY) wet++;
  return wet;
}

/**
 * @param open  1 where a point may be
 * @param most  about how many points, fewer where little is wet
 */
export function latticeOf(picture: Picture, open: Uint8Array, most: number): Points {
  const { rows, columns, values } = picture;
  const points: Points = { rows: [], columns: [] };
  const step = Math.max(LEAST_STEP, Math.ceil(Math.sqrt(countWet(picture, open) / most)));
  for (let row = step >> 1; row < rows; row += step)
    for (let column = step >> 1; column < columns; column += step) {
      const k = row * columns + column;
      if (!open[k] || !(values[k]! > DRY)) continue;
      points.rows.push(row);
      points.columns.push(column);
    }
  return points;
}
