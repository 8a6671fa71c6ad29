/**
 * The weather of regular records, hours or quarter-hours, in canonical units.
 *
 * A record at T holds the state at T, and over [T, T + step) the total, the probability and the strongest gust. The sun
 * counts at the middle of the interval. `current` is one record whose state is that of this minute and whose interval is
 * the quarter hour around it, hence the two axes (docs/methods/forecast.md, "Records").
 *
 * Only what `scene.quantities` names is computed; the arrays of the rest are empty.
 */

import type { ConditionCode } from '../../model/condition.js';
import { type Axis, HOUR, hasMissing, QUARTER } from '../../query/time/series.js';
import { apparentTemperature } from '../../science/apparent-temperature.js';
import { type Weather as ConditionFacts, conditionOf } from '../../science/condition.js';
import { cosZenithSeries, isNightSun } from '../../science/sun.js';
import { thunderProbability } from '../../science/thunder.js';
import { uvIndex } from '../../science/uv.js';
import { estimatedGust, windDirection, windSpeed } from '../../science/wind.js';
import { type Air, elementOn, NOTHING, type Scene } from './air.js';
import { airQualityOn } from './air-quality.js';
import { type Precipitation, QUARTERS_PER_HOUR, quarterProbability } from './precipitation.js';

export interface Records {
  /** Instants of the states. */
  readonly instants: Axis;
  /** Intervals of the totals: as many, as long. */
  readonly intervals: Axis;
  /** Instants at which the sun is looked at. */
  readonly sun: Axis;
}

/** Records whose states are at the beginning of their intervals. */
export function recordsOn(axis: Axis): Records {
  return { instants: axis, intervals: axis, sun: { ...axis, start: axis.start + axis.step / 2 } };
}

/** One value per record; NaN (null for conditions) missing, empty when not computed. */
export interface Weather {
  readonly temperature: Float64Array;
  readonly apparentTemperature: Float64Array;
  readonly dewPoint: Float64Array;
  readonly humidity: Float64Array;
  readonly pressure: Float64Array;
  readonly windSpeed: Float64Array;
  readonly windDirection: Float64Array;
  readonly windGust: Float64Array;
  readonly cloud: Float64Array;
  readonly uv: Float64Array;
  readonly precipitation: Float64Array;
  readonly rain: Float64Array;
  readonly snow: Float64Array;
  readonly probability: Float64Array;
  readonly airQuality: Float64Array;
  readonly condition: readonly (ConditionCode | null)[];
  readonly isNight: Uint8Array;
}

/** @param air  at the instants of `records`; may go on beyond the last one */
export function weatherOn(scene: Scene, records: Records, air: Air, precipitation: Precipitation): Weather {
  const { quantities } = scene;
  const { instants } = records;
  const element = (id: 'pressure_msl' | 'cloud_cover', wanted: 'pressure' | 'cloud') =>
    quantities.has(wanted) ? elementOn(scene, id, instants) : NOTHING;
  const wind = windOn(scene, records);
  const cloud = clamped(element('cloud_cover', 'cloud'));
  const mu = cosZenithOn(scene, records);
  const falls = fallOn(scene, records.intervals, precipitation);
  // Field by field: spreading objects is a tenth of a small answer.
  const state: { -readonly [Field in keyof Weather]: Weather[Field] } = {
    temperature: air.temperature,
    apparentTemperature: apparentOn(scene, air, wind.windSpeed),
    dewPoint: air.dewPoint,
    humidity: air.humidity,
    pressure: element('pressure_msl', 'pressure'),
    windSpeed: wind.windSpeed,
    windDirection: wind.windDirection,
    windGust: wind.windGust,
    cloud,
    uv: uvOn(scene, records, cloud, mu),
    precipitation: falls.precipitation,
    rain: falls.rain,
    snow: falls.snow,
    probability: falls.probability,
    airQuality: airQualityOf(scene, records.intervals, precipitation),
    condition: [],
    isNight: nightsOf(mu),
  };
  state.condition = conditionsOn(scene, records, state, precipitation);
  return state;
}

