/**
 * One distribution of precipitation from the best source and an ensemble: its chance and its amount cannot contradict each
 * other, because both are read from it.
 *
 *   chance    p = a s(D) + (1 − a) m         D amount of the best source, m chance by the members, s(D) chance by D alone
 *   shares    S(x) = a [D ≥ x] + (1 − a) M(x)           M(x) share of members with x or more
 *   amount    the largest x with S(x) ≥ e,  e = p (c / p')^g, at least 0.1 mm, where p' ≥ c
 *             0.09 mm times (p' / c)³, or up to p' / c where D is drizzle    where p' < c
 *
 * p' is the chance as it is shown, after another forecast was averaged in and it was calibrated. With g = 1 and p' = p the
 * amount is the one that is exceeded with the chance c. It is the best source's own amount, held between two
 * quantiles of the members that close in on each other as `a` falls with the lead. The amount is wet
 * exactly where the chance is at least c.
 *
 * Quantiles alone make heavy rain rare at long leads, where chances are small: g above 1 takes a higher quantile where it
 * is wet, so that 1 mm is about as frequent as it will be (the aim of the probability-matched mean, Ebert 2001, MWR 129,
 * 2461). Values of a, c and g were chosen on one half of simulated forecasts and judged on the other:
 * docs/methods/probability.md.
 */

import { WET_RATE } from './condition.js';
import { fallbackProbability } from './probability.js';

/** Values at leads in hours, linear between them and level beyond. */
type Course = readonly (readonly [leadHours: number, value: number])[];

/** Weight a of a regional model beside the members; a global one, no finer than they are, counts half of it. */
const SOURCE_WEIGHT: Course = [
  [2, 0.9],
  [12, 0.7],
  [24, 0.5],
  [72, 0.3],
  [240, 0.1],
];
const GLOBAL_SHARE = 0.5;
/** Chance c from which an hour is wet: beside a regional model, and beside a global one. */
const WET_CHANCE_REGIONAL: Course = [
  [12, 0.3],
  [24, 0.35],
  [72, 0.35],
  [144, 0.3],
];
const WET_CHANCE_GLOBAL: Course = [
  [12, 0.4],
  [24, 0.35],
];
/** Exponent g. */
const HEAVINESS: Course = [
  [48, 1],
  [96, 2],
];
/** mm in an hour that is just not wet: it is printed below 0.10. */
const DRIEST = 0.09;
/** mm: less is printed as 0.00. */
const LEAST_PRINTED = 0.005;

/** Which sources speak of an interval, and how far ahead it is. */
export interface PoolLead {
  /** From the run of the ensemble to the middle of the interval. */
  readonly hours: number;
  /** Share of regional models in the best source's amount, 0..1. */
  readonly regional: number;
}

/** Hours over which the members come in, so that nothing jumps where their run begins. */
const MEMBERS_IN = 4;

/** Weight of the best source beside the members, 0..1. */
export function sourceWeight({ hours, regional }: PoolLead): number {
  const weight = courseAt(SOURCE_WEIGHT, hours) * (GLOBAL_SHARE + (1 - GLOBAL_SHARE) * regional);
  return 1 - (1 - weight) * Math.min(1, Math.max(0, hours / MEMBERS_IN));
}

/** Chance from which an hour is wet, 0.3 … 0.4. */
function wetChance({ hours, regional }: PoolLead): number {
  const least = courseAt(WET_CHANCE_REGIONAL, hours);
  return hours < WET_CHANCE_GLOBAL[1]![0]
    ? regional * least + (1 - regional) * courseAt(WET_CHANCE_GLOBAL, hours)
    : least;
}

function courseAt(course: Course, lead: number): number {
  let before = course[0]!;
  if (lead <= before[0]) return before[1];
  for (let i = 1; i < course.length; i++) {
    const next = course[i]!;
    if (lead <= next[0]) return before[1] + ((lead - before[0]) / (next[0] - before[0])) * (next[1] - before[1]);
    before = next;
  }
  return before[1];
}

