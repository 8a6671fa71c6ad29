/** Section 1: who made the message, and its reference time. */

import { malformed, octet, octets, type Section } from './sections.js';

export interface Identification {
  /** Common code table C-11: 7 NCEP, 98 ECMWF, 78 DWD, 161 NOAA OAR (MRMS). */
  readonly centre: number;
  readonly subcentre: number;
  /** Epoch seconds UTC. */
  readonly referenceTime: number;
}

export function readIdentification(section: Section): Identification {
  return {
    centre: octets(section, 6, 2),
    subcentre: octets(section, 8, 2),
    referenceTime: calendarTime(section, 13),
  };
}

/**
 * Epoch seconds of the seven octets that begin at `first`: year (two), month, day, hour, minute, second.
 *
 * @throws MalformedError when they are not a date and time of the calendar
 */
export function calendarTime(section: Section, first: number): number {
  const year = octets(section, first, 2);
  const [month, day, hour, minute, second] = [2, 3, 4, 5, 6].map((next) => octet(section, first + next)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second);
  // Date carries 31 April over into May; a carried month or day shows that the octets were no date.
  const isDate = month >= 1 && month <= 12 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59 || second > 59)
    throw malformed(
      section,
      `octets ${first}-${first + 6}`,
      'a date and time of the calendar',
      `${year}-${month}-${day} ${hour}:${minute}:${second}`,
    );
  return time.getTime() / 1000;
}