/** Interpolation between nodes stays in range, but the stored ratio itself may stand a packing step above 1. */
function clamped(ratios: Float64Array): Float64Array {
  for (let i = 0; i < ratios.length; i++) ratios[i] = Math.min(Math.max(ratios[i]!, 0), 1);
  return ratios;
}

function windOn(
  scene: Scene,
  { instants, intervals }: Records,
): Pick<Weather, 'windSpeed' | 'windDirection' | 'windGust'> {
  if (!scene.quantities.has('wind')) return { windSpeed: NOTHING, windDirection: NOTHING, windGust: NOTHING };
  const u = elementOn(scene, 'wind_u', instants);
  const v = elementOn(scene, 'wind_v', instants);
  const speed = scene.scratch.zeros(instants.count);
  const direction = scene.quantities.has('direction') ? scene.scratch.zeros(instants.count) : NOTHING;
  for (let i = 0; i < speed.length; i++) speed[i] = windSpeed(u[i]!, v[i]!);
  for (let i = 0; i < direction.length; i++) direction[i] = windDirection(u[i]!, v[i]!);
  const gust = scene.quantities.has('gust') ? gustOn(scene, intervals, speed) : NOTHING;
  return { windSpeed: speed, windDirection: direction, windGust: gust };
}

/**
 * Strongest gust of each interval, never below the sustained wind. The curve through the model's gusts is monotone
 * between its nodes, and nodes stand on whole hours: so the strongest stands at one of the two ends, and no quarter has
 * a gust above its hour's.
 */
function gustOn(scene: Scene, intervals: Axis, speed: Float64Array): Float64Array {
  const ends = { ...intervals, count: intervals.count + 1 };
  const atEnds = elementOn(scene, 'wind_gust', ends);
  if (hasMissing(atEnds)) fillWithEstimates(scene, ends, atEnds);
  const gust = scene.scratch.zeros(intervals.count);
  for (let i = 0; i < gust.length; i++) gust[i] = largest(largest(atEnds[i]!, atEnds[i + 1]!), speed[i]!);
  if (intervals.step > QUARTER) raiseToQuarters(scene, intervals, gust);
  return gust;
}

/** Where the curve is not monotone between the hours, the strongest gust of an hour may stand between its ends. */
function raiseToQuarters({ series, scratch }: Scene, { start, step, count }: Axis, gust: Float64Array): void {
  const perRecord = step / QUARTER;
  for (const uneven of series.unevenHours('wind_gust')) {
    const first = Math.max(0, Math.floor((uneven.start - start) / step));
    const end = Math.min(count, Math.ceil((uneven.end - start) / step));
    if (!(first < end)) continue;
    const axis = { start: start + first * step, step: QUARTER, count: (end - first) * perRecord };
    const quarters = series.instants('wind_gust', axis, scratch.zeros(axis.count));
    for (let i = 0; i < axis.count; i++) {
      const record = first + Math.floor(i / perRecord);
      gust[record] = largest(gust[record]!, quarters[i]!);
    }
  }
}

function fillWithEstimates(scene: Scene, ends: Axis, gusts: Float64Array): void {
  const { series, notices } = scene;
  // Mostly the few hours after the last run ends.
  const first = gusts.findIndex(Number.isNaN);
  const unknown = { ...ends, start: ends.start + first * ends.step, count: ends.count - first };
  const u = elementOn(scene, 'wind_u', unknown);
  const v = elementOn(scene, 'wind_v', unknown);
  for (let i = first; i < gusts.length; i++) {
    if (!Number.isNaN(gusts[i]!)) continue;
    gusts[i] = estimatedGust(windSpeed(u[i - first]!, v[i - first]!), series.land);
    if (!Number.isNaN(gusts[i]!)) notices.add('estimated_gust', 'Gusts are estimated from the sustained wind.');
  }
}

