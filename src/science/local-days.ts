/**
 * Values of a local day from the native steps of a model: extremes of states, totals of intervals, means of intervals.
 *
 * A day is any span of time. A value needs three quarters of it to be known; with less it is NaN, as the days of a forecast
 * are. States are straight lines between two steps, so a midnight between them is known too.
 */

import type { TimeSpan } from '../model/time.js';

/** Share of a day that must be known. */
const ENOUGH = 0.75;

/** The native steps that touch a day. */
export interface DaySteps {
  readonly span: TimeSpan;
  /** Index in the model's axis of the first of them, the last at or before the beginning of the day where there is one. */
  readonly from: number;
  /** Their times, epoch seconds; the last is the first at or after the end of the day where there is one. */
  readonly times: Float64Array;
  /** Seconds inside the day of the interval that ends at each of them; 0 of the first, whose beginning is not known. */
  readonly inside: Float64Array;
  /** 1 where the window that ends there lies wholly inside the day. */
  readonly windows: Uint8Array;
}

/**
 * @param times  of a model, epoch seconds, strictly increasing
 * @param windowSeconds  length of the windows over which the model keeps its own extremes
 */
export function daySteps(times: Float64Array, span: TimeSpan, windowSeconds: number): DaySteps {
  const { start, end } = span;
  let from = 0;
  while (from + 1 < times.length && times[from + 1]! <= start) from++;
  let to = from;
  while (to < times.length && times[to]! < end) to++;
  const own = times.subarray(from, Math.min(times.length, to + 1));
  const inside = Float64Array.from(own, (time, k) =>
    k === 0 ? 0 : Math.max(0, Math.min(time, end) - Math.max(own[k - 1]!, start)),
  );
  const windows = Uint8Array.from(own, (time) => (time - windowSeconds >= start && time <= end ? 1 : 0));
  return { span, from, times: own, inside, windows };
}

/** True where any three quarters of the day could be known. */
export function isTouched({ span, inside }: DaySteps): boolean {
  return isEnough(
    inside.reduce((sum, seconds) => sum + seconds, 0),
    span,
  );
}

function isEnough(seconds: number, { start, end }: TimeSpan): boolean {
  return seconds >= ENOUGH * (end - start) && end > start;
}

/** Seconds of the day between two known states. */
function knownSeconds({ inside }: DaySteps, states: Float64Array): number {
  let known = 0;
  for (let k = 1; k < inside.length; k++)
    if (!Number.isNaN(states[k]!) && !Number.isNaN(states[k - 1]!)) known += inside[k]!;
  return known;
}

/**
 * The highest state of a day: of the steps inside of it, of its two midnights, and of the model's own maxima over windows
 * inside of it.
 *
 * @param states, own  one value for each of `steps.times`; NaN missing
 */
export function highestOfDay(steps: DaySteps, states: Float64Array, own: Float64Array): number {
  return extremeOfDay(steps, states, own, 1);
}

/** The lowest state of a day, as `highestOfDay`. */
export function lowestOfDay(steps: DaySteps, states: Float64Array, own: Float64Array): number {
  return extremeOfDay(steps, states, own, -1);
}

function extremeOfDay(steps: DaySteps, states: Float64Array, own: Float64Array, sign: 1 | -1): number {
  const { span, times, windows } = steps;
  if (!isEnough(knownSeconds(steps, states), span)) return Number.NaN;
  let extreme = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < times.length; k++) {
    const time = times[k]!;
    const value = time < span.start ? stateAt(steps, states, k, span.start) : stateAtOrBefore(steps, states, k);
    if (sign * value > extreme) extreme = sign * value;
    if (windows[k] === 1 && sign * own[k]! > extreme) extreme = sign * own[k]!;
  }
  return sign * extreme;
}

/** The state of step k, or of the end of the day where the step lies behind it. */
function stateAtOrBefore(steps: DaySteps, states: Float64Array, k: number): number {
  return steps.times[k]! <= steps.span.end
    ? states[k]!
    : k === 0
      ? Number.NaN
      : stateAt(steps, states, k - 1, steps.span.end);
}

/** The state at an instant between steps k and k + 1; NaN where one of them is not known. */
function stateAt({ times }: DaySteps, states: Float64Array, k: number, time: number): number {
  const [before, after] = [times[k]!, times[k + 1] ?? Number.NaN];
  return states[k]! + ((time - before) / (after - before)) * (states[k + 1]! - states[k]!);
}

/**
 * Share of the interval that ends at step k inside the day, 0..1: its amount is spread evenly over it.
 */
export function shareInside({ times, inside }: DaySteps, k: number): number {
  return inside[k] === 0 ? 0 : inside[k]! / (times[k]! - times[k - 1]!);
}

/**
 * Total of a day.
 *
 * @param amounts  of the interval that ends at each of `steps.times`; NaN missing
 */
export function totalOfDay(steps: DaySteps, amounts: Float64Array): number {
  const { span, inside } = steps;
  let [total, known] = [0, 0];
  for (let k = 1; k < inside.length; k++) {
    if (inside[k] === 0 || Number.isNaN(amounts[k]!)) continue;
    total += amounts[k]! * shareInside(steps, k);
    known += inside[k]!;
  }
  return isEnough(known, span) ? total : Number.NaN;
}

/**
 * Mean of a day.
 *
 * @param means  over the interval that ends at each of `steps.times`; NaN missing
 */
export function meanOfDay({ span, inside }: DaySteps, means: Float64Array): number {
  let [sum, known] = [0, 0];
  for (let k = 1; k < inside.length; k++) {
    if (inside[k] === 0 || Number.isNaN(means[k]!)) continue;
    sum += means[k]! * inside[k]!;
    known += inside[k]!;
  }
  return isEnough(known, span) ? sum / known : Number.NaN;
}

/**
 * Mean of the states of a day in daylight; of all of them where the sun does not rise.
 *
 * @param states  one for each of `steps.times`; NaN missing
 * @param isNight  whether it is night at step k
 */
export function daylightMean(steps: DaySteps, states: Float64Array, isNight: (k: number) => boolean): number {
  const { span, times } = steps;
  if (!isEnough(knownSeconds(steps, states), span)) return Number.NaN;
  let [daylight, lit, all, count] = [0, 0, 0, 0];
  for (let k = 0; k < times.length; k++) {
    const state = states[k]!;
    if (times[k]! < span.start || times[k]! >= span.end || Number.isNaN(state)) continue;
    all += state;
    count++;
    if (isNight(k)) continue;
    daylight += state;
    lit++;
  }
  return lit > 0 ? daylight / lit : all / count;
}
