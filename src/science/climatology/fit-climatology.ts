/**
 * Fits the climatology of one station to its days (docs/methods/outlook.md).
 *
 * Period 1991-2020, of which ten years must have 80% of their days. Three harmonics forecast the next ten years as well as
 * a window of 29 days does (New York: 3.719 and 3.722 K), and the mean of single days worse (3.764 K).
 */

import { MISSING_PACKED } from '../../model/packing.js';
import { NOT_OBSERVED, STATION_PACKING, type StationElement, type StationSeries } from '../../model/station-series.js';
import { calendarDate, DAY_SLOTS, slotsOf } from '../stations/day-slots.js';
import { CLIMATOLOGY_LENGTH, COEFFICIENT_COUNT, GROUPS, RECORD_YEARS, RECORDS } from './climatology-layout.js';
import { fitGamma, fitLogistic, fitMean, harmonicSum, noSums, type SlotSums, windowed } from './harmonics.js';
import { quantile } from './quantile.js';

/** First and last year of the normals. */
export const NORMAL_YEARS = [1991, 2020] as const;
const ENOUGH_YEARS = 10;
/** Days of a year that must be observed for it to count. */
const ENOUGH_DAYS = 292;
const RECORD_MINIMUM_YEARS = 30;
/** Days with a report of snowfall and precipitation that the share of snow needs. */
const ENOUGH_SNOW_DAYS = 2000;
/** Width of the window of frequencies, days; NOAA's normals of precipitation use the same. */
const WINDOW = 29;
/** A wet day, in packed precipitation: 1.0 mm. */
const WET_DAY = 10;
/** The trend of temperature begins here (Livezey et al. 2007, J. Appl. Meteor. Climatol. 46, 1759). */
const HINGE_YEAR = 1975;
/** A larger trend is that of a station that moved, K a year. */
const LARGEST_TREND = 0.1;

/** Days of a station with their place in the calendar. */
interface Calendar {
  readonly slots: Uint16Array;
  readonly years: Int16Array;
  /** Days of the normals, [from, to). */
  readonly from: number;
  readonly to: number;
}

/**
 * Coefficients and records in the layout of `climatology-layout.ts`, from all days of a station.
 *
 * @param series  with every element that the station observed
 * @returns null where no element has enough years
 */
