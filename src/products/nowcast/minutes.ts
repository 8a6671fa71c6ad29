/**
 * The minutes of a nowcast in canonical units: what radar and models say together, and what follows from it. A variable
 * that the models were not read for is not to be asked for.
 */

import type { ConditionCode } from '../../model/condition.js';
import { NOWCAST_MINUTES } from '../../model/nowcast.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { HOUR, QUARTER } from '../../query/time/series.js';
import { largest } from '../../query/weather/gusts.js';
import { conditionOf } from '../../science/condition.js';
import { isNightSun } from '../../science/sun.js';
import { thunderProbability } from '../../science/thunder.js';
import { type BlendedMinutes, blendMinutes } from './blend.js';
import type { ModelMinutes } from './model-minutes.js';
import { isHailFlag, type MinutePhase, phaseOf } from './phase.js';
import { MINUTE } from './plan.js';

/** One entry per minute; NaN (null for conditions and sources) unknown. */
export interface NowcastMinutes extends BlendedMinutes {
  /** Liquid equivalent, mm. */
  readonly precipitation: Float64Array;
  readonly rain: Float64Array;
  /** Depth, mm. */
  readonly snow: Float64Array;
  /** 0..1. */
  readonly hailProbability: Float64Array;
  /** mm. */
  readonly hailSize: Float64Array;
  /** Of the quarter hour, 0..1. */
  readonly lightning: Float64Array;
  readonly condition: readonly (ConditionCode | null)[];
}

/**
 * Either of the two may be null where it does not answer.
 *
 * @param wantsConditions  whether the conditions are to be found
 */
export function minutesOf(
  radar: RadarMinutes | null,
  models: ModelMinutes | null,
  wantsConditions: boolean,
): NowcastMinutes {
  const blend = blendMinutes(radar, models);
  const each = () => new Float64Array(NOWCAST_MINUTES).fill(Number.NaN);
  const [precipitation, rain, snow, lightning] = [each(), each(), each(), each()];
  const condition = new Array<ConditionCode | null>(NOWCAST_MINUTES).fill(null);
  for (let i = 0; i < NOWCAST_MINUTES; i++) {
    const rate = blend.rates[i]!;
    const flag = blend.weights[i]! > 0 ? (radar?.flags[i] ?? NO_FLAG) : NO_FLAG;
    const phase = phaseOf(flag, models?.phases ?? null, models?.hourOf(i) ?? 0);
    const amount = rate * (MINUTE / HOUR);
    precipitation[i] = amount;
    rain[i] = partOf(amount, phase.rain + phase.freezingRain);
    snow[i] = partOf(amount, phase.depth);
    lightning[i] = lightningOf(radar, models, i, rate, QUARTER);
    if (wantsConditions) condition[i] = conditionAt({ radar, models, blend, phase, flag }, i);
  }
  const hailProbability = radar?.hailProbability ?? each();
  const hailSize = radar?.hailSize ?? each();
  return { ...blend, precipitation, rain, snow, hailProbability, hailSize, lightning, condition };
}

const NO_FLAG = -1;

/** Nothing that falls has no phase, and of each there is nothing. */
function partOf(amount: number, share: number): number {
  return amount === 0 ? 0 : amount * share;
}

/** The radar's own where it has one; else that of the rain that falls through the models' air. */
function lightningOf(
  radar: RadarMinutes | null,
  models: ModelMinutes | null,
  i: number,
  rate: number,
  seconds: number,
): number {
  const seen = radar?.lightning[i] ?? Number.NaN;
  if (!Number.isNaN(seen)) return seen;
  const cape = models?.sky.cape[i] ?? Number.NaN;
  const cloud = models?.sky.cloud[i] ?? Number.NaN;
  return Number.isNaN(cape) || Number.isNaN(rate) ? Number.NaN : thunderProbability(rate, cape, cloud, seconds);
}

/** In whole percent, so that no minute shows hail or lightning of 50% beside a condition without it. */
function asPrinted(chance: number): number {
  return Math.round(chance * 100) / 100;
}

interface Facts {
  readonly radar: RadarMinutes | null;
  readonly models: ModelMinutes | null;
  readonly blend: BlendedMinutes;
  readonly phase: MinutePhase;
  readonly flag: number;
}

function conditionAt({ radar, models, blend, phase, flag }: Facts, i: number): ConditionCode | null {
  const sky = models?.sky;
  const at = (values: Float64Array | undefined) => values?.[i] ?? Number.NaN;
  const rate = blend.rates[i]!;
  return conditionOf({
    rate,
    probability: blend.chances[i]!,
    freezingRainShare: phase.freezingRain,
    icePelletsShare: phase.icePellets,
    snowShare: phase.snow,
    snowDepthRate: rate * phase.depth,
    // As in forecasts that of an hour: a storm does not end because its record is short.
    thunderProbability: asPrinted(lightningOf(radar, models, i, rate, HOUR)),
    hailProbability: isHailFlag(flag) && rate > 0 ? 1 : asPrinted(at(radar?.hailProbability)),
    visibility: at(sky?.visibility),
    windGust: largest(at(sky?.windGust), at(sky?.windSpeed)),
    windSpeed: at(sky?.windSpeed),
    cloud: at(sky?.cloud),
    night: isNightSun(at(sky?.cosZenith)),
    smoke: at(sky?.smoke),
    dust: at(sky?.dust),
    fineParticles: at(sky?.fineParticles),
  });
}
