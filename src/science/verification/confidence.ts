/**
 * Confidence intervals of scores that are ratios of sums: Σ x / Σ n over blocks of consecutive dates.
 *
 * Errors of one date resemble each other across hours and stations, and those of following dates still do: pairs are no
 * independent samples, and blocks of a few dates nearly are. The variance is that of a ratio of cluster totals (Cochran 1977, Sampling Techniques, 3rd ed., chapter 6, without
 * the finite population correction):
 *
 *   R = Σ x / Σ n      var R = m / (m − 1) · Σ (x − R n)² / (Σ n)²      over m blocks
 *
 * and the interval is R ± t √var with Student's t of m − 1 degrees of freedom. It needs no random numbers and takes one
 * pass, and agrees with a bootstrap of the same blocks (the test compares them).
 */

import { type DateRows, datesOf, rowOf } from './sums-layout.js';

/** Bounds within which a score lies with a probability of 95%. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Numerator and denominator of a score in a row of sums. */
export type Ratio = (row: Float64Array) => readonly [numerator: number, denominator: number];

/** Fewer blocks with pairs tell nothing about how blocks vary. */
const LEAST_BLOCKS = 3;

/** Weather lasts for days: with the NWS highs of 2021 the interval of blocks of one date is 0.55 times as wide. */
const BLOCK_DAYS = 5;
/** Fewer blocks than this estimate their own spread badly. */
const ENOUGH_BLOCKS = 5;

/** Dates of a block for a period: five, or one where the period is short. */
export function blockDaysFor(dates: number): number {
  return dates >= BLOCK_DAYS * ENOUGH_BLOCKS ? BLOCK_DAYS : 1;
}

/** 97.5% quantile of the normal distribution. */
const Z = 1.959963985;

/**
 * 97.5% quantile of Student's t, by its expansion in 1 / degrees (Abramowitz and Stegun 1964, 26.7.5); within 0.5% from 3
 * degrees of freedom on.
 */
export function studentQuantile(degrees: number): number {
  const g1 = (Z ** 3 + Z) / 4;
  const g2 = (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96;
  const g3 = (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384;
  const g4 = (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160;
  return Z + g1 / degrees + g2 / degrees ** 2 + g3 / degrees ** 3 + g4 / degrees ** 4;
}

/**
 * Interval of a ratio of sums; null: too few blocks have pairs, or the denominator is 0.
 *
 * @param rows  sums of consecutive dates, of all stations that are pooled
 * @param blockDays  dates of a block
 */
export function ratioInterval(rows: DateRows, ratio: Ratio, blockDays: number): Interval | null {
  const blocks = blockTotals(rows, ratio, blockDays);
  if (blocks.length < LEAST_BLOCKS) return null;
  const [x, n] = blocks.reduce(([sum, count], [x, n]) => [sum + x, count + n], [0, 0]);
  if (!(n > 0)) return null;
  const mean = x / n;
  const squares = blocks.reduce((sum, [x, n]) => sum + (x - mean * n) ** 2, 0);
  const degrees = blocks.length - 1;
  const margin = studentQuantile(degrees) * Math.sqrt(((blocks.length / degrees) * squares) / n ** 2);
  return { low: mean - margin, high: mean + margin };
}

/** Numerator and denominator of each block that has pairs. */
export function blockTotals(rows: DateRows, ratio: Ratio, blockDays: number): (readonly [number, number])[] {
  const blocks: (readonly [number, number])[] = [];
  const dates = datesOf(rows);
  for (let first = 0; first < dates; first += blockDays) {
    let [x, n] = [0, 0];
    for (let date = first; date < Math.min(dates, first + blockDays); date++) {
      const [numerator, denominator] = ratio(rowOf(rows, date));
      x += numerator;
      n += denominator;
    }
    if (n > 0 || x > 0) blocks.push([x, n]);
  }
  return blocks;
}

/** Interval of 1 − ratio. */
export function skillInterval(interval: Interval | null): Interval | null {
  return interval === null ? null : { low: 1 - interval.high, high: 1 - interval.low };
}

/** Interval of √ratio, which is never negative. */
export function rootInterval(interval: Interval | null): Interval | null {
  return interval === null ? null : { low: Math.sqrt(Math.max(0, interval.low)), high: Math.sqrt(interval.high) };
}