/**
 * Chance of at least 0.1 mm in the hour from the best source's amount, mm, and the members' chance; NaN where both are.
 *
 * @param weight  of the best source
 */
export function pooledChance(best: number, memberChance: number, weight: number): number {
  if (Number.isNaN(best)) return memberChance;
  const ofSource = fallbackProbability(best);
  return Number.isNaN(memberChance) ? ofSource : weight * ofSource + (1 - weight) * memberChance;
}

/** One hour of a pool. */
export interface PooledHour {
  /** Amount of the best source, mm. */
  readonly best: number;
  /** Chance as it is shown, 0..1, whatever was done to it after pooling (another forecast averaged in, calibration). */
  readonly chance: number;
  /** Chance by the members alone, 0..1; NaN none. */
  readonly memberChance: number;
  readonly lead: PoolLead;
  /** Called only where the members decide: mm an hour of those that are known, smallest first, not none. */
  membersRanked(): Float64Array;
}

/** Least chance that is called wet where there is no ensemble. */
const WET_CHANCE_ALONE = 0.3;

/** Amount of the hour, mm; NaN where that of the best source is. */
export function pooledAmount(hour: PooledHour): number {
  const { best, chance, memberChance, lead } = hour;
  if (Number.isNaN(best) || Number.isNaN(chance)) return best;
  const hasMembers = !Number.isNaN(memberChance);
  const wet = hasMembers ? wetChance(lead) : WET_CHANCE_ALONE;
  // Chances count as they are printed, in whole percent.
  if (Math.round(chance * 100) / 100 < wet) return dryAmount(best, chance / wet);
  if (!hasMembers) return Math.max(WET_RATE, best);
  const weight = sourceWeight(lead);
  const exceeded = pooledChance(best, memberChance, weight) * (wet / chance) ** courseAt(HEAVINESS, lead.hours);
  return Math.max(WET_RATE, heldByMembers(hour, weight, exceeded));
}

/**
 * Small amounts of an hour that is rather dry, so that a day of many such hours is not one of 0 mm; or the best source's own
 * drizzle, as far as the pool believes it.
 *
 * @param share  of the chance from which the hour would be wet
 */
function dryAmount(best: number, share: number): number {
  const capped = Math.min(1, share);
  const drizzle = best <= DRIEST ? best : Math.max(0, 2 * DRIEST - best);
  const amount = DRIEST * Math.max(capped * capped * capped, Math.min(capped, drizzle / DRIEST));
  return amount < LEAST_PRINTED ? 0 : amount;
}

/** The largest amount that the share `exceeded` of the pool reaches: the best source's, between quantiles of the members. */
function heldByMembers(hour: PooledHour, weight: number, exceeded: number): number {
  const { best } = hour;
  const [isRaised, isLowered] = [exceeded < 1 - weight, exceeded > weight];
  if (!isRaised && !isLowered) return best;
  const ranked = hour.membersRanked();
  const least = isRaised ? exceededBy(ranked, exceeded / (1 - weight)) : 0;
  const most = isLowered ? exceededBy(ranked, (exceeded - weight) / (1 - weight)) : Number.POSITIVE_INFINITY;
  return Math.min(Math.max(best, least), most);
}

/**
 * The amount that a share of the members reaches, between two members linear; at most the largest one's. Shares are counted
 * as chances are: k members of n are (k + ½) / (n + 1).
 */
function exceededBy(ranked: Float64Array, share: number): number {
  const count = ranked.length;
  const rank = share * (count + 1) - 0.5;
  if (rank <= 1) return ranked[count - 1]!;
  if (rank >= count) return rank >= count + 0.5 ? 0 : ranked[0]! * (1 - 2 * (rank - count));
  const whole = Math.floor(rank);
  const above = ranked[count - whole]!;
  return above + (rank - whole) * (ranked[count - whole - 1]! - above);
}

/** Beside the members' totals of a whole day the best source counts half of what it does in an hour. */
export function daySourceWeight(lead: PoolLead): number {
  return sourceWeight(lead) / 2;
}
