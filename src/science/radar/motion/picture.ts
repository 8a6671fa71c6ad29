/**
 * What the motion is seen in: rain on the scale of decibels, without specks, and unobserved where nobody looked.
 *
 *   10 log10(R) for R ≥ 0.1 mm/h, −15 for less          dB; NaN unobserved
 *
 * Decibels, because rates are spread like a lognormal: on the scale of mm/h a few cores would be the whole picture. The
 * step from −10 to −15 makes the edge of the rain visible. Rain that no cross of five wet pixels covers is taken for noise
 * (binary opening), since specks that come and go have no motion.
 */

import type { RateGrid } from '../rate-grid.js';

/** mm/h */
const LEAST_RATE = 0.1;
/** dB of what is drier. */
export const DRY = -15;

/** Values on pixels, [row][column], NaN unobserved. */
export interface Picture {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

function decibels(rates: Float32Array): Float32Array {
  const out = new Float32Array(rates.length);
  for (let k = 0; k < rates.length; k++) {
    const rate = rates[k]!;
    out[k] = rate >= LEAST_RATE ? 10 * Math.log10(rate) : Number.isNaN(rate) ? rate : DRY;
  }
  return out;
}

/** 1 where the pixel and the four beside it are wet; pixels beyond the grid count as wet. */
function erode({ rows, columns, values }: Picture): Uint8Array {
  const cores = new Uint8Array(values.length);
  for (let row = 0, k = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, k++) {
      if (!(values[k]! > DRY)) continue;
      const left = column === 0 || values[k - 1]! > DRY;
      const right = column === columns - 1 || values[k + 1]! > DRY;
      const above = row === 0 || values[k - columns]! > DRY;
      const below = row === rows - 1 || values[k + columns]! > DRY;
      if (left && right && above && below) cores[k] = 1;
    }
  return cores;
}

/** Makes dry in place what no cross of five wet pixels covers. */
function removeSpecks(picture: Picture): void {
  const { rows, columns, values } = picture;
  const cores = erode(picture);
  for (let row = 0, k = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, k++) {
      if (!(values[k]! > DRY) || cores[k]) continue;
      const beside = (column > 0 && cores[k - 1]) || (column < columns - 1 && cores[k + 1]);
      const over = (row > 0 && cores[k - columns]) || (row < rows - 1 && cores[k + columns]);
      if (!beside && !over) values[k] = DRY;
    }
}

export function pictureOf(grid: RateGrid): Picture {
  const picture = { rows: grid.rows, columns: grid.columns, values: decibels(grid.values) };
  removeSpecks(picture);
  return picture;
}

export function isDry(picture: Picture): boolean {
  return !picture.values.some((value) => value > DRY);
}
