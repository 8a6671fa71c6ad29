/**
 * The cache of the Aviation Weather Center: the newest reports of all stations as CSV, plain or gzip.
 *
 *   No errors / No warnings / 856 ms / data source=metars / 4678 results      some lines of prose
 *   raw_text,station_id,observation_time,latitude,longitude,…,metar_type,elevation_m
 *
 * Columns are found by their names. Times and values are those of the raw text: columns give only the month and year, the
 * place, and the type. A line that breaks a rule is left out and counted by the rule. A field may be quoted.
 */

import { MalformedError } from '../../base/errors.js';
import type { ReportStation, StationReport } from '../../model/station-report.js';
import { parseInstant } from '../../model/time.js';
import { linesOf, splitLine, unpackedText } from '../csv.js';
import { decodeMetar, metarHead, timeOfHead } from './metar.js';

/** The world has some 5,000 reports of 200 octets; 0.9 MB. */
const MOST_OCTETS = 64 << 20;
const MOST_LINES = 100_000;
const LONGEST_LINE = 4000;
/** Lines of prose before the header. */
const MOST_PROSE = 20;

const REQUIRED = ['raw_text', 'station_id', 'observation_time', 'latitude', 'longitude'] as const;
type Column = (typeof REQUIRED)[number] | 'elevation_m' | 'metar_type';

/**
 * Reasons why a line is left out: `fields` too few or too many of them, `head` the raw text begins otherwise than a METAR,
 * `station` or `time` differ between raw text and columns, `place` no position on the globe, `nil` no observation, or a text too long for one.
 */
export const REFUSALS = ['fields', 'head', 'station', 'time', 'place', 'nil'] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface ReportList {
  /** In the order of the file. */
  readonly reports: readonly StationReport[];
  /** Lines that were left out, by the rule they break. */
  readonly refused: ReadonlyMap<Refusal, number>;
  /** Defect of the first line that was left out. */
  readonly defect: MalformedError | null;
}

/** A line that breaks a rule. */
class RefusedLine extends MalformedError {
  constructor(
    readonly refusal: Refusal,
    where: string,
    rule: string,
    found: string,
  ) {
    super(where, rule, found.slice(0, 60));
  }
}

/** @throws MalformedError  it is no such cache, is too large or cut, or has lines and none that can be read */
export function decodeMetarCache(bytes: Uint8Array): ReportList {
  const lines = linesOf(unpackedText(bytes, 'METAR cache', MOST_OCTETS), LONGEST_LINE);
  const head = findHeader(lines);
  const reports: StationReport[] = [];
  const refused = new Map<Refusal, number>();
  let defect: RefusedLine | null = null;
  let line = head.line;
  for (const text of lines) {
    if (++line > MOST_LINES) throw new MalformedError('METAR cache', `must have at most ${MOST_LINES} lines`, line);
    if (text === '') continue;
    const read = orRefusal(() => reportOf(text, head, `METAR cache, line ${line}`));
    if (!(read instanceof RefusedLine)) reports.push(read);
    else {
      refused.set(read.refusal, (refused.get(read.refusal) ?? 0) + 1);
      defect ??= read;
    }
  }
  if (reports.length === 0 && defect !== null) throw defect;
  return { reports, refused, defect };
}

interface Header {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly fields: number;
  readonly columns: ReadonlyMap<string, number>;
}

function findHeader(lines: Generator<string, void>): Header {
  let first = '';
  for (let line = 1; line <= MOST_PROSE; line++) {
    const { done, value = '' } = lines.next();
    if (done) break;
    first ||= value;
    const names = value.replace(/^ï»¿/, '').split(','); // a byte order mark, read as Latin-1
    // Layers of cloud have several columns of one name: the first counts.
    const columns = new Map(names.map((name, n): [string, number] => [name.trim().toLowerCase(), n]).reverse());
    if (REQUIRED.every((name) => columns.has(name))) return { line, fields: names.length, columns };
  }
  throw new MalformedError('METAR cache', `must have the columns ${REQUIRED.join(', ')}`, first.slice(0, 60));
}

function orRefusal<Result>(read: () => Result): Result | RefusedLine {
  try {
    return read();
  } catch (error) {
    if (error instanceof RefusedLine) return error;
    throw error;
  }
}

function reportOf(line: string, { columns, fields: expected }: Header, where: string): StationReport {
  const fields = splitLine(line);
  if (fields === null || fields.length !== expected)
    throw new RefusedLine('fields', where, `must have ${expected} fields`, line);
  const field = (name: Column) => fields[columns.get(name) ?? -1]?.trim() ?? '';
  const raw = field('raw_text');
  const head = orRefused('head', raw, () => metarHead(raw, where));
  if (field('station_id') !== head.station)
    throw new RefusedLine('station', where, `must be of ${head.station}, as its raw text says`, field('station_id'));
  const stated = parseInstant(field('observation_time'));
  const time = stated === null ? null : timeOfHead(head, stated);
  if (stated === null || time !== Math.floor(stated / 60) * 60)
    throw new RefusedLine('time', where, 'must have the time of its raw text', field('observation_time'));
  const station = { id: head.station, ...placeOf(field, where) };
  const type = field('metar_type');
  const isRoutine = type === '' ? head.isRoutine : type !== 'SPECI';
  return orRefused('nil', raw, () => decodeMetar(raw, { station, time, isRoutine }, where));
}

function orRefused<Result>(refusal: Refusal, raw: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedError) throw new RefusedLine(refusal, error.format, error.rule, raw);
    throw error;
  }
}

function placeOf(field: (name: Column) => string, where: string): Omit<ReportStation, 'id'> {
  const [latitude, longitude] = [decimal(field('latitude')), decimal(field('longitude'))];
  // Zero and zero is what a list has for a place that it does not know: the nearest land is 500 km away.
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);
  if (!isPlace)
    throw new RefusedLine('place', where, 'must lie on the globe', `${field('latitude')} ${field('longitude')}`);
  const elevation = decimal(field('elevation_m'));
  const isHeight = elevation > -500 && elevation < 9000;
  return { latitude, longitude, elevation: isHeight ? elevation : Number.NaN };
}

function decimal(text: string): number {
  return /^-?(\d{1,4}\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}
