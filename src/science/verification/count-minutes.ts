/** Counts nowcasts of one station against what it observed minute by minute. */

import { WET_THRESHOLDS } from '../../model/accuracy.js';
import { countEvent, countPrecipitation, type WetAmount, wetOf } from './count-pairs.js';
import { type DateRows, rowOf, type SumsLayout } from './sums-layout.js';

/** Instants at which it was observed whether it rains. */
export interface ObservedMinutes {
  /** Epoch seconds, rising. */
  readonly times: ArrayLike<number>;
  /** mm/h; NaN: not measured. */
  readonly rates: ArrayLike<number>;
  /** 1 wet, 0 dry; NaN: not known. */
  readonly wet: ArrayLike<number>;
}

/** A nowcast at one station. */
export interface StationNowcast {
  /** Epoch seconds. */
  readonly issueTime: number;
  /** Minutes. */
  readonly leads: readonly number[];
  /** mm/h, by lead. */
  readonly rates: ArrayLike<number>;
  /** Probability of at least 0.1 mm/h, 0..1, by lead. */
  readonly probabilities: ArrayLike<number>;
}

/** Issues and earlier observations may lie this far from the minute that is asked for, s. */
const SAME_MINUTE = 2 * 60;

/**
 * Adds the nowcasts of one station: at observation time T and lead m the issue nearest to T − m, at most two minutes from it;
 * persistence is wet or dry as observed then.
 *
 * @param nowcasts  in the order of their times
 */
export function countMinutes(
  layout: SumsLayout,
  rows: DateRows,
  nowcasts: readonly StationNowcast[],
  observed: ObservedMinutes,
  dateOf: (time: number) => number,
): void {
  const issueTimes = nowcasts.map(({ issueTime }) => issueTime);
  const section = layout.sections.find(({ interval }) => interval === '1m');
  for (const [index, { first: lead }] of (section?.leads ?? []).entries()) {
    const at = (block: Parameters<SumsLayout['at']>[2]) => layout.at('1m', index, block);
    const rain = { occurrence: at('occurrence'), amount: at('amount'), threshold: WET_THRESHOLDS['1m'].value };
    const event = { at: at('probability'), bins: at('reliability') };
    for (let n = 0; n < observed.times.length; n++) {
      const time = observed.times[n]!;
      const date = dateOf(time) - rows.firstDay;
      const issue = nowcasts[nearest(issueTimes, time - lead * 60)];
      const column = issue?.leads.indexOf(lead) ?? -1;
      if (issue === undefined || column < 0 || date < 0 || (date + 1) * rows.width > rows.sums.length) continue;
      const row = rowOf(rows, date);
      const came = minuteOf(observed, n);
      const before = minuteOf(observed, nearest(observed.times, time - lead * 60));
      countPrecipitation(row, rain, issue.rates[column]!, came, before);
      const references = { persistence: before.wet, climatology: Number.NaN };
      countEvent(row, event, issue.probabilities[column]!, came.wet, references);
    }
  }
}

function minuteOf({ rates, wet }: ObservedMinutes, index: number): WetAmount {
  const amount = rates[index] ?? Number.NaN;
  if (!Number.isNaN(amount)) return { amount, wet: wetOf(amount, WET_THRESHOLDS['1m'].value) };
  return { amount, wet: wet[index] ?? Number.NaN };
}

/** Index of the time nearest to `time`, at most two minutes away; −1: none. */
function nearest(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  const distance = (index: number) => Math.abs((times[index] ?? Number.POSITIVE_INFINITY) - time);
  const best = distance(low - 1) < distance(low) ? low - 1 : low;
  return distance(best) <= SAME_MINUTE ? best : -1;
}
