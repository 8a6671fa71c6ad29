/**
 * Radar as the first layer of precipitation: the quarter hours in which it counts, each the sum of its minutes, which are
 * those of the nowcast (docs/methods/nowcast-answer.md, "In the forecast"). Minutes before now stay the models'.
 */

import { HOUR, MINUTE, type TimeSpan } from '../../../model/time.js';
import { agreedChance, agreedHourChance, quarterChance } from '../../../science/agreement.js';
import { combineProbabilities, QUARTER_HOUR_PERSISTENCE, quarterProbability } from '../../../science/probability.js';
import { type BlendedRain, blendRain, type RainAndChance } from '../../../science/radar/blending.js';
import type { RadarView } from '../../radar/radar-view.js';
import { type Axis, axisEnd, QUARTER } from '../../time/series.js';
import { NOTHING } from '../air.js';
import type { Quantity } from '../quantities.js';
import type { Scratch } from '../scratch.js';
import { minuteChances, minuteRates } from './minutes.js';
import { type ModelledFall, modelledOn, QUARTERS_PER_HOUR, totalOfHour } from './modelled.js';
import type { FallScene } from './site.js';

const MINUTES_PER_QUARTER = QUARTER / MINUTE;

/** Precipitation as it is shown: the models', and over the next hours the radar's with them. */
export interface ShownFall extends ModelledFall {
  /** Chance of at least 0.1 mm in the hour, 0..1; empty when not asked for. */
  readonly probability: Float64Array;
  /** Chance of at least 0.1 mm/h in each quarter, 0..1; empty when not asked for. Made when it is asked for. */
  quarterProbability(): Float64Array;
  /** Quarters in which radar counts; null: in none. */
  readonly radar: RadarQuarters | null;
}

/** What precipitation is made of where radar may be its first layer. */
export interface ShownScene extends FallScene {
  /** Null: no radar shows the place. */
  readonly radar: RadarView | null;
}

/** @param wanted  whole quarters that are looked at; others may be without radar */
export function shownOn(scene: ShownScene, hours: Axis, wanted: TimeSpan): ShownFall {
  const models = modelledOn(scene, hours);
  const seen = scene.quantities.has('totals') ? seenOn(scene, models, wanted) : null;
  if (seen !== null) return withRadar(models, seen, wanted, scene.scratch);
  const { chances } = models;
  const ofQuarters = () => (chances === null ? NOTHING : dividedInto(chances.hours, models.quarters, scene.scratch));
  return { ...models, probability: chances?.hours ?? NOTHING, quarterProbability: ofQuarters, radar: null };
}

/** Consecutive quarters of an hour in which radar counts. */
export interface RadarQuarters extends TimeSpan {
  /** mm; NaN unknown. */
  readonly totals: Float64Array;
  /** Of at least 0.1 mm/h, 0..1; NaN unknown. */
  readonly chances: Float64Array;
  /** 1 where a chance is the radar's alone: a minute in which the models do not count is the likeliest. */
  readonly decided: Float64Array;
  /** mm/h of its minutes as they are shown, and what the radar counts in each, 0..1. */
  readonly rates: Float64Array;
  readonly weights: Float64Array;
}

/** Whole quarters, from that of now to the last one in which the radar has a weight. */
export function spanOfRadar({ start, count }: Pick<RadarView, 'start' | 'count'>): TimeSpan {
  return {
    start: Math.floor(start / QUARTER) * QUARTER,
    end: Math.ceil((start + count * MINUTE) / QUARTER) * QUARTER,
  };
}

/** Whole hours of the models whose amounts are blended in a span, those of the neighbouring quarters included. */
export function blendedSpan(view: RadarView, { start, end }: TimeSpan): TimeSpan {
  const radar = spanOfRadar(view);
  const first = Math.max(radar.start, start);
  return {
    start: Math.floor((isBegun(view, first) ? first : first - QUARTER) / HOUR) * HOUR,
    end: Math.ceil((Math.min(radar.end, end) + QUARTER) / HOUR) * HOUR,
  };
}

/** True of the quarter hour that now lies in, unless now is its beginning. */
export function isBegun(view: RadarView, quarter: number): boolean {
  return quarter < view.start && view.start < quarter + QUARTER;
}

