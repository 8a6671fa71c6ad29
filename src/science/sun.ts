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

/** Sign of the hour angle of an event: the sun rises before noon and sets after it. */
type Side = 1 | -1;
const RISE = -1;
const SET = 1;

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Bound on how far cos H at the horizon moves within half a day of noon, per tan φ: the declination moves by at most
 * 0.2° in it, 0.0042 in cos H. Twice of that also keeps an event 40 minutes from midnight, further than the equation
 * of time can shift it into another day.
 */
const COS_H_DRIFT = 0.01;
/** A second of time moves no event to another minute more often than the formula's own error does. */
const SETTLED_SECONDS = 1;

/** Cosine of the hour angle at which the sun is at the horizon; beyond ±1 it does not get there with this declination. */
function cosHourAngle({ declination }: SunPosition, latitude: number): number {
  const phi = latitude * RADIANS;
  return COS_HORIZON / (Math.cos(phi) * Math.cos(declination)) - Math.tan(phi) * Math.tan(declination);
}

/** Calls back with the rises and sets of the 24 hours around the mean noon of a UTC date, epoch seconds. */
function eachEventAround(utcDay: number, place: Place, found: (event: number, side: Side) => void): void {
  const noon = utcDay * DAY + DAY / 2 - place.longitude * 240;
  const position = sunPosition(noon);
  const steepness = Math.abs(cosHourAngle(position, place.latitude));
  const drift = COS_H_DRIFT * Math.abs(Math.tan(place.latitude * RADIANS));
  if (steepness > 1 + drift) return;
  if (steepness + drift >= 1) eachCrossing(noon, place, found);
  else for (const side of [RISE, SET] as const) found(eventFromNoon(noon, position, side, place), side);
}

/** The rise or set of an ordinary day: the hour angle is taken with the position at noon, then at the event itself. */
function eventFromNoon(noon: number, atNoon: SunPosition, side: Side, { latitude }: Place): number {
  let position = atNoon;
  let event = noon;
  for (let pass = 0; pass < 4; pass++) {
    const H = Math.acos(cosHourAngle(position, latitude)) / RADIANS;
    const before = event;
    event = noon + (4 * side * H - position.equationOfTimeMinutes) * 60;
    if (Math.abs(event - before) < SETTLED_SECONDS) break;
    position = sunPosition(event);
  }
  return event;
}

/** Spacing of the nodes of the search below: short against the 12 hours between the day's highest and lowest sun. */
const NODE_SECONDS = 7200;
const NODES = DAY / NODE_SECONDS;

/**
 * Events of a day beside polar day or night, where the declination of noon does not decide: crossings of the true
 * altitude in the 24 hours around `noon`, in order of time. Where the altitude turns towards the horizon between nodes,
 * a node moves to the turn, so that a sun that rises or sets for a minute is not missed.
 */
function eachCrossing(noon: number, { latitude, longitude }: Place, found: (event: number, side: Side) => void): void {
  const altitude = (time: number) => cosZenith(time, latitude, longitude) - COS_HORIZON;
  const first = noon - DAY / 2;
  const times = Array.from({ length: NODES + 3 }, (_, node) => first + (node - 1) * NODE_SECONDS);
  const altitudes = times.map(altitude);
  for (let i = 1; i < altitudes.length - 1; i++)
    if (turnsTowardsHorizon(altitudes, i)) times[i] = turnAround(times[i]!, altitude);
  for (let i = 1; i < times.length; i++) {
    const isUpAfter = altitude(times[i]!) >= 0;
    if (altitude(times[i - 1]!) >= 0 === isUpAfter) continue;
    const event = crossingBetween(times[i - 1]!, times[i]!, altitude);
    if (event >= first && event <= first + DAY) found(event, isUpAfter ? RISE : SET);
  }
}

/** The node is nearer to the horizon than both of its neighbours, on the same side of it. */
function turnsTowardsHorizon(altitudes: readonly number[], i: number): boolean {
  const [before, here, after] = [altitudes[i - 1]!, altitudes[i]!, altitudes[i + 1]!];
  if (before >= 0 !== here >= 0 || after >= 0 !== here >= 0) return false;
  return Math.abs(here) <= Math.abs(before) && Math.abs(here) < Math.abs(after);
}

/** The turn within a node's distance of a node: to a second, or where the other side of the horizon is reached. */
function turnAround(node: number, altitude: (time: number) => number): number {
  const side = altitude(node) >= 0 ? 1 : -1;
  const distance = (time: number) => side * altitude(time);
  let [from, to] = [node - NODE_SECONDS, node + NODE_SECONDS];
  while (to - from > SETTLED_SECONDS) {
    const third = (to - from) / 3;
    const [early, late] = [from + third, to - third];
    if (distance(early) < 0) return early;
    if (distance(early) < distance(late)) to = late;
    else from = early;
  }
  return (from + to) / 2;
}

/** The instant between two on either side of the horizon at which the sun crosses it. */
function crossingBetween(from: number, to: number, altitude: (time: number) => number): number {
  const isUp = altitude(from) >= 0;
  let [low, high] = [from, to];
  while (high - low > SETTLED_SECONDS) {
    const middle = (low + high) / 2;
    if (altitude(middle) >= 0 === isUp) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
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
  const place = { latitude, longitude };
  for (let utcDay = first - 1; utcDay <= last + 1; utcDay++)
    eachEventAround(utcDay, place, (instant, side) => {
      const event = Math.round(instant / 60) * 60;
      const day = events[localDateNumber(event, zone) - first];
      if (day === undefined) return;
      if (side === SET) day.sunset = event;
      else day.sunrise ??= event;
    });
  return events;
}
