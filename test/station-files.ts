/**
 * Series of days from real files of GHCN-Daily, for tests: the fixed-width `.dly` and the csv of NCEI's access service,
 * whose morning observations are moved to the day that they are about.
 */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  DAY_FLAGS,
  NOT_OBSERVED,
  STATION_ELEMENTS,
  type StationElement,
  type StationSeries,
  type StationSource,
} from '../src/model/station-series.js';
import { DAY, parseDate } from '../src/model/time.js';

const ELEMENTS: Readonly<Record<string, StationElement>> = {
  TMAX: 'temperature_max',
  TMIN: 'temperature_min',
  PRCP: 'precipitation',
  SNOW: 'snowfall',
  WESF: 'snowfall_water',
};

/** One value as the network files it. */
interface Report {
  readonly day: number;
  readonly element: StationElement;
  readonly value: number;
  readonly measurement: string;
  readonly source: string;
  /** hhmm, local; NaN where it is not told. */
  readonly time: number;
}

type Header = Pick<StationSeries['station'], 'id' | 'name' | 'latitude' | 'longitude' | 'elevation'>;

function textOf(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
}

/** The station of a `.dly`, which has no header: the test says where it is. */
export function readDly(path: string, header: Omit<Header, 'id'>): StationSeries {
  const reports: Report[] = [];
  let id = '';
  for (const line of textOf(path).split('\n')) {
    const element = ELEMENTS[line.slice(17, 21)];
    if (element === undefined) continue;
    id = line.slice(0, 11);
    const [year, month] = [Number(line.slice(11, 15)), Number(line.slice(15, 17))];
    const first = Date.UTC(year, month - 1, 1) / (1000 * DAY);
    const count = Date.UTC(year, month, 1) / (1000 * DAY) - first;
    for (let n = 0; n < count; n++) {
      const at = 21 + 8 * n;
      const value = Number(line.slice(at, at + 5));
      if (value === -9999 || line[at + 6] !== ' ') continue;
      const [measurement, source] = [line[at + 5]!.trim(), line[at + 7]!];
      reports.push({ day: first + n, element, value, measurement, source, time: Number.NaN });
    }
  }
  return seriesOf({ id, ...header }, reports, false);
}

/**
 * @param since  first date that is read, "2008-01-01"
 * @param moved  false: morning observations stay on the date under which they are filed
 */
export function readAccessCsv(
  path: string,
  { since, moved }: { readonly since: string; readonly moved: boolean },
): StationSeries | null {
  const [first, ...rest] = textOf(path).trim().split('\n');
  const head = fieldsOf(first!);
  const lines = rest.filter((line) => line.slice(15, 25) >= since).map(fieldsOf);
  if (lines.length === 0) return null;
  const column = (name: string) => head.indexOf(name);
  const reports: Report[] = [];
  const columns = Object.entries(ELEMENTS).map(([name, element]) => ({
    element,
    value: column(name),
    attributes: column(`${name}_ATTRIBUTES`),
  }));
  const date = column('DATE');
  for (const fields of lines)
    for (const { element, ...at } of columns) {
      const [value, attributes] = [fields[at.value]?.trim(), fields[at.attributes]];
      if (!value || attributes === undefined) continue;
      const [measurement = '', quality = '', source = '', time = ''] = attributes.split(',');
      if (quality.trim() !== '') continue;
      const day = parseDate(fields[date]!)!;
      const hhmm = time.trim() === '' ? Number.NaN : Number(time);
      reports.push({ day, element, value: Number(value), measurement: measurement.trim(), source, time: hhmm });
    }
  const last = lines.at(-1)!;
  const [latitude, longitude, elevation] = ['LATITUDE', 'LONGITUDE', 'ELEVATION'].map((name) =>
    Number(last[column(name)]),
  );
  const place = { latitude: latitude!, longitude: longitude!, elevation: elevation! };
  return seriesOf({ id: last[0]!, name: last[column('NAME')]!, ...place }, reports, moved);
}

function fieldsOf(line: string): string[] {
  return Array.from(line.trimEnd().matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, plain]) => quoted ?? plain!);
}

/** Observations between 01:00 and 12:00 tell of the day before, but for minima. */
function isMorning(time: number): boolean {
  return time >= 100 && time <= 1200;
}

function seriesOf(header: Header, reports: readonly Report[], moves: boolean): StationSeries {
  const times = reports.map(({ time }) => time).filter((time) => !Number.isNaN(time));
  const usual = times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
  const days = reports.map(({ day }) => day);
  const [firstDay, lastDay] = [minOf(days) - 1, minOf(days.map((day) => -day)) * -1];
  const count = lastDay - firstDay + 1;
  const values = new Map(STATION_ELEMENTS.map((id) => [id, new Int16Array(count).fill(NOT_OBSERVED)]));
  const flags = new Uint8Array(count);
  for (const { day, element, value, measurement, time } of reports) {
    const morning = moves && isMorning(Number.isNaN(time) ? usual : time);
    const isMoved = morning && element !== 'temperature_min';
    const at = day - firstDay - (isMoved ? 1 : 0);
    values.get(element)![at] = value;
    flags[at]! |= flagOf(element, measurement) | (isMoved ? DAY_FLAGS.moved : 0);
    if (morning && element === 'temperature_min') flags[at]! |= DAY_FLAGS.morningMinimum;
  }
  smoothMorningMinima(values.get('temperature_min')!, flags);
  return { station: { ...header, sources: sourcesOf(reports) }, firstDay, values, flags };
}

function minOf(numbers: readonly number[]): number {
  return numbers.reduce((least, n) => Math.min(least, n), Number.POSITIVE_INFINITY);
}

function flagOf(element: StationElement, measurement: string): number {
  if (measurement === 'P' && element === 'precipitation') return DAY_FLAGS.presumedZero;
  if (measurement !== 'T') return 0;
  if (element === 'precipitation') return DAY_FLAGS.precipitationTrace;
  return element === 'snowfall' ? DAY_FLAGS.snowfallTrace : 0;
}

/** A minimum of the morning is the mean of itself and of the lower of the two mornings around the day. */
function smoothMorningMinima(minima: Int16Array, flags: Uint8Array): void {
  for (let i = 0; i + 1 < minima.length; i++) {
    if ((flags[i]! & DAY_FLAGS.morningMinimum) === 0 || minima[i] === NOT_OBSERVED) continue;
    const next = minima[i + 1] === NOT_OBSERVED ? minima[i]! : minima[i + 1]!;
    minima[i] = Math.round((minima[i]! + Math.min(minima[i]!, next)) / 2);
  }
}

function sourcesOf(reports: readonly Report[]): StationSource[] {
  const sources = new Map<string, StationSource>();
  for (const { source: flag, element, day } of reports) {
    const { firstDay, lastDay } = sources.get(flag + element) ?? { firstDay: day, lastDay: day };
    sources.set(flag + element, {
      ...{ flag, elements: [element] },
      ...{ firstDay: Math.min(firstDay, day), lastDay: Math.max(lastDay, day) },
    });
  }
  return [...sources.values()];
}

/** Days since 1970-01-01 of a date that exists. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / (1000 * DAY);
}
