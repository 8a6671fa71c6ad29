/**
 * Sums of annual harmonics, and fits of them to values by day of year.
 *
 *   f(x) = c₀ + Σ_k (c_2k−1 cos kx + c_2k sin kx),   x = 2π (day of year − 1) / 365.2425
 *
 * 29 February lies half way between its neighbours, at day 59.5. Slots are those of `day-slots.ts`.
 */

import { DAY_SLOTS, LEAP_DAY_SLOT } from '../stations/day-slots.js';

const DAYS_PER_YEAR = 365.2425;
const MOST_HARMONICS = 3;
const TERMS = termCount(MOST_HARMONICS);

/** Terms of every slot, one row of `TERMS` each. */
const TERM_TABLE = termTable();

/** Number of coefficients of so many harmonics. */
export function termCount(harmonics: number): number {
  return 1 + 2 * harmonics;
}

function termTable(): Float64Array {
  const table = new Float64Array(DAY_SLOTS * TERMS);
  for (let slot = 0; slot < DAY_SLOTS; slot++) {
    const x = phaseOf(slot);
    table[slot * TERMS] = 1;
    for (let k = 1; k <= MOST_HARMONICS; k++) {
      table[slot * TERMS + 2 * k - 1] = Math.cos(k * x);
      table[slot * TERMS + 2 * k] = Math.sin(k * x);
    }
  }
  return table;
}

function phaseOf(slot: number): number {
  const dayOfYear = slot < LEAP_DAY_SLOT ? slot + 1 : slot === LEAP_DAY_SLOT ? 59.5 : slot;
  return (2 * Math.PI * (dayOfYear - 1)) / DAYS_PER_YEAR;
}

/** Value of the sum on a slot. `count` coefficients stand in `coefficients` from `from` on. */
export function harmonicSum(coefficients: ArrayLike<number>, from: number, count: number, slot: number): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += coefficients[from + k]! * TERM_TABLE[slot * TERMS + k]!;
  return sum;
}

/** By slot: how much the slot counts, and the sum of that times its value. */
export interface SlotSums {
  readonly weights: Float64Array;
  readonly totals: Float64Array;
}

export function noSums(): SlotSums {
  return { weights: new Float64Array(DAY_SLOTS), totals: new Float64Array(DAY_SLOTS) };
}

/** The same sums over a centred window of days, around the turn of the year too. @param width  days, odd */
export function windowed({ weights, totals }: SlotSums, width: number): SlotSums {
  const sums = noSums();
  const half = (width - 1) / 2;
  for (let slot = 0; slot < DAY_SLOTS; slot++)
    for (let shift = -half; shift <= half; shift++) {
      const at = (slot + shift + DAY_SLOTS) % DAY_SLOTS;
      sums.weights[slot]! += weights[at]!;
      sums.totals[slot]! += totals[at]!;
    }
  return sums;
}

/** Least squares. The sums must cover the year. */
export function fitMean(sums: SlotSums, harmonics: number): Float64Array {
  return regression(sums, harmonics, {
    start: (mean) => mean,
    newton: (eta) => ({ mean: eta, slope: 1, weight: 1 }),
    steps: 1,
  });
}

/** Ridge of the logistic fit: a season without any event would have coefficients without bound. */
const RIDGE = 1e-3;
/** Ridge of the gamma fit, in wet days: a desert has fewer of them than coefficients. */
const AMOUNT_RIDGE = 1;
const MOST_STEPS = 25;
/** Change of a coefficient in one step, so that the fit of a separated season does not run away. */
const LARGEST_STEP = 2;
/** Probabilities of the first step, and weights of all, stay off 0 and 1 by it. */
const LEAST_PROBABILITY = 0.002;

/** Logistic regression of a ratio 0..1: coefficients of its log odds, by reweighted least squares. */
export function fitLogistic(sums: SlotSums, harmonics: number): Float64Array {
  return regression(sums, harmonics, {
    start: (mean) => logit(Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, mean))),
    newton: (eta) => {
      const p = logistic(eta);
      return { mean: p, slope: 1, weight: p * (1 - p) + 1e-9 };
    },
    steps: MOST_STEPS,
    ridge: RIDGE,
  });
}

