/**
 * Forecasts that were issued on a past day, as the simulated upstream has them (docs/methods/simulated-world.md):
 *
 *   { "day": "2026-11-20", "stations": ["BIKF", …],
 *     "issues": [{ "time": 1795132800, "published": 1795129600,
 *                  "hours": { "temperature": [[26 numbers], …], "precipitation": …, "probability": … },
 *                  "days": [{ "station": 3, "first_day": 20777, "temperature_max": [16 numbers], … }] }] }
 *
 * As text or gzip. K, mm, 0..1; `hours` has a row for each station. Every number must be there and be plausible: one that is not refuses the day.
 */

import { MalformedError } from '../../base/errors.js';
import { type ForecastIssue, ISSUE_DAYS, ISSUE_HOURS, type ZonedStation } from '../../model/forecast-issue.js';
import { DAY, HOUR, parseDate } from '../../model/time.js';
import { unpackedText } from '../csv.js';
import { type JsonLimits, readJson } from '../json.js';

const FORMAT = 'past issues';
/** Hundreds of stations: 24 issues of 78 numbers each, and 64 numbers once. */
const LIMITS: JsonLimits = { bytes: 16 << 20, depth: 6, containers: 60_000, values: 1_500_000 };
const MOST_STATIONS = 500;
const ISSUES_OF_DAY = 24;
/** A run is never older when it is used, s. */
const OLDEST_DATA = 2 * DAY;

type Bounds = readonly [least: number, most: number];
const TEMPERATURE: Bounds = [150, 350];
const SHARE: Bounds = [0, 1];
/** Names of the document, with the fields of an issue and the bounds of their values. */
const HOUR_FIELDS = [
  ['temperature', 'temperature', TEMPERATURE],
  ['precipitation', 'precipitation', [0, 600]],
  ['probability', 'probability', SHARE],
] as const;
const DAY_FIELDS = [
  ['temperature_max', 'temperatureMax', TEMPERATURE],
  ['temperature_min', 'temperatureMin', TEMPERATURE],
  ['precipitation', 'precipitation', [0, 1300]],
  ['probability', 'probability', SHARE],
] as const;

/**
 * Issues of a day in the order of their hours, at those of its stations that are wanted; none where it has no wanted one.
 *
 * @param day  days since 1970-01-01, UTC: the document must be of it
 * @param wanted  by id
 * @throws MalformedError  it is no such document
 */
export function decodePastIssues(
  bytes: Uint8Array,
  day: number,
  wanted: ReadonlyMap<string, ZonedStation>,
): ForecastIssue[] {
  const document = readJson(unpackedText(bytes, FORMAT, LIMITS.bytes), LIMITS, refuse);
  if (parseDate(String(member(document, 'day'))) !== day) refuse('day must be the day that was asked for');
  const ids = listOf(document, 'stations');
  if (ids.length > MOST_STATIONS || new Set(ids).size !== ids.length)
    refuse(`stations must be at most ${MOST_STATIONS}, each once`, ids.length);
  const issues = listOf(document, 'issues');
  if (issues.length > ISSUES_OF_DAY) refuse(`issues must be at most ${ISSUES_OF_DAY}`, issues.length);
  const rows = ids.flatMap((id, row) => (wanted.has(String(id)) ? [{ row, station: wanted.get(String(id))! }] : []));
  const decoded = issues.map((issue) => decodeIssue(issue, day, rows, ids.length));
  const hours = decoded.map(({ issueTime }) => Math.floor(issueTime / HOUR));
  if (hours.some((hour, n) => n > 0 && hour <= hours[n - 1]!)) refuse('issues must be of rising hours');
  return rows.length === 0 ? [] : decoded;
}

/** A wanted station and its row in the document. */
interface WantedRow {
  readonly row: number;
  readonly station: ZonedStation;
}

function decodeIssue(issue: unknown, day: number, rows: readonly WantedRow[], stations: number): ForecastIssue {
  const issueTime = wholeOf(issue, 'time', [day * DAY, (day + 1) * DAY - 1]);
  if (issueTime % 60 !== 0) refuse('time must be a whole minute', issueTime);
  const published = wholeOf(issue, 'published', [issueTime - OLDEST_DATA, issueTime]);
  const hours = member(issue, 'hours');
  const hourly = (name: string, bounds: Bounds): Float32Array => {
    const lists = listOf(hours, name);
    if (lists.length !== stations) refuse(`hours.${name} must have a row for each station`, lists.length);
    return joined(rows.map(({ row }) => numbersOf(lists[row], ISSUE_HOURS, bounds, `hours.${name}`)));
  };
  const days = listOf(issue, 'days');
  if (days.length > stations) refuse('days must be at most one for each station', days.length);
  const mornings = new Map(days.map((morning) => [wholeOf(morning, 'station', [0, stations - 1]), morning]));
  if (mornings.size !== days.length) refuse('days must be of different stations');
  const daily = (name: string, bounds: Bounds): Float32Array =>
    joined(
      rows.map(({ row }) =>
        mornings.has(row) ? numbersOf(member(mornings.get(row), name), ISSUE_DAYS, bounds, `days.${name}`) : NO_DAYS,
      ),
    );
  return {
    ...{ issueTime, stations: rows.map(({ station }) => station), simulated: true },
    hours: fieldsOf(HOUR_FIELDS, hourly),
    days: fieldsOf(DAY_FIELDS, daily),
    firstDays: rows.map(({ row }) =>
      mornings.has(row) ? wholeOf(mornings.get(row), 'first_day', [day - 1, day + 1]) : null,
    ),
    updatedAt: rows.map(() => published),
    stale: rows.map(() => false),
  };
}

function fieldsOf<Field extends string>(
  fields: readonly (readonly [name: string, field: Field, bounds: Bounds])[],
  read: (name: string, bounds: Bounds) => Float32Array,
): Record<Field, Float32Array> {
  const entries = fields.map(([name, field, bounds]) => [field, read(name, bounds)] as const);
  return Object.fromEntries(entries) as Record<Field, Float32Array>;
}

const NO_DAYS = new Array<number>(ISSUE_DAYS).fill(Number.NaN);

/** Rows of one length behind each other. */
function joined(rows: readonly (readonly number[])[]): Float32Array {
  const length = rows[0]?.length ?? 0;
  const values = new Float32Array(rows.length * length);
  for (const [n, row] of rows.entries()) values.set(row, n * length);
  return values;
}

function refuse(rule: string, found?: string | number): never {
  throw new MalformedError(FORMAT, rule, found);
}

/** Own member of an object; undefined where there is none. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = member(value, name);
  return Array.isArray(list) ? list : refuse(`${name} must be a list`);
}

function wholeOf(value: unknown, name: string, [least, most]: Bounds): number {
  const number = member(value, name);
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most
    ? number
    : refuse(`${name} must be a whole number from ${least} to ${most}`);
}

function numbersOf(list: unknown, length: number, [least, most]: Bounds, name: string): number[] {
  if (!Array.isArray(list) || list.length !== length) refuse(`${name} must have ${length} numbers`);
  const isSound = (list as unknown[]).every((value) => typeof value === 'number' && value >= least && value <= most);
  return isSound ? (list as number[]) : refuse(`${name} must be numbers from ${least} to ${most}`);
}
