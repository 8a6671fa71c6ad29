/** Code table 4.4, units of time. Months and years follow the calendar; all others are a fixed number of seconds. */

import { GribUnsupportedError } from '../../base/errors.js';
import { isMissing, malformed, octets, type Section } from './sections.js';

const SECONDS: Readonly<Record<number, number>> = {
  0: 60,
  1: 3600,
  2: 86400,
  10: 3 * 3600,
  11: 6 * 3600,
  12: 12 * 3600,
  13: 1,
};
/** Month, year, decade, normal of 30 years, century. */
const MONTHS: Readonly<Record<number, number>> = { 3: 1, 4: 12, 5: 120, 6: 360, 7: 1200 };

const SIGN_BIT = 2 ** 31;
/** No count of units is as long as this: 34 years of seconds. */
const LONGEST_COUNT = 2 ** 30;

/**
 * Count of time units in four octets, with its sign. The standard writes −7 as sign and magnitude, 80 00 00 07; NOAA's
 * daily maxima of air quality have two's complement, FF FF FF F9. Only one of the two readings is shorter than 2^30, so
 * octets are never ambiguous.
 *
 * @throws GribUnsupportedError  all bits are one: the count is missing
 */
export function readTimeCount(section: Section, first: number, what: string): number {
  if (isMissing(section, first, 4)) throw new GribUnsupportedError(what, 'missing');
  const raw = octets(section, first, 4);
  if (raw < SIGN_BIT) return raw;
  const magnitude = raw - SIGN_BIT;
  return magnitude < LONGEST_COUNT ? -magnitude : raw - 2 * SIGN_BIT;
}

/** Year 9999; beyond it nothing of the calendar is defined. */
const LATEST = 253402300799;

/**
 * `start` (epoch seconds) plus `count` units. A unit that is missing (255) is allowed with a count of zero, which
 * constant fields like orography are sent with.
 */
export function addTimeUnits(start: number, count: number, unit: number, section: Section): number {
  if (count === 0) return start;
  const seconds = SECONDS[unit];
  const months = MONTHS[unit];
  if (seconds === undefined && months === undefined)
    throw new GribUnsupportedError('code table 4.4 unit of time', unit);
  const time = seconds === undefined ? addMonths(start, count * months!) : start + count * seconds;
  if (!(Math.abs(time) <= LATEST))
    throw malformed(section, 'forecast time', 'the valid time is before the year 10000', count);
  return time;
}

function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime() / 1000;
}