/** Gamma regression with a logarithmic link of amounts above 0: coefficients of the logarithm of the mean. */
export function fitGamma(sums: SlotSums, harmonics: number): Float64Array {
  return regression(sums, harmonics, {
    start: Math.log,
    newton: (eta) => ({ mean: Math.exp(eta), slope: Math.exp(-eta), weight: 1 }),
    steps: MOST_STEPS,
    ridge: AMOUNT_RIDGE,
  });
}

export function logistic(eta: number): number {
  return 1 / (1 + Math.exp(-eta));
}

function logit(p: number): number {
  return Math.log(p / (1 - p));
}

interface Family {
  /** Linear predictor of the mean of all values. */
  start(mean: number): number;
  /** Mean at a linear predictor, factor of the residual, and weight of Fisher scoring. */
  newton(eta: number): { readonly mean: number; readonly slope: number; readonly weight: number };
  readonly steps: number;
  readonly ridge?: number;
}

function regression(
  { weights, totals }: SlotSums,
  harmonics: number,
  { start, newton, steps, ridge = 0 }: Family,
): Float64Array {
  const count = termCount(harmonics);
  const fitted = new Float64Array(count);
  fitted[0] = start(sumOf(totals) / sumOf(weights));
  for (let step = 0; step < steps; step++) {
    const matrix = new Float64Array(count * count);
    const right = new Float64Array(count);
    for (let slot = 0; slot < DAY_SLOTS; slot++) {
      const n = weights[slot]!;
      if (n === 0) continue;
      const { mean, slope, weight } = newton(harmonicSum(fitted, 0, count, slot));
      addRow(matrix, right, { slot, weight: n * weight, residual: (totals[slot]! - n * mean) * slope });
    }
    mirror(matrix, count);
    for (let k = 0; k < count; k++) {
      matrix[k * count + k]! += ridge;
      right[k]! -= k === 0 ? 0 : ridge * fitted[k]!;
    }
    const change = solve(matrix, right);
    const largest = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    const part = steps === 1 ? 1 : Math.min(1, LARGEST_STEP / largest);
    for (let k = 0; k < count; k++) fitted[k]! += part * change[k]!;
    if (largest < 1e-9) break;
  }
  return fitted;
}

interface NormalRow {
  readonly slot: number;
  readonly weight: number;
  readonly residual: number;
}

function addRow(matrix: Float64Array, right: Float64Array, { slot, weight, residual }: NormalRow): void {
  const count = right.length;
  const terms = slot * TERMS;
  for (let row = 0; row < count; row++) {
    const term = TERM_TABLE[terms + row]!;
    right[row]! += residual * term;
    for (let column = 0; column <= row; column++)
      matrix[row * count + column]! += weight * term * TERM_TABLE[terms + column]!;
  }
}

/** Completes a symmetric matrix of which only the lower half is there. */
function mirror(matrix: Float64Array, count: number): void {
  for (let row = 0; row < count; row++)
    for (let column = 0; column < row; column++) matrix[column * count + row] = matrix[row * count + column]!;
}

/** Solution of a symmetric positive definite system, by elimination without pivoting; both arguments are used up. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const count = right.length;
  for (let pivot = 0; pivot < count; pivot++)
    for (let row = pivot + 1; row < count; row++) {
      const factor = matrix[row * count + pivot]! / matrix[pivot * count + pivot]!;
      for (let column = pivot; column < count; column++)
        matrix[row * count + column]! -= factor * matrix[pivot * count + column]!;
      right[row]! -= factor * right[pivot]!;
    }
  for (let row = count - 1; row >= 0; row--) {
    for (let column = row + 1; column < count; column++) right[row]! -= matrix[row * count + column]! * right[column]!;
    right[row]! /= matrix[row * count + row]!;
  }
  return right;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
