/**
 * How forecasts of an event came true: counts that add up over starts, regions and days, and scores made from them at the end.
 *
 *                observed   not observed
 *   forecast        a            b            CSI = a / (a + b + c)   POD = a / (a + c)   FAR = b / (a + b)
 *   not forecast    c            d            bias = (a + b) / (a + c)     accuracy = (a + d) / n
 *
 *   Brier = mean (p − o)²  =  reliability − resolution + uncertainty     (Murphy 1973, J. Appl. Meteor. 12, 595)
 *
 * The decomposition is over bins of the probability and holds exactly only where all of a bin have the same; what lies
 * inside the bins is in the Brier score and not in the terms. A pair with NaN on either side is no pair: who counts must
 * leave it out, since `NaN >= threshold` is false and would pass for a correct negative. A score without a denominator is
 * NaN.
 */

/**
 * Values lie exactly on thresholds (0.1, 1 and 5 mm/h in MRMS), and a sum or an interpolation of them may be 0.09999999: an
 * event is a value ≥ threshold − this.
 */
export const EVENT_EPSILON = 1e-6;

/** Counts of a forecast of yes or no; growing, so that scores of parts pool by adding. */
export interface Contingency {
  hits: number;
  falseAlarms: number;
  misses: number;
  correctNegatives: number;
}

/** No pairs yet. */
export function noContingency(): Contingency {
  return { hits: 0, falseAlarms: 0, misses: 0, correctNegatives: 0 };
}

/** Adds the counts of `more` to `total`; `more` stays as it is. */
export function addContingency(total: Contingency, more: Contingency): void {
  total.hits += more.hits;
  total.falseAlarms += more.falseAlarms;
  total.misses += more.misses;
  total.correctNegatives += more.correctNegatives;
}

/** CSI, also threat score: 0 none, 1 perfect; what was rightly expected to stay dry does not count. */
export function criticalSuccessIndex({ hits, falseAlarms, misses }: Contingency): number {
  return hits / (hits + falseAlarms + misses);
}

/** POD, also hit rate: share of what happened that was forecast. */
export function probabilityOfDetection({ hits, misses }: Contingency): number {
  return hits / (hits + misses);
}

/** FAR: share of what was forecast that did not happen. */
export function falseAlarmRatio({ hits, falseAlarms }: Contingency): number {
  return falseAlarms / (hits + falseAlarms);
}

/** How often the event was forecast for each time that it happened; 1 is neither too often nor too rarely. */
export function frequencyBias({ hits, falseAlarms, misses }: Contingency): number {
  return (hits + falseAlarms) / (hits + misses);
}

/** Share of pairs that were right. */
export function accuracy({ hits, falseAlarms, misses, correctNegatives }: Contingency): number {
  return (hits + correctNegatives) / (hits + falseAlarms + misses + correctNegatives);
}

/** Bins of `ProbabilityCounts`: exactly 0, then ten tenths (0, 0.1], (0.1, 0.2] … (0.9, 1]. */
export const PROBABILITY_BINS = 11;

/** Sums over pairs of a probability 0..1 and what came, by bins of the probability; growing, so that parts pool by adding. */
export interface ProbabilityCounts {
  /** Σ (p − o)². */
  squaredError: number;
  /** Pairs of each bin. */
  readonly pairs: Float64Array;
  /** Σ p of each bin. */
  readonly forecast: Float64Array;
  /** Of the pairs of each bin, those where the event came. */
  readonly observed: Float64Array;
}

/** No pairs yet. */
export function noProbabilityCounts(): ProbabilityCounts {
  const zeros = () => new Float64Array(PROBABILITY_BINS);
  return { squaredError: 0, pairs: zeros(), forecast: zeros(), observed: zeros() };
}

/** Index of the bin of a probability 0..1. Rounded in the 9th place, so that 3/10 is in the same bin whatever made it. */
export function probabilityBin(probability: number): number {
  return Math.max(0, Math.ceil(probability * 10 - 1e-9));
}

/** Counts `pairs` pairs of the same probability, of which `observed` came. */
export function countProbability(
  counts: ProbabilityCounts,
  probability: number,
  pairs: number,
  observed: number,
): void {
  const bin = probabilityBin(probability);
  counts.squaredError += observed * (1 - probability) ** 2 + (pairs - observed) * probability ** 2;
  counts.pairs[bin]! += pairs;
  counts.forecast[bin]! += pairs * probability;
  counts.observed[bin]! += observed;
}

/** Adds the sums of `more` to `total`; `more` stays as it is. */
export function addProbabilityCounts(total: ProbabilityCounts, more: ProbabilityCounts): void {
  total.squaredError += more.squaredError;
  for (let bin = 0; bin < PROBABILITY_BINS; bin++) {
    total.pairs[bin]! += more.pairs[bin]!;
    total.forecast[bin]! += more.forecast[bin]!;
    total.observed[bin]! += more.observed[bin]!;
  }
}

/** Everything that is made of the sums; ratios, NaN without pairs. */
export interface ProbabilityScores {
  readonly pairs: number;
  readonly brier: number;
  /** 1 − Brier / uncertainty: better than always saying the base rate of these same pairs. NaN when all or none came. */
  readonly skill: number;
  readonly baseRate: number;
  readonly meanForecast: number;
  /** Σ n (f̄ − ō)² / N over the bins: 0 is calibrated. */
  readonly reliability: number;
  /** Σ n (ō − base rate)² / N over the bins: how far apart what came is where something else was forecast. */
  readonly resolution: number;
  /** base rate × (1 − base rate). */
  readonly uncertainty: number;
}

/** Scores of the pairs that were counted. */
export function probabilityScores(counts: ProbabilityCounts): ProbabilityScores {
  const pairs = sum(counts.pairs);
  const baseRate = sum(counts.observed) / pairs;
  let reliability = 0;
  let resolution = 0;
  for (let bin = 0; bin < PROBABILITY_BINS; bin++) {
    const n = counts.pairs[bin]!;
    if (n === 0) continue;
    const frequency = counts.observed[bin]! / n;
    reliability += (n * (counts.forecast[bin]! / n - frequency) ** 2) / pairs;
    resolution += (n * (frequency - baseRate) ** 2) / pairs;
  }
  const brier = counts.squaredError / pairs;
  const uncertainty = baseRate * (1 - baseRate);
  const skill = uncertainty > 0 ? 1 - brier / uncertainty : Number.NaN;
  const meanForecast = sum(counts.forecast) / pairs;
  return {
    pairs,
    brier,
    skill,
    baseRate,
    meanForecast,
    reliability: pairs > 0 ? reliability : Number.NaN,
    resolution: pairs > 0 ? resolution : Number.NaN,
    uncertainty,
  };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
