/**
 * Chances of precipitation: from a single model run, of several hours together, of parts of an hour.
 *
 * Wet and dry follow each other as a Markov chain with one parameter, the persistence ρ. Two neighbours are drawn
 * together with weight ρ and independently with weight 1 − ρ, so that
 *
 *   P(wet now | dry before) = (1 − ρ) p + ρ max(0, p − p') / (1 − p')      p now, p' before
 *   P(wet at all) = 1 − (1 − p₁) ∏ (1 − P(wet now | dry before))
 *
 * For equal chances that is 1 − (1 − p)(1 − p (1 − ρ))^(n−1). Since the chain has exactly the given chances, the
 * result is never below the largest of them and never above their sum. ρ are planning values until the verification
 * of this service's own forecasts replaces them.
 */

export const HOUR_PERSISTENCE = 0.7;
export const QUARTER_HOUR_PERSISTENCE = 0.85;
/** Of the days with any hour of 0.1 mm, those with 1.0 mm: turns "any hour" into the day's event. */
const DAY_EVENT_SHARE = 0.85;

/**
 * Chance of 0.1 mm in the hour from one run's rate: 1 − exp(−(r / 0.35)^0.7). A stand-in where no ensemble is, not
 * calibrated: answers that use it warn `uncalibrated_probability`.
 */
export function fallbackProbability(rateMmPerHour: number): number {
  if (rateMmPerHour <= 0) return 0;
  return 1 - Math.exp(-Math.exp(0.7 * Math.log(rateMmPerHour / 0.35))); // the inner one is a power, faster than **
}

/**
 * Chance of 1.0 mm in a day from one run's total of it, mm: as for the hour, with 2 mm in place of 0.35, because ten times
 * the event needs less than ten times the amount in a whole day.
 */
export function fallbackDayProbability(total: number): number {
  return total <= 0 ? 0 : 1 - Math.exp(-((total / 2) ** 0.7));
}

/** Chance that any of the intervals is wet; `probabilities` in time order. No intervals: NaN. */
export function combineProbabilities(probabilities: ArrayLike<number>, persistence: number): number {
  if (probabilities.length === 0) return Number.NaN;
  let before = probabilities[0]!;
  let allDry = 1 - before;
  for (let i = 1; i < probabilities.length; i++) {
    const p = probabilities[i]!;
    const rise = p > before ? (p - before) / (1 - before) : 0;
    allDry *= 1 - (1 - persistence) * p - persistence * rise;
    before = p;
  }
  return 1 - allDry;
}

/** Chance of at least 1.0 mm in the day from the chances of its hours, in time order. */
export function dayProbability(hourly: ArrayLike<number>): number {
  return DAY_EVENT_SHARE * combineProbabilities(hourly, HOUR_PERSISTENCE);
}

/**
 * The equal chance of each of `pieces` that gives `probability` together.
 *
 * Newton's method from the left: the combination is concave, so every step stays below the root and none overshoots.
 */
export function splitProbability(probability: number, pieces: number, persistence: number): number {
  if (!(probability > 0 && probability < 1)) return probability;
  const a = 1 - persistence;
  let p = probability / (1 + (pieces - 1) * a);
  for (let step = 0; step < 50; step++) {
    const laterDry = (1 - a * p) ** (pieces - 1);
    const short = probability - (1 - (1 - p) * laterDry);
    if (short < 1e-9) break;
    p += short / (laterDry + ((1 - p) * (pieces - 1) * a * laterDry) / (1 - a * p));
  }
  return p;
}

const QUARTERS_PER_HOUR = 4;

/** The equal chance of each quarter of an hour, from that of the hour. */
export function quarterProbability(hourProbability: number): number {
  return splitProbability(hourProbability, QUARTERS_PER_HOUR, QUARTER_HOUR_PERSISTENCE);
}
