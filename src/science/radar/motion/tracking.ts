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

/**
 * One window of the earlier picture on one level: those of its pixels that say something about the motion, which are those
 * with a gradient. In a dry surrounding that is a small part of them. Made once, used for all points.
 */
interface Window {
  readonly radius: number;
  readonly wide: Float32Array;
  readonly gradientX: Float32Array;
  readonly gradientY: Float32Array;
  /** Of the `active` pixels: place in the window, −radius … radius, value and gradient. */
  active: number;
  readonly rows: Int16Array;
  readonly columns: Int16Array;
  readonly value: Float32Array;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  /** The step of d that was found: [column, row]. */
  readonly step: Float64Array;
}

function roomForWindow(pixels: number): Window {
  const radius = Math.max(1, (pixels - 1) >> 1);
  const size = (2 * radius + 1) ** 2;
  const floats = () => new Float32Array(size);
  return {
    radius,
    wide: new Float32Array((2 * radius + 3) ** 2),
    gradientX: floats(),
    gradientY: floats(),
    active: 0,
    rows: new Int16Array(size),
    columns: new Int16Array(size),
    value: floats(),
    gx: floats(),
    gy: floats(),
    step: new Float64Array(2),
  };
}

/** Fills a window round a position; false where too little of it is observed. */
function lookAt(picture: Picture, row: number, column: number, window: Window): boolean {
  const { radius, wide, gradientX, gradientY } = window;
  const side = 2 * radius + 1;
  sampleSquare(picture, row, column, radius + 1, wide);
  gradients(wide, side, gradientX, gradientY);
  let [observed, active] = [0, 0];
  for (let at = 0; at < gradientX.length; at++) {
    const gx = gradientX[at]!;
    const gy = gradientY[at]!;
    const steepness = Math.abs(gx) + Math.abs(gy);
    const r = Math.floor(at / side);
    const value = wide[at + side + 3 + 2 * r]!;
    if (Number.isNaN(steepness + value)) continue;
    observed++;
    if (steepness === 0) continue;
    window.rows[active] = r - radius;
    window.columns[active] = at - r * side - radius;
    window.value[active] = value;
    window.gx[active] = gx;
    window.gy[active] = gy;
    active++;
  }
  window.active = active;
  return observed >= LEAST_SHARE * gradientX.length;
}

/** Solves one step of d for a window that is looked for round (row, column); false where it cannot be told. */
function solveStep(window: Window, picture: Picture, row: number, column: number, leastEigenvalue: number): boolean {
  const { active, step } = window;
  const { rows, columns, values } = picture;
  const top = Math.floor(row);
  const left = Math.floor(column);
  const dy = row - top;
  const dx = column - left;
  const [wa, wb, wc, wd] = [(1 - dy) * (1 - dx), (1 - dy) * dx, dy * (1 - dx), dy * dx] as const;
  let [xx, xy, yy, bx, by] = [0, 0, 0, 0, 0];
  for (let n = 0; n < active; n++) {
    const y = top + window.rows[n]!;
    const x = left + window.columns[n]!;
    if (y < 0 || x < 0 || y >= rows - 1 || x >= columns - 1) continue;
    const k = y * columns + x;
    const moved = wa * values[k]! + wb * values[k + 1]! + wc * values[k + columns]! + wd * values[k + columns + 1]!;
    if (Number.isNaN(moved)) continue;
    const gx = window.gx[n]!;
    const gy = window.gy[n]!;
    const difference = window.value[n]! - moved;
    xx += gx * gx;
    xy += gx * gy;
    yy += gy * gy;
    bx += gx * difference;
    by += gy * difference;
  }
  const eigenvalue = (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy);
  if (!(eigenvalue >= leastEigenvalue * window.gradientX.length)) return false;
  const determinant = xx * yy - xy * xy;
  step[0] = (yy * bx - xy * by) / determinant;
  step[1] = (xx * by - xy * bx) / determinant;
  return true;
}

type Position = readonly [row: number, column: number];

/** Brings d to rest on one level, from where `d` stands; false where the window is lost. */
function settle(
  window: Window,
  to: Picture,
  [row, column]: Position,
  d: Float64Array,
  limits: TrackingLimits,
): boolean {
  const { step } = window;
  for (let round = 0; round < limits.iterations; round++) {
    if (!solveStep(window, to, row + d[1]!, column + d[0]!, limits.leastEigenvalue)) return false;
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
  const window = roomForWindow(limits.window);
  const d = new Float64Array(2);
  for (let k = 0; k < count; k++) {
    d.fill(0);
    let isFound = false;
    for (let level = from.length - 1; level >= 0; level--) {
      d[0]! *= 2;
      d[1]! *= 2;
      const scale = 2 ** level;
      const at: Position = [points.rows[k]! / scale, points.columns[k]! / scale];
      const before = [d[0]!, d[1]!] as const;
      isFound = lookAt(from[level]!, ...at, window) && settle(window, to[level]!, at, d, limits);
      // A coarse level that cannot tell leaves it to the finer ones.
      if (!isFound) d.set(before);
    }
    if (!isFound) continue;
    found.rows[k] = d[1]!;
    found.columns[k] = d[0]!;
  }
  return found;
}
