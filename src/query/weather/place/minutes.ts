/**
 * The models' precipitation minute by minute.
 *
 *   amounts  the quarter hours, each divided into its fifteen minutes as hours are into quarters: what the minutes of a
 *            quarter have together is what the quarter has (docs/methods/interpolation.md)
 *   chances  that of the quarter hour in which the minute lies
 */

import { HOUR, MINUTE } from '../../../model/time.js';
import { regularTotals } from '../../../science/interpolate.js';
import { quarterProbability } from '../../../science/probability.js';
import type { RainAndChance } from '../../../science/radar/blending.js';
import { type Axis, axisEnd, QUARTER } from '../../time/series.js';
import { NOTHING } from '../air.js';
import type { Scratch } from '../scratch.js';
import type { ModelledFall } from './modelled.js';

/** The hours that `minutes` touch, and one more on each side: the totals at their ends have neighbours, too. */
export function hoursAround(minutes: Axis): Axis {
  const first = Math.floor(minutes.start / HOUR) - 1;
  const end = Math.ceil(axisEnd(minutes) / HOUR) + 1;
  return { start: first * HOUR, step: HOUR, count: end - first };
}

/** @param fall  with chances, of the hours around `minutes` */
export function minutesOn(fall: ModelledFall, minutes: Axis, scratch: Scratch): RainAndChance {
  const rates = minuteRates(fall.hours.start, fall.quarters, minutes, scratch);
  return { rates, chances: minuteChances(fall.hours, fall.chances?.hours ?? NOTHING, minutes, scratch) };
}

/**
 * mm/h in each minute. A quarter hour that is not known makes the minutes in it unknown.
 *
 * @param start  of the first of the quarters, epoch seconds
 * @param quarters  mm: those that `minutes` lie in, and one more on each side
 */
export function minuteRates(start: number, quarters: Float64Array, minutes: Axis, scratch: Scratch): Float64Array {
  const ends = scratch.zeros(quarters.length + 1);
  const totals = scratch.missing(quarters.length + 1);
  totals.set(quarters, 1);
  for (let i = 0; i < ends.length; i++) ends[i] = start + i * QUARTER;
  const rates = regularTotals(ends, totals, minutes.start, minutes.step, scratch.zeros(minutes.count));
  for (let i = 0; i < rates.length; i++) rates[i] = rates[i]! * (HOUR / MINUTE);
  return rates;
}

/** @param chances  of the hours, 0..1; NaN unknown, empty when not asked for, and then those of the minutes are unknown */
export function minuteChances(hours: Axis, chances: Float64Array, minutes: Axis, scratch: Scratch): Float64Array {
  const ofMinutes = scratch.missing(minutes.count);
  if (chances.length === 0) return ofMinutes;
  let hourBefore = Number.NaN;
  let chance = Number.NaN;
  for (let i = 0; i < ofMinutes.length; i++) {
    const hour = Math.floor((minutes.start + i * minutes.step - hours.start) / HOUR);
    if (hour !== hourBefore) chance = quarterProbability(chances[hour] ?? Number.NaN);
    hourBefore = hour;
    ofMinutes[i] = chance;
  }
  return ofMinutes;
}
