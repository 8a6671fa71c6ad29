/**
 * Which curve calibrates the probabilities of a lead: that of the region's own pairs of the season, else that of the
 * network's, else none.
 *
 * The season of an issue: the last 90 dates before it, and a year before it the dates within 45 days of the same day, as far
 * as the record reaches.
 */

import type { ChanceCurve } from '../../model/learned-corrections.js';
import { PROBABILITY_BINS } from '../scores.js';
import type { SumsLayout } from '../verification/sums-layout.js';
import { binnedBrier, type ChanceBins, fittedCurve, LEAST_PAIRS, pairsOf } from './chance-curve.js';
import { gainOf, isWorthwhile, JUDGED_DATES, type Judgement } from './judgement.js';

const RECENT_DATES = 90;
const SEASON_HALF = 45;
const YEAR = 365;
const WIDTH = 3 * PROBABILITY_BINS;

/** Dates before the last one that are looked at. @param leadDays  the longest lead */
export function chanceHistory(leadDays: number): number {
  return YEAR + SEASON_HALF + JUDGED_DATES + leadDays;
}

/** Bins of one lead on consecutive dates, summed up: [date][number] over all dates before each, one more than dates. */
export interface DailyBins {
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  readonly sums: Float64Array;
  /** Days from an issue to the date, rounded up: dates that were not known when it was issued. */
  readonly leadDays: number;
}

/** @param rows  [date][number], of a region or the network */
export function binsIn(
  rows: Float64Array,
  firstDay: number,
  { layout, interval, lead }: { readonly layout: SumsLayout; readonly interval: '1h' | '1d'; readonly lead: number },
): DailyBins {
  const { width, sections } = layout;
  const at = layout.at(interval, lead, 'reliability_uncorrected');
  const sums = new Float64Array((rows.length / width + 1) * WIDTH);
  for (let date = 0; date < rows.length / width; date++)
    for (let i = 0; i < WIDTH; i++)
      sums[(date + 1) * WIDTH + i] = sums[date * WIDTH + i]! + rows[date * width + at + i]!;
  const hoursOrDays = sections[0]!.leads[lead]!.last;
  return { firstDay, sums, leadDays: interval === '1d' ? hoursOrDays : Math.ceil(hoursOrDays / 24) };
}

/** Adds the bins of some dates, both inclusive; dates that are not there have none. */
function addBins(total: ChanceBins, { firstDay, sums }: DailyBins, first: number, last: number): void {
  const most = sums.length / WIDTH - 1;
  const row = (day: number) => Math.min(most, Math.max(0, day - firstDay)) * WIDTH;
  const [from, to] = [row(first), row(last + 1)];
  for (let i = 0; i < WIDTH; i++) total[i]! += sums[to + i]! - sums[from + i]!;
}

/** Bins of the season of an issue. @param issueDay  neither it nor a later date is looked at */
function binsOfSeason(bins: DailyBins, issueDay: number): ChanceBins {
  const total = new Float64Array(WIDTH);
  addBins(total, bins, issueDay - RECENT_DATES, issueDay - 1);
  addBins(total, bins, issueDay - YEAR - SEASON_HALF, issueDay - YEAR + SEASON_HALF);
  return total;
}

/**
 * Curve for the probabilities that are issued on a day; null: neither the region nor the network has 500 pairs.
 *
 * @param issueDay  days since 1970-01-01; neither it nor a later date is looked at
 */
export function curveOf(region: DailyBins, network: DailyBins, issueDay: number): ChanceCurve | null {
  for (const bins of [region, network]) {
    const season = binsOfSeason(bins, issueDay);
    if (pairsOf(season) >= LEAST_PAIRS) return fittedCurve(season);
  }
  return null;
}

/** Brier sums of the region's last 60 dates with and without the curve that was known at the issue. */
export function judgedCurve(region: DailyBins, network: DailyBins, lastDay: number): Judgement {
  let [raw, corrected, dates] = [0, 0, 0];
  for (let day = lastDay - JUDGED_DATES + 1; day <= lastDay; day++) {
    const own = new Float64Array(WIDTH);
    addBins(own, region, day, day);
    if (pairsOf(own) === 0) continue;
    const curve = curveOf(region, network, day - region.leadDays);
    if (curve === null) continue;
    dates += 1;
    raw += binnedBrier(own, null);
    corrected += binnedBrier(own, curve);
  }
  return { raw, corrected, dates };
}

export interface LearnedCurve {
  readonly curve: ChanceCurve;
  readonly gain: number;
  readonly dates: number;
}

/** Curve for forecasts that are issued after a day; null: it does not score better than none. */
export function learnedCurve(
  region: DailyBins,
  network: DailyBins,
  lastDay: number,
  wasOn: boolean,
): LearnedCurve | null {
  const judgement = judgedCurve(region, network, lastDay);
  const gain = gainOf(judgement);
  const curve = isWorthwhile(gain, wasOn) ? curveOf(region, network, lastDay + 1) : null;
  return curve && { curve, gain, dates: judgement.dates };
}