export function fitClimatology(series: StationSeries): Float32Array | null {
  const steps = climatologySteps(series);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of some milliseconds, so that others get their turn in between. */
export function* climatologySteps(series: StationSeries): Generator<undefined, Float32Array | null> {
  const fitted = new Float32Array(CLIMATOLOGY_LENGTH).fill(Number.NaN);
  fitted.fill(0, RECORD_YEARS + 2, COEFFICIENT_COUNT);
  const calendar = calendarOf(series);
  const { temperatureMax, temperatureMin, percentilesMax, percentilesMin } = GROUPS;
  for (const [element, { from: at }, { from: percentiles }] of [
    ['temperature_max', temperatureMax, percentilesMax],
    ['temperature_min', temperatureMin, percentilesMin],
  ] as const) {
    const residuals = fitTemperature(fitted, at, valuesOf(series, element), calendar);
    yield;
    if (residuals === null) continue;
    fitted.set(percentilesOf(residuals, calendar.slots.subarray(calendar.from, calendar.to)), percentiles);
    yield;
  }
  fitPrecipitation(fitted, series, calendar);
  yield;
  fitSnow(fitted, series, calendar);
  yield;
  const known = [temperatureMax, temperatureMin, GROUPS.wetDays].some(({ from }) => !Number.isNaN(fitted[from]!));
  if (!known) return null;
  addRecords(fitted, series, calendar);
  return fitted;
}

function calendarOf({ firstDay, flags }: StationSeries): Calendar {
  const slots = slotsOf(firstDay, flags.length);
  const years = new Int16Array(flags.length);
  let { year } = calendarDate(firstDay);
  slots.forEach((slot, i) => {
    if (slot === 0 && i > 0) year += 1;
    years[i] = year;
  });
  const [first, last] = NORMAL_YEARS;
  const before = years.findIndex((each) => each >= first);
  const after = years.findIndex((each) => each > last);
  const from = before < 0 ? years.length : before;
  return { slots, years, from, to: after < 0 ? years.length : after };
}

function valuesOf({ values, flags }: StationSeries, element: StationElement): Int16Array {
  return values.get(element) ?? new Int16Array(flags.length).fill(NOT_OBSERVED);
}

/** Years between two days, [from, to), in which enough days were observed. */
function goodYears(values: Int16Array, { years }: Calendar, from: number, to: number): number[] {
  const good: number[] = [];
  for (let i = from; i < to; ) {
    const year = years[i]!;
    let days = 0;
    for (; i < to && years[i] === year; i++) days += values[i] === NOT_OBSERVED ? 0 : 1;
    if (days >= ENOUGH_DAYS) good.push(year);
  }
  return good;
}

/** Writes mean and trend. Returns what is left of the days of the normals, K; null: too few years. */
function fitTemperature(fitted: Float32Array, at: number, values: Int16Array, calendar: Calendar): Float64Array | null {
  const { slots, years, from, to } = calendar;
  if (goodYears(values, calendar, from, to).length < ENOUGH_YEARS) return null;
  const { step, base } = STATION_PACKING.temperature_max;
  const sums = noSums();
  for (let i = from; i < to; i++) {
    if (values[i] === NOT_OBSERVED) continue;
    sums.weights[slots[i]!]! += 1;
    sums.totals[slots[i]!]! += values[i]! * step + base;
  }
  const mean = fitMean(sums, 3);
  const means = Float64Array.from({ length: DAY_SLOTS }, (_, slot) => harmonicSum(mean, 0, mean.length, slot));
  const residuals = new Float64Array(to - from).fill(Number.NaN);
  for (let i = from; i < to; i++)
    if (values[i] !== NOT_OBSERVED) residuals[i - from] = values[i]! * step + base - means[slots[i]!]!;
  fitted.set(mean, at);
  fitted.set(trendOf(residuals, slots.subarray(from, to), years.subarray(from, to)), at + mean.length);
  return residuals;
}

/** Slope of the residuals over the years after the hinge, K a year, and the mean year of the days. */
function trendOf(residuals: Float64Array, slots: Uint16Array, years: Int16Array): [slope: number, year: number] {
  let [n, sumH, sumR, sumHH, sumHR, sumYear] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < residuals.length; i++) {
    const residual = residuals[i]!;
    if (Number.isNaN(residual)) continue;
    const year = years[i]! + slots[i]! / DAY_SLOTS;
    const hinge = Math.max(0, year - HINGE_YEAR);
    n += 1;
    sumH += hinge;
    sumR += residual;
    sumHH += hinge * hinge;
    sumHR += hinge * residual;
    sumYear += year;
  }
  const slope = (sumHR - (sumH * sumR) / n) / (sumHH - (sumH * sumH) / n);
  return [Math.max(-LARGEST_TREND, Math.min(LARGEST_TREND, slope)), sumYear / n];
}

/** Slots between two windows of percentiles: neighbours share more than half of their days. */
const PERCENTILE_STRIDE = 12;

/** Coefficients of the 10th and then of the 90th percentile of the residuals. */
function percentilesOf(residuals: Float64Array, slots: Uint16Array): number[] {
  const bySlot = Array.from({ length: DAY_SLOTS }, (): number[] => []);
  for (let i = 0; i < residuals.length; i++) if (!Number.isNaN(residuals[i]!)) bySlot[slots[i]!]!.push(residuals[i]!);
  const [low, high] = [noSums(), noSums()];
  const all = new Float64Array(residuals.length);
  for (let centre = 0; centre < DAY_SLOTS; centre += PERCENTILE_STRIDE) {
    let count = 0;
    for (let shift = -(WINDOW - 1) / 2; shift <= (WINDOW - 1) / 2; shift++)
      for (const residual of bySlot[(centre + shift + DAY_SLOTS) % DAY_SLOTS]!) all[count++] = residual;
    if (count === 0) continue;
    for (const [sums, share] of [
      [low, 0.1],
      [high, 0.9],
    ] as const) {
      sums.weights[centre] = 1;
      sums.totals[centre] = quantile(all.subarray(0, count), share);
    }
  }
  return [...fitMean(low, 2), ...fitMean(high, 2)];
}

function fitPrecipitation(fitted: Float32Array, series: StationSeries, calendar: Calendar): void {
  const values = valuesOf(series, 'precipitation');
  const { slots, from, to } = calendar;
  if (goodYears(values, calendar, from, to).length < ENOUGH_YEARS) return;
  const amounts = noSums();
  for (let i = from; i < to; i++) {
    if (values[i]! < WET_DAY) continue;
    amounts.weights[slots[i]!]! += 1;
    amounts.totals[slots[i]!]! += values[i]! * STATION_PACKING.precipitation.step;
  }
  fitted.set(fitWetDays(values.subarray(from, to), slots.subarray(from, to), WET_DAY), GROUPS.wetDays.from);
  const isDesert = amounts.weights.every((n) => n === 0);
  fitted.set(isDesert ? [0, 0, 0, 0, 0] : fitGamma(amounts, 2), GROUPS.wetDayAmount.from);
}

