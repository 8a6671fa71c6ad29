/**
 * Local days from the hours of an answer (docs/methods/forecast.md): extremes, totals, chance and condition.
 *
 * A day is [00:00, 00:00 of the next date) of the zone, 0 to 25 hours long, and needs three quarters of its hours; with
 * less it is null. Totals are sums of quarter hours, so an hour that straddles a local midnight (zones of half and
 * quarter hours) gives each day the quarters that fall into it. Extremes are those of the hourly states, of the
 * quarters in the hours of its two midnights, and of the models' own extremes of windows that lie wholly inside the day.
 */

import type { ConditionCode } from '../../../model/condition.js';
import { HOUR, localDay, type TimeSpan, type Zone } from '../../../model/time.js';
import { ownExtreme } from '../../../query/layers/point-extremes.js';
import { type Axis, QUARTER } from '../../../query/time/series.js';
import { merged } from '../../../query/time/time-spans.js';
import { quarterProbability } from '../../../query/weather/derivation.js';
import { type Precipitation, QUARTERS_PER_HOUR } from '../../../query/weather/place/precipitation.js';
import type { Scene } from '../../../query/weather/place/scene.js';
import type { Weather } from '../../../query/weather/weather.js';
import { dailyCondition } from '../../../science/condition.js';
import { combineProbabilities, dayProbability, QUARTER_HOUR_PERSISTENCE } from '../../../science/probability.js';
import type { DayRange } from '../sections/extents.js';

/** Share of a day's hours that must be known. */
const ENOUGH_HOURS = 0.75;

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
}

/** The hours that the days are made of. */
export interface DayHours {
  readonly axis: Axis;
  readonly weather: Weather;
  readonly fall: Precipitation;
}

export function daysOn(scene: Scene, { first, last }: DayRange, zone: Zone, hours: DayHours): Days {
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
  };
  for (let i = 0; i < count; i++) {
    const span = localDay(first + i, zone);
    if (span.end <= span.start) continue;
    if (scene.quantities.has('extremes')) addExtremes(days, i, span, scene, hours);
    if (scene.quantities.has('totals')) addFall(days, i, span, scene, hours);
  }
  return days;
}

/** Indices [from, to) of the hours that begin inside the day, as far as there are any. */
function hoursInside({ start, end }: TimeSpan, axis: Axis): [from: number, to: number] {
  const from = Math.max(0, Math.ceil((start - axis.start) / HOUR));
  return [from, Math.max(from, Math.min(axis.count, Math.ceil((end - axis.start) / HOUR)))];
}

function isEnough(known: number, span: TimeSpan, each: number): boolean {
  return known * each >= ENOUGH_HOURS * (span.end - span.start);
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

function addFall(days: Days, i: number, span: TimeSpan, scene: Scene, hours: DayHours): void {
  const { fall } = hours;
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
  if (!isEnough(sums.known, span, QUARTER)) return;
  days.precipitation[i] = sums.total;
  days.rain[i] = sums.rain;
  days.snow[i] = sums.snow;
  if (scene.quantities.has('probability')) addProbability(days, i, fall, first, end);
  if (scene.quantities.has('condition'))
    days.condition[i] = conditionOfDay(sums, days.probability[i]!, hoursInside(span, hours.axis), span, hours);
}

/** Chance of the day's event from the members, or else from its hours. */
function addProbability(days: Days, i: number, fall: Precipitation, first: number, end: number): void {
  const ofMembers = fall.chances?.ofDay(fall.quarters, first, end) ?? Number.NaN;
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

function chanceOfPart({ probability }: Precipitation, hour: number, quarters: number): number {
  if (quarters === QUARTERS_PER_HOUR) return probability[hour]!;
  const each = quarterProbability(probability[hour]!);
  return combineProbabilities(new Array<number>(quarters).fill(each), QUARTER_HOUR_PERSISTENCE);
}

interface FallSums {
  readonly total: number;
  readonly snow: number;
  readonly freezingRain: number;
  readonly icePellets: number;
  readonly snowLiquid: number;
}

function conditionOfDay(
  { total, snow, freezingRain, icePellets, snowLiquid }: FallSums,
  probability: number,
  [from, to]: [from: number, to: number],
  span: TimeSpan,
  { weather, fall }: DayHours,
): ConditionCode | null {
  const all: number[] = [];
  for (let hour = from; hour < to; hour++) if (weather.condition[hour] !== null) all.push(hour);
  if (!isEnough(all.length, span, HOUR)) return null;
  const daylight = all.filter((hour) => weather.isNight[hour] === 0);
  const seen = daylight.length > 0 ? daylight : all;
  const clouds = seen.map((hour) => weather.cloud[hour]!).filter((cloud) => !Number.isNaN(cloud));
  return dailyCondition({
    total,
    probability,
    freezingRain,
    icePelletsShare: total > 0 ? icePellets / total : 0,
    snowShare: total > 0 ? snowLiquid / total : 0,
    snowDepth: snow,
    highestRate: all.reduce((highest, hour) => Math.max(highest, fall.totals[hour]! || 0), 0),
    hours: all.map((hour) => weather.condition[hour]!),
    daylightHours: seen.map((hour) => weather.condition[hour]!),
    daylightCloud: clouds.reduce((sum, cloud) => sum + cloud, 0) / clouds.length,
  });
}
