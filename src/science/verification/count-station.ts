/**
 * Counts the forecasts of one station against what it observed, as rows of sums by the local date of the valid time.
 *
 *   temperature at T      the observation at T; persistence: the one at T − 24 h
 *   precipitation of T    the hour from T to T + 1 h; persistence: the same hour of the day before
 *   values of a date D    the local day; persistence: the date of the issue, or the day before in all leads
 */

import { WET_THRESHOLDS } from '../../model/accuracy.js';
import { OCCURRENCE } from '../../model/station-report.js';
import { HOUR, localDateNumber } from '../../model/time.js';
import type { HourlySeries } from '../station-day.js';
import { calendarDate } from '../stations/day-slots.js';
import {
  countError,
  countEvent,
  countPlainError,
  countPlainEvent,
  countPrecipitation,
  type WetAmount,
  wetOf,
} from './count-pairs.js';
import type { LeadForecasts } from './lead-forecasts.js';
import { type DateRows, noDateRows, rowOf, type SumsLayout } from './sums-layout.js';

/** Observed values of consecutive local dates; NaN: not known. */
export interface ObservedDays {
  /** First date, days since 1970-01-01. */
  readonly firstDay: number;
  /** K. */
  readonly temperatureMax: ArrayLike<number>;
  /** K. */
  readonly temperatureMin: ArrayLike<number>;
  /** mm. */
  readonly precipitation: ArrayLike<number>;
}

export interface ObservedStation {
  /** Null: none. The hours should begin a day before the first date. */
  readonly hours: HourlySeries | null;
  /** Null: none. The dates should begin as long before the first date as the longest lead. */
  readonly days: ObservedDays | null;
}

/**
 * Date that persistence of days repeats: that on which the forecast was issued, which for a lead of one day is the day before
 * the forecast date; or that day before in all leads, which compares leads with one yardstick.
 */
export const DAY_PERSISTENCES = ['issue-date', 'day-before'] as const;
export type DayPersistence = (typeof DAY_PERSISTENCES)[number];

/** Frequencies of wet hours and wet days, 0..1; NaN: not known. */
export interface WetFrequency {
  readonly hour: number;
  /** One for all dates, or twelve for those of each month of the year. */
  readonly day: number | readonly number[];
}

export interface CountOptions {
  readonly persistence: DayPersistence;
  readonly climatology: WetFrequency;
}

const UNKNOWN: WetAmount = { amount: Number.NaN, wet: Number.NaN };

export function countStation(
  layout: SumsLayout,
  forecasts: LeadForecasts,
  observed: ObservedStation,
  options: CountOptions,
): DateRows {
  const { firstDay, lastDay } = forecasts.plan;
  const rows = noDateRows(layout, firstDay, lastDay - firstDay + 1);
  for (const { interval, leads } of layout.sections)
    for (const [index, { first, last }] of leads.entries()) {
      if (interval === '1h' && observed.hours !== null)
        for (let lead = first; lead <= last; lead++)
          countHours(
            { layout, rows, forecasts, options, index, lead },
            first === last ? forecasts.hours : forecasts.pooledHours,
            observed.hours,
          );
      if (interval === '1d' && observed.days !== null)
        countDays({ layout, rows, forecasts, options, index, lead: first }, observed.days);
    }
  return rows;
}

interface Counting {
  readonly layout: SumsLayout;
  readonly rows: DateRows;
  readonly forecasts: LeadForecasts;
  readonly options: CountOptions;
  /** Index of the lead in the layout, and the lead. */
  readonly index: number;
  readonly lead: number;
}

function countHours(
  { layout, rows, forecasts, options, index, lead }: Counting,
  byLead: LeadForecasts['hours'],
  series: HourlySeries,
): void {
  const values = byLead.get(lead);
  if (values === undefined) throw new RangeError(`lead ${lead} h was not collected`);
  const { start, count, plan } = forecasts;
  const at = (block: Parameters<SumsLayout['at']>[2]) => layout.at('1h', index, block);
  const temperatureAt = at('temperature');
  const rain = { occurrence: at('occurrence'), amount: at('amount'), threshold: WET_THRESHOLDS['1h'].value };
  const event = { at: at('probability'), bins: at('reliability') };
  const [plainAt, plainEvent] = [at('temperature_uncorrected'), uncorrectedEvent(at)];
  const before = values.uncorrected ?? values;
  for (let n = 0; n < count; n++) {
    if (Number.isNaN(values.issued[n]!)) continue;
    const valid = start + n * HOUR;
    const row = rowOf(rows, localDateNumber(valid, plan.zone) - plan.firstDay);
    const hour = (valid - series.start) / HOUR;
    const temperature = (index: number) => series.temperatures[index] ?? Number.NaN;
    countError(row, temperatureAt, values.temperature[n]!, temperature(hour), temperature(hour - 24));
    countPlainError(row, plainAt, before.temperature[n]!, temperature(hour));
    const came = hourTotal(series, hour + 1);
    const dayBefore = hourTotal(series, hour + 1 - 24);
    countPrecipitation(row, rain, values.precipitation[n]!, came, dayBefore);
    const references = { persistence: dayBefore.wet, climatology: options.climatology.hour };
    countEvent(row, event, values.probability[n]!, came.wet, references);
    countPlainEvent(row, plainEvent, before.probability[n]!, came.wet);
  }
}

