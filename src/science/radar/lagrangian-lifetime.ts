/**
 * How long patterns of rain last in a surrounding: the time L after which the correlation of what was seen then, moved to
 * now, with what is seen now has fallen to 1/e.
 *
 *   ψ     = 10 log₁₀(R / 0.1 mm/h), 0 where R is less                  dB above the wettest rate that still is dry
 *   r(τ)  = correlation of ψ of the nowcast of lead τ with ψ as it came, over the pixels of a box of about 100 × 100 km
 *   L     : Σ (r(τ) − exp(−τ/L))² least, 30 ≤ L ≤ 180 min               over the leads of the last hour
 *
 * Methods 2.3; the correlation is that of Germann & Zawadzki (2002), Mon. Wea. Rev. 130, 2859, less the means, without which
 * a box full of rain of any kind would never lose its likeness. Decibels, because a correlation of rates is that of a few
 * peaks. Least squares of r itself and not of its logarithm: small and negative ones, which are noise, are no reason to
 * drop what a longer lead says. All observed pixels of the box count, the dry ones too: that it stays dry beside a shower
 * has to be known as well.
 */

import type { MotionField, NowcastSkill } from '../../model/radar.js';
import { WET_RATE } from '../condition.js';
import type { RateGrid } from './rate-grid.js';

/** min, as the confidence uses them. */
const SHORTEST = 30;
const LONGEST = 180;
/** Lifetimes that are tried, each 1.4% longer than the one before. */
const TRIED = 129;
/** A fit from shorter leads alone would be one of noise and of the reading between pixels. */
const LEAST_LEAD = 15;
/** Share of the pixels of a whole box that must be known, and be wet in one of both fields. */
const LEAST_KNOWN = 0.25;
const LEAST_WET = 0.05;
/** Lifetimes of one verification are those of a few storms: new ones replace those of half an hour before to 1 − 1/e. */
const MEMORY_MINUTES = 30;

/** A field in decibels above the threshold of wetness: 0 where dry, NaN where not observed. */
export interface DecibelGrid {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

function decibel(rate: number): number {
  return rate > WET_RATE ? 10 * Math.log10(rate / WET_RATE) : rate - rate; // NaN stays NaN, dryness is 0
}

export function decibelsOf({ rows, columns, values }: RateGrid): DecibelGrid {
  return { rows, columns, values: values.map(decibel) };
}

/** A motion on pixels that are `factor` times larger, of which the first begins with the first. */
export function coarserMotion(motion: MotionField, factor: number): MotionField {
  const slower = (speeds: Float32Array) => speeds.map((speed) => speed / factor);
  const { spacing, origin, u, v } = motion;
  return {
    ...motion,
    spacing: spacing / factor,
    origin: (origin - (factor - 1) / 2) / factor,
    u: slower(u),
    v: slower(v),
  };
}

/** Sums over the pixels of a box that both fields know: of x the nowcast, of y what came. */
interface BoxSums {
  n: number;
  wet: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

/** Correlations at one lead, [row][column] of boxes, NaN where too little is known or too little rains. */
export interface BoxCorrelations {
  readonly leadMinutes: number;
  readonly values: Float64Array;
}

/**
 * @param forecast  rates as they were expected, mm/h
 * @param came  of the same pixels
 * @param boxPixels  pixels along a side of a box, the first from pixel 0 on
 */
export function boxCorrelations(
  forecast: RateGrid,
  came: DecibelGrid,
  boxPixels: number,
  leadMinutes: number,
): BoxCorrelations {
  const { rows, columns } = came;
  const across = Math.ceil(columns / boxPixels);
  const sums = Array.from({ length: Math.ceil(rows / boxPixels) * across }, noSums);
  for (let row = 0; row < rows; row++)
    for (let column = 0, box = Math.floor(row / boxPixels) * across; column < columns; box++) {
      const end = Math.min(columns, column + boxPixels);
      addRun(sums[box]!, forecast.values, came.values, row * columns + column, row * columns + end);
      column = end;
    }
  return { leadMinutes, values: Float64Array.from(sums, (box) => correlation(box, boxPixels ** 2)) };
}

const noSums = (): BoxSums => ({ n: 0, wet: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 });

function addRun(sums: BoxSums, forecast: Float32Array, came: Float32Array, from: number, end: number): void {
  for (let k = from; k < end; k++) {
    const y = came[k]!;
    const rate = forecast[k]!;
    if (Number.isNaN(y) || Number.isNaN(rate)) continue;
    sums.n += 1;
    if (y === 0 && rate <= WET_RATE) continue;
    const x = decibel(rate);
    sums.wet += 1;
    sums.x += x;
    sums.y += y;
    sums.xx += x * x;
    sums.yy += y * y;
    sums.xy += x * y;
  }
}

function correlation({ n, wet, x, y, xx, yy, xy }: BoxSums, pixels: number): number {
  if (n < LEAST_KNOWN * pixels || wet < LEAST_WET * pixels) return Number.NaN;
  const variances = (n * xx - x * x) * (n * yy - y * y);
  return variances > 0 ? (n * xy - x * y) / Math.sqrt(variances) : 0; // all of one of them dry: nothing in common
}

/**
 * Lifetimes, min, of every box; NaN where no correlation of a lead of a quarter of an hour or more is known.
 *
 * @param correlations  of the same boxes at several leads
 */
export function lifetimesOf(correlations: readonly BoxCorrelations[]): Float32Array {
  const tried = Array.from({ length: TRIED }, (_, k) => SHORTEST * (LONGEST / SHORTEST) ** (k / (TRIED - 1)));
  const curves = tried.map((lifetime) => correlations.map(({ leadMinutes }) => Math.exp(-leadMinutes / lifetime)));
  const boxes = correlations[0]?.values.length ?? 0;
  return Float32Array.from({ length: boxes }, (_, box) => {
    const isKnown = correlations.some(({ values, leadMinutes }) => leadMinutes >= LEAST_LEAD && values[box]! <= 1);
    if (!isKnown) return Number.NaN;
    const errors = curves.map((curve) => squaredError(correlations, box, curve));
    return tried[errors.indexOf(Math.min(...errors))]!;
  });
}

function squaredError(correlations: readonly BoxCorrelations[], box: number, curve: readonly number[]): number {
  let sum = 0;
  for (let lead = 0; lead < curve.length; lead++) {
    const r = correlations[lead]!.values[box]!;
    if (!Number.isNaN(r)) sum += (r - curve[lead]!) ** 2;
  }
  return sum;
}

type Lifetimes = NonNullable<NowcastSkill['lifetime']>;

/**
 * Lifetimes as they are now, with those of before as far as these are still worth something: means of their logarithms. A
 * box that nothing new is known of is unknown: its rain has gone.
 *
 * @param before  null, or of other boxes: nothing is known of before
 * @param minutesSince  that it was before
 */
export function blendedLifetimes(now: Lifetimes, before: Lifetimes | null, minutesSince: number): Lifetimes {
  const isSame = before !== null && before.minutes.length === now.minutes.length && before.columns === now.columns;
  if (!isSame || before.boxPixels !== now.boxPixels) return now;
  const old = Math.exp(-minutesSince / MEMORY_MINUTES);
  const minutes = now.minutes.map((fresh, box) => {
    const known = before.minutes[box]!;
    return Number.isNaN(known) ? fresh : Math.exp((1 - old) * Math.log(fresh) + old * Math.log(known));
  });
  return { ...now, minutes };
}