function seenOn(scene: ShownScene, models: ModelledFall, wanted: TimeSpan): RadarQuarters | null {
  const { radar, scratch } = scene;
  if (radar === null) return null;
  const { hours } = models;
  const span = spanOfRadar(radar);
  const start = Math.max(span.start, hours.start, wanted.start);
  const end = Math.min(span.end, axisEnd(hours), wanted.end);
  if (start >= end) return null;
  const minutes = { start, step: MINUTE, count: (end - start) / MINUTE };
  const quarters = withNeighbours(scene, models, { start, end }, isBegun(radar, start));
  const rates = minuteRates(start - QUARTER, quarters, minutes, scratch);
  const chances = minuteChances(hours, models.chances?.hours ?? NOTHING, minutes, scratch);
  return quartersOf(radar, { rates, chances }, minutes, scratch);
}

const TOTALS: ReadonlySet<Quantity> = new Set(['totals']);

/**
 * The models' quarters of a span, and one more on each side, which may lie in other hours, mm; NaN before one that has begun:
 * its minutes before now are in no nowcast, and do without.
 */
function withNeighbours(
  scene: FallScene,
  { hours, quarters }: ModelledFall,
  { start, end }: TimeSpan,
  isFirstBegun: boolean,
): Float64Array {
  const offset = (start - QUARTER - hours.start) / QUARTER;
  const found = scene.scratch.missing((end - start) / QUARTER + 2);
  for (let i = isFirstBegun ? 1 : 0; i < found.length; i++)
    found[i] = quarters[offset + i] ?? quarterOfOtherHour(scene, start + (i - 1) * QUARTER);
  return found;
}

function quarterOfOtherHour(scene: FallScene, time: number): number {
  const start = Math.floor(time / HOUR) * HOUR;
  const { quarters } = modelledOn({ ...scene, quantities: TOTALS }, { start, step: HOUR, count: 1 });
  return quarters[(time - start) / QUARTER]!;
}

/**
 * The quarters of `minutes`; null where the radar counts in none of them.
 *
 * @param models  of the minutes
 * @param minutes  of whole quarters
 */
export function quartersOf(
  view: RadarView,
  models: RainAndChance,
  minutes: Axis,
  scratch: Scratch,
): RadarQuarters | null {
  const first = (minutes.start - view.start) / MINUTE;
  const radar = view.rain(Math.max(0, first), first + minutes.count);
  const zeros = () => scratch.zeros(minutes.count);
  const blend = { rates: zeros(), chances: zeros(), weights: zeros() };
  blendRain(radar, models, first, blend);
  if (first < 0) holdFirst(blend, -first);
  const isCounted = (weight: number) => weight > 0;
  const [from, to] = [blend.weights.findIndex(isCounted), blend.weights.findLastIndex(isCounted)];
  if (from < 0) return null;
  const [begin, end] = [Math.floor(from / MINUTES_PER_QUARTER), Math.floor(to / MINUTES_PER_QUARTER) + 1];
  const count = end - begin;
  const quarters = { totals: scratch.zeros(count), chances: scratch.missing(count), decided: scratch.zeros(count) };
  for (let i = 0; i < count; i++) addQuarter(blend, (begin + i) * MINUTES_PER_QUARTER, i, quarters);
  const ofMinutes = (values: Float64Array) => values.subarray(begin * MINUTES_PER_QUARTER, end * MINUTES_PER_QUARTER);
  const [rates, weights] = [ofMinutes(blend.rates), ofMinutes(blend.weights)];
  return { start: minutes.start + begin * QUARTER, end: minutes.start + end * QUARTER, ...quarters, rates, weights };
}

/**
 * Gives the minutes before now what the minute of now has: otherwise the quarter that has begun would show the models' rain
 * of some minutes ago where the nowcast is dry.
 *
 * @param now  index of the minute of now
 */
function holdFirst({ rates, chances, weights }: BlendedRain, now: number): void {
  if (!(weights[now]! > 0)) return;
  for (const values of [rates, chances, weights]) values.fill(values[now]!, 0, now);
}

/**
 * Sets quarter i from its minutes. They are wet together or not at all as far as anyone can foresee, so the likeliest of
 * them has the chance of the quarter.
 */
