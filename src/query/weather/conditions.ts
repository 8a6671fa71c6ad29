/** Condition codes of records, from the numbers that stand beside them in an answer. */

import type { ConditionCode } from '../../model/condition.js';
import { HOUR } from '../../model/time.js';
import { conditionOf, unknownWeather } from '../../science/condition.js';
import { thunderProbability } from '../../science/thunder.js';
import type { RecordFacts, Weather } from './weather.js';

/** One code per record; null where what is known names none. */
export function conditionsOf(facts: RecordFacts, weather: Omit<Weather, 'condition'>): (ConditionCode | null)[] {
  const { totals, rates, seconds, shares, cape } = facts;
  const conditions: (ConditionCode | null)[] = [];
  // One object for all records: a new one for each, with its fifteen numbers, was up to half of what an answer allocated.
  const of = unknownWeather();
  for (let i = 0; i < totals.length; i++) {
    const total = totals[i]!;
    const rate = Number.isNaN(total) ? at(rates, i) : total * (HOUR / seconds[i]!);
    of.rate = rate;
    of.probability = weather.probability[i]!;
    of.freezingRainShare = shares.freezingRain[i]!;
    of.icePelletsShare = shares.icePellets[i]!;
    of.snowShare = shares.snow[i]!;
    of.snowDepthRate = rate * shares.depth[i]!;
    // Always the chance of an hour: a storm does not end because its record is only a quarter long.
    of.thunderProbability = thunderProbability(rate, at(cape, i), weather.cloud[i]!, HOUR);
    of.visibility = facts.visibility[i]!;
    of.windGust = weather.windGust[i]!;
    of.windSpeed = weather.windSpeed[i]!;
    of.cloud = weather.cloud[i]!;
    of.night = weather.isNight[i] === 1;
    of.smoke = at(facts.smoke, i);
    of.dust = at(facts.dust, i);
    of.fineParticles = at(facts.fineParticles, i);
    conditions.push(conditionOf(of));
  }
  return conditions;
}

/** NaN where no source has it. */
function at(values: Float64Array, i: number): number {
  return i < values.length ? values[i]! : Number.NaN;
}
