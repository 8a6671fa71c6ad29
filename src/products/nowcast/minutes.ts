/**
 * The minutes of a nowcast in canonical units: what radar and models say together, and what follows from it. A variable
 * that the models were not read for is not to be asked for.
 */

import type { ConditionCode } from '../../model/condition.js';
import { NOWCAST_MINUTES } from '../../model/nowcast.js';
import { HOUR, MINUTE } from '../../model/time.js';
import type { RadarMinutes } from '../../query/radar/radar-minutes.js';
import { QUARTER } from '../../query/time/series.js';
import { type MinutePhase, phaseOf } from '../../query/weather/place/radar-phase.js';
import { type BlendedMinutes, blendMinutes } from './blend.js';
import { conditionsOf, lightningOf } from './conditions.js';
import type { ModelMinutes } from './model-minutes.js';

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
  const conditionAt = wantsConditions ? conditionsOf(radar, models, blend) : null;
  const phaseAt = phasesOf(models);
  for (let i = 0; i < NOWCAST_MINUTES; i++) {
    const rate = blend.rates[i]!;
    const flag = blend.weights[i]! > 0 ? (radar?.flags[i] ?? NO_FLAG) : NO_FLAG;
    const phase = phaseAt(i, flag);
    const amount = rate * (MINUTE / HOUR);
    precipitation[i] = amount;
    rain[i] = partOf(amount, phase.rain + phase.freezingRain);
    snow[i] = partOf(amount, phase.depth);
    lightning[i] = lightningOf(radar, models, i, rate, QUARTER);
    if (conditionAt !== null) condition[i] = conditionAt(i, phase, flag);
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

/** The phase of minute i; that of the minute before where neither its hour nor its flag is another one. */
function phasesOf(models: ModelMinutes | null): (i: number, flag: number) => MinutePhase {
  let [flagBefore, hourBefore] = [Number.NaN, Number.NaN];
  let phase: MinutePhase;
  return (i, flag) => {
    const hour = models?.hourOf(i) ?? 0;
    if (flag !== flagBefore || hour !== hourBefore) phase = phaseOf(flag, models?.phases ?? null, hour);
    [flagBefore, hourBefore] = [flag, hour];
    return phase;
  };
}
