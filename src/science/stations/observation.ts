/**
 * Attributes of one observed value, as an integer: when the day of the observation ended, and how it was measured. They are
 * kept beside raw values until `resolveSeries` has moved each value to the calendar day that it describes.
 */

/** Two bits: when the 24 hours of the observation end, by local time. */
export const HOUR_MASK = 3;
/** The network does not say. */
export const UNKNOWN_HOUR = 0;
/** At local midnight, so the value describes its own date. */
export const MIDNIGHT = 1;
/** Between 1 and 12 h: most of the 24 hours belong to the date before. */
export const MORNING = 2;
/** After 12 h: most of the 24 hours belong to the date itself. */
export const EVENING = 3;

/** Too little to measure; the value is 0. */
export const TRACE = 4;
/** No report, presumed to be zero; the value is 0. */
export const PRESUMED_ZERO = 8;
/** A total of several days ended here; there is no value for the day alone. */
export const SEVERAL_DAYS = 16;

/**
 * Class of an observation time.
 *
 * @param hhmm  hours and minutes, 0 to 2400; -1: not known
 * @param isMidnightSource  true for sources that sum up calendar days, which state no time
 */
export function hourClass(hhmm: number, isMidnightSource: boolean): number {
  if (hhmm < 0) return isMidnightSource ? MIDNIGHT : UNKNOWN_HOUR;
  if (hhmm < 100 || hhmm === 2400) return MIDNIGHT;
  return hhmm <= 1200 ? MORNING : EVENING;
}
