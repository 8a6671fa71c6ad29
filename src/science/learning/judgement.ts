/**
 * Judges if a correction is worth having. For each of the last 60 dates it is fitted with dates that were known before the
 * forecast was issued, and its squared error on that date is compared with the one of the forecast as it was.
 *
 *   gain = 1 − (squared error with the correction) / (squared error without it)
 */

/** Dates on which a correction is judged. */
export const JUDGED_DATES = 60;
/** With fewer dates there is no judgement. */
export const LEAST_DATES = 20;
/** Gain from which a correction is switched on; one that is on stays so while it gains anything at all. */
const LEAST_GAIN = 0.01;

/** Squared errors of the same pairs, summed, and the dates that they are of. */
export interface Judgement {
  readonly raw: number;
  readonly corrected: number;
  readonly dates: number;
}

/** Share of the squared error that a correction takes away; NaN: too few dates, or no error. */
export function gainOf({ raw, corrected, dates }: Judgement): number {
  return dates >= LEAST_DATES && raw > 0 ? 1 - corrected / raw : Number.NaN;
}

/**
 * True where a correction is switched on. Two limits in place of one keep it from switching to and fro.
 *
 * @param gain  NaN: not known
 */
export function isWorthwhile(gain: number, wasOn: boolean): boolean {
  return wasOn ? gain > 0 : gain >= LEAST_GAIN;
}
