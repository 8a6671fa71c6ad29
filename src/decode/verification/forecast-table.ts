/**
 * Forecasts as they were issued, as a table that anybody can write:
 *
 *   station,issued,valid,variable,value
 *   KDEN,2026-11-20T12:05:00Z,2026-11-20T18:00:00Z,temperature,11.5
 *   KDEN,2026-11-20T13:05:00Z,2026-11-21,temperature_max,14
 *
 *   station    any name; "*" is every station of the observations
 *   issued     instant with offset
 *   valid      instant of a whole hour: values of the hour that begins there; or a date: values of the local day
 *   variable   temperature, precipitation, precipitation_probability; of dates temperature_max, temperature_min and the latter two
 *   value      by the unit system: °C, mm and % in metric; empty or NA: missing
 */

import { MalformedError } from '../../base/errors.js';
import { HOUR, parseDate, parseInstant } from '../../model/time.js';
import type { UnitSystem } from '../../model/units.js';
import type { StationIssue } from '../../science/verification/lead-forecasts.js';
import {
  canonicalOf,
  consecutive,
  DAY_VARIABLES,
  HOUR_VARIABLES,
  rangeOf,
  recordsOf,
  type TableRecord,
  type TableVariable,
} from './record-table.js';

export const FORECAST_COLUMNS = ['station', 'issued', 'valid', 'variable', 'value'] as const;

/** Name of forecasts that are for every station. */
export const EVERY_STATION = '*';

/** Forecasts by station, as a file has them. */
export interface DecodedForecasts {
  readonly issues: ReadonlyMap<string, readonly StationIssue[]>;
  /** IANA zone of the dates, where the file names it. */
  readonly zone: string | null;
}

/** Hours and dates that one issue may span. */
const MOST_HOURS = 24 * 400;
const MOST_DAYS = 400;

/** Values by variable and valid hour or date. */
type Values = Map<string, Map<number, number>>;
interface OpenIssue {
  readonly hours: Values;
  readonly days: Values;
}

/** @throws MalformedError  a record breaks a rule of the format */
export function decodeForecastTable(bytes: Uint8Array, system: UnitSystem): DecodedForecasts {
  const stations = new Map<string, Map<number, OpenIssue>>();
  const canonical = canonicalOf(system);
  for (const record of recordsOf(bytes, 'forecast table')) {
    const station = nameOf(record);
    const issued = instantOf(record, 'issued');
    const issues = entryOf(stations, station, () => new Map<number, OpenIssue>());
    const issue = entryOf(issues, issued, () => ({ hours: new Map(), days: new Map() }));
    const { valid, isDate, variable } = validOf(record, 'valid');
    const values = entryOf(isDate ? issue.days : issue.hours, variable, () => new Map<number, number>());
    const value = canonical(variable, record.number('value'));
    checkValue(variable, value, record);
    values.set(valid, value);
  }
  const issues = [...stations].map(([station, open]) => [station, [...open].map(closeIssue)] as const);
  return { issues: new Map(issues), zone: null };
}

/** @throws MalformedError  a probability is not from 0 to 100%, or an amount is negative */
export function checkValue(variable: TableVariable, value: number, { field, refuse }: TableRecord): void {
  if (variable === 'precipitation_probability' && (value < 0 || value > 1))
    throw refuse('a probability must be from 0 to 100', field('value'));
  if (variable === 'precipitation' && value < 0) throw refuse('an amount must not be negative', field('value'));
}

/** @throws MalformedError  it is empty */
export function nameOf({ field, refuse }: TableRecord): string {
  const station = field('station');
  if (station === '') throw refuse('station must be a name', station);
  return station;
}

/** @throws MalformedError  it is no instant with an offset */
export function instantOf({ field, refuse }: TableRecord, column: string): number {
  const instant = parseInstant(field(column));
  if (instant === null) throw refuse(`${column} must be an instant as 2026-11-20T12:00:00Z`, field(column));
  return instant;
}

interface Valid {
  /** Epoch seconds, or days since 1970-01-01. */
  readonly valid: number;
  readonly isDate: boolean;
  readonly variable: TableVariable;
}

/** @throws MalformedError  it is neither a date nor a whole hour, or the variable is not one of them */
function validOf(record: TableRecord, column: string): Valid {
  const { field, refuse } = record;
  const date = parseDate(field(column));
  const valid = date ?? instantOf(record, column);
  if (date === null && valid % HOUR !== 0) throw refuse(`${column} must be a date or a whole hour`, field(column));
  return { valid, isDate: date !== null, variable: variableOf(record, date !== null) };
}

/** @throws MalformedError  the variable is none of hours, or of dates */
export function variableOf({ field, refuse }: TableRecord, isDate: boolean): TableVariable {
  const allowed: readonly TableVariable[] = isDate ? DAY_VARIABLES : HOUR_VARIABLES;
  const variable = allowed.find((name) => name === field('variable'));
  if (variable === undefined)
    throw refuse(`variable of ${isDate ? 'a date' : 'an hour'} must be ${allowed.join(', ')}`, field('variable'));
  return variable;
}

/** The value of a key, made where there is none. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function closeIssue([issueTime, { hours, days }]: [number, OpenIssue]): StationIssue {
  const [ofHours, ofDays] = [rangeOf(hours.values()), rangeOf(days.values())];
  const hourly = (name: TableVariable, [first, last]: readonly [number, number]) =>
    consecutive(hours.get(name) ?? new Map(), first, (last - first) / HOUR + 1, HOUR);
  const daily = (name: TableVariable, [first, last]: readonly [number, number]) =>
    consecutive(days.get(name) ?? new Map(), first, last - first + 1, 1);
  if (ofHours !== null && (ofHours[1] - ofHours[0]) / HOUR >= MOST_HOURS)
    throw new MalformedError('forecast table', `an issue must span at most ${MOST_HOURS} hours`);
  if (ofDays !== null && ofDays[1] - ofDays[0] >= MOST_DAYS)
    throw new MalformedError('forecast table', `an issue must span at most ${MOST_DAYS} dates`);
  return {
    issueTime,
    hours: ofHours && {
      start: ofHours[0],
      temperature: hourly('temperature', ofHours),
      precipitation: hourly('precipitation', ofHours),
      probability: hourly('precipitation_probability', ofHours),
    },
    days: ofDays && {
      firstDay: ofDays[0],
      temperatureMax: daily('temperature_max', ofDays),
      temperatureMin: daily('temperature_min', ofDays),
      precipitation: daily('precipitation', ofDays),
      probability: daily('precipitation_probability', ofDays),
    },
  };
}
