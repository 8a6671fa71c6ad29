/**
 * In which phase a minute's precipitation falls, of the radar's flag and of the models (docs/methods/nowcast-answer.md, "Phase").
 *
 *   3                    snow; over ground warmer than a wet bulb of 2.5 °C the wet bulb divides
 *   1, 6, 91, 96 and 7   rain, with 7 also hail; over ground colder than −0.5 °C what the models make of it
 *   10                   cool stratiform rain: what the models make of it, rain where they are silent
 *   any other, none      what the models make of it
 *
 * Codes are those of MRMS PrecipFlag. The radar looks at the melting level and knows little of the ground: whether rain
 * freezes there, and how much of cool rain arrives as snow, is for the models, which are moved to the height of the place.
 */

import { type PrecipitationParts, precipitationParts, snowDepth, snowToLiquidRatio } from '../../../science/phase.js';
import type { HourPhases } from '../phase.js';

const SNOW_FLAG = 3;
const HAIL_FLAG = 7;
const COOL_RAIN_FLAG = 10;
/** Warm stratiform, convective, and tropical with stratiform or convective rain. */
const RAIN_FLAGS: ReadonlySet<number> = new Set([1, 6, 91, 96, HAIL_FLAG]);

/** K. Below this wet bulb the models may have snow or freezing rain under the radar's rain. */
const COLD_GROUND = 272.65;

/** Shares of the liquid equivalent, 0..1, and depth of what is frozen, mm per mm of it. NaN unknown. */
export interface MinutePhase extends PrecipitationParts {
  readonly depth: number;
}

export function isHailFlag(flag: number): boolean {
  return flag === HAIL_FLAG;
}

/**
 * @param flag  of the radar, −1 where it has none or does not count
 * @param hour  index among the hours of the phases
 * @param phases  null where no model answers
 */
export function phaseOf(flag: number, phases: HourPhases | null, hour: number): MinutePhase {
  const wetBulb = phases?.ground.wetBulb[hour] ?? Number.NaN;
  const modelled = modelledPhase(phases, hour);
  if (flag === SNOW_FLAG) return withDepth(flaggedParts({ snowFlag: 1 }, wetBulb), phases, hour);
  if (flag === COOL_RAIN_FLAG && Number.isNaN(modelled.rain)) return RAIN;
  return RAIN_FLAGS.has(flag) && !(wetBulb < COLD_GROUND) ? RAIN : modelled;
}

const RAIN: MinutePhase = { rain: 1, freezingRain: 0, icePellets: 0, snow: 0, depth: 0 };

function modelledPhase(phases: HourPhases | null, hour: number): MinutePhase {
  const at = (values: Float64Array | undefined) => values?.[hour] ?? Number.NaN;
  const { rain, freezingRain, icePellets, snow, depth } = phases?.shares ?? {};
  return {
    rain: at(rain),
    freezingRain: at(freezingRain),
    icePellets: at(icePellets),
    snow: at(snow),
    depth: at(depth),
  };
}

function flaggedParts(flag: { readonly snowFlag: 1 }, wetBulb: number): PrecipitationParts {
  const none = { rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0 };
  return precipitationParts({ ...none, ...flag, wetBulb, temperature850: Number.NaN });
}

function withDepth(parts: PrecipitationParts, phases: HourPhases | null, hour: number): MinutePhase {
  const ratio = phases?.ground.snowRatio[hour] ?? Number.NaN;
  const known = Number.isNaN(ratio) ? snowToLiquidRatio(Number.NaN) : ratio;
  return { ...parts, depth: snowDepth(parts.snow, parts.icePellets, known) };
}
