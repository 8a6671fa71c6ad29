/**
 * Calibration of probabilities: of the forecasts that said p, the share that came true. The line goes through one corner for
 * each bin, (mean forecast, fitted frequency), and does not fall.
 *
 *   frequency of a bin = (events + m p̄) / (pairs + m),  then isotonic regression with the weights pairs + m
 *
 * m pairs that came true exactly as often as forecast are added to each bin, so that a bin of a few pairs stays what it is,
 * and no frequency is 0 or 1 for want of pairs.
 */

import type { ChanceCurve } from '../../model/learned-corrections.js';
import { isotonic } from '../isotonic.js';
import { PROBABILITY_BINS } from '../scores.js';

/** m */
const PRIOR_PAIRS = 50;
/** Pairs that a curve needs at least. */
export const LEAST_PAIRS = 500;
/** Highest probability that a forecast of 0 becomes: it says that rain is hardly possible. */
const MOST_AT_ZERO = 0.05;
/** Corners closer than this are one. */
const LEAST_STEP = 1e-6;

/** Pairs, Σ p and events of each bin, one after the other, as rows of the record have them. */
export type ChanceBins = Float64Array;

/** Number of pairs in all bins. */
export function pairsOf(bins: ChanceBins): number {
  let sum = 0;
  for (let bin = 0; bin < PROBABILITY_BINS; bin++) sum += bins[bin]!;
  return sum;
}

/** Mean forecast of a bin; of one without pairs its middle. */
function meanOf(bins: ChanceBins, bin: number): number {
  const pairs = bins[bin]!;
  if (pairs > 0) return Math.min(1, bins[bin + PROBABILITY_BINS]! / pairs);
  return bin === 0 ? 0 : (bin - 0.5) / 10;
}

export function fittedCurve(bins: ChanceBins): ChanceCurve {
  const means = Array.from({ length: PROBABILITY_BINS }, (_, bin) => meanOf(bins, bin));
  const weights = means.map((_, bin) => bins[bin]! + PRIOR_PAIRS);
  const frequency = (mean: number, bin: number) =>
    (bins[bin + 2 * PROBABILITY_BINS]! + PRIOR_PAIRS * mean) / weights[bin]!;
  const fitted = isotonic(means.map(frequency), weights);
  fitted[0] = Math.min(fitted[0]!, MOST_AT_ZERO);
  const corners = means.flatMap((given, bin) =>
    bin > 0 && given < means[bin - 1]! + LEAST_STEP ? [] : [{ given, said: Math.min(1, fitted[bin]!) }],
  );
  return { given: corners.map(({ given }) => given), said: corners.map(({ said }) => said) };
}

/** The calibrated probability: linear between the corners, at the ends theirs; NaN stays NaN. */
export function followCurve({ given, said }: ChanceCurve, probability: number): number {
  if (Number.isNaN(probability)) return probability;
  const last = given.length - 1;
  if (probability <= given[0]!) return said[0]!;
  if (probability >= given[last]!) return said[last]!;
  let next = 1;
  while (given[next]! < probability) next += 1;
  const share = (probability - given[next - 1]!) / (given[next]! - given[next - 1]!);
  return said[next - 1]! + share * (said[next]! - said[next - 1]!);
}

/**
 * Brier sum Σ(p − o)² of bins, as if all pairs of a bin had its mean forecast. What lies inside the bins is left out, with a
 * curve and without one, so that both can be compared.
 *
 * @param curve  null: the forecasts as they are
 */
export function binnedBrier(bins: ChanceBins, curve: ChanceCurve | null): number {
  let sum = 0;
  for (let bin = 0; bin < PROBABILITY_BINS; bin++) {
    const pairs = bins[bin]!;
    if (pairs === 0) continue;
    const mean = meanOf(bins, bin);
    const p = curve === null ? mean : followCurve(curve, mean);
    const events = bins[bin + 2 * PROBABILITY_BINS]!;
    sum += events * (1 - p) ** 2 + (pairs - events) * p * p;
  }
  return sum;
}
