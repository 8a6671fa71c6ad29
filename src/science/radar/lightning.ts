/**
 * Chance of a flash in a quarter hour from the chance in a longer interval.
 *
 * MRMS tells the chance of lightning in the next 30 and the next 60 minutes. If flashes are as likely in each part of an
 * interval of n quarter hours and independent, its chance p is that of each quarter, q, n times missed:
 *
 *   q = 1 − (1 − p)^(1/n)
 *
 * Flashes come in swarms, so the true chance of a quarter lies between this and p.
 */

const QUARTER_MINUTES = 15;

/** Ratio 0..1 for each quarter hour of an interval of `minutes` with the chance `chance`; NaN stays NaN. */
export function quarterHourChance(chance: number, minutes: number): number {
  return 1 - (1 - chance) ** (QUARTER_MINUTES / minutes);
}
