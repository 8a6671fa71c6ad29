/**
 * Radar as the first layer of precipitation: the quarter hours in which it counts, each the sum of its minutes, which are
 * those of the nowcast (docs/methods/nowcast-answer.md, "In the forecast"). Minutes before now stay the models'.
 */

import { HOUR, MINUTE, type TimeSpan } from '../../../model/time.js';
import { agreedChance, agreedHourChance } from '../../../science/agreement.js';
import { combineProbabilities, QUARTER_HOUR_PERSISTENCE, quarterProbability } from '../../../science/probability.js';
import { blendRain, type RainAndChance } from '../../../science/radar/blending.js';
import type { RadarView } from '../../radar/radar-view.js';
import { type Axis, axisEnd, QUARTER } from '../../time/series.js';
import { NOTHING } from '../air.js';
import { type Quantity, quantitiesFor } from '../quantities.js';
import { hoursAround, minutesOn } from './minutes.js';
import { type ModelledFall, modelledOn, QUARTERS_PER_HOUR, totalOfHour } from './modelled.js';
import type { FallScene } from './site.js';

const MINUTES_PER_QUARTER = QUARTER / MINUTE;
/** What of the models the radar is blended with. */
export const BLENDED: ReadonlySet<Quantity> = quantitiesFor(['precipitation', 'precipitation_probability']);

/** The radar over a place, and what it makes of the models' quarters there: computed once for all sections of an answer. */
export interface RadarLayer {
  readonly view: RadarView;
  /** The quarters in which it counts; null: in none. */
  quarters(scene: FallScene): RadarQuarters | null;
}

/** Consecutive quarters of an hour. */
export interface RadarQuarters extends TimeSpan {
  /** mm; NaN unknown. */
  readonly totals: Float64Array;
  /** Of at least 0.1 mm/h, 0..1; NaN unknown. */
  readonly chances: Float64Array;
}

/** Whole quarters, from that of now to the last one in which the radar has a weight. */
export function spanOfRadar({ start, count }: Pick<RadarView, 'start' | 'count'>): TimeSpan {
  return {
    start: Math.floor(start / QUARTER) * QUARTER,
    end: Math.ceil((start + count * MINUTE) / QUARTER) * QUARTER,
  };
}

/** Time over which the models are looked at for it. */
export function blendedSpan(view: RadarView): TimeSpan {
  const { start, step, count } = hoursAround(minutesOf(spanOfRadar(view)));
  return { start, end: start + step * count };
}

function minutesOf({ start, end }: TimeSpan): Axis {
  return { start, step: MINUTE, count: (end - start) / MINUTE };
}

/** Of one place and one state of the models: a scene of another place is not to be asked about. */
export function radarLayerOf(view: RadarView): RadarLayer {
  let quarters: RadarQuarters | null | undefined;
  return {
    view,
    quarters: (scene) => {
      if (quarters === undefined) quarters = quartersOn(scene, view);
      return quarters;
    },
  };
}

function quartersOn(scene: FallScene, view: RadarView): RadarQuarters | null {
  const minutes = minutesOf(spanOfRadar(view));
  const models = modelledOn({ ...scene, quantities: BLENDED }, hoursAround(minutes));
  return quartersOf(view, minutesOn(models, minutes, scene.scratch), minutes, scene.scratch);
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
  scratch: FallScene['scratch'],
): RadarQuarters | null {
  const first = (minutes.start - view.start) / MINUTE;
  const radar = view.rain(Math.max(0, first), first + minutes.count);
  const zeros = () => scratch.zeros(minutes.count);
  const blend = { rates: zeros(), chances: zeros(), weights: zeros() };
  blendRain(radar, models, first, blend);
  const isCounted = (weight: number) => weight > 0;
  const [from, to] = [blend.weights.findIndex(isCounted), blend.weights.findLastIndex(isCounted)];
  if (from < 0) return null;
  const [begin, count] = [Math.floor(from / MINUTES_PER_QUARTER), Math.floor(to / MINUTES_PER_QUARTER) + 1];
  const quarters = {
    start: minutes.start + begin * QUARTER,
    end: minutes.start + count * QUARTER,
    totals: scratch.zeros(count - begin),
    chances: scratch.missing(count - begin),
  };
  for (let i = 0; i < count - begin; i++) {
    const minute = (begin + i) * MINUTES_PER_QUARTER;
    const rates = blend.rates.subarray(minute, minute + MINUTES_PER_QUARTER);
    quarters.totals[i] = rates.reduce((sum, rate) => sum + rate, 0) * (MINUTE / HOUR);
    quarters.chances[i] = chanceOfQuarter(
      blend.chances.subarray(minute, minute + MINUTES_PER_QUARTER),
      quarters.totals[i]!,
    );
  }
  return quarters;
}