/** The larger of two; the known one where the other is NaN. */
function largest(a: number, b: number): number {
  return b > a || Number.isNaN(a) ? b : a;
}

/** Cosine of the sun's zenith angle; empty when nothing asks for the sun. */
function cosZenithOn({ site, quantities, scratch }: Scene, { sun }: Records): Float64Array {
  if (!quantities.has('uv') && !quantities.has('condition')) return NOTHING;
  return cosZenithSeries(sun, site.latitude, site.longitude, scratch.zeros(sun.count));
}

function nightsOf(cosZenith: Float64Array): Uint8Array {
  const isNight = new Uint8Array(cosZenith.length);
  for (let i = 0; i < isNight.length; i++) isNight[i] = isNightSun(cosZenith[i]!) ? 1 : 0;
  return isNight;
}

function uvOn(scene: Scene, { instants }: Records, cloud: Float64Array, mu: Float64Array): Float64Array {
  if (!scene.quantities.has('uv')) return NOTHING;
  const ozone = elementOn(scene, 'ozone', instants);
  const uv = scene.scratch.missing(instants.count);
  // Of a record without weather not even the 0 of its night is told: beyond the run all variables end together.
  for (let i = 0; i < uv.length; i++)
    if (!Number.isNaN(cloud[i]!)) uv[i] = uvIndex(mu[i]!, ozone[i]!, scene.site.elevation, cloud[i]!);
  return uv;
}

function apparentOn({ quantities, scratch }: Scene, air: Air, speed: Float64Array): Float64Array {
  if (!quantities.has('apparent')) return NOTHING;
  const apparent = scratch.zeros(speed.length);
  for (let i = 0; i < apparent.length; i++)
    apparent[i] = apparentTemperature(air.temperature[i]!, air.humidity[i]!, speed[i]!);
  return apparent;
}

/** First quarter hour of a record, counted from the first of the precipitation's hours. */
function firstQuarter(intervals: Axis, { hours }: Precipitation): number {
  return (intervals.start - hours.start) / QUARTER;
}

function fallOn(
  { quantities, scratch }: Scene,
  intervals: Axis,
  fall: Precipitation,
): Pick<Weather, 'precipitation' | 'rain' | 'snow' | 'probability'> {
  const wanted = (quantity: 'totals' | 'phase' | 'probability') =>
    quantities.has(quantity) ? scratch.missing(intervals.count) : NOTHING;
  const out = {
    precipitation: wanted('totals'),
    rain: wanted('phase'),
    snow: wanted('phase'),
    probability: wanted('probability'),
  };
  const hourly = intervals.step === HOUR;
  let chanceHour = -1;
  let chance = Number.NaN;
  let quarter = firstQuarter(intervals, fall);
  for (let i = 0; i < out.precipitation.length; i++, quarter += intervals.step / QUARTER) {
    const hour = Math.floor(quarter / QUARTERS_PER_HOUR);
    if (hour < 0 || hour >= fall.hours.count) continue;
    const total = hourly ? fall.totals[hour]! : fall.quarters[quarter]!;
    out.precipitation[i] = total;
    if (hour !== chanceHour) {
      chanceHour = hour;
      chance = hourly ? fall.probability[hour]! : quarterProbability(fall.probability[hour]!);
    }
    if (i < out.probability.length) out.probability[i] = chance;
    if (i >= out.rain.length) continue;
    out.rain[i] = total * (fall.rain[hour]! + fall.freezingRain[hour]!);
    out.snow[i] = total * fall.depth[hour]!;
  }
  return out;
}