const uncorrectedEvent = (at: (block: Parameters<SumsLayout['at']>[2]) => number) => ({
  ...{ at: at('probability_uncorrected'), bins: at('reliability_uncorrected') },
});

/** Precipitation of the hour that ends at `index`; where its amount is not known, whether present weather was wet. */
function hourTotal({ amounts, occurrences }: HourlySeries, index: number): WetAmount {
  const amount = amounts[index] ?? Number.NaN;
  if (!Number.isNaN(amount)) return { amount, wet: wetOf(amount, WET_THRESHOLDS['1h'].value) };
  const occurrence = occurrences[index] ?? OCCURRENCE.unknown;
  return occurrence === OCCURRENCE.unknown ? UNKNOWN : { amount, wet: occurrence === OCCURRENCE.wet ? 1 : 0 };
}

function countDays({ layout, rows, forecasts, options, index, lead }: Counting, days: ObservedDays): void {
  const values = forecasts.days.get(lead);
  if (values === undefined) throw new RangeError(`lead ${lead} d was not collected`);
  const { firstDay, lastDay } = forecasts.plan;
  const at = (block: Parameters<SumsLayout['at']>[2]) => layout.at('1d', index, block);
  const [maximumAt, minimumAt] = [at('temperature_max'), at('temperature_min')];
  const rain = { occurrence: at('occurrence'), amount: at('amount'), threshold: WET_THRESHOLDS['1d'].value };
  const event = { at: at('probability'), bins: at('reliability') };
  const [plainMaximumAt, plainMinimumAt] = [at('temperature_max_uncorrected'), at('temperature_min_uncorrected')];
  const plainEvent = uncorrectedEvent(at);
  const plain = values.uncorrected ?? values;
  const back = options.persistence === 'day-before' ? 1 : Math.max(1, Math.ceil(lead));
  for (let date = firstDay; date <= lastDay; date++) {
    const n = date - firstDay;
    if (Number.isNaN(values.issued[n]!)) continue;
    const row = rowOf(rows, n);
    const day = date - days.firstDay;
    const known = (of: ArrayLike<number>, index: number) => of[index] ?? Number.NaN;
    const [maxima, minima] = [days.temperatureMax, days.temperatureMin];
    countError(row, maximumAt, values.temperatureMax[n]!, known(maxima, day), known(maxima, day - back));
    countError(row, minimumAt, values.temperatureMin[n]!, known(minima, day), known(minima, day - back));
    countPlainError(row, plainMaximumAt, plain.temperatureMax[n]!, known(maxima, day));
    countPlainError(row, plainMinimumAt, plain.temperatureMin[n]!, known(minima, day));
    const total = (index: number): WetAmount => {
      const amount = known(days.precipitation, index);
      return { amount, wet: wetOf(amount, WET_THRESHOLDS['1d'].value) };
    };
    const [came, before] = [total(day), total(day - back)];
    countPrecipitation(row, rain, values.precipitation[n]!, came, before);
    const { day: frequency } = options.climatology;
    const climatology = typeof frequency === 'number' ? frequency : frequency[calendarDate(date).month - 1]!;
    const references = { persistence: before.wet, climatology };
    countEvent(row, event, values.probability[n]!, came.wet, references);
    countPlainEvent(row, plainEvent, plain.probability[n]!, came.wet);
  }
}

/** Frequency of wet hours and days in the observations themselves; NaN without any. */
export function wetFrequency({ hours, days }: ObservedStation): WetFrequency & { readonly day: number } {
  const share = (events: readonly number[]) => {
    const known = events.filter((wet) => !Number.isNaN(wet));
    return known.reduce((sum, wet) => sum + wet, 0) / known.length;
  };
  const hourly = hours === null ? [] : Array.from({ length: hours.amounts.length }, (_, n) => hourTotal(hours, n).wet);
  const daily = Array.from(days?.precipitation ?? [], (amount) => wetOf(amount, WET_THRESHOLDS['1d'].value));
  return { hour: share(hourly), day: share(daily) };
}