/**
 * Minutes of a quarter are wet together or not at all as far as anyone can foresee: the likeliest of them has the chance
 * of the quarter. NaN where none is known.
 */
function chanceOfQuarter(chances: Float64Array, total: number): number {
  const largest = chances.reduce((most, chance) => (chance > most || Number.isNaN(most) ? chance : most), Number.NaN);
  return agreedChance(largest, total * QUARTERS_PER_HOUR);
}

/** Precipitation as it is shown: the models', and over the next hours the radar's with them. */
export interface ShownFall extends ModelledFall {
  /** Chance of at least 0.1 mm in the hour, 0..1; empty when not asked for. */
  readonly probability: Float64Array;
  /** Chance of at least 0.1 mm/h in each quarter, 0..1; empty when not asked for. Made when it is asked for. */
  quarterProbability(): Float64Array;
  /** Whole hours in which radar counts; null: in none. */
  readonly radar: TimeSpan | null;
}

export function shownOn(scene: FallScene & { readonly radar: RadarLayer | null }, hours: Axis): ShownFall {
  const models = modelledOn(scene, hours);
  const radar = scene.radar !== null && scene.quantities.has('totals') ? scene.radar : null;
  const span = radar && spanOfRadar(radar.view);
  const isNear = span !== null && span.start < axisEnd(hours) && span.end > hours.start;
  const seen = isNear ? radar!.quarters(scene) : null;
  if (seen !== null) return withRadar(models, seen, scene.scratch);
  const { chances } = models;
  const quarterProbability = () => (chances === null ? NOTHING : dividedInto(chances.hours, scene.scratch));
  return { ...models, probability: chances?.hours ?? NOTHING, quarterProbability, radar: null };
}

/** The quarters of `models` become those that the radar counts in. */
function withRadar(models: ModelledFall, seen: RadarQuarters, scratch: FallScene['scratch']): ShownFall {
  const { hours, quarters, totals, chances } = models;
  const offset = (seen.start - hours.start) / QUARTER;
  const [first, end] = [Math.max(0, -offset), Math.min(seen.totals.length, quarters.length - offset)];
  for (let k = first; k < end; k++) quarters[offset + k] = seen.totals[k]!;
  const from = Math.floor((offset + first) / QUARTERS_PER_HOUR);
  const to = Math.ceil((offset + end) / QUARTERS_PER_HOUR);
  for (let i = from; i < to; i++) totals[i] = totalOfHour(quarters, i);
  const radar = { start: hours.start + from * HOUR, end: hours.start + to * HOUR };
  if (chances === null) return { ...models, probability: NOTHING, quarterProbability: () => NOTHING, radar };
  const [probability, uncorrectedHours] = [copyOf(chances.hours, scratch), copyOf(chances.uncorrectedHours, scratch)];
  for (let i = from; i < to; i++) {
    const each = Float64Array.of(0, 1, 2, 3).map((k) => {
      const seenChance = seen.chances[QUARTERS_PER_HOUR * i + k - offset];
      return seenChance ?? quarterProbability(chances.hours[i]!);
    });
    const together = combineProbabilities(each.filter(isKnown), QUARTER_HOUR_PERSISTENCE);
    probability[i] = agreedHourChance(together, totals[i]!);
    uncorrectedHours[i] = probability[i]!;
  }
  const ofQuarters = () => {
    const divided = dividedInto(chances.hours, scratch);
    divided.set(seen.chances.subarray(first, end), offset + first);
    return divided;
  };
  const shown = { ...chances, hours: probability, uncorrectedHours };
  return { ...models, chances: shown, probability, quarterProbability: ofQuarters, radar };
}

function isKnown(value: number): boolean {
  return !Number.isNaN(value);
}

function copyOf(values: Float64Array, scratch: FallScene['scratch']): Float64Array {
  const copy = scratch.zeros(values.length);
  copy.set(values);
  return copy;
}

/** The equal chance of each quarter of the hours. */
function dividedInto(hours: Float64Array, scratch: FallScene['scratch']): Float64Array {
  const quarters = scratch.zeros(hours.length * QUARTERS_PER_HOUR);
  let [divided, part] = [Number.NaN, Number.NaN];
  for (let i = 0; i < hours.length; i++) {
    // Dry hours follow each other, and what is divided by iteration is divided once.
    if (hours[i] !== divided) [divided, part] = [hours[i]!, quarterProbability(hours[i]!)];
    quarters.fill(part, QUARTERS_PER_HOUR * i, QUARTERS_PER_HOUR * (i + 1));
  }
  return quarters;
}
