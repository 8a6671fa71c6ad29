/**
 * How likely at least 0.1 mm in an hour is, and how much falls, from one pool of all that speaks of the hour
 * (docs/methods/probability.md): the best source's amount and the members of the ensemble, averaged with the National Blend's
 * chance. Where only an amount is known the chance is a stand-in, and to be warned about.
 */

import { HOUR } from '../../model/time.js';
import type { Zone } from '../../model/zone.js';
import { WET_RATE } from '../../science/condition.js';
import { combineLogit, memberProbability } from '../../science/ensemble-probability.js';
import { pooledAmount, pooledChance, sourceWeight } from '../../science/precipitation-pool.js';
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

/** Evidence for some hours, one entry per hour; chances 0..1, NaN unknown. */
export interface ChanceEvidence {
  /** Members whose total of the hour is known, and of those the ones with the event; both 0 where there are none. */
  readonly known: Float64Array;
  readonly exceeding: Float64Array;
  /** Hours from the ensemble's run to the middle of the hour, and share of regional models in the total, 0..1. */
  readonly leads: Float64Array;
  readonly regional: Float64Array;
  /** Share of the National Blend beside the members, 0..1. */
  readonly blendShare: number;
  /** Chance of the Blend for the hour, how far its run has not yet faded out, 0..1, and its chance of six hours. */
  readonly blendHour: Float64Array;
  readonly blendRamp: Float64Array;
  readonly blendSixHours: Float64Array;
  /** Liquid equivalent of the best source, mm. */
  readonly totals: Float64Array;
}

/**
 * @param out  chance of each hour, NaN unknown
 * @param standIns  set to 1 where a chance stands on the amount alone
 */
export function chancesOfHours(evidence: ChanceEvidence, out: Float64Array, standIns: Float64Array): void {
  const { known, exceeding, leads, regional, totals } = evidence;
  const lead = { hours: 0, regional: 0 };
  for (let i = 0; i < out.length; i++) {
    lead.hours = leads[i]!;
    lead.regional = regional[i]!;
    const members = memberProbability(exceeding[i]!, known[i]!);
    const pooled = pooledChance(totals[i]!, members, sourceWeight(lead));
    const blend = blendChance(evidence, i);
    out[i] = combineLogit(pooled, blend, blendWeight(evidence, i));
    if (known[i] === 0 && Number.isNaN(blend) && !Number.isNaN(totals[i]!)) standIns[i] = 1;
  }
}

/** Six hours are asked only where neither an hour of the Blend nor a member speaks. */
function blendChance({ known, blendHour, blendSixHours }: ChanceEvidence, i: number): number {
  if (!Number.isNaN(blendHour[i]!) || known[i]! > 0) return blendHour[i]!;
  return splitProbability(blendSixHours[i]!, SIX_HOURS / HOUR, HOUR_PERSISTENCE);
}

/** Without members the Blend counts alone: its chance is calibrated, the one that stands on an amount is not. */
function blendWeight({ known, blendShare, blendRamp }: ChanceEvidence, i: number): number {
  return known[i] === 0 ? 1 : blendShare * blendRamp[i]!;
}

/**
 * Amounts of the hours, mm, that agree with their chances (`science/precipitation-pool.ts`); NaN where the best source's is.
 * An amount that an uncorrected chance stands on alone agrees with it already.
 *
 * @param chances  as they are shown
 * @param rankedAt  the members' amounts around hour i, mm an hour, smallest first; asked only where some are known
 */
export function amountsOfHours(
  { known, exceeding, leads, regional, totals, blendShare, blendHour }: ChanceEvidence,
  chances: Float64Array,
  standIns: Float64Array,
  rankedAt: (i: number) => Float64Array,
  out: Float64Array,
): void {
  // One object for all hours: new ones were a tenth of what a response allocated.
  const lead = { hours: 0, regional: 0 };
  let i = 0;
  const hour = { best: 0, chance: 0, memberChance: 0, lead, membersRanked: () => rankedAt(i) };
  for (; i < out.length; i++) {
    hour.best = totals[i]!;
    hour.chance = chances[i]!;
    // Where the members are late the Blend decides alone, and they do not decide on the amount.
    const isLate = blendShare === 1 && !Number.isNaN(blendHour[i]!);
    hour.memberChance = isLate ? Number.NaN : memberProbability(exceeding[i]!, known[i]!);
    lead.hours = leads[i]!;
    lead.regional = regional[i]!;
    const isItsOwn = standIns[i] === 1 && chances[i] === fallbackProbability(totals[i]!);
    out[i] = isItsOwn ? totals[i]! : pooledAmount(hour);
  }
}

/**
 * Divides the amount of each hour among its quarters: an amount below the best source's in proportion to its quarters, what
 * is above evenly. The quarters of the hour have together the amount.
 *
 * @param quarters  of the best source, mm, four for each hour; overwritten
 */
export function divideAmounts(totals: Float64Array, amounts: Float64Array, quarters: Float64Array): void {
  for (let i = 0; i < totals.length; i++) {
    const [total, amount] = [totals[i]!, amounts[i]!];
    if (amount === total || Number.isNaN(total)) continue;
    for (let k = 4 * i; k < 4 * i + 4; k++) quarters[k] = dividedAmount(quarters[k]!, total, amount);
  }
}

/** Amount of a quarter hour, mm, of an hour that has `amount` in place of the `total` that the quarter is a part of. */
export function dividedAmount(quarter: number, total: number, amount: number): number {
  return amount < total ? (quarter * amount) / total : quarter + (amount - total) / 4;
}
