/**
 * The forecast of a run for one station, hour by hour and day by day, as the past issues of the demo have it.
 *
 *   temperature   at the station's own height, as its reports are
 *   amounts       lift's rain by the trapezoid rule between full hours, storms' rain in steps of ten minutes
 *   probability   share of windows as long as the hour or day, at some distances in time, in which the run is wet: the run
 *                 may be early or late. It is not calibrated: the spread in time is the same for all systems and places.
 */

import { DAY, HOUR, localDay, type Zone } from '../../src/model/time.js';
import type { ForecastModel } from '../forecast-error.js';
import type { WeatherError } from '../moment.js';
import {
  createHourlyScratch,
  type ForecastRun,
  fillHourlyWeather,
  type HourlyScratch,
  type Site,
} from '../observations/hourly-weather.js';
import type { World } from '../world.js';

/** Hours of a run from its reference time on. */
export interface StationRun {
  /** Epoch seconds of the first hour. */
  readonly start: number;
  /** K, at the hours. */
  readonly temperatures: Float32Array;
  /** mm, of the hours that begin there. */
  readonly amounts: Float64Array;
}

/** mm from which on an hour and a day are wet. */
const WET_HOUR = 0.1;
const WET_DAY = 1;
/** Hours by which a run may be early or late: of an hour at its beginning, and more by one for each day of lead. */
const HOUR_SHIFT = 1;
const MOST_SHIFT = 6;
/** Hours between the windows of a day: at its beginning, more for each day of lead, and at most. */
const DAY_SHIFT = 3;
const DAY_SHIFT_GROWTH = 4;
const MOST_DAY_SHIFT = 24;
const WINDOWS = [-2, -1, 0, 1, 2];
/** A forecaster is never certain, and of a day less so than of an hour. */
const CHANCES_OF_HOUR: readonly [least: number, most: number] = [0.02, 0.95];
const CHANCES_OF_DAY: readonly [least: number, most: number] = [0.1, 0.8];

/** Hours beyond the last wanted one that probabilities look at. */
export const HOURS_AROUND = MOST_SHIFT + 1;

/** A run whose errors are drawn once for each hour of the first day, and then for every third, whatever the number of places. */
export function createForecastRun(model: ForecastModel, referenceTime: number): ForecastRun {
  const drawn = new Map<number, WeatherError>();
  return {
    referenceTime,
    errorAt(validTime) {
      const exact = Math.max(0, (validTime - referenceTime) / HOUR);
      const lead = exact < 24 ? Math.round(exact) : 3 * Math.round(exact / 3);
      const known = drawn.get(lead) ?? model.errorAt(referenceTime, lead * HOUR);
      drawn.set(lead, known);
      return known;
    },
  };
}

const scratches = new Map<number, HourlyScratch>();

/** @param hours  from the reference time on; at most 17 days are kept in memory for the next place */
export function forecastOfStation(world: World, site: Site, run: ForecastRun, hours: number): StationRun {
  const whole = Math.ceil((hours * HOUR) / DAY) * 24;
  const scratch = scratches.get(whole) ?? createHourlyScratch(whole);
  scratches.set(whole, scratch);
  const { grid, stormRate, stormAmount } = fillHourlyWeather(scratch, world, site, run.referenceTime, run);
  const steady = (n: number) => Math.max(0, grid.precipitationRate[n]! - stormRate[n]!);
  const amounts = Float64Array.from(stormAmount, (storm, n) => storm + (steady(n) + steady(n + 1)) / 2);
  return { start: run.referenceTime, temperatures: grid.temperature.slice(0, whole), amounts };
}

/** Values of one hour, K, mm and 0..1; the hour is one of the run. */
export function hourOf({ start, temperatures, amounts }: StationRun, hour: number) {
  const n = (hour - start) / HOUR;
  const shift = Math.min(MOST_SHIFT, HOUR_SHIFT + Math.floor((n * HOUR) / DAY));
  const shifts = Array.from({ length: 2 * shift + 1 }, (_, k) => k - shift);
  const chance = between(CHANCES_OF_HOUR, wetShare(amounts, [n, n + 1], shifts, WET_HOUR));
  return { temperature: temperatures[n]!, precipitation: amounts[n]!, probability: chance };
}

/**
 * Values of a local day: of its full hours, and of the hours whose middle lies in it, as the hours of a station make a day.
 *
 * @param day  days since 1970-01-01 of the station's calendar; the run has all its hours but half of the first
 */
export function dayOf({ start, temperatures, amounts }: StationRun, day: number, zone: Zone) {
  const local = localDay(day, zone);
  const at = (time: number) => Math.max(0, Math.ceil((time - start) / HOUR));
  const own = temperatures.subarray(at(local.start), at(local.end));
  const [first, last] = [at(local.start - HOUR / 2), at(local.end - HOUR / 2)];
  return {
    temperatureMax: Math.max(...own),
    temperatureMin: Math.min(...own),
    precipitation: sumOf(amounts, first, last),
    probability: between(CHANCES_OF_DAY, wetShare(amounts, [first, last], dayShifts(first / 24), WET_DAY)),
  };
}

/** @param lead  days */
function dayShifts(lead: number): number[] {
  const step = Math.min(MOST_DAY_SHIFT, Math.round(DAY_SHIFT + DAY_SHIFT_GROWTH * lead));
  return WINDOWS.map((window) => window * step);
}

/** Share, 0..1, of the windows of so many hours that have at least so much. */
function wetShare(
  amounts: Float64Array,
  [first, last]: readonly [number, number],
  shifts: readonly number[],
  least: number,
): number {
  // A window that begins before the run or ends after it would be a part of one.
  const inRun = shifts.filter((shift) => first + shift >= 0 && last + shift <= amounts.length);
  const wet = inRun.filter((shift) => sumOf(amounts, first + shift, last + shift) >= least);
  return wet.length / inRun.length;
}

function between([least, most]: readonly [number, number], share: number): number {
  return least + (most - least) * share;
}

function sumOf(amounts: Float64Array, first: number, last: number): number {
  let sum = 0;
  for (let n = first; n < last; n++) sum += amounts[n]!;
  return sum;
}
