/**
 * The weather of records, an hour or a quarter hour long, in canonical units.
 *
 * A record at T holds the state at T, and over [T, T + its length) the total, the probability and the strongest gust. The
 * sun counts at the middle of the interval (docs/methods/forecast.md, "Records"). Records need no order, and each may be
 * of another place and another length: a forecast has one place and many times, a route many of both.
 */

import type { ConditionCode } from '../../model/condition.js';
import { HOUR } from '../../model/time.js';
import { conditionOf, unknownWeather } from '../../science/condition.js';
import { isNightSun } from '../../science/sun.js';
import { thunderProbability } from '../../science/thunder.js';
import { NOTHING } from './air.js';
import { raiseTo } from './gusts.js';
import type { PhaseShares } from './phase.js';
import type { Quantity } from './quantities.js';
import type { Scratch } from './scratch.js';
import type { RecordFacts, Weather } from './weather.js';

export function weatherOf(facts: RecordFacts, quantities: ReadonlySet<Quantity>, scratch: Scratch): Weather {
  const { states, totals, shares } = facts;
  // Field by field: spreading objects is a tenth of a small answer.
  const weather: { -readonly [Field in keyof Weather]: Weather[Field] } = {
    temperature: states.temperature,
    apparentTemperature: states.apparentTemperature,
    dewPoint: states.dewPoint,
    humidity: states.humidity,
    pressure: states.pressure,
    windSpeed: states.windSpeed,
    windDirection: states.windDirection,
    windGust: quantities.has('gust') ? raiseTo(facts.gusts, states.windSpeed) : NOTHING,
    cloud: states.cloud,
    uv: states.uv,
    precipitation: totals,
    rain: quantities.has('phase') ? rainOf(totals, shares, scratch) : NOTHING,
    snow: quantities.has('phase') ? snowOf(totals, shares, scratch) : NOTHING,
    probability: quantities.has('probability') ? facts.chances : NOTHING,
    airQuality: facts.airQuality,
    condition: [],
    isNight: nightsOf(facts.cosZenith),
  };
  if (quantities.has('condition')) weather.condition = conditionsOf(facts, weather);
  return weather;
}

function rainOf(totals: Float64Array, { rain, freezingRain }: PhaseShares, scratch: Scratch): Float64Array {
  const amounts = scratch.zeros(totals.length);
  for (let i = 0; i < amounts.length; i++) amounts[i] = totals[i]! * (rain[i]! + freezingRain[i]!);
  return amounts;
}

function snowOf(totals: Float64Array, { depth }: PhaseShares, scratch: Scratch): Float64Array {
  const depths = scratch.zeros(totals.length);
  for (let i = 0; i < depths.length; i++) depths[i] = totals[i]! * depth[i]!;
  return depths;
}

function nightsOf(cosZenith: Float64Array): Uint8Array {
  const isNight = new Uint8Array(cosZenith.length);
  for (let i = 0; i < isNight.length; i++) isNight[i] = isNightSun(cosZenith[i]!) ? 1 : 0;
  return isNight;
}

/** One code per record; null where what is known names none. */
function conditionsOf(facts: RecordFacts, weather: Omit<Weather, 'condition'>): (ConditionCode | null)[] {
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
    const seen = at(facts.lightning, i);
    of.thunderProbability = Number.isNaN(seen)
      ? thunderProbability(rate, at(cape, i), weather.cloud[i]!, HOUR)
      : asPrinted(seen);
    of.hailProbability = asPrinted(at(facts.hail, i));
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

/** In whole percent, as the nowcast shows it. */
function asPrinted(chance: number): number {
  return Math.round(chance * 100) / 100;
}

/** NaN where no source has it. */
function at(values: Float64Array, i: number): number {
  return i < values.length ? values[i]! : Number.NaN;
}