function addQuarter(
  blend: BlendedRain,
  first: number,
  i: number,
  { totals, chances, decided }: Pick<RadarQuarters, 'totals' | 'chances' | 'decided'>,
): void {
  let sum = 0;
  let likeliest = Number.NaN;
  let isRadars = false;
  for (let minute = first; minute < first + MINUTES_PER_QUARTER; minute++) {
    sum += blend.rates[minute]!;
    const chance = blend.chances[minute]!;
    const isLikeliest = chance > likeliest || Number.isNaN(likeliest);
    if (isLikeliest) likeliest = chance;
    if (isLikeliest || chance === likeliest) isRadars = blend.weights[minute] === 1 || (isRadars && !isLikeliest);
  }
  totals[i] = sum * (MINUTE / HOUR);
  chances[i] = agreedChance(likeliest, totals[i]! * QUARTERS_PER_HOUR);
  decided[i] = isRadars ? 1 : 0;
}

/** The quarters of `models` become those that the radar counts in, and their hours with them. */
function withRadar(models: ModelledFall, seen: RadarQuarters, wanted: TimeSpan, scratch: Scratch): ShownFall {
  const { hours, quarters, totals, chances } = models;
  const first = (seen.start - hours.start) / QUARTER;
  quarters.set(seen.totals, first);
  const from = Math.floor(first / QUARTERS_PER_HOUR);
  const to = Math.ceil((first + seen.totals.length) / QUARTERS_PER_HOUR);
  for (let i = from; i < to; i++) totals[i] = totalOfHour(quarters, i);
  if (chances === null) return { ...models, probability: NOTHING, quarterProbability: () => NOTHING, radar: seen };
  const [probability, uncorrectedHours] = [copyOf(chances.hours, scratch), copyOf(chances.uncorrectedHours, scratch)];
  for (let i = from; i < to; i++) {
    const together = chanceOfHour(seen.chances, QUARTERS_PER_HOUR * i - first, chances.hours[i]!);
    probability[i] = agreedHourChance(together, totals[i]!);
    uncorrectedHours[i] = probability[i]!;
  }
  const ofQuarters = () => {
    const divided = dividedInto(chances.hours, quarters, scratch);
    divided.set(seen.chances, first);
    return divided;
  };
  const isUncalibrated = (begin: number, end: number) => {
    for (let i = begin; i < end; i++)
      if (chances.isUncalibrated(i, i + 1) && !isDecided(seen, wanted, hours.start + i * HOUR)) return true;
    return false;
  };
  const shown = { ...chances, hours: probability, uncorrectedHours, isUncalibrated };
  return { ...models, chances: shown, probability, quarterProbability: ofQuarters, radar: seen };
}

/** Whether the radar alone decides on the chances of what is looked at of an hour. */
function isDecided({ start, decided }: RadarQuarters, wanted: TimeSpan, hour: number): boolean {
  const end = Math.min(wanted.end, hour + HOUR);
  for (let time = Math.max(wanted.start, hour); time < end; time += QUARTER)
    if (decided[(time - start) / QUARTER] !== 1) return false;
  return true;
}

const QUARTER_CHANCES = new Float64Array(QUARTERS_PER_HOUR);

/**
 * Chance that any quarter of an hour is wet; NaN where none is known.
 *
 * @param first  index of the hour's first quarter among those with radar, which may have only some of the four
 * @param modelled  chance of the hour, of which the others have their part
 */
export function chanceOfHour(seen: Float64Array, first: number, modelled: number): number {
  const divided = first < 0 || first + QUARTERS_PER_HOUR > seen.length ? quarterProbability(modelled) : Number.NaN;
  let known = 0;
  for (let k = first; k < first + QUARTERS_PER_HOUR; k++) {
    const chance = seen[k] ?? divided;
    if (!Number.isNaN(chance)) QUARTER_CHANCES[known++] = chance;
  }
  return combineProbabilities(QUARTER_CHANCES.subarray(0, known), QUARTER_HOUR_PERSISTENCE);
}

function copyOf(values: Float64Array, scratch: Scratch): Float64Array {
  const copy = scratch.zeros(values.length);
  copy.set(values);
  return copy;
}

/** The chance of each quarter of the hours. */
function dividedInto(hours: Float64Array, amounts: Float64Array, scratch: Scratch): Float64Array {
  const quarters = scratch.zeros(hours.length * QUARTERS_PER_HOUR);
  let [of, divided] = [Number.NaN, Number.NaN];
  for (let k = 0; k < quarters.length; k++) {
    const chance = hours[Math.floor(k / QUARTERS_PER_HOUR)]!;
    // What is divided by iteration is divided once.
    if (chance !== of) [of, divided] = [chance, quarterProbability(chance)];
    quarters[k] = quarterChance(chance, amounts[k]!, divided);
  }
  return quarters;
}
