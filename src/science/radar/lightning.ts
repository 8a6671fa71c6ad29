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

/** Ratio 0..1 for each quarter hour of an interval of `minutes` with the chance `chance`. */
export function quarterHourChance(chance: number, minutes: number): number {
  return 1 - (1 - chance) ** (QUARTER_MINUTES / minutes);
}

/**
 * Chance of the quarter hour around a minute `leadMinutes` after the grids were made: from the next 30 minutes as long as
 * they last, then from the next 60, also beyond; NaN where the grid that is needed is not known.
 *
 * @param next30, next60  ratio 0..1, NaN unknown
 */
export function lightningChance(leadMinutes: number, next30: number, next60: number): number {
  const within30 = leadMinutes <= 30 && !Number.isNaN(next30);
  return within30 ? quarterHourChance(next30, 30) : quarterHourChance(next60, 60);
}
