/**
 * Local days from the hours of an answer (docs/methods/forecast.md): extremes, totals, chance and condition.
 *
 * A day is [00:00, 00:00 of the next date) of the zone, 0 to 25 hours long, and needs three quarters of its hours; with
 * less it is null. Totals are sums of quarter hours, so an hour that straddles a local midnight (zones of half and
 * quarter hours) gives each day the quarters that fall into it. Extremes are those of the hourly states, of the
 * quarters in the hours of its two midnights, and of the models' own extremes of windows that lie wholly inside the day.
 *
 * Of a past day that stations observed, temperatures, amounts or both are theirs; the hours then tell of the sky alone.
 */

import type { ConditionCode } from '../../../model/condition.js';
import { HOUR, localDay, type TimeSpan, type Zone } from '../../../model/time.js';
import { ownExtreme } from '../../../query/layers/point-extremes.js';
import { type Axis, axisEnd, QUARTER } from '../../../query/time/series.js';
import { merged } from '../../../query/time/time-spans.js';
import { QUARTERS_PER_HOUR } from '../../../query/weather/place/modelled.js';
import type { Precipitation } from '../../../query/weather/place/precipitation.js';
import type { Scene } from '../../../query/weather/place/scene.js';
import type { Weather } from '../../../query/weather/weather.js';
import { agreedDayChance, dayChanceBeside } from '../../../science/agreement.js';
import {
  combineProbabilities,
  dayProbability,
  QUARTER_HOUR_PERSISTENCE,
  quarterProbability,
} from '../../../science/probability.js';
import type { DayRange } from '../sections/extents.js';
import { conditionOfDay, conditionOfObservedDay, type FallSums, isEnough } from './day-condition.js';
import {
  hasFall,
  hasTemperatures,
  type ObservedDay,
  type ObservedDays,
  observedDay,
  observedProbability,
} from './observed-days.js';

/** One value per day, canonical units; NaN (null) missing. Snow is a depth, mm. */
export interface Days {
  readonly temperatureMax: Float64Array;
  readonly temperatureMin: Float64Array;
  readonly precipitation: Float64Array;
  readonly rain: Float64Array;
  readonly snow: Float64Array;
  readonly probability: Float64Array;
  /** 1 where the chance stands on amounts alone, for want of an ensemble. */
  readonly uncalibrated: Uint8Array;
  readonly condition: (ConditionCode | null)[];
  /** 1 where stations observed temperatures or amounts, and where any of these stands on the models' hours. */
  readonly observed: Uint8Array;
  readonly analysed: Uint8Array;
}

/** The hours that the days are made of. */
export interface DayHours {
  readonly axis: Axis;
  readonly weather: Weather;
  readonly fall: Precipitation;
}

/** @param past  what stations observed on the first of the days; null: nothing was read */
export function daysOn(
  scene: Scene,
  { first, last }: DayRange,
  zone: Zone,
  hours: DayHours,
  past: ObservedDays | null = null,
): Days {
  const count = last - first + 1;
  const days: Days = {
    temperatureMax: scene.scratch.missing(count),
    temperatureMin: scene.scratch.missing(count),
    precipitation: scene.scratch.missing(count),
    rain: scene.scratch.missing(count),
    snow: scene.scratch.missing(count),
    probability: scene.scratch.missing(count),
    uncalibrated: new Uint8Array(count),
    condition: new Array<ConditionCode | null>(count).fill(null),
    observed: new Uint8Array(count),
    analysed: new Uint8Array(count),
  };
  for (let i = 0; i < count; i++) {
    const span = localDay(first + i, zone);
    if (span.end <= span.start) continue;
    const seen = past !== null && i < past.count ? observedDay(past, i) : null;
    if (scene.quantities.has('extremes'))
      if (hasTemperatures(seen)) addObservedExtremes(days, i, seen);
      else addExtremes(days, i, span, scene, hours);
    if (scene.quantities.has('totals'))
      if (hasFall(seen)) addObservedFall(days, i, span, scene, hours, seen);
      else addFall(days, i, { span, date: first + i, zone }, scene, hours);
    if (seen !== null) markOrigin(days, i, seen, past!.analysed);
  }
  return days;
}

const TEMPERATURES = { temperature_max: 'temperatureMax', temperature_min: 'temperatureMin' } as const;
const FALL = { precipitation: 'precipitation', snow_total: 'snow' } as const;

