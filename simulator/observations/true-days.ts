/**
 * The true days of a place: highest and lowest temperature, precipitation and snowfall from one hour of the local clock to
 * the same hour a day later, for any year, without a step through the years before it. They come from the one world that
 * the forecasts are made of; there is no seam between a synthetic past and the weather of today.
 *
 *   extremes   of the 25 full hours of the day, first and last included
 *   amounts    lift's rain by the trapezoid rule between full hours, storms' rain in steps of ten minutes
 *   snow       water × ratio, 10 at 0 °C and 0.8 more for each degree below, between 8 and 20: after the climatology of
 *              snow-to-liquid ratios by Baxter et al. (2005), Weather and Forecasting 20, 729–744
 */

import { DAY, HOUR } from '../../src/model/time.js';
import { frozenShare } from '../weather.js';
import type { World } from '../world.js';
import {
  createHourlyScratch,
  fillHourlyWeather,
  type HourlyScratch,
  type HourlyWeather,
  type Site,
} from './hourly-weather.js';

const FREEZING = 273.15;
const HOURS_OF_DAY = 24;
/** Days that are computed at a time: this many, or of what is left whole eighths of it. */
const CHUNK = 32;
const SMALLEST = CHUNK / 8;

/** Bounds of a place's days. */
export interface DayBounds {
  /** Hours that its standard time is ahead of UTC; may be a fraction. Summer time is not observed. */
  readonly utcOffset: number;
  /** Hour of the local clock at which the day of a date ends: 24 for midnight, 7 for an observer at 7 in the morning. */
  readonly endHour: number;
}

/** Days in a row, each array [day]. */
export interface TrueDays {
  /** Days since 1970-01-01 of the date of the first. */
  readonly firstDay: number;
  /** K. */
  readonly maximum: Float64Array;
  readonly minimum: Float64Array;
  /** K, mean of the 24 hours. */
  readonly mean: Float64Array;
  /** mm of water, all phases. */
  readonly precipitation: Float64Array;
  /** mm of fresh snow, and mm of water in it. */
  readonly snowfall: Float64Array;
  readonly snowWater: Float64Array;
}

const scratches = new Map<number, HourlyScratch>();

/** Memory for at least so many days; one for each eighth of a chunk. */
function scratchFor(days: number): HourlyScratch {
  const size = Math.min(CHUNK, Math.ceil(days / SMALLEST) * SMALLEST);
  const scratch = scratches.get(size) ?? createHourlyScratch(size * HOURS_OF_DAY);
  scratches.set(size, scratch);
  return scratch;
}

/** True days of a site; the first is `firstDay`, in days since 1970-01-01. */
export function trueDays(world: World, site: Site, bounds: DayBounds, firstDay: number, days: number): TrueDays {
  const column = () => new Float64Array(days);
  const out: TrueDays = {
    firstDay,
    ...{ maximum: column(), minimum: column(), mean: column() },
    ...{ precipitation: column(), snowfall: column(), snowWater: column() },
  };
  for (let first = 0; first < days; first += CHUNK) {
    const weather = fillHourlyWeather(scratchFor(days - first), world, site, startOfDay(firstDay + first, bounds));
    for (let d = first; d < Math.min(days, first + CHUNK); d++) fillDay(out, d, weather, (d - first) * HOURS_OF_DAY);
  }
  return out;
}

/** Epoch seconds at which the day of a date begins. */
export function startOfDay(day: number, { utcOffset, endHour }: DayBounds): number {
  return day * DAY + (endHour - HOURS_OF_DAY - utcOffset) * HOUR;
}

function fillDay(out: TrueDays, d: number, { grid, stormRate, stormAmount }: HourlyWeather, from: number): void {
  const { temperature, dewPoint, precipitationRate, snowShare } = grid;
  let [highest, lowest, sum, water, snowWater, snow] = [-Infinity, Infinity, 0, 0, 0, 0];
  for (let n = from; n <= from + HOURS_OF_DAY; n++) {
    const t = temperature[n]!;
    if (t > highest) highest = t;
    if (t < lowest) lowest = t;
    const isEnd = n === from || n === from + HOURS_OF_DAY;
    sum += isEnd ? t / 2 : t;
    const steady = Math.max(0, precipitationRate[n]! - stormRate[n]!) * (isEnd ? 0.5 : 1);
    const storm = n < from + HOURS_OF_DAY ? stormAmount[n]! : 0;
    if (steady === 0 && storm === 0) continue;
    water += steady + storm;
    const frozen = steady * snowShare[n]! + (storm > 0 ? storm * frozenShare(t, dewPoint[n]!) : 0);
    snowWater += frozen;
    snow += frozen * Math.min(20, Math.max(8, 10 + 0.8 * (FREEZING - t)));
  }
  out.maximum[d] = highest;
  out.minimum[d] = lowest;
  out.mean[d] = sum / HOURS_OF_DAY;
  out.precipitation[d] = water;
  out.snowWater[d] = snowWater;
  out.snowfall[d] = snow;
}
