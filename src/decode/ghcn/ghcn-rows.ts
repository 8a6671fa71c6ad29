/**
 * Lines of the two layouts with fixed positions, read as bytes: a year of the world has 29 million lines.
 *
 *   NODD csv   ID,YYYYMMDD,ELEMENT,VALUE,M,Q,S,HHMM          a value; positions 0, 12, 21 and 26 are fixed
 *   .dly       ID YYYY MM ELEMENT, then 31 times VALUE M Q S  a month; 269 bytes
 */

import { DAY } from '../../model/time.js';
import {
  acceptValue,
  ELEMENT_CODES,
  type GhcnCounts,
  NOT_READ,
  refuse,
  type ValueFlags,
  type ValueSink,
} from './ghcn-values.js';

const [COMMA, SPACE, MINUS, ZERO, NINE] = [44, 32, 45, 48, 57];
export const ID_LENGTH = 11;
const DLY_LENGTH = 269;
const DLY_VALUES = 21;
const DLY_STEP = 8;
/** Digits of the largest value that is read: longer ones break a rule in any case. */
const MOST_DIGITS = 6;

/** Reads one line; `from` inclusive, `to` exclusive, without the line's end. */
export type LineReader = (bytes: Buffer, from: number, to: number) => void;

/** Whole number at `from … to`, blanks before and after it allowed; NaN: it is none. */
function wholeNumber(bytes: Buffer, from: number, to: number): number {
  let [at, end] = [from, to];
  while (at < end && bytes[at] === SPACE) at++;
  while (end > at && bytes[end - 1] === SPACE) end--;
  const isNegative = bytes[at] === MINUS;
  if (isNegative) at++;
  if (at === end || end - at > MOST_DIGITS) return Number.NaN;
  let value = 0;
  for (; at < end; at++) {
    const digit = bytes[at]!;
    if (digit < ZERO || digit > NINE) return Number.NaN;
    value = value * 10 + digit - ZERO;
  }
  return isNegative ? -value : value;
}

/** Days since 1970-01-01 of a date; NaN where no calendar has it. */
export function dayOf(year: number, month: number, dayOfMonth: number): number {
  const day = Date.UTC(year, month - 1, dayOfMonth) / (DAY * 1000);
  const date = new Date(day * DAY * 1000);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth && year >= 1700 ? day : Number.NaN;
}

/** The last id and date that were read: lines with the same follow each other. */
function rememberIds() {
  const known = Buffer.alloc(ID_LENGTH);
  let id = '';
  return (bytes: Buffer, from: number): string => {
    if (id === '' || known.compare(bytes, from, from + ID_LENGTH) !== 0) {
      bytes.copy(known, 0, from, from + ID_LENGTH);
      id = bytes.toString('latin1', from, from + ID_LENGTH).toUpperCase();
    }
    return id;
  };
}

/** Codes of the elements by their four bytes as an integer, little endian. */
const CODES = new Map([...ELEMENT_CODES].map(([name, code]) => [Buffer.from(name).readInt32LE(0), code]));
const codeAt = (bytes: Buffer, at: number) => CODES.get(bytes.readInt32LE(at)) ?? NOT_READ;

