/**
 * Instants, local dates and local days. Instants are epoch seconds UTC; local dates are day numbers (days since
 * 1970-01-01), so that dates compare, count and step as integers.
 */

import type { Zone } from './zone.js';

export { LONGEST_ZONE_NAME, ZONE_NAME, type Zone, zoneOf } from './zone.js';

/** Seconds of a minute, an hour, and a day of UTC. Local days can be longer or shorter: `localDay`. */
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** Local mean time in Manila was 15 h 56 min behind Greenwich: no offset of the tz database is larger. */
const LARGEST_OFFSET_SECONDS = 16 * 3600;

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
/** "T00:00:" to "T23:59:": a forecast writes hundreds of instants. */
const MINUTES = Array.from({ length: 1440 }, (_, n) => `T${TWO_DIGITS[Math.floor(n / 60)]!}:${TWO_DIGITS[n % 60]!}:`);

/** A power of two above the days of the longest answer. */
const DATES_KEPT = 512;
const keptDays = new Float64Array(DATES_KEPT).fill(Number.NaN);
const keptDates = new Array<string>(DATES_KEPT).fill('');

/** Day number to YYYY-MM-DD. Answers name the same few days again and again: texts are kept in a ring. */
export function formatDate(dayNumber: number): string {
  const slot = dayNumber & (DATES_KEPT - 1);
  if (keptDays[slot] !== dayNumber) {
    keptDates[slot] = new Date(dayNumber * DAY * 1000).toISOString().slice(0, 10);
    keptDays[slot] = dayNumber;
  }
  return keptDates[slot]!;
}

/** YYYY-MM-DD to its day number; null for anything else, also for dates that no calendar has (2023-02-29). */
export function parseDate(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const dayNumber = Date.parse(`${text}T00:00:00Z`) / (DAY * 1000);
  return Number.isInteger(dayNumber) && formatDate(dayNumber) === text ? dayNumber : null;
}

/** Hours to 23 and offsets to 23:59, as `Date.parse` reads them; no leap second, which epoch seconds do not have. */
export const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Between them an instant has a year of four digits in every zone: another is not written as it is read. */
const EARLIEST = Date.parse('0000-01-02T00:00:00Z') / 1000;
const LATEST = Date.parse('9999-12-31T00:00:00Z') / 1000;

/**
 * An ISO 8601 date and time with Z or an offset to epoch seconds (2026-11-20T10:00Z, 2026-11-20T11:00:00.5+01:00); null
 * for anything else, also for a time without offset, which is another instant in each zone, for 2026-02-30, and for the
 * last day of 9999, which in some zone is of the year 10000.
 */
export function parseInstant(text: string): number | null {
  const date = INSTANT.exec(text)?.[1];
  if (date === undefined || parseDate(date) === null) return null;
  const instant = Date.parse(text) / 1000;
  return instant >= EARLIEST && instant < LATEST ? instant : null;
}

/** Date and time of day of `seconds` as if it were UTC, without offset: 2026-11-20T10:00:00. */
function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const day = Math.floor(whole / DAY);
  const second = whole - day * DAY;
  const minute = Math.floor(second / 60);
  return formatDate(day) + MINUTES[minute]! + TWO_DIGITS[second - minute * 60]!;
}

/** 2026-11-20T10:00:00Z; fractions of a second are cut off. */
export function formatInstant(epochSeconds: number): string {
  return `${formatClock(epochSeconds)}Z`;
}

/**
 * 2026-11-20T11:00:00+01:00. ISO 8601 has no seconds in offsets, so local mean times of before about 1930 are written
 * with their offset to the minute; the instant stays right.
 */
export function formatWithOffset(epochSeconds: number, zone: Zone): string {
  const minutes = Math.round(zone.offsetAt(epochSeconds) / 60);
  const hh = TWO_DIGITS[Math.floor(Math.abs(minutes) / 60)]!;
  const mm = TWO_DIGITS[Math.abs(minutes) % 60]!;
  return `${formatClock(epochSeconds + minutes * 60)}${minutes < 0 ? '-' : '+'}${hh}:${mm}`;
}

/** Day number of the local date at an instant. */
export function localDateNumber(epochSeconds: number, zone: Zone): number {
  return Math.floor((epochSeconds + zone.offsetAt(epochSeconds)) / DAY);
}

/** First instant whose local clock shows the date or a later one. */
function localDayStart(dayNumber: number, zone: Zone): number {
  const midnight = dayNumber * DAY;
  let from = midnight - LARGEST_OFFSET_SECONDS;
  for (;;) {
    const until = zone.holdsUntil(from);
    const start = Math.max(from, midnight - zone.offsetAt(from));
    if (start < until) return start;
    from = until;
  }
}

/** An interval of time, epoch seconds, `end` exclusive. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The local day: from its first instant to the first of the next date. 23, 24 or 25 hours as a rule, 23.5 or 24.5 on
 * Lord Howe Island, 0 where the zone skipped the date (Samoa, 2011-12-30). Where 00:00 is skipped (Cairo, Santiago)
 * the day begins at the first instant that exists; where it comes twice, at the first.
 */
export function localDay(dayNumber: number, zone: Zone): TimeSpan {
  return { start: localDayStart(dayNumber, zone), end: localDayStart(dayNumber + 1, zone) };
}
