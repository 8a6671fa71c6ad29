/**
 * Chances from an ensemble, and their average with another forecast's.
 *
 *   members        p = (hits + 0.5) / (members + 1)        never 0 or 1: 31 dry members are no promise
 *   average        logit p = (1 − w) logit a + w logit b   logit p = ln(p / (1 − p))
 *
 * The average of logits, not of chances: two forecasts of 1% and 9% say about 3%, and a confident one is not drowned.
 * A chance of 0% from a forecast in whole percents stands for anything below half a percent, so that it does not decide
 * alone.
 */

/** Half of a whole percent. */
const LEAST_CERTAIN = 0.005;

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
