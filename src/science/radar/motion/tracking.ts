/**
 * Where a small window of one picture is found in the next: Lucas & Kanade (1981), IJCAI, 674, from coarse to fine
 * (Bouguet 2001, Intel).
 *
 *   G d = b     G = Σ g gᵀ,  b = Σ (I(x) − J(x + d)) g      over the window; g the gradient of I, repeated with d ← d + G⁻¹ b
 *
 * On each level of the pyramid d starts as twice what the coarser one found. Gradients are Scharr's. Pixels unobserved in
 * either picture, or beyond the grid, take no part in either sum, in this step of d: so the edge of what the radars see,
 * which stands still, does not hold the rain back. A window is lost where too little of it is left, where it changes along
 * one axis only (the smaller eigenvalue of G), or where d leaves the grid or does not settle.
 */

import type { Points } from './corners.js';
import type { Picture } from './picture.js';

export interface TrackingLimits {
  /** Pixels along a side of the window, on every level; odd, or one less than given. */
  readonly window: number;
  /** Steps of d on a level. */
  readonly iterations: number;
  /** Least eigenvalue of G for a pixel of the window, dB² per pixel². */
  readonly leastEigenvalue: number;
}

/** Share of the window that must be observed in both pictures. */
const LEAST_SHARE = 0.25;
/** Steps of d shorter than this end a level, pixels. */
const SETTLED = 0.003;

/** One displacement for each point, pixels, NaN where the point was lost. */
export interface Displacements {
  readonly rows: Float64Array;
  readonly columns: Float64Array;
}

/** Values of a square of pixels round a position, bilinear; NaN beyond the grid. */
function sampleSquare(picture: Picture, row: number, column: number, radius: number, out: Float32Array): void {
  const { rows, columns, values } = picture;
  const top = Math.floor(row);
  const left = Math.floor(column);
  const dy = row - top;
  const dx = column - left;
  // A weight of nothing must not ask a pixel beyond the grid.
  const down = dy > 0 ? columns : 0;
  const right = dx > 0 ? 1 : 0;
  const [wa, wb, wc, wd] = [(1 - dy) * (1 - dx), (1 - dy) * dx, dy * (1 - dx), dy * dx] as const;
  const lastRow = rows - (dy > 0 ? 1 : 0);
  const lastColumn = columns - right;
  for (let r = -radius, at = 0; r <= radius; r++) {
    const y = top + r;
    for (let c = -radius; c <= radius; c++, at++) {
      const x = left + c;
      if (y < 0 || y >= lastRow || x < 0 || x >= lastColumn) {
        out[at] = Number.NaN;
        continue;
      }
      const k = y * columns + x;
      out[at] = wa * values[k]! + wb * values[k + right]! + wc * values[k + down]! + wd * values[k + down + right]!;
    }
  }
}

/** Gradients (Scharr) of the inside of a square that is one pixel wider on each side than the window. */
function gradients(wide: Float32Array, side: number, gx: Float32Array, gy: Float32Array): void {
  const width = side + 2;
  for (let row = 0, at = 0; row < side; row++)
    for (let column = 0; column < side; column++, at++) {
      const n = row * width + column;
      const k = n + width;
      const s = k + width;
      const diagonal = wide[s + 2]! - wide[n]!;
      const other = wide[s]! - wide[n + 2]!;
      gx[at] = (3 * (diagonal - other) + 10 * (wide[k + 2]! - wide[k]!)) / 32;
      gy[at] = (3 * (diagonal + other) + 10 * (wide[s + 1]! - wide[n + 1]!)) / 32;
    }
}

/** Room for one window, made once for all points. */
interface Bench {
  readonly radius: number;
  readonly wide: Float32Array;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  readonly moved: Float32Array;
  /** The step of d that was found: [column, row]. */
  readonly step: Float64Array;
}

function benchFor(window: number): Bench {
  const radius = Math.max(1, (window - 1) >> 1);
  const size = (2 * radius + 1) ** 2;
  return {
    radius,
    wide: new Float32Array((2 * radius + 3) ** 2),
    gx: new Float32Array(size),
    gy: new Float32Array(size),
    moved: new Float32Array(size),
    step: new Float64Array(2),
  };
}

/** Solves one step of d from the window and where it is looked for; false where it cannot be told. */
function solveStep(bench: Bench, leastEigenvalue: number): boolean {
  const { radius, wide, gx, gy, moved, step } = bench;
  const side = 2 * radius + 1;
  let [xx, xy, yy, x, y, used] = [0, 0, 0, 0, 0, 0];
  for (let row = 0, at = 0; row < side; row++)
    for (let column = 0; column < side; column++, at++) {
      const a = gx[at]!;
      const b = gy[at]!;
      const difference = wide[(row + 1) * (side + 2) + column + 1]! - moved[at]!;
      if (Number.isNaN(a + b + difference)) continue;
      used++;
      xx += a * a;
      xy += a * b;
      yy += b * b;
      x += a * difference;
      y += b * difference;
    }
  if (used < LEAST_SHARE * side * side) return false;
  const eigenvalue = (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy);
  if (!(eigenvalue >= leastEigenvalue * used)) return false;
  const determinant = xx * yy - xy * xy;
  step[0] = (yy * x - xy * y) / determinant;
  step[1] = (xx * y - xy * x) / determinant;
  return true;
}

/** Brings d to rest on one level, from where `d` stands; false where the window is lost. */
function settle(
  from: Picture,
  to: Picture,
  row: number,
  column: number,
  d: Float64Array,
  bench: Bench,
  limits: TrackingLimits,
): boolean {
  const { radius, wide, gx, gy, moved, step } = bench;
  sampleSquare(from, row, column, radius + 1, wide);
  gradients(wide, 2 * radius + 1, gx, gy);
  for (let round = 0; round < limits.iterations; round++) {
    sampleSquare(to, row + d[1]!, column + d[0]!, radius, moved);
    if (!solveStep(bench, limits.leastEigenvalue)) return false;
    d[0]! += step[0]!;
    d[1]! += step[1]!;
    const y = row + d[1]!;
    const x = column + d[0]!;
    if (!(y >= 0 && x >= 0 && y <= to.rows - 1 && x <= to.columns - 1)) return false;
    if (Math.hypot(step[0]!, step[1]!) < SETTLED) return true;
  }
  return Math.hypot(step[0]!, step[1]!) < 1;
}

/**
 * Displacements of points from one picture to the next.
 *
 * @param from  the earlier picture and coarser ones of it, finest first
 * @param to  the later one, as many
 */
export function track(
  from: readonly Picture[],
  to: readonly Picture[],
  points: Points,
  limits: TrackingLimits,
): Displacements {
  const count = points.rows.length;
  const found = { rows: new Float64Array(count).fill(Number.NaN), columns: new Float64Array(count).fill(Number.NaN) };
  const bench = benchFor(limits.window);
  const d = new Float64Array(2);
  for (let k = 0; k < count; k++) {
    d.fill(0);
    let isFound = false;
    for (let level = from.length - 1; level >= 0; level--) {
      d[0]! *= 2;
      d[1]! *= 2;
      const scale = 2 ** level;
      const [row, column] = [points.rows[k]! / scale, points.columns[k]! / scale];
      const before = [d[0]!, d[1]!] as const;
      isFound = settle(from[level]!, to[level]!, row, column, d, bench, limits);
      // A coarse level that cannot tell leaves it to the finer ones.
      if (!isFound) d.set(before);
    }
    if (!isFound) continue;
    found.rows[k] = d[1]!;
    found.columns[k] = d[0]!;
  }
  return found;
}
