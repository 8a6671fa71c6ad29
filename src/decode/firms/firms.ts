/**
 * Active fires of NASA's FIRMS, near real time, as CSV: the keyless lists of the last 24 hours and what its API gives.
 *
 *   VIIRS   latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,confidence,version,bright_ti5,frp,daynight
 *   MODIS   latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight
 *
 * Columns are found by their names: the API has `instrument` too, and the order differs. Times are UTC, HHMM, whose leading
 * zeros some files drop. Confidence is a word of VIIRS or its first letter, and a per cent of MODIS, which its users'
 * guide (Giglio et al., Collection 6) parts into low, nominal and high at 30 and 80. Sides of pixels are km, power MW, brightness K.
 *
 * A line that breaks a rule is left out and counted, since one of 100,000 should not hide the others; a file none of whose
 * lines can be read is refused. Fields are never quoted.
 */

import { MalformedError } from '../../base/errors.js';
import type { FireConfidence, FirePoint } from '../../model/fire.js';
import { parseDate } from '../../model/time.js';

export interface FireList {
  /** In the order of the file. */
  readonly points: readonly FirePoint[];
  readonly rejected: number;
  /** Of the first line that was left out. */
  readonly defect: MalformedError | null;
}

/** The globe in a day of many fires has some 200,000 pixels of 85 octets. */
const MOST_OCTETS = 128 << 20;
const MOST_LINES = 1_000_000;
const LONGEST_LINE = 500;

const REQUIRED = ['latitude', 'longitude', 'acq_date', 'acq_time', 'confidence'] as const;
const BRIGHTNESS = ['bright_ti4', 'brightness'] as const;
const CONFIDENCES: Readonly<Record<string, FireConfidence>> = {
  l: 'low',
  low: 'low',
  n: 'nominal',
  nominal: 'nominal',
  h: 'high',
  high: 'high',
};

/** Text of a column of the line that is read; null where the list has no such column. */
type Field = (name: string) => string | null;

/** @throws MalformedError  when it is no list of fires, is too large, or has lines and none that can be read */
export function decodeFirms(bytes: Uint8Array): FireList {
  if (bytes.length > MOST_OCTETS)
    throw new MalformedError('FIRMS', `must have at most ${MOST_OCTETS} octets`, bytes.length);
  const lines = linesOf(bytes);
  const head = lines.next();
  const columns = columnsOf(head.done ? '' : head.value);
  const points: FirePoint[] = [];
  let [line, rejected] = [1, 0];
  let defect: MalformedError | null = null;
  for (const text of lines) {
    if (++line > MOST_LINES) throw new MalformedError('FIRMS', `must have at most ${MOST_LINES} lines`, line);
    if (text === '') continue;
    const read = orDefect(() => pointOf(text, columns, `FIRMS, line ${line}`));
    if (!(read instanceof MalformedError)) points.push(read);
    else {
      rejected++;
      defect ??= read;
    }
  }
  if (points.length === 0 && defect !== null) throw defect;
  return { points, rejected, defect };
}

/** Lines one by one, without their ends. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const octets = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = 0; start < octets.length; ) {
    const found = octets.indexOf(0x0a, start);
    const end = found < 0 ? octets.length : found;
    yield octets.toString('latin1', start, Math.min(end, start + LONGEST_LINE)).trim();
    start = end + 1;
  }
}

function columnsOf(head: string): ReadonlyMap<string, number> {
  const names = head.replace(/^ï»¿/, '').toLowerCase().split(','); // a byte order mark, read as Latin-1
  const columns = new Map(names.map((name, n) => [name.trim(), n]));
  for (const name of REQUIRED)
    if (!columns.has(name)) throw new MalformedError('FIRMS', `must have a column ${name}`, head.slice(0, 80));
  return columns;
}

function orDefect<Result>(read: () => Result): Result | MalformedError {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedError) return error;
    throw error;
  }
}

function pointOf(text: string, columns: ReadonlyMap<string, number>, where: string): FirePoint {
  const fields = text.split(',');
  if (fields.length < columns.size)
    throw new MalformedError(where, `must have ${columns.size} fields`, text.slice(0, 80));
  const field: Field = (name) => {
    const column = columns.get(name);
    return column === undefined ? null : (fields[column] ?? '').trim();
  };
  const side = (name: string) => 1000 * (measure(field, name, where) ?? Number.NaN);
  return {
    latitude: degrees(field, 'latitude', 90, where),
    longitude: degrees(field, 'longitude', 180, where),
    time: timeOf(field, where),
    satellite: (field('satellite') ?? '').slice(0, 40),
    confidence: confidenceOf(field('confidence') ?? '', where),
    brightness: measure(field, BRIGHTNESS.find((name) => columns.has(name)) ?? '', where) ?? Number.NaN,
    radiativePower: measure(field, 'frp', where) ?? Number.NaN,
    acrossTrack: side('scan'),
    alongTrack: side('track'),
    isDay: dayOf(field('daynight')),
  };
}

function degrees(field: Field, name: string, most: number, where: string): number {
  const value = measure(field, name, where, -most);
  if (value !== null && value <= most) return value;
  throw new MalformedError(where, `${name} must be -${most}..${most}`, value ?? '');
}

/** A number in decimal notation, from `least` on; null where the field is empty or there is no such column. */
function measure(field: Field, name: string, where: string, least = 0): number | null {
  const text = field(name);
  if (text === null || text === '') return null;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && Number.isFinite(value)) return value;
  throw new MalformedError(where, `${name} must be a number of ${least} or more`, text.slice(0, 40));
}

function timeOf(field: Field, where: string): number {
  const [date, time] = [field('acq_date') ?? '', field('acq_time') ?? ''];
  // some editions write "4:05" or "04:05"
  const clock = /^(\d{1,2}):(\d\d)$/.exec(time) ?? /^(\d{1,2}?)(\d\d)$/.exec(time.padStart(4, '0'));
  const day = parseDate(date);
  const [hour, minute] = [Number(clock?.[1] ?? 99), Number(clock?.[2] ?? 99)];
  if (day !== null && hour < 24 && minute < 60) return 86_400 * day + 3600 * hour + 60 * minute;
  throw new MalformedError(where, 'acq_date and acq_time must be YYYY-MM-DD and HHMM', `${date} ${time}`.slice(0, 40));
}

function confidenceOf(text: string, where: string): FireConfidence {
  const word = text.toLowerCase();
  if (Object.hasOwn(CONFIDENCES, word)) return CONFIDENCES[word]!;
  const percent = /^\d{1,3}$/.test(word) ? Number(word) : Number.NaN;
  if (percent <= 100) return percent < 30 ? 'low' : percent < 80 ? 'nominal' : 'high';
  throw new MalformedError(where, 'confidence must be low, nominal, high or 0..100', text.slice(0, 40));
}

function dayOf(text: string | null): boolean | null {
  return text === 'D' ? true : text === 'N' ? false : null;
}