export function noddLines(counts: GhcnCounts, sink: ValueSink, lastDay: number): LineReader {
  const idAt = rememberIds();
  const flags: ValueFlags = { measurement: 0, quality: 0, source: 0, time: 0 };
  const row = { station: '', day: 0, code: 0, value: 0 };
  let [knownDate, knownDay] = [-1, Number.NaN];

  function dayAt(bytes: Buffer, from: number): number {
    const date = wholeNumber(bytes, from, from + 4) * 10_000 + wholeNumber(bytes, from + 4, from + 8);
    if (date === knownDate) return knownDay;
    knownDate = date;
    knownDay = dayOf(Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100);
    return knownDay;
  }

  /** A flag is empty or one character; null: neither. */
  return (bytes, from, to) => {
    const fail = (rule: string) => refuse(counts, rule, bytes.toString('latin1', from, to));
    if (to - from < 30 || bytes[from + 11] !== COMMA || bytes[from + 20] !== COMMA || bytes[from + 25] !== COMMA)
      return fail('a line has an id, a date, an element and a value at their places');
    row.code = codeAt(bytes, from + 21);
    if (row.code === NOT_READ) return;
    row.day = dayAt(bytes, from + 12);
    if (Number.isNaN(row.day)) return fail('date is a day of the calendar');
    let at = bytes.indexOf(COMMA, from + 26);
    if (at < 0 || at >= to) return fail('a line has eight fields');
    row.value = wholeNumber(bytes, from + 26, at);
    if (Number.isNaN(row.value)) return fail('value is a whole number');
    for (let flag = 0; flag < 3; flag++) {
      const isBlank = bytes[at + 1] === COMMA;
      const code = isBlank ? SPACE : bytes[at + 1]!;
      at += isBlank ? 1 : 2;
      if (at >= to || bytes[at] !== COMMA) return fail('a line has eight fields, and a flag is one character');
      if (flag === 0) flags.measurement = code;
      else if (flag === 1) flags.quality = code;
      else flags.source = code;
    }
    flags.time = at + 1 >= to ? -1 : wholeNumber(bytes, at + 1, to);
    if (Number.isNaN(flags.time) || flags.time > 2400) return fail('observation time is hhmm');
    row.station = idAt(bytes, from);
    acceptValue(row, flags, { counts, sink, lastDay, where: () => bytes.toString('latin1', from, to) });
  };
}

export function dlyLines(counts: GhcnCounts, sink: ValueSink, lastDay: number): LineReader {
  const idAt = rememberIds();
  const flags: ValueFlags = { measurement: 0, quality: 0, source: 0, time: -1 };
  const row = { station: '', day: 0, code: 0, value: 0 };
  return (bytes, from, to) => {
    const fail = (rule: string) => refuse(counts, rule, bytes.toString('latin1', from, Math.min(to, from + 40)));
    if (to - from !== DLY_LENGTH && !isTrimmed(bytes, from, to)) return fail(`a record has ${DLY_LENGTH} bytes`);
    const [year, month] = [wholeNumber(bytes, from + 11, from + 15), wholeNumber(bytes, from + 15, from + 17)];
    const first = dayOf(year, month, 1);
    if (Number.isNaN(first)) return fail('year and month are those of a calendar');
    row.code = codeAt(bytes, from + 17);
    if (row.code === NOT_READ) return;
    row.station = idAt(bytes, from);
    const days = (Date.UTC(year, month) - Date.UTC(year, month - 1)) / (DAY * 1000);
    for (let n = 0; n < days; n++) {
      const at = from + DLY_VALUES + n * DLY_STEP;
      row.value = wholeNumber(bytes, at, Math.min(to, at + 5));
      if (Number.isNaN(row.value)) {
        fail('value is a whole number');
        continue;
      }
      row.day = first + n;
      [flags.measurement, flags.quality, flags.source] = [bytes[at + 5]!, bytes[at + 6]!, bytes[at + 7]!];
      if (to < at + DLY_STEP) [flags.measurement, flags.quality, flags.source] = flagsUpTo(bytes, at + 5, to);
      acceptValue(row, flags, { counts, sink, lastDay, where: () => bytes.toString('latin1', from, from + 21) });
    }
  };
}

/** True for a record whose blanks at its end were cut off, as editors do: all 31 values are still there. */
function isTrimmed(bytes: Buffer, from: number, to: number): boolean {
  const lastValue = from + DLY_VALUES + 30 * DLY_STEP;
  return to < from + DLY_LENGTH && to >= lastValue + 5 && !Number.isNaN(wholeNumber(bytes, lastValue, lastValue + 5));
}

function flagsUpTo(bytes: Buffer, at: number, to: number): [number, number, number] {
  return [at, at + 1, at + 2].map((place) => (place < to ? bytes[place]! : SPACE)) as [number, number, number];
}
