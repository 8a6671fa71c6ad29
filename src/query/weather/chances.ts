/**
 * How likely at least 0.1 mm in an hour is, from the best evidence that there is (docs/methods/probability.md):
 *
 *   ensemble, averaged with the National Blend as far as that gives hours; the ensemble; the Blend; its six
 *   hours divided; the amount of the forecast itself, which is a stand-in and to be warned about
 */

import { HOUR } from '../../model/time.js';
import type { Zone } from '../../model/zone.js';
import { WET_RATE } from '../../science/condition.js';
import { combineLogit, memberProbability } from '../../science/ensemble-probability.js';
import { fallbackProbability, HOUR_PERSISTENCE, splitProbability } from '../../science/probability.js';
import { SIX_HOURS } from './blend.js';

/** What the members and amounts of a few hours are compared against: stored amounts are whole hundredths. */
export const AMOUNT_SLACK = 1e-9;
/** mm: members with this much or more in the hour count. */
export const WET_HOUR_TOTAL = WET_RATE - AMOUNT_SLACK;

/** Turns chances into those that came true when they were given before. */
export interface Calibration {
  /** Null: chances at the place stay as they are. */
  at(latitude: number, longitude: number): PlaceCalibration | null;
}

/** Chances are 0..1 before and after; NaN stays NaN. */
export interface PlaceCalibration {
  /** @param start  beginning of the hour, epoch seconds */
  hour(chance: number, start: number): number;
  /** @param day  local date in the zone, days since 1970-01-01 */
  day(chance: number, day: number, zone: Zone): number;
}

/** What speaks of some hours, one entry per hour; chances 0..1, NaN unknown. */
export interface ChanceEvidence {
  /** Members whose total of the hour is known, and of those the ones with the event; both 0 where there are none. */
  readonly known: Float64Array;
  readonly exceeding: Float64Array;
  /** Of the Blend: its hour, what that counts beside the members, and its six hours. */
  readonly blendHour: Float64Array;
  readonly blendWeight: Float64Array;
  readonly blendSixHours: Float64Array;
  /** Liquid equivalent of the forecast, mm. */
  readonly totals: Float64Array;
}

/**
 * @param out  chance of each hour, NaN unknown
 * @param standIns  set to 1 where a chance stands on the amount alone
 */
export function chancesOfHours(evidence: ChanceEvidence, out: Float64Array, standIns: Float64Array): void {
  const { known, exceeding, totals } = evidence;
  for (let i = 0; i < out.length; i++) {
    const members = memberProbability(exceeding[i]!, known[i]!);
    const chance = withBlend(members, evidence, i);
    const isStandIn = Number.isNaN(chance) && !Number.isNaN(totals[i]!);
    out[i] = isStandIn ? fallbackProbability(totals[i]!) : chance;
    if (isStandIn) standIns[i] = 1;
  }
}

/** The six hours speak only where nothing else does. */
function withBlend(members: number, { blendHour, blendWeight, blendSixHours }: ChanceEvidence, i: number): number {
  const chance = combineLogit(members, blendHour[i]!, blendWeight[i]!);
  if (!Number.isNaN(chance)) return chance;
  return splitProbability(blendSixHours[i]!, SIX_HOURS / HOUR, HOUR_PERSISTENCE);
}
