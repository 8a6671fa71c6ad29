/** Tables of records with a header line, read strictly: a line that breaks a rule ends the reading with its number. */

import { MalformedError } from '../../base/errors.js';
import { converter, resolveUnits, type UnitSystem } from '../../model/units.js';
import { linesOf, splitLine, unpackedText } from '../csv.js';

const MOST_OCTETS = 1 << 29;
const MOST_LINES = 10_000_000;
const LONGEST_LINE = 4000;

/** Refuses the line that is read. */
export type RefuseRecord = (rule: string, found: string) => MalformedError;

export interface TableRecord {
  /** Text of a column; empty where the table has no such column. */
  field(name: string): string;
  /** Value of a column; NaN where it is empty or NA. @throws MalformedError  it is no number */
  number(name: string): number;
  readonly refuse: RefuseRecord;
}

/** Names of the columns of a table, in lower case; empty: the file has no line. */
export function columnsOf(bytes: Uint8Array): string[] {
  const { value = '' } = linesOf(unpackedText(bytes, 'table', MOST_OCTETS), LONGEST_LINE).next();
  const names = splitLine(value.replace(/^ï»¿/, '')) ?? []; // a byte order mark, read as Latin-1
  return names.map((name) => name.trim().toLowerCase());
}

/**
 * Records in the order of the file.
 *
 * @param format  name in errors
 * @throws MalformedError  a line has too few or too many fields, or the file is too large
 */
export function* recordsOf(bytes: Uint8Array, format: string): Generator<TableRecord, void> {
  const names = columnsOf(bytes);
  const lines = linesOf(unpackedText(bytes, format, MOST_OCTETS), LONGEST_LINE);
  lines.next();
  let line = 1;
  for (const text of lines) {
    if (++line > MOST_LINES) throw new MalformedError(format, `must have at most ${MOST_LINES} lines`, line);
    if (text === '') continue;
    const where = `${format}, line ${line}`;
    const refuse: RefuseRecord = (rule, found) => new MalformedError(where, rule, found.slice(0, 60));
    const fields = splitLine(isAscii(text) ? text : Buffer.from(text, 'latin1').toString());
    if (fields === null || fields.length !== names.length) throw refuse(`must have ${names.length} fields`, text);
    const field = (name: string) => fields[names.indexOf(name)]?.trim() ?? '';
    yield { field, refuse, number: (name) => numberOf(field(name), name, refuse) };
  }
}

/** Lines are read as Latin-1: others than these are UTF-8, and decoded once more. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

function numberOf(text: string, name: string, refuse: RefuseRecord): number {
  if (text === '' || text === 'NA' || text === 'NaN') return Number.NaN;
  const value = Number(text);
  if (!Number.isFinite(value)) throw refuse(`${name} must be a number, or empty`, text);
  return value;
}

/** Variables of forecasts and observations: those with a time are of hours, those with a date are of local days. */
export const HOUR_VARIABLES = ['temperature', 'precipitation', 'precipitation_probability'] as const;
export const DAY_VARIABLES = [
  'temperature_max',
  'temperature_min',
  'precipitation',
  'precipitation_probability',
] as const;
export type TableVariable = (typeof HOUR_VARIABLES)[number] | (typeof DAY_VARIABLES)[number];

/** Converts values of a unit system to canonical ones; probabilities are percentages. */
export function canonicalOf(system: UnitSystem): (variable: TableVariable, value: number) => number {
  const units = resolveUnits(system);
  const temperature = converter('temperature', units.temperature);
  const precipitation = converter('precipitation', units.precipitation);
  return (variable, value) => {
    if (variable === 'precipitation_probability') return value / 100;
    const { factor, offset } = variable === 'precipitation' ? precipitation : temperature;
    return (value - offset) / factor;
  };
}

/**
 * Values by consecutive hours or dates; NaN where there is none.
 *
 * @param step  s of an hour, 1 of dates
 */
export function consecutive(values: ReadonlyMap<number, number>, first: number, count: number, step: number) {
  const list = new Float64Array(count).fill(Number.NaN);
  for (const [at, value] of values) {
    const index = (at - first) / step;
    if (index >= 0 && index < count) list[index] = value;
  }
  return list;
}

/** First and last key of several maps; null: all are empty. */
export function rangeOf(maps: Iterable<ReadonlyMap<number, number>>): readonly [first: number, last: number] | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const map of maps)
    for (const key of map.keys()) {
      first = Math.min(first, key);
      last = Math.max(last, key);
    }
  return first > last ? null : [first, last];
}
