/**
 * A picture at ever half the resolution, so that a large motion is a small one on the coarsest level (Burt & Adelson 1983,
 * IEEE Trans. Commun. 31, 532).
 *
 * Each level is the one below smoothed with (1 4 6 4 1) / 16 along both axes, every other pixel of it: pixel k of a level is
 * pixel 2k of the one below. Weights are shared out among the observed pixels; where these have less than half of the
 * weight the level is unobserved.
 */

import type { Picture } from './picture.js';

const KERNEL = [1, 4, 6, 4, 1];
const LEAST_WEIGHT = 0.5;

/** Every other row, smoothed along the columns: sums of weighted values and of weights. */
function halveRows({ rows, columns, values }: Picture): { sums: Float32Array; weights: Float32Array } {
  const half = (rows + 1) >> 1;
  const sums = new Float32Array(half * columns);
  const weights = new Float32Array(half * columns);
  for (let row = 0; row < half; row++)
    for (let tap = -2; tap <= 2; tap++) {
      const from = 2 * row + tap;
      if (from < 0 || from >= rows) continue;
      const weight = KERNEL[tap + 2]!;
      for (let k = row * columns, f = from * columns, end = k + columns; k < end; k++, f++) {
        const value = values[f]!;
        if (Number.isNaN(value)) continue;
        sums[k]! += weight * value;
        weights[k]! += weight;
      }
    }
  return { sums, weights };
}

function halve(picture: Picture): Picture {
  const { columns } = picture;
  const rows = (picture.rows + 1) >> 1;
  const half = (columns + 1) >> 1;
  const { sums, weights } = halveRows(picture);
  const values = new Float32Array(rows * half);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < half; column++) {
      let sum = 0;
      let weight = 0;
      let most = 0;
      for (let tap = -2; tap <= 2; tap++) {
        const from = 2 * column + tap;
        if (from < 0 || from >= columns) continue;
        sum += KERNEL[tap + 2]! * sums[row * columns + from]!;
        weight += KERNEL[tap + 2]! * weights[row * columns + from]!;
        most += 16 * KERNEL[tap + 2]!;
      }
      values[row * half + column] = weight >= LEAST_WEIGHT * most ? sum / weight : Number.NaN;
    }
  return { rows, columns: half, values };
}

/**
 * @param levels  how many, the picture itself among them
 * @param least  no level has a side shorter than this, the picture itself aside
 */
export function pyramidOf(picture: Picture, levels: number, least: number): readonly Picture[] {
  const pyramid = [picture];
  while (pyramid.length < levels) {
    const top = pyramid.at(-1)!;
    if (Math.min(top.rows, top.columns) < 2 * least) break;
    pyramid.push(halve(top));
  }
  return pyramid;
}
