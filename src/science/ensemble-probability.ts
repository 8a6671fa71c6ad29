/**
 * Chances from an ensemble, their average with another forecast's, and their calibration against what happened.
 *
 *   members        p = (hits + 0.5) / (members + 1)        never 0 or 1: 31 dry members are no promise
 *   average        logit p = (1 − w) logit a + w logit b   logit p = ln(p / (1 − p))
 *   calibration    isotonic regression, by pooling adjacent violators
 *
 * The average of logits, not of chances: two forecasts of 1% and 9% say about 3%, and a confident one is not drowned.
 * A chance of 0% from a forecast in whole percents stands for anything below half a percent, so that it does not decide
 * alone.
 *
 * The calibration maps the chance that was given to the share of such forecasts that came true, never decreasing
 * (Ayer et al. 1955, Ann. Math. Stat. 26, 641), on the pairs of at least 60 days, the span that NBM calibrates on (Hamill
 * et al. 2017, Mon. Wea. Rev. 145, 3441). It depends on climate, lead and season, so there is a curve for each; where
 * fewer than 500 pairs are, there is none, and the chance stays what the members say.
 */

import { DAY } from '../model/time.js';

/** Half of a whole percent. */
const LEAST_CERTAIN = 0.005;
const LEAST_PAIRS = 500;

/**
 * @param hits  members with the event, 0 … `members`
 * @returns NaN for no members at all
 * @throws RangeError for hits that are not among the members
 */
export function memberProbability(hits: number, members: number): number {
  if (!(hits >= 0 && hits <= members)) throw new RangeError(`${hits} hits of ${members} members`);
  return members === 0 ? Number.NaN : (hits + 0.5) / (members + 1);
}

/** Average of two chances with `weight` on the second, 0 … 1. Where one is NaN it is the other. */
export function combineLogit(a: number, b: number, weight: number): number {
  if (Number.isNaN(a)) return b;
  if (Number.isNaN(b)) return a;
  return 1 / (1 + Math.exp(-((1 - weight) * logit(a) + weight * logit(b))));
}

function logit(probability: number): number {
  const p = Math.min(1 - LEAST_CERTAIN, Math.max(LEAST_CERTAIN, probability));
  return Math.log(p / (1 - p));
}

export type Season = 'winter' | 'spring' | 'summer' | 'autumn';

/** Where and when a chance holds, as far as its calibration differs. */
export interface CalibrationPlace {
  /** Climate region of the place, as the verification groups its stations: "humid-east". */
  readonly cohort: string;
  readonly leadSeconds: number;
  readonly season: Season;
}

/** Corners of a line that does not fall; both lists equally long, `given` strictly increasing. */
export interface CalibrationCurve {
  readonly given: readonly number[];
  readonly observed: readonly number[];
}

export interface ProbabilityCalibration {
  /** By `calibrationSlot`. */
  readonly curves: ReadonlyMap<string, CalibrationCurve>;
}

/** Until forecasts have been verified. */
export const IDENTITY_CALIBRATION: ProbabilityCalibration = { curves: new Map() };

/** Ends of the bins, s: the first day, to day 3, to day 7; the last is open. */
const LEAD_BINS = [DAY, 3 * DAY, 7 * DAY] as const;

/** Name of the slot of the table: "humid-east/1/summer", the middle number is the lead's bin. */
export function calibrationSlot({ cohort, leadSeconds, season }: CalibrationPlace): string {
  const bin = LEAD_BINS.findIndex((end) => leadSeconds <= end);
  return `${cohort}/${bin < 0 ? LEAD_BINS.length : bin}/${season}`;
}

const SEASONS: readonly Season[] = ['winter', 'spring', 'summer', 'autumn'];

/** Season of the month, 1 … 12, on the place's side of the equator: December to February are winter in the north. */
export function seasonOf(month: number, latitude: number): Season {
  const northern = Math.floor((month % 12) / 3);
  return SEASONS[(northern + (latitude < 0 ? 2 : 0)) % 4]!;
}

/** The chance as such forecasts came true; unchanged where nothing was fitted. */
export function calibrate(calibration: ProbabilityCalibration, probability: number, place: CalibrationPlace): number {
  const curve = calibration.curves.get(calibrationSlot(place));
  return curve === undefined || Number.isNaN(probability) ? probability : follow(curve, probability);
}

/** On the line between its corners, level outside of them. */
function follow({ given, observed }: CalibrationCurve, probability: number): number {
  const next = given.findIndex((corner) => corner >= probability);
  if (next === 0) return observed[0]!;
  if (next < 0) return observed.at(-1)!;
  const along = (probability - given[next - 1]!) / (given[next]! - given[next - 1]!);
  return observed[next - 1]! + along * (observed[next]! - observed[next - 1]!);
}

export interface VerifiedChance {
  /** The chance that was given, 0 … 1. */
  readonly given: number;
  /** Whether the event came. */
  readonly happened: boolean;
}

/** Forecasts that share a place on the curve. */
interface Block {
  givenSum: number;
  hits: number;
  pairs: number;
}

/** The curve of these pairs; null for fewer than 500: then the chance stays as it is. Pairs may be in any order. */
export function fitCalibration(pairs: readonly VerifiedChance[]): CalibrationCurve | null {
  if (pairs.length < LEAST_PAIRS) return null;
  const blocks = poolAdjacentViolators(blocksOfEqual(pairs));
  return {
    given: blocks.map(({ givenSum, pairs: count }) => givenSum / count),
    observed: blocks.map(({ hits, pairs: count }) => hits / count),
  };
}

/** One block for each chance that was given, ascending. */
function blocksOfEqual(pairs: readonly VerifiedChance[]): Block[] {
  const byChance = new Map<number, Block>();
  for (const { given, happened } of pairs) {
    const block = byChance.get(given) ?? { givenSum: 0, hits: 0, pairs: 0 };
    block.givenSum += given;
    block.hits += happened ? 1 : 0;
    block.pairs++;
    byChance.set(given, block);
  }
  return [...byChance].sort(([a], [b]) => a - b).map(([, block]) => block);
}

/** A block that came true no more often than the one before it is joined to it, until all of them rise. */
function poolAdjacentViolators(blocks: readonly Block[]): Block[] {
  const pooled: Block[] = [];
  for (const block of blocks) {
    let joined = block;
    for (let last = pooled.at(-1); last !== undefined && share(last) >= share(joined); last = pooled.at(-1)) {
      joined = join(pooled.pop()!, joined);
    }
    pooled.push(joined);
  }
  return pooled;
}

function share({ hits, pairs }: Block): number {
  return hits / pairs;
}

function join(a: Block, b: Block): Block {
  return { givenSum: a.givenSum + b.givenSum, hits: a.hits + b.hits, pairs: a.pairs + b.pairs };
}
