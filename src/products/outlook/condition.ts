/**
 * Condition of a day in an outlook, from its chance of precipitation alone.
 *
 * Null between a chance of 10% and one of 50%: the cloud of those days is not known. An estimate by the daily range of
 * temperature (Hargreaves & Samani) was no better than a constant against published sunshine of 14 climates
 * (test/truth/outlook-condition.test.ts).
 */

import type { ConditionCode } from '../../model/condition.js';

const WET = 0.5;
const CLEAR = 0.1;
/** Wet days with less on average are drizzle, mm. */
const DRIZZLE = 2.5;
const MOSTLY_SNOW = 0.5;

export interface ConditionClimate {
  /** 0..1 */
  readonly probability: number;
  /** mm */
  readonly wetDayAmount: number;
  /** Share of snow, 0..1. */
  readonly share: number;
}

export function outlookCondition({ probability, wetDayAmount, share }: ConditionClimate): ConditionCode | null {
  if (probability < CLEAR) return 'sun';
  if (!(probability >= WET)) return null;
  if (share >= MOSTLY_SNOW) return 'snow';
  return wetDayAmount < DRIZZLE ? 'drizzle' : 'rain';
}
