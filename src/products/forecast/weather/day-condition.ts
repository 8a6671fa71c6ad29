/** Condition of a local day, from its totals and its hours. */

import type { ConditionCode } from '../../../model/condition.js';
import { HOUR, type TimeSpan } from '../../../model/time.js';
import type { Axis } from '../../../query/time/series.js';
import type { Precipitation } from '../../../query/weather/place/precipitation.js';
import type { Weather } from '../../../query/weather/weather.js';
import { type DailyWeather, dailyCondition } from '../../../science/condition.js';
import { type ObservedDay, observedProbability } from './observed-days.js';

/** Share of a day's hours that must be known. */
const ENOUGH_HOURS = 0.75;
/** Depth of snow that a millimetre of water makes, mm: categories of a day need no better. */
const DEPTH_OF_WATER = 10;

/** @param known  how many parts of the day, of `each` seconds, are known */
export function isEnough(known: number, span: TimeSpan, each: number): boolean {
  return known * each >= ENOUGH_HOURS * (span.end - span.start);
}

/** Sums over the known quarters of a day, mm; snow is a depth. */
export interface FallSums {
  known: number;
  total: number;
  rain: number;
  snow: number;
  freezingRain: number;
  icePellets: number;
  snowLiquid: number;
}

/** Hours of a response; `axis` is theirs. */
export interface ConditionHours {
  readonly axis: Axis;
  readonly weather: Weather;
  readonly fall: Precipitation;
}

/** Null where too few hours are known. @param inside  indices [from, to) of the day's hours */
export function conditionOfDay(
  sums: FallSums,
  probability: number,
  inside: readonly [from: number, to: number],
  span: TimeSpan,
  hours: ConditionHours,
): ConditionCode | null {
  const sky = skyOf(inside, span, hours);
  return sky && dailyCondition({ ...phaseOf(sums), ...sky, total: sums.total, probability });
}

/**
 * The same of a day whose amounts were observed. Without its hours a dry day has none: stations do not report the sky.
 *
 * @param sums  of the model's hours, for kinds of precipitation that stations do not tell apart
 */
export function conditionOfObservedDay(
  seen: ObservedDay,
  sums: FallSums,
  inside: readonly [from: number, to: number],
  span: TimeSpan,
  hours: ConditionHours,
): ConditionCode | null {
  const probability = observedProbability(seen);
  const phase = phaseOf(sums);
  const snowShare = observedSnowShare(seen, sums.total > 0 ? phase.snowShare : Number.NaN);
  if (probability === 1 && Number.isNaN(snowShare)) return null;
  const snowDepth = Number.isNaN(seen.snow) ? sums.snow : seen.snow;
  const sky = skyOf(inside, span, hours) ?? NO_SKY;
  return dailyCondition({ ...phase, ...sky, snowShare, snowDepth, total: seen.precipitation, probability });
}

/** Share of snow in the water of a day; NaN where neither stations nor the model tell. */
function observedSnowShare({ precipitation, rain, snow }: ObservedDay, ofModel: number): number {
  if (!(precipitation > 0)) return ofModel;
  if (!Number.isNaN(rain)) return 1 - rain / precipitation;
  if (!Number.isNaN(snow)) return Math.min(1, snow / (DEPTH_OF_WATER * precipitation));
  return ofModel;
}

type Phase = Pick<DailyWeather, 'freezingRain' | 'icePelletsShare' | 'snowShare' | 'snowDepth'>;
type Sky = Pick<DailyWeather, 'highestRate' | 'hours' | 'daylightHours' | 'daylightCloud'>;

const NO_SKY: Sky = { highestRate: Number.NaN, hours: [], daylightHours: [], daylightCloud: Number.NaN };

function phaseOf({ total, freezingRain, icePellets, snowLiquid, snow }: FallSums): Phase {
  const share = (part: number) => (total > 0 ? part / total : 0);
  return { freezingRain, icePelletsShare: share(icePellets), snowShare: share(snowLiquid), snowDepth: snow };
}

function skyOf(
  [from, to]: readonly [from: number, to: number],
  span: TimeSpan,
  { weather, fall }: ConditionHours,
): Sky | null {
  const all: number[] = [];
  for (let hour = from; hour < to; hour++) if (weather.condition[hour] !== null) all.push(hour);
  if (!isEnough(all.length, span, HOUR)) return null;
  const daylight = all.filter((hour) => weather.isNight[hour] === 0);
  const seen = daylight.length > 0 ? daylight : all;
  const clouds = seen.map((hour) => weather.cloud[hour]!).filter((cloud) => !Number.isNaN(cloud));
  return {
    highestRate: all.reduce((highest, hour) => Math.max(highest, fall.totals[hour]! || 0), 0),
    hours: all.map((hour) => weather.condition[hour]!),
    daylightHours: seen.map((hour) => weather.condition[hour]!),
    daylightCloud: clouds.reduce((sum, cloud) => sum + cloud, 0) / clouds.length,
  };
}