/** Marks a day by its own values: an analysis may have some of the days only, beside what stations observed. */
function markOrigin(days: Days, i: number, seen: ObservedDay, analysed: ObservedDays['analysed']): void {
  for (const group of [TEMPERATURES, FALL]) {
    const known = Object.entries(group).filter(([, value]) => !Number.isNaN(seen[value as keyof ObservedDay]));
    if (known.length === 0) continue;
    const isAnalysed = known.some(([quantity]) => (analysed as readonly string[]).includes(quantity));
    days[isAnalysed ? 'analysed' : 'observed'][i] = 1;
  }
}

function addObservedExtremes(days: Days, i: number, seen: ObservedDay): void {
  days.temperatureMax[i] = seen.temperatureMax;
  days.temperatureMin[i] = seen.temperatureMin;
}

function addObservedFall(
  days: Days,
  i: number,
  span: TimeSpan,
  scene: Scene,
  hours: DayHours,
  seen: ObservedDay,
): void {
  days.precipitation[i] = seen.precipitation;
  days.rain[i] = seen.rain;
  days.snow[i] = seen.snow;
  days.probability[i] = observedProbability(seen);
  if (!scene.quantities.has('condition')) return;
  const inside = hoursInside(span, hours.axis);
  days.condition[i] = conditionOfObservedDay(seen, fallOf(span, hours.fall).sums, inside, span, hours);
}

/** Indices [from, to) of the hours that begin inside the day, as far as there are any. */
function hoursInside({ start, end }: TimeSpan, axis: Axis): [from: number, to: number] {
  const from = Math.max(0, Math.ceil((start - axis.start) / HOUR));
  return [from, Math.max(from, Math.min(axis.count, Math.ceil((end - axis.start) / HOUR)))];
}

function addExtremes(days: Days, i: number, span: TimeSpan, scene: Scene, { axis, weather }: DayHours): void {
  const [from, to] = hoursInside(span, axis);
  let known = 0;
  let [highest, lowest] = extremesOfQuarters(scene, span);
  for (let hour = from; hour < to; hour++) {
    const temperature = weather.temperature[hour]!;
    if (Number.isNaN(temperature)) continue;
    known += 1;
    highest = Math.max(highest, temperature);
    lowest = Math.min(lowest, temperature);
  }
  if (!isEnough(known, span, HOUR)) return;
  const ownHighest = ownExtreme(scene.series, 'temperature_max', span);
  const ownLowest = ownExtreme(scene.series, 'temperature_min', span);
  days.temperatureMax[i] = ownHighest > highest ? ownHighest : highest;
  days.temperatureMin[i] = ownLowest < lowest ? ownLowest : lowest;
  days.analysed[i] = 1;
}

/**
 * Highest and lowest of the quarter-hours where they may lie beyond the day's hours: where the curve is not monotone
 * between hours, and in the hours of the two midnights, of which one end is another day's.
 */
