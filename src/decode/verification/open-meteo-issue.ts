/**
 * A forecast as the API of Open-Meteo answers it, archived under the time of the request: "2023-10-01_0500.json", local time.
 *
 *   {"utc_offset_seconds": -14400, "timezone": "America/New_York", "hourly_units": {…}, "hourly": {"time": [ "2023-10-01T00:00", … ], …}}
 *
 * Amounts and probabilities of the API are those of the hour before the time (its documentation, "preceding hour sum"); 7 cm of
 * snow hold 1 cm of water. Maximum and minimum of the local days are those of the hours.
 */

import { MalformedError } from '../../base/errors.js';
import { DAY, HOUR, localDateNumber, type Zone, zoneOf } from '../../model/time.js';
import { converter } from '../../model/units.js';
import { stationDay } from '../../science/station-day.js';
import type { IssuedHourValues, StationIssue } from '../../science/verification/lead-forecasts.js';
import { type JsonLimits, readJson } from '../json.js';

const LIMITS: JsonLimits = { bytes: 4 << 20, depth: 6, containers: 1000, values: 200_000 };
const MOST_HOURS = 24 * 20;
const SNOW_PER_WATER = 7;

export interface OpenMeteoIssue {
  readonly issue: StationIssue;
  /** IANA zone of the place. */
  readonly zone: string;
}

/**
 * @param name  of the file: its time is that of the issue
 * @throws MalformedError  it is no such answer
 */
export function decodeOpenMeteoIssue(bytes: Uint8Array, name: string): OpenMeteoIssue {
  const refuse = (rule: string, found?: string | number): never => {
    throw new MalformedError(`Open-Meteo forecast ${name}`, rule, found);
  };
  const document = readJson(bytes, LIMITS, refuse);
  const zoneName = textOf(member(document, 'timezone'));
  const zone = zoneOf(zoneName) ?? refuse('timezone must be an IANA zone', zoneName);
  const hourly = member(document, 'hourly');
  const units = member(document, 'hourly_units');
  const offset = Number(member(document, 'utc_offset_seconds'));
  const times = listOf(member(hourly, 'time'));
  if (times.length === 0 || times.length > MOST_HOURS || !Number.isInteger(offset))
    refuse(`hourly.time must have 1 to ${MOST_HOURS} times`, times.length);
  const start = Date.parse(`${textOf(times[0])}Z`) / 1000 - offset;
  const last = Date.parse(`${textOf(times.at(-1))}Z`) / 1000 - offset;
  if (start % HOUR !== 0 || last - start !== (times.length - 1) * HOUR)
    refuse('hourly.time must be consecutive hours', textOf(times[0]));
  const column = (variable: string) => columnOf(member(hourly, variable), times.length);
  const toKelvin = temperatureOf(textOf(member(units, 'temperature_2m')), refuse);
  const temperature = Float64Array.from(column('temperature_2m'), toKelvin);
  const totals = totalsOf(column, textOf(member(units, 'rain')), refuse);
  const probability = column('precipitation_probability').map(shareOf);
  const hours: IssuedHourValues = {
    ...{ start, temperature },
    precipitation: [...totals.slice(1), Number.NaN],
    probability: [...probability.slice(1), Number.NaN],
  };
  const days = daysOf({ start, temperatures: temperature, amounts: totals, occurrences: [] }, last, zone);
  return { issue: { issueTime: issueTimeOf(name, zone, refuse), hours, days }, zone: zoneName };
}

/** Own member of an object; undefined where there is none. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Numbers of a column; NaN for null and for a column that is missing. */
function columnOf(value: unknown, length: number): number[] {
  const list = listOf(value);
  return Array.from({ length }, (_, n) => (typeof list[n] === 'number' ? list[n] : Number.NaN));
}

/** Percent as a ratio; NaN where it is none. */
function shareOf(percent: number): number {
  return percent >= 0 && percent <= 100 ? percent / 100 : Number.NaN;
}

type Refuse = (rule: string, found?: string) => never;

function temperatureOf(unit: string, refuse: Refuse): (value: number) => number {
  const id = unit === '°F' ? 'degF' : unit === '°C' ? 'degC' : refuse('temperature must be in °C or °F', unit);
  const { factor, offset } = converter('temperature', id);
  return (value) => (value - offset) / factor;
}

/** mm of water of the hour before each time. */
function totalsOf(column: (variable: string) => number[], unit: string, refuse: Refuse): number[] {
  const id = unit === 'inch' ? 'in' : unit === 'mm' ? 'mm' : refuse('rain must be in mm or inch', unit);
  const { factor } = converter('precipitation', id);
  // The depth of snow is in cm if rain is in mm.
  const water = id === 'mm' ? 10 / SNOW_PER_WATER : 1 / SNOW_PER_WATER;
  const [rain, showers, snow] = ['rain', 'showers', 'snowfall'].map(column) as [number[], number[], number[]];
  return rain.map((value, n) => (value + showers[n]! + snow[n]! * water) / factor);
}

function daysOf(series: Parameters<typeof stationDay>[0], last: number, zone: Zone): StationIssue['days'] {
  const firstDay = localDateNumber(series.start, zone);
  const count = localDateNumber(last, zone) - firstDay + 1;
  const days = Array.from({ length: count }, (_, n) => stationDay(series, firstDay + n, zone));
  return {
    firstDay,
    temperatureMax: days.map(({ maximum }) => maximum),
    temperatureMin: days.map(({ minimum }) => minimum),
    precipitation: days.map(({ precipitation }) => precipitation),
    probability: [],
  };
}

/** "2023-10-01_0500" in the zone of the place. */
function issueTimeOf(name: string, zone: Zone, refuse: Refuse): number {
  const match = /(\d{4}-\d\d-\d\d)_(\d\d)(\d\d)\.json$/.exec(name);
  const local = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}:${match[3]}:00Z`) / 1000;
  if (Number.isNaN(local)) refuse('its name must end in the time of the issue, as 2023-10-01_0500.json', name);
  // The first estimate is the offset of the day before; it differs only on the date of a change.
  const offset = zone.offsetAt(local - zone.offsetAt(local - DAY));
  return local - offset;
}
