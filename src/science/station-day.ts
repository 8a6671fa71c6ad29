/** Local days of a station from its hourly observations, for days that climate networks have not reported yet. */

import { OCCURRENCE } from '../model/station-report.js';
import { HOUR, localDay } from '../model/time.js';
import type { Zone } from '../model/zone.js';

/** Hourly observations of one station: those of hour `n` belong to the instant start + 3600 n. */
export interface HourlySeries {
  /** Epoch seconds, a whole hour. */
  readonly start: number;
  /** K at the hour; NaN: missing. */
  readonly temperatures: ArrayLike<number>;
  /** mm in the hour that ends there; NaN: not measured. */
  readonly amounts: ArrayLike<number>;
  /** In the hour that ends there by present weather: one of `OCCURRENCE`. */
  readonly occurrences: ArrayLike<number>;
}

/** Values of a local day; NaN: too little is known. */
export interface StationDay {
  /** Highest and lowest of the hourly temperatures, K. */
  readonly maximum: number;
  readonly minimum: number;
  /** mm */
  readonly precipitation: number;
  /** Hours of the day with a temperature, with a measured amount, and all hours of the day. */
  readonly temperatures: number;
  readonly amounts: number;
  readonly hours: number;
}

/** Most hours without a temperature, and most in a row: extremes of a day lie two hours wide. */
const MOST_MISSING = 4;
const LONGEST_GAP = 2;

/**
 * Maximum, minimum and sum of a local day.
 *
 * Temperatures are those at the hours of the day. Between two hours the air can be warmer or colder: the maximum is too
 * low and the minimum too high, by some tenths of a kelvin. An amount belongs to the day in which the middle of its hour
 * lies. An hour without an amount counts as 0 where present weather was dry; any other one leaves the sum unknown, and so does
 * a day of which less than half of the hours were measured.
 *
 * @param dayNumber  days since 1970-01-01 of the station's calendar
 */
export function stationDay(series: HourlySeries, dayNumber: number, zone: Zone): StationDay {
  const { start, end } = localDay(dayNumber, zone);
  const at = (hour: number) => (hour - series.start) / HOUR;
  const temperatures: number[] = [];
  for (let hour = Math.ceil(start / HOUR) * HOUR; hour < end; hour += HOUR)
    temperatures.push(series.temperatures[at(hour)] ?? Number.NaN);
  const amounts: number[] = [];
  const measured: number[] = [];
  for (let hour = Math.ceil((start + HOUR / 2) / HOUR) * HOUR; hour - HOUR / 2 < end; hour += HOUR) {
    const amount = series.amounts[at(hour)] ?? Number.NaN;
    if (!Number.isNaN(amount)) measured.push(amount);
    amounts.push(Number.isNaN(amount) && series.occurrences[at(hour)] === OCCURRENCE.dry ? 0 : amount);
  }
  const known = temperatures.filter((value) => !Number.isNaN(value));
  const isSound = temperatures.length > 0 && temperatures.length - known.length <= MOST_MISSING;
  const hasExtremes = isSound && longestGap(temperatures) <= LONGEST_GAP;
  const hasSum = amounts.length > 0 && measured.length * 2 >= amounts.length;
  return {
    maximum: hasExtremes ? Math.max(...known) : Number.NaN,
    minimum: hasExtremes ? Math.min(...known) : Number.NaN,
    precipitation: hasSum ? amounts.reduce((sum, amount) => sum + amount, 0) : Number.NaN,
    temperatures: known.length,
    amounts: measured.length,
    hours: temperatures.length,
  };
}

function longestGap(values: readonly number[]): number {
  let [longest, gap] = [0, 0];
  for (const value of values) {
    gap = Number.isNaN(value) ? gap + 1 : 0;
    longest = Math.max(longest, gap);
  }
  return longest;
}