function extremesOfQuarters({ series, scratch }: Scene, span: TimeSpan): [highest: number, lowest: number] {
  const extremes: [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const midnights = [span.start, span.end - 1].map((time) => Math.floor(time / HOUR) * HOUR);
  const hours = midnights.map((start) => ({ start, end: start + HOUR }));
  for (const uneven of merged([...series.unevenHours('temperature'), ...hours])) {
    const start = Math.max(span.start, uneven.start);
    const count = Math.ceil((Math.min(span.end, uneven.end) - start) / QUARTER);
    if (!(count > 0)) continue;
    const states = series.instants('temperature', { start, step: QUARTER, count }, scratch.zeros(count));
    for (let i = 0; i < count; i++) {
      if (states[i]! > extremes[0]) extremes[0] = states[i]!;
      if (states[i]! < extremes[1]) extremes[1] = states[i]!;
    }
  }
  return extremes;
}

/** A local day and its date, days since 1970-01-01. */
interface DatedSpan {
  readonly span: TimeSpan;
  readonly date: number;
  readonly zone: Zone;
}

function addFall(days: Days, i: number, { span, date, zone }: DatedSpan, scene: Scene, hours: DayHours): void {
  const { fall } = hours;
  const { sums, first, end } = fallOf(span, fall);
  if (!isEnough(sums.known, span, QUARTER)) return;
  days.precipitation[i] = sums.total;
  days.rain[i] = sums.rain;
  days.snow[i] = sums.snow;
  days.analysed[i] = 1;
  if (scene.quantities.has('probability')) {
    addProbability(days, i, fall, first, end);
    const { calibration, site } = scene;
    const curves = calibration?.at(site.latitude, site.longitude) ?? null;
    if (curves !== null) days.probability[i] = curves.day(days.probability[i]!, date, zone);
    days.probability[i] = agreedDayChance(besideRadar(days.probability[i]!, span, fall), sums.total);
  }
  if (scene.quantities.has('condition')) {
    const inside = hoursInside(span, hours.axis);
    days.condition[i] = conditionOfDay(sums, days.probability[i]!, inside, span, hours);
  }
}

/** The chance of a day beside what radar brings to it: the members know nothing of that. */
function besideRadar(chance: number, span: TimeSpan, { radar, hours, quarters, probability }: Precipitation): number {
  if (radar === null) return chance;
  const start = Math.max(radar.start, span.start, hours.start);
  const end = Math.min(radar.end, span.end, axisEnd(hours));
  let total = 0;
  let likeliest = 0;
  for (let time = start; time < end; time += QUARTER) {
    total += quarters[(time - hours.start) / QUARTER]! || 0;
    likeliest = Math.max(likeliest, probability[Math.floor((time - hours.start) / HOUR)]! || 0);
  }
  return dayChanceBeside(chance, total, likeliest);
}

/** Sums over the quarters [first, end) that lie inside a day. */
function fallOf(span: TimeSpan, fall: Precipitation): { sums: FallSums; first: number; end: number } {
  const { shares } = fall;
  const first = Math.round((span.start - fall.hours.start) / QUARTER);
  const end = Math.min(fall.quarters.length, Math.round((span.end - fall.hours.start) / QUARTER));
  const sums = { known: 0, total: 0, rain: 0, snow: 0, freezingRain: 0, icePellets: 0, snowLiquid: 0 };
  for (let quarter = Math.max(0, first); quarter < end; quarter++) {
    const total = fall.quarters[quarter]!;
    if (Number.isNaN(total)) continue;
    sums.known += 1;
    if (total === 0) continue;
    const hour = Math.floor(quarter / QUARTERS_PER_HOUR);
    sums.total += total;
    sums.rain += total * (shares.rain[hour]! + shares.freezingRain[hour]!);
    sums.snow += total * shares.depth[hour]!;
    sums.freezingRain += total * shares.freezingRain[hour]!;
    sums.icePellets += total * shares.icePellets[hour]!;
    sums.snowLiquid += total * shares.snow[hour]!;
  }
  return { sums, first, end };
}

/** Chance of the day's event from the members, or else from its hours. */
function addProbability(days: Days, i: number, fall: Precipitation, first: number, end: number): void {
  const ofMembers = fall.chances?.ofDay(fall.bestQuarters, first, end) ?? Number.NaN;
  days.probability[i] = Number.isNaN(ofMembers) ? chanceOfHours(fall, first, end) : ofMembers;
  const [from, to] = [Math.floor(first / QUARTERS_PER_HOUR), Math.ceil(end / QUARTERS_PER_HOUR)];
  if (Number.isNaN(ofMembers) && fall.chances?.isUncalibrated(from, to)) days.uncalibrated[i] = 1;
}

/** Of an hour that the day has only a part of, the part's quarters count. */
function chanceOfHours(fall: Precipitation, first: number, end: number): number {
  const chances: number[] = [];
  for (let quarter = Math.max(0, first); quarter < end; ) {
    const hour = Math.floor(quarter / QUARTERS_PER_HOUR);
    const next = Math.min(end, (hour + 1) * QUARTERS_PER_HOUR);
    const chance = chanceOfPart(fall, hour, next - quarter);
    if (!Number.isNaN(chance)) chances.push(chance);
    quarter = next;
  }
  return dayProbability(chances);
}

function chanceOfPart({ probability, chances }: Precipitation, hour: number, quarters: number): number {
  const chance = (chances?.uncorrectedHours ?? probability)[hour]!;
  if (quarters === QUARTERS_PER_HOUR) return chance;
  const each = quarterProbability(chance);
  return combineProbabilities(new Array<number>(quarters).fill(each), QUARTER_HOUR_PERSISTENCE);
}