/** The index of the hour that a record lies in. */
function airQualityOf({ quantities, series, scratch }: Scene, intervals: Axis, fall: Precipitation): Float64Array {
  if (!quantities.has('airQuality')) return NOTHING;
  const hourly = airQualityOn(series, fall.hours, scratch);
  const out = scratch.missing(intervals.count);
  let quarter = firstQuarter(intervals, fall);
  for (let i = 0; i < out.length; i++, quarter += intervals.step / QUARTER)
    out[i] = hourly[Math.floor(quarter / QUARTERS_PER_HOUR)] ?? Number.NaN;
  return out;
}

/** Mean of each hour near the ground, µg/m³; null where no source has it. */
function densityOn(
  { series, scratch }: Scene,
  id: 'smoke_pm2_5' | 'dust_pm10' | 'pm2_5',
  hours: Axis,
): Float64Array | null {
  return series.layers(id).length === 0 ? null : series.means(id, hours, scratch.zeros(hours.count));
}

function conditionsOn(
  scene: Scene,
  { instants, intervals }: Records,
  state: Omit<Weather, 'condition'>,
  fall: Precipitation,
): (ConditionCode | null)[] {
  if (!scene.quantities.has('condition')) return [];
  const visibility = elementOn(scene, 'visibility', instants);
  const cape = fall.isWet ? elementOn(scene, 'cape', instants) : NOTHING; // without rain no thunder
  const smoke = densityOn(scene, 'smoke_pm2_5', fall.hours);
  const dust = densityOn(scene, 'dust_pm10', fall.hours);
  const fineParticles = densityOn(scene, 'pm2_5', fall.hours);
  const perHour = HOUR / intervals.step;
  const first = firstQuarter(intervals, fall);
  const conditions: (ConditionCode | null)[] = [];
  // One object for all records: a new one for each, with its fifteen numbers, was up to half of what an answer allocated.
  const facts = unknownFacts();
  for (let i = 0; i < instants.count; i++) {
    const quarter = first + (i * intervals.step) / QUARTER;
    const hour = Math.floor(quarter / QUARTERS_PER_HOUR);
    const total = state.precipitation[i]!;
    const unknown = Number.isNaN(total) && quarter % QUARTERS_PER_HOUR === 0;
    const rate = (unknown ? fall.rates[hour] : total * perHour) ?? Number.NaN;
    facts.rate = rate;
    facts.probability = state.probability[i]!;
    facts.freezingRainShare = fall.freezingRain[hour] ?? Number.NaN;
    facts.icePelletsShare = fall.icePellets[hour] ?? Number.NaN;
    facts.snowShare = fall.snow[hour] ?? Number.NaN;
    facts.snowDepthRate = rate * (fall.depth[hour] ?? Number.NaN);
    // Always the chance of an hour: a storm does not end because its record is only a quarter long.
    facts.thunderProbability = thunderProbability(rate, cape[i] ?? Number.NaN, state.cloud[i]!, HOUR);
    facts.visibility = visibility[i]!;
    facts.windGust = state.windGust[i]!;
    facts.windSpeed = state.windSpeed[i]!;
    facts.cloud = state.cloud[i]!;
    facts.night = state.isNight[i] === 1;
    facts.smoke = smoke?.[hour] ?? Number.NaN;
    facts.dust = dust?.[hour] ?? Number.NaN;
    facts.fineParticles = fineParticles?.[hour] ?? Number.NaN;
    conditions.push(conditionOf(facts));
  }
  return conditions;
}

type Facts = { -readonly [Name in keyof ConditionFacts]-?: ConditionFacts[Name] };

function unknownFacts(): Omit<Facts, 'hailProbability'> {
  const unknown = Number.NaN;
  return {
    rate: unknown,
    probability: unknown,
    freezingRainShare: unknown,
    icePelletsShare: unknown,
    snowShare: unknown,
    snowDepthRate: unknown,
    thunderProbability: unknown,
    visibility: unknown,
    windGust: unknown,
    windSpeed: unknown,
    cloud: unknown,
    night: false,
    smoke: unknown,
    dust: unknown,
    fineParticles: unknown,
  };
}
