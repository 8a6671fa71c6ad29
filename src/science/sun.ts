/**
 * Where the sun is, whether it is night, and when it rises and sets.
 *
 * The NOAA solar calculator, after Meeus, Astronomical Algorithms (1991): declination and equation of time from the
 * mean longitude L0, mean anomaly M, eccentricity e, equation of centre C and obliquity ε, all in degrees, T in Julian
 * centuries since J2000. Rise and set are the instants at which the sun's centre is at 90.833° from the zenith (34' of
 * refraction and 16' of radius); no correction for height or for the weather's own refraction. Good to about a minute
 * up to 72° of latitude, for the years 1900 to 2100.
 */

import { DAY, localDateNumber, type Zone } from '../model/time.js';

const RADIANS = Math.PI / 180;
const J2000 = Date.UTC(2000, 0, 1, 12) / 1000;
const CENTURY_SECONDS = 36_525 * DAY;
const COS_HORIZON = Math.cos(90.833 * RADIANS);

export interface SunPosition {
  /** Radians north of the equator. */
  readonly declination: number;
  /** Apparent minus mean solar time, minutes. */
  readonly equationOfTimeMinutes: number;
}

/** Position of the sun at an instant, the same for the whole earth. */
export function sunPosition(epochSeconds: number): SunPosition {
  const T = (epochSeconds - J2000) / CENTURY_SECONDS;
  const L0 = (280.46646 + T * (36000.76983 + 0.0003032 * T)) * RADIANS;
  const M = (357.52911 + T * (35999.05029 - 0.0001537 * T)) * RADIANS;
  const e = 0.016708634 - T * (0.000042037 + 0.0000001267 * T);
  const C =
    Math.sin(M) * (1.914602 - T * (0.004817 + 0.000014 * T)) +
    Math.sin(2 * M) * (0.019993 - 0.000101 * T) +
    0.000289 * Math.sin(3 * M);
  const node = (125.04 - 1934.136 * T) * RADIANS;
  const apparentLongitude = L0 + (C - 0.00569 - 0.00478 * Math.sin(node)) * RADIANS;
  const meanObliquity = 23 + (26 + (21.448 - T * (46.815 + T * (0.00059 - 0.001813 * T))) / 60) / 60;
  const obliquity = (meanObliquity + 0.00256 * Math.cos(node)) * RADIANS;
  const y = Math.tan(obliquity / 2) ** 2;
  const equationOfTime =
    y * Math.sin(2 * L0) -
    2 * e * Math.sin(M) +
    4 * e * y * Math.sin(M) * Math.cos(2 * L0) -
    0.5 * y * y * Math.sin(4 * L0) -
    1.25 * e * e * Math.sin(2 * M);
  return {
    declination: Math.asin(Math.sin(obliquity) * Math.sin(apparentLongitude)),
    equationOfTimeMinutes: (4 * equationOfTime) / RADIANS,
  };
}

/** Cosine of the sun's zenith angle, without refraction: 1 overhead, 0 at the horizon. `equationOfTime` in minutes. */
function cosZenithOf(
  { declination, equationOfTimeMinutes }: SunPosition,
  epochSeconds: number,
  latitude: number,
  longitude: number,
): number {
  const minutes = (epochSeconds % DAY) / 60 + equationOfTimeMinutes + 4 * longitude;
  const H = (minutes / 4 - 180) * RADIANS;
  const phi = latitude * RADIANS;
  return Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(H);
}

/** Cosine of the sun's zenith angle at one instant and place (degrees north and east). */
export function cosZenith(epochSeconds: number, latitude: number, longitude: number): number {
  return cosZenithOf(sunPosition(epochSeconds), epochSeconds, latitude, longitude);
}

/** Night: the whole disk is below the horizon, as sunrise and sunset have it. */
export function isNightSun(cosZenithAngle: number): boolean {
  return cosZenithAngle < COS_HORIZON;
}

/** Night at one instant and place; for an interval, ask for its middle. */
export function isNight(epochSeconds: number, latitude: number, longitude: number): boolean {
  return isNightSun(cosZenith(epochSeconds, latitude, longitude));
}

/** What changes slowly enough to be drawn straight from one UTC midnight to the next: within 2e-5 of `cosZenith`. */
interface DayPosition {
  readonly sinDeclination: number;
  readonly cosDeclination: number;
  readonly equationOfTimeMinutes: number;
}

/** Two years of midnights: what a year's outlook and its past ask for again and again. */
const DAYS_KEPT = 800;
const midnights = new Map<number, DayPosition>();