/** Coefficients of the log odds of days with at least so much precipitation. @param least  packed */
export function fitWetDays(values: Int16Array, slots: Uint16Array, least: number): Float64Array {
  const days = noSums();
  for (let i = 0; i < values.length; i++) {
    if (values[i] === NOT_OBSERVED) continue;
    days.weights[slots[i]!]! += 1;
    days.totals[slots[i]!]! += values[i]! >= least ? 1 : 0;
  }
  return fitLogistic(windowed(days, WINDOW), 3);
}

/** Depth of fresh snow per water where nobody measured its water. */
const USUAL_DEPTH_PER_WATER = 10;
/** Packed −2 °C: no rain fell on a day that did not get warmer. */
const ALL_SNOW = -20;
/** Log odds of a share of nothing. */
const NO_SNOW = -20;

function fitSnow(fitted: Float32Array, series: StationSeries, { slots, from, to }: Calendar): void {
  if (Number.isNaN(fitted[GROUPS.wetDays.from]!)) return;
  const share: SlotSums = noSums();
  const reported = noSums();
  let [days, depth, water] = [0, 0, 0];
  const precipitation = valuesOf(series, 'precipitation');
  const snowfall = valuesOf(series, 'snowfall');
  for (let i = from; i < to; i++) {
    if (precipitation[i] === NOT_OBSERVED || snowfall[i] === NOT_OBSERVED) continue;
    days += 1;
    reported.weights[slots[i]!]! += 1;
    const total = precipitation[i]! * STATION_PACKING.precipitation.step;
    share.weights[slots[i]!]! += total;
    if (snowfall[i] === 0 || total === 0) continue;
    const ofSnow = Math.min(total, snowWater(series, i, snowfall[i]!, total));
    share.totals[slots[i]!]! += ofSnow;
    depth += snowfall[i]!;
    water += ofSnow;
  }
  // Where snow is reported in winter only, nothing would hold the fit in summer.
  const coversYear = windowed(reported, WINDOW).weights.every((n) => n > 0);
  if (days < ENOUGH_SNOW_DAYS || !coversYear) return;
  const { from: at, count } = GROUPS.snowShare;
  const isSnowless = water < 1;
  fitted.set(isSnowless ? [NO_SNOW, 0, 0, 0, 0, 0, 0] : fitLogistic(windowed(share, WINDOW), 3), at);
  fitted[at + count - 1] = isSnowless ? USUAL_DEPTH_PER_WATER : depth / water;
}

/** Water of the snow of a day, mm. */
function snowWater({ values }: StationSeries, i: number, depth: number, total: number): number {
  const observed = values.get('snowfall_water')?.[i] ?? NOT_OBSERVED;
  if (observed !== NOT_OBSERVED) return observed * STATION_PACKING.snowfall_water.step;
  const warmest = values.get('temperature_max')?.[i] ?? MISSING_PACKED;
  return warmest !== MISSING_PACKED && warmest <= ALL_SNOW ? total : depth / USUAL_DEPTH_PER_WATER;
}

/** Highest maximum and lowest minimum of every date, where both elements have enough years. */
function addRecords(fitted: Float32Array, series: StationSeries, calendar: Calendar): void {
  const maxima = valuesOf(series, 'temperature_max');
  const minima = valuesOf(series, 'temperature_min');
  const years = goodYears(maxima, calendar, 0, maxima.length);
  const enough = Math.min(years.length, goodYears(minima, calendar, 0, minima.length).length);
  if (enough < RECORD_MINIMUM_YEARS) return;
  fitted[RECORD_YEARS] = Math.min(...years);
  fitted[RECORD_YEARS + 1] = Math.max(...years);
  const { step, base } = STATION_PACKING.temperature_max;
  for (let i = 0; i < maxima.length; i++) {
    const slot = calendar.slots[i]!;
    const [high, low] = [maxima[i]! * step + base, minima[i]! * step + base];
    if (maxima[i] !== NOT_OBSERVED && !(high < fitted[RECORDS.high + slot]! - step / 2)) {
      fitted[RECORDS.high + slot] = high;
      fitted[RECORDS.highYear + slot] = calendar.years[i]!;
    }
    if (minima[i] !== NOT_OBSERVED && !(low > fitted[RECORDS.low + slot]! + step / 2)) {
      fitted[RECORDS.low + slot] = low;
      fitted[RECORDS.lowYear + slot] = calendar.years[i]!;
    }
  }
}
