/**
 * Condition of a date in an outlook: of precipitation where it is more likely than not, else of the sky.
 *
 * The sky is estimated from the climate's daily range of temperature, which places 11 of 14 climates right
 * (test/truth/outlook-condition.test.ts).
 */

import type { ConditionCode } from '../../model/condition.js';
import { sunshineShare } from '../../science/climatology/sunshine.js';
import { daySky } from '../../science/condition.js';

const WET = 0.5;
/** Wet days with less on average are drizzle, mm. */
const DRIZZLE = 2.5;
const MOSTLY_SNOW = 0.5;

export interface ConditionClimate {
  /** 0..1 */
  readonly probability: number;
  /** mm */
  readonly wetDayAmount: number;
  /** Share of snow, 0..1; NaN where neither snowfall nor temperatures are known. */
  readonly share: number;
  /** K */
  readonly temperatureMax: number;
  readonly temperatureMin: number;
}

/** Null where the chance of precipitation is not known, or what the sky or the phase of a wet day needs. */
export function outlookCondition(climate: ConditionClimate): ConditionCode | null {
  const { probability, wetDayAmount, share, temperatureMax, temperatureMin } = climate;
  if (Number.isNaN(probability)) return null;
  if (probability < WET) return daySky(1 - sunshineShare(temperatureMax - temperatureMin));
  if (Number.isNaN(share)) return null;
  if (share >= MOSTLY_SNOW) return 'snow';
  return wetDayAmount < DRIZZLE ? 'drizzle' : 'rain';
}