function positionAtMidnight(day: number): DayPosition {
  const known = midnights.get(day);
  if (known !== undefined) return known;
  const { declination, equationOfTimeMinutes } = sunPosition(day * DAY);
  const position = {
    sinDeclination: Math.sin(declination),
    cosDeclination: Math.cos(declination),
    equationOfTimeMinutes,
  };
  if (midnights.size >= DAYS_KEPT) midnights.clear();
  midnights.set(day, position);
  return position;
}

/** Instants `start + i × step`, epoch seconds. */
interface Instants {
  readonly start: number;
  readonly step: number;
}

/**
 * Cosine of the zenith angle at one place for many instants: `cosZenith` at a tenth of its cost.
 *
 * @param out as many as are wanted
 * @returns `out`
 */
export function cosZenithSeries(
  { start, step }: Instants,
  latitude: number,
  longitude: number,
  out: Float64Array,
): Float64Array {
  const sinLatitude = Math.sin(latitude * RADIANS);
  const cosLatitude = Math.cos(latitude * RADIANS);
  let day = Number.NaN;
  let today = positionAtMidnight(0);
  let tomorrow = today;
  for (let i = 0; i < out.length; i++) {
    const days = (start + i * step) / DAY;
    const whole = Math.floor(days);
    if (whole !== day) {
      day = whole;
      today = positionAtMidnight(day);
      tomorrow = positionAtMidnight(day + 1);
    }
    const part = days - whole;
    const sinDeclination = today.sinDeclination + part * (tomorrow.sinDeclination - today.sinDeclination);
    const cosDeclination = today.cosDeclination + part * (tomorrow.cosDeclination - today.cosDeclination);
    const EoT = today.equationOfTimeMinutes + part * (tomorrow.equationOfTimeMinutes - today.equationOfTimeMinutes);
    const H = (part * 360 + EoT / 4 + longitude - 180) * RADIANS;
    out[i] = sinLatitude * sinDeclination + cosLatitude * cosDeclination * Math.cos(H);
  }
  return out;
}

export interface SunEvents {
  /** Epoch seconds of a whole minute; null when the sun does not rise on the date. */
  readonly sunrise: number | null;
  readonly sunset: number | null;
}

/** A second of time moves no event to another minute more often than the formula's own error does. */
const SETTLED_SECONDS = 1;

/**
 * Instant of the rise (side −1) or set (side 1) that belongs to a UTC date; null in polar day and night. The position
 * is taken at noon first, then at most three times at the event itself.
 */
function eventOfUtcDate(utcDay: number, side: 1 | -1, latitude: number, longitude: number): number | null {
  const midnight = utcDay * DAY;
  const phi = latitude * RADIANS;
  let event = midnight + DAY / 2 - longitude * 240;
  for (let pass = 0; pass < 4; pass++) {
    const { declination, equationOfTimeMinutes } = sunPosition(event);
    const cosH = COS_HORIZON / (Math.cos(phi) * Math.cos(declination)) - Math.tan(phi) * Math.tan(declination);
    if (!(Math.abs(cosH) <= 1)) return null;
    const H = Math.acos(cosH) / RADIANS;
    const before = event;
    event = midnight + (720 - 4 * (longitude - side * H) - equationOfTimeMinutes) * 60;
    if (Math.abs(event - before) < SETTLED_SECONDS) break;
  }
  return Math.round(event / 60) * 60;
}

/**
 * Sunrise and sunset of the local dates from `first` to `last`.
 *
 * Events are computed for the UTC dates around and kept when their own local date is the one asked for, because a zone
 * may lie far from its longitude (Kiritimati: UTC+14 at 157° W) and because under the midnight sun the set of a date
 * may fall into the next (Tromsø, 2024-05-16: rise 01:25, set at 00:12 of the 17th, so null). Where a date has two of
 * a kind, the day between the first rise and the last set is meant.
 */
export function sunEvents(first: number, last: number, zone: Zone, latitude: number, longitude: number): SunEvents[] {
  const events = Array.from({ length: last - first + 1 }, () => ({
    sunrise: null as number | null,
    sunset: null as number | null,
  }));
  for (let utcDay = first - 1; utcDay <= last + 1; utcDay++) {
    const rise = eventOfUtcDate(utcDay, -1, latitude, longitude);
    const risen = rise === null ? undefined : events[localDateNumber(rise, zone) - first];
    if (risen !== undefined) risen.sunrise ??= rise;
    const set = eventOfUtcDate(utcDay, 1, latitude, longitude);
    const lastSet = set === null ? undefined : events[localDateNumber(set, zone) - first];
    if (lastSet !== undefined) lastSet.sunset = set;
  }
  return events;
}
