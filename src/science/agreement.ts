/**
 * Amount and chance of precipitation that do not contradict each other (docs/methods/probability.md, "Agreement").
 *
 *   p' = max(p, 0.3 clamp((r − 0.09) / (r₀ − 0.09)))  what is called wet has a chance of at least 30%
 *   r' = max(r, 0.1 clamp((p − 0.5) / 0.2))          a chance of 70% is never 0 mm
 *   P' = min(P, 0.69 + 0.31 clamp((A − 0.1) / 0.1))  of an hour, where the amount is given
 *
 * r is the rate of a minute, mm/h, and r₀ = 0.095 mm/h the least that is printed as 0.10; clamp limits to 0..1. All are
 * continuous, so that no amount or chance jumps where the rule begins. What is unknown (NaN) constrains nothing.
 */

import { WET_DAY_TOTAL, WET_PROBABILITY, WET_RATE } from './condition.js';
import { quarterProbability } from './probability.js';

const QUARTERS_PER_HOUR = 4;

/** Half of the last printed digit, mm. */
const PRINTED = 0.005;
/** mm/h: largest rate of the models that is called dry, so that dry rates raise no chance. */
const DRIEST = 0.09;
/** Chance beside a dry hour at most: the next whole percent promises an amount. */
const DRY_CHANCE = 0.69;
/** mm in a day: what a chance of 70% promises at least. */
const LIKELY_DAY_TOTAL = 0.5;
/** From the first of these chances on the rate is raised, and at the second it is wet. */
const [DOUBTFUL, LIKELY] = [0.5, 0.7];

/** Chance of a minute, a quarter hour or an hour, 0..1, beside its rate, mm/h. */
export function agreedChance(chance: number, rate: number): number {
  return atLeast(chance, (rate - DRIEST) / (WET_RATE - PRINTED - DRIEST));
}

/** mm/h: from here on the chance of a quarter is raised. */
const DAMP_RATE = 0.05;

/**
 * Chance of a quarter hour, 0..1, from that of its hour. The equal part of it, but where the quarter is wet at least 30%, as
 * far as the hour has that: the chance of an hour that is called wet would fall below it when it is divided.
 *
 * @param amount  of the quarter, mm; NaN unknown
 * @param divided  the equal part, where it is known already
 */
export function quarterChance(hourChance: number, amount: number, divided = quarterProbability(hourChance)): number {
  const wet = clamp((amount * QUARTERS_PER_HOUR - DAMP_RATE) / (WET_RATE - PRINTED - DAMP_RATE));
  const least = Math.min(hourChance, WET_PROBABILITY) * wet;
  return least > divided ? least : divided;
}

/** Rate of a minute, mm/h, beside its chance, 0..1. */
export function agreedRate(rate: number, chance: number): number {
  const least = WET_RATE * clamp((chance - DOUBTFUL) / (LIKELY - DOUBTFUL));
  return least > rate ? least : rate;
}

/** Chance of an hour, 0..1, beside its amount, mm. */
export function agreedHourChance(chance: number, total: number): number {
  return atMost(agreedChance(chance, total), (total - WET_RATE) / WET_RATE);
}

/** Chance of at least 1.0 mm in a local day, 0..1, beside its amount, mm. */
export function agreedDayChance(chance: number, total: number): number {
  const raised = atLeast(chance, (total - LIKELY_DAY_TOTAL) / (WET_DAY_TOTAL - PRINTED - LIKELY_DAY_TOTAL));
  return atMost(raised, (total - LIKELY_DAY_TOTAL) / LIKELY_DAY_TOTAL);
}

/**
 * Chance of a day, 0..1, of which some hours are known better than the members know them. They make the day wet where they have
 * 1.0 mm together, with their own chance; half of that makes it no likelier.
 *
 * @param total  of those hours, mm
 * @param ofHours  chance of the likeliest of them, 0..1
 */
export function dayChanceBeside(chance: number, total: number, ofHours: number): number {
  const least = ofHours * clamp((total - LIKELY_DAY_TOTAL) / (WET_DAY_TOTAL - LIKELY_DAY_TOTAL));
  return least > chance ? least : chance;
}

/** @param share  of the amount that is called wet */
function atLeast(chance: number, share: number): number {
  const least = WET_PROBABILITY * clamp(share);
  return least > chance ? least : chance;
}

/** @param share  of what makes any chance credible, beyond what a dry hour may have */
function atMost(chance: number, share: number): number {
  const most = DRY_CHANCE + (1 - DRY_CHANCE) * clamp(share);
  return most < chance ? most : chance;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
