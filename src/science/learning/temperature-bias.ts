/**
 * Biases of temperature forecasts at a station, from the errors of the last dates: the mean error of the station, drawn
 * towards that of the network, and that towards 0.
 *
 *   b = c + (ē − c) D / (D + s² / τ²)      ē mean error, s² variance of the errors, D dates with pairs
 *   c = m̄ D / (D + v² / τ²)                m̄ mean and v² variance of the network's daily mean errors
 *
 * The first is the mean of a normal distribution that was expected around c with the standard deviation τ, when D errors of
 * the variance s² were seen (Gelman et al., Bayesian Data Analysis, 3rd ed., sections 2.5 and 5.4). Dates are counted and
 * not pairs: the errors of one day are much the same. Few or scattered errors therefore move a forecast little.
 */

import type { AccuracyInterval } from '../../model/accuracy.js';
import { type Block, type DateRows, ERROR_SUMS, type SumsLayout } from '../verification/sums-layout.js';
import { gainOf, isWorthwhile, JUDGED_DATES, type Judgement, LEAST_DATES } from './judgement.js';

/** Dates that a bias is fitted on. */
export const BIAS_DATES = 30;
/** With fewer dates the bias is 0. */
const LEAST_FITTED = 10;
/** τ: usual bias of a station, K (docs/methods/learning.md says where it was measured). */
const USUAL_BIAS = 0.4;
/** A larger one is a wrong station, K. */
export const LARGEST_BIAS = 8;

/** Dates before the first judged one that are looked at. @param leadDays  the longest lead */
export function biasHistory(leadDays: number): number {
  return JUDGED_DATES + BIAS_DATES + leadDays;
}

/** Sums of the errors of one lead on consecutive dates: pairs, K, K². */
export interface DailyErrors {
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  readonly samples: Float64Array;
  readonly error: Float64Array;
  readonly squared: Float64Array;
  /** Days from an issue to the date, rounded up: dates that were not known when it was issued. */
  readonly leadDays: number;
}

/** Position of a block in rows of the record. */
export interface RowPosition {
  readonly layout: SumsLayout;
  readonly interval: AccuracyInterval;
  /** Index of the lead. */
  readonly lead: number;
  readonly block: Block;
}

/** @param rows  [date][number] with `width` numbers a date: those of regions and the network have bins, stations have none */
export function errorsIn(
  rows: Float64Array,
  { firstDay, width }: Pick<DateRows, 'firstDay' | 'width'>,
  { layout, interval, lead, block }: RowPosition,
): DailyErrors {
  const at = layout.at(interval, lead, block);
  const column = (sum: number) =>
    Float64Array.from({ length: rows.length / width }, (_, n) => rows[n * width + at + sum]!);
  const hoursOrDays = layout.sections[0]!.leads[lead]!.last;
  return {
    ...{ firstDay, leadDays: interval === '1d' ? hoursOrDays : Math.ceil(hoursOrDays / 24) },
    ...{ samples: column(ERROR_SUMS.samples), error: column(ERROR_SUMS.error), squared: column(ERROR_SUMS.squared) },
  };
}

/** Mean and variance of errors, K and K², and the dates that they are of. */
interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly dates: number;
}

/** Moments of all errors of the 30 dates before a day. */
function momentsOfErrors({ firstDay, samples, error, squared }: DailyErrors, issueDay: number): Moments {
  const end = Math.min(samples.length, issueDay - firstDay);
  let [dates, n, sum, squares] = [0, 0, 0, 0];
  for (let i = Math.max(0, issueDay - BIAS_DATES - firstDay); i < end; i++) {
    if (!(samples[i]! > 0)) continue;
    dates += 1;
    n += samples[i]!;
    sum += error[i]!;
    squares += squared[i]!;
  }
  const mean = sum / n;
  return { mean, variance: Math.max(0, squares / n - mean * mean), dates };
}

/** Moments of the daily mean errors of the 30 dates before a day. */
function momentsOfMeans({ firstDay, samples, error }: DailyErrors, issueDay: number): Moments {
  const end = Math.min(samples.length, issueDay - firstDay);
  let [dates, sum, squares] = [0, 0, 0];
  for (let i = Math.max(0, issueDay - BIAS_DATES - firstDay); i < end; i++) {
    if (!(samples[i]! > 0)) continue;
    const mean = error[i]! / samples[i]!;
    dates += 1;
    sum += mean;
    squares += mean * mean;
  }
  const mean = sum / dates;
  return { mean, variance: Math.max(0, squares / dates - mean * mean), dates };
}

/** Drawn towards `centre`, which it stays with too few dates. */
function shrunk({ mean, variance, dates }: Moments, centre: number): number {
  if (dates < LEAST_FITTED) return centre;
  return centre + ((mean - centre) * dates) / (dates + variance / USUAL_BIAS ** 2);
}

/** Errors of a station, and those of all stations at the same lead. */
export interface StationErrors {
  readonly own: DailyErrors;
  readonly network: DailyErrors;
}

/**
 * Bias of the forecasts that are issued on a day, by the 30 dates before it; 0 where fewer than ten of them have pairs of the
 * station.
 *
 * @param issueDay  days since 1970-01-01; neither it nor a later date is looked at
 * @returns K, at most 8 in size
 */
export function fittedBias({ own, network }: StationErrors, issueDay: number): number {
  const moments = momentsOfErrors(own, issueDay);
  if (moments.dates < LEAST_FITTED) return 0;
  const bias = shrunk(moments, shrunk(momentsOfMeans(network, issueDay), 0));
  return Math.max(-LARGEST_BIAS, Math.min(LARGEST_BIAS, bias));
}

/** Squared errors of the last 60 dates with and without the bias that was known at the issue: Σ(e − b)² = Σe² − 2bΣe + nb². */
export function judgedBias(errors: StationErrors, lastDay: number): Judgement {
  const { firstDay, samples, error, squared, leadDays } = errors.own;
  let [raw, corrected, dates] = [0, 0, 0];
  for (let day = lastDay - JUDGED_DATES + 1; day <= lastDay; day++) {
    const i = day - firstDay;
    if (!(samples[i]! > 0)) continue;
    const bias = fittedBias(errors, day - leadDays);
    if (bias === 0) continue;
    dates += 1;
    raw += squared[i]!;
    corrected += squared[i]! - 2 * bias * error[i]! + samples[i]! * bias * bias;
  }
  return { raw, corrected, dates };
}

export interface LearnedBias {
  /** K, by lead. */
  readonly biases: readonly number[];
  /** Mean of the gains of the leads. */
  readonly gain: number;
  /** Judged dates of the lead that has most. */
  readonly dates: number;
}

/**
 * Biases of a variable by lead for forecasts that are issued after a day; null: they do not score better than none.
 *
 * One switch holds for all leads. The mean of their gains decides, so that the large errors of long leads do not outweigh the
 * others.
 *
 * @param leads  errors of each lead
 * @param lastDay  last verified date, days since 1970-01-01
 */
export function learnedBias(leads: readonly StationErrors[], lastDay: number, wasOn: boolean): LearnedBias | null {
  const judged = leads.map((errors) => judgedBias(errors, lastDay));
  const known = judged.filter((one) => one.dates >= LEAST_DATES && one.raw > 0);
  if (known.length === 0) return null;
  const gain = known.reduce((sum, one) => sum + gainOf(one), 0) / known.length;
  if (!isWorthwhile(gain, wasOn)) return null;
  const biases = leads.map((errors) => fittedBias(errors, lastDay + 1));
  return { biases, gain, dates: Math.max(...known.map(({ dates }) => dates)) };
}
