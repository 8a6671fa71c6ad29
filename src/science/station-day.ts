/** Local days of a station from its hourly observations, for days that climate networks have not reported yet. */

import { HOURS_OF_DAY, OCCURRENCE, type StationHours } from '../model/station-report.js';
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

/** Hours of one station from consecutive days of UTC, the first of which begins at `start`; missing where there are none. */
export function hourlySeries(days: readonly (StationHours | null)[], id: string, start: number): HourlySeries {
  const cells = days.length * HOURS_OF_DAY;
  const temperatures = new Float32Array(cells).fill(Number.NaN);
  const amounts = new Float32Array(cells).fill(Number.NaN);
  const occurrences = new Uint8Array(cells);
  for (const [n, day] of days.entries()) {
    const row = day === null ? -1 : rowOfStation(day, id);
    if (day === null || row < 0) continue;
    const hours = (values: Float32Array) => values.subarray(row * HOURS_OF_DAY, (row + 1) * HOURS_OF_DAY);
    temperatures.set(hours(day.temperatures), n * HOURS_OF_DAY);
    amounts.set(hours(day.amounts), n * HOURS_OF_DAY);
    occurrences.set(day.occurrences.subarray(row * HOURS_OF_DAY, (row + 1) * HOURS_OF_DAY), n * HOURS_OF_DAY);
  }
  return { start, temperatures, amounts, occurrences };
}

/** Position of a station among those of a day, which are in the order of their ids; −1: it is not there. */
export function rowOfStation({ stations }: StationHours, id: string): number {
  let [low, high] = [0, stations.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stations[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return stations[low]?.id === id ? low : -1;
}
