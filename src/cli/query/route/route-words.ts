/**
 * Values, times and places of a route answer as people say them: "Fri 14:30", "km 12.3–18.0", "4 h 42 min", "NW".
 *
 * Times of an answer carry the offset of their own zone, so the clock and the date to show are in the text already.
 */

import type { RouteAnswer, RouteSample } from '../../../model/route.js';
import { DAY, HOUR, MINUTE } from '../../../model/time.js';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
/** Samples this near to a step of the interval are that step, s. */
const TOLERANCE = 1;

/** Units that have a sign of their own. */
const SIGNS: Readonly<Record<string, string>> = { degC: '°C', degF: '°F' };

export function unitSign(unit: string): string {
  return SIGNS[unit] ?? unit;
}

/**
 * The clock of the place, with the last second of a minute counted to the next: a waypoint that is reached a second
 * before a step of the interval is that step, and 05:29:59 would be printed as 05:29 among 05:00 and 06:00.
 */
function localTime(time: string): Date {
  return new Date(Date.parse(`${time.slice(0, 19)}Z`) + 1000 * TOLERANCE);
}

/** 2026-11-20T14:30:00+01:00 is "14:30". */
export function clockOf(time: string): string {
  return localTime(time).toISOString().slice(11, 16);
}

/** "Fri 20" */
export function dayOf(time: string): string {
  const date = localTime(time);
  return `${WEEKDAYS[date.getUTCDay()]} ${String(date.getUTCDate()).padStart(2, '0')}`;
}

/** "Fri 20 Nov 2026" */
export function dateOf(time: string): string {
  const date = localTime(time);
  return `${dayOf(time)} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "+01:00", or "Z". */
export function offsetOf(time: string): string {
  return /(?:Z|[+-]\d\d:\d\d)$/.exec(time)?.[0] ?? '';
}

/** "2 d 3 h 10 min", whole minutes: the clocks of departure and arrival show no seconds either. */
export function durationInWords(seconds: number): string {
  const minutes = Math.floor((seconds + TOLERANCE) / MINUTE) * MINUTE;
  const parts = [
    [Math.floor(minutes / DAY), 'd'],
    [Math.floor((minutes % DAY) / HOUR), 'h'],
    [(minutes % HOUR) / MINUTE, 'min'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return said.length === 0 ? 'less than a minute' : said.join(' ');
}

/** Where the wind comes from, one of eight; a dash in a calm, which has none. */
export function compassPoint(degrees: number): string {
  return degrees === 0 ? '-' : COMPASS[Math.round(degrees / 45) % COMPASS.length]!;
}

/** Distance from the start in the unit of the answer; kilometres and miles to a tenth. */
export function distanceNumber(distance: number, unit: string): string {
  return distance.toFixed(unit === 'km' || unit === 'mi' ? 1 : 0);
}

/** A time; on a route of several days with its day, but where that is the day of `after`, which was just said. */
export type Clock = (time: string, after?: string) => string;

/** "14:30", or "Fri 20 14:30" */
export function createClock({ samples }: RouteAnswer): Clock {
  const days = new Set(samples.map(({ time }) => dayOf(time)));
  return (time, after) =>
    days.size === 1 || (after !== undefined && dayOf(after) === dayOf(time))
      ? clockOf(time)
      : `${dayOf(time)} ${clockOf(time)}`;
}

/** Where on the way something is, in a sentence. */
const MARKERS: Readonly<Record<string, string>> = { mi: 'mile' };

/** "km 12.3", "km 12.3–18.0", "mile 7.5" */
export function stretchInWords(from: RouteSample, to: RouteSample, unit: string): string {
  const [start, end] = [distanceNumber(from.distance, unit), distanceNumber(to.distance, unit)];
  return `${MARKERS[unit] ?? unit} ${start === end ? start : `${start}–${end}`}`;
}
