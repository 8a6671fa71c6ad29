/** Condition codes of the minutes, from the numbers that stand beside them in an answer. */

import type { ConditionCode } from '../../model/condition.js';
import { HOUR } from '../../model/time.js';
import { leadOf } from '../../query/radar/departures.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { largest } from '../../query/weather/gusts.js';
import { isHailFlag, type MinutePhase } from '../../query/weather/place/radar-phase.js';
import { conditionOf, unknownWeather } from '../../science/condition.js';
import { fadedHailChance } from '../../science/radar/hail.js';
import { isNightSun } from '../../science/sun.js';
import { thunderProbability } from '../../science/thunder.js';
import type { BlendedMinutes } from './blend.js';
import type { ModelMinutes } from './model-minutes.js';

/** The code of minute i, or null where what is known names none. @param flag  of the radar, −1 where it has none */
export type ConditionAt = (i: number, phase: MinutePhase, flag: number) => ConditionCode | null;

/** Of one answer; either of radar and models may be null. */
export function conditionsOf(
  radar: RadarMinutes | null,
  models: ModelMinutes | null,
  { rates, chances }: Pick<BlendedMinutes, 'rates' | 'chances'>,
): ConditionAt {
  const sky = models?.sky;
  // One object for all minutes: a new one for each, with its sixteen numbers, was a sixth of what an answer allocated.
  const of = unknownWeather();
  return (i, phase, flag) => {
    const rate = rates[i]!;
    of.rate = rate;
    of.probability = chances[i]!;
    of.freezingRainShare = phase.freezingRain;
    of.icePelletsShare = phase.icePellets;
    of.snowShare = phase.snow;
    of.snowDepthRate = rate * phase.depth;
    // As in forecasts that of an hour: a storm does not end because its record is short.
    of.thunderProbability = asPrinted(lightningOf(radar, models, i, rate, HOUR));
    of.hailProbability = asPrinted(largest(at(radar?.hailProbability, i), flaggedHail(radar, flag, rate, i)));
    of.visibility = at(sky?.visibility, i);
    of.windSpeed = at(sky?.windSpeed, i);
    of.windGust = largest(at(sky?.windGust, i), of.windSpeed);
    of.cloud = at(sky?.cloud, i);
    of.night = isNightSun(at(sky?.cosZenith, i));
    of.smoke = at(sky?.smoke, i);
    of.dust = at(sky?.dust, i);
    of.fineParticles = at(sky?.fineParticles, i);
    return conditionOf(of);
  };
}

/** Chance of a flash in `seconds`: the radar's own where it has one; else that of the rain that falls through the models' air. */
export function lightningOf(
  radar: RadarMinutes | null,
  models: ModelMinutes | null,
  i: number,
  rate: number,
  seconds: number,
): number {
  const seen = at(radar?.lightning, i);
  if (!Number.isNaN(seen)) return seen;
  const cape = at(models?.sky.cape, i);
  return Number.isNaN(cape) || Number.isNaN(rate)
    ? Number.NaN
    : thunderProbability(rate, cape, at(models?.sky.cloud, i), seconds);
}

/** What the radar has seen as hail is less sure to be hail the later it arrives, as hail of its index is. */
function flaggedHail(radar: RadarMinutes | null, flag: number, rate: number, i: number): number {
  return radar !== null && isHailFlag(flag) && rate > 0 ? fadedHailChance(1, leadOf(i, radar.age)) : 0;
}

/** In whole percent, so that no minute shows hail or lightning of 50% beside a condition without it. */
function asPrinted(chance: number): number {
  return Math.round(chance * 100) / 100;
}

/** NaN where nobody has it. */
function at(values: Float64Array | undefined, i: number): number {
  return values !== undefined && i < values.length ? values[i]! : Number.NaN;
}
