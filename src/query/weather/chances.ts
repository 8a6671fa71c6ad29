/**
 * How likely at least 0.1 mm in an hour is, from the best evidence that there is (docs/methods/probability.md):
 *
 *   ensemble, calibrated, averaged with the National Blend as far as that gives hours; the ensemble; the Blend; its six
 *   hours divided; the amount of the forecast itself, which is a stand-in and to be warned about
 */

import { HOUR } from '../../model/time.js';
import { WET_RATE } from '../../science/condition.js';
import {
  calibrate,
  combineLogit,
  memberProbability,
  type ProbabilityCalibration,
  seasonOf,
} from '../../science/ensemble-probability.js';
import { fallbackProbability, HOUR_PERSISTENCE, splitProbability } from '../../science/probability.js';
import { SIX_HOURS } from './blend.js';

/** What the members and amounts of a few hours are compared against: stored amounts are whole hundredths. */
export const AMOUNT_SLACK = 1e-9;
/** mm: members with this much or more in the hour count. */
export const WET_HOUR_TOTAL = WET_RATE - AMOUNT_SLACK;

/** Turns chances into those that came true when they were given before; by what kind of place, how far ahead, and when. */
export interface Calibration {
  readonly table: ProbabilityCalibration;
  cohortOf(latitude: number, longitude: number): string;
}

/** Where and when a chance of the members is calibrated. */
export interface IssuedChance {
  readonly cohort: string;
  readonly latitude: number;
  /** Beginning of the hour, and reference time of the members' run, epoch seconds. */
  readonly hour: number;
  readonly issued: number;
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

/** The chance of the members as such forecasts came true. */
export function calibratedChance(
  table: ProbabilityCalibration,
  chance: number,
  { cohort, latitude, hour, issued }: IssuedChance,
): number {
  const season = seasonOf(new Date(hour * 1000).getUTCMonth() + 1, latitude);
  return calibrate(table, chance, { cohort, leadSeconds: Math.max(0, hour - issued), season });
}

/**
 * @param calibrated  what the chance that the members give in hour i is to be; null as it is
 * @param out  chance of each hour, NaN unknown
 * @param standIns  set to 1 where a chance stands on the amount alone
 */
export function chancesOfHours(
  evidence: ChanceEvidence,
  calibrated: ((chance: number, i: number) => number) | null,
  out: Float64Array,
  standIns: Float64Array,
): void {
  const { known, exceeding, totals } = evidence;
  for (let i = 0; i < out.length; i++) {
    const raw = memberProbability(exceeding[i]!, known[i]!);
    const members = calibrated === null || Number.isNaN(raw) ? raw : calibrated(raw, i);
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
