/**
 * Places whose motion can be told: corners, where the rain changes along both axes.
 *
 * For each pixel the structure tensor of the gradients (Sobel) in the block round it; its smaller eigenvalue says how much
 * the pixel differs from all of its neighbours (Shi & Tomasi 1994, CVPR, 593):
 *
 *   λ = (a + c) / 2 − √(((a − c) / 2)² + b²)       a = Σ gx², b = Σ gx gy, c = Σ gy²
 *
 * Corners are local maxima of λ above a share of the greatest, greatest first, some distance apart. The edge of what the
 * radars see has corners that never move: `openPixels` keeps away from it and from that of the grid.
 */

import type { Picture } from './picture.js';

export interface CornerLimits {
  readonly most: number;
  /** Least λ as a share of the greatest. */
  readonly quality: number;
  /** Least distance of two corners, pixels. */
  readonly distance: number;
  /** Pixels along a side of the block, odd. */
  readonly block: number;
}

/** Positions of points, pixels, all three lists equally long. */
export interface Points {
  readonly rows: number[];
  readonly columns: number[];
}

/** 1 where a corner may be: observed as far as `buffer` pixels around, and inside the grid. */
export function openPixels({ rows, columns, values }: Picture, buffer: number): Uint8Array {
  const unobserved = new Float32Array(values.length);
  for (let k = 0; k < values.length; k++) if (Number.isNaN(values[k]!)) unobserved[k] = 1;
  sumBoxes(unobserved, rows, columns, buffer);
  const open = new Uint8Array(values.length);
  for (let row = buffer; row < rows - buffer; row++)
    for (let column = buffer; column < columns - buffer; column++)
      if (unobserved[row * columns + column] === 0) open[row * columns + column] = 1;
  return open;
}

/** Smaller eigenvalue of the structure tensor at each pixel; gradients beside an unobserved pixel count as none. */
function cornerness({ rows, columns, values }: Picture, block: number): Float32Array {
  const xx = new Float32Array(values.length);
  const xy = new Float32Array(values.length);
  const yy = new Float32Array(values.length);
  for (let row = 1; row < rows - 1; row++)
    for (let k = row * columns + 1, end = (row + 1) * columns - 1; k < end; k++) {
      const n = k - columns;
      const s = k + columns;
      const west = values[n - 1]! + 2 * values[k - 1]! + values[s - 1]!;
      const east = values[n + 1]! + 2 * values[k + 1]! + values[s + 1]!;
      const gx = east - west;
      const gy = values[s - 1]! + 2 * values[s]! + values[s + 1]! - values[n - 1]! - 2 * values[n]! - values[n + 1]!;
      const product = gx * gy;
      if (Number.isNaN(product)) continue;
      xx[k] = gx * gx;
      xy[k] = product;
      yy[k] = gy * gy;
    }
  const radius = (block - 1) >> 1;
  for (const sums of [xx, xy, yy]) sumBoxes(sums, rows, columns, radius);
  for (let k = 0; k < xx.length; k++) {
    const half = (xx[k]! - yy[k]!) / 2;
    xx[k] = (xx[k]! + yy[k]!) / 2 - Math.sqrt(half * half + xy[k]! * xy[k]!);
  }
  return xx;
}

/** Pixels with a λ of at least `least` that no neighbour exceeds, greatest first. */
function localMaxima(lambda: Float32Array, open: Uint8Array, columns: number, least: number): number[] {
  const found: number[] = [];
  const around = [-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1];
  for (let k = 0; k < lambda.length; k++) {
    const value = lambda[k]!;
    if (open[k] && value >= least && !around.some((step) => lambda[k + step]! > value)) found.push(k);
  }
  return found.sort((a, b) => lambda[b]! - lambda[a]! || a - b);
}

/** Takes candidates in order, each unless one within `distance` was taken before; a cell of the lattice holds few. */
function apart(candidates: readonly number[], columns: number, distance: number, most: number): Points {
  const taken: Points = { rows: [], columns: [] };
  const cells = new Map<number, number[]>();
  const width = Math.ceil(columns / distance) + 2;
  for (const k of candidates) {
    if (taken.rows.length >= most) break;
    const row = Math.floor(k / columns);
    const column = k % columns;
    const cell = (Math.floor(row / distance) + 1) * width + Math.floor(column / distance) + 1;
    const near = [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1];
    const isFree = near.every((step) =>
      (cells.get(cell + step) ?? []).every(
        (other) => Math.hypot(taken.rows[other]! - row, taken.columns[other]! - column) >= distance,
      ),
    );
    if (!isFree) continue;
    cells.set(cell, [...(cells.get(cell) ?? []), taken.rows.length]);
    taken.rows.push(row);
    taken.columns.push(column);
  }
  return taken;
}

/**
 * Corners of a picture, strongest first; none where everything is alike.
 *
 * @param open  1 where a corner may be (`openPixels`); never at the edge of the grid
 */
export function cornersOf(picture: Picture, open: Uint8Array, limits: CornerLimits): Points {
  const lambda = cornerness(picture, limits.block);
  let greatest = 0;
  for (let k = 0; k < lambda.length; k++) if (open[k] && lambda[k]! > greatest) greatest = lambda[k]!;
  if (!(greatest > 0)) return { rows: [], columns: [] };
  const candidates = localMaxima(lambda, open, picture.columns, limits.quality * greatest);
  return apart(candidates, picture.columns, Math.max(1, limits.distance), limits.most);
}

/** A row or a column of pixels: `count` values `stride` apart. */
interface Line {
  readonly start: number;
  readonly stride: number;
  readonly count: number;
}

/** Sums over 2 `radius` + 1 values along a line; what lies beyond the ends is 0. */
function sumLine(from: Float32Array, to: Float32Array, { start, stride, count }: Line, radius: number): void {
  let sum = 0;
  for (let k = 0; k < Math.min(radius, count); k++) sum += from[start + k * stride]!;
  for (let k = 0; k < count; k++) {
    if (k + radius < count) sum += from[start + (k + radius) * stride]!;
    if (k > radius) sum -= from[start + (k - radius - 1) * stride]!;
    to[start + k * stride] = sum;
  }
}

/**
 * Sums of values over the square of (2 `radius` + 1)² pixels round each, in place; what lies beyond the grid is 0.
 * Running sums make the cost independent of the radius.
 *
 * @param values  [row][column], without NaN
 */
function sumBoxes(values: Float32Array, rows: number, columns: number, radius: number): void {
  const along = new Float32Array(values.length);
  for (let row = 0; row < rows; row++)
    sumLine(values, along, { start: row * columns, stride: 1, count: columns }, radius);
  for (let column = 0; column < columns; column++)
    sumLine(along, values, { start: column, stride: columns, count: rows }, radius);
}
