/** Files of issued forecasts and of observations: each is recognised by its content. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MalformedError } from '../../base/errors.js';
import type { Progress } from '../../base/progress.js';
import { AIRPORT_COLUMNS, decodeAirportHours } from '../../decode/verification/airport-hours.js';
import {
  type DecodedForecasts,
  decodeForecastTable,
  EVERY_STATION,
  FORECAST_COLUMNS,
} from '../../decode/verification/forecast-table.js';
import { decodeNwsForecasts, decodeNwsObservations, NWS_COLUMNS } from '../../decode/verification/nws-high-low.js';
import {
  type DecodedObservations,
  decodeObservationTable,
  OBSERVATION_COLUMNS,
} from '../../decode/verification/observation-table.js';
import { decodeOpenMeteoIssue } from '../../decode/verification/open-meteo-issue.js';
import { columnsOf } from '../../decode/verification/record-table.js';
import type { UnitSystem } from '../../model/units.js';
import type { StationIssue } from '../../science/verification/lead-forecasts.js';

export interface IssuedForecasts {
  /** Issues by station; of `EVERY_STATION`, for every one. */
  readonly issues: ReadonlyMap<string, readonly StationIssue[]>;
  /** Zone that the files name; null: none. */
  readonly zone: string | null;
  /** Names of the formats that were read. */
  readonly titles: readonly string[];
  /** For people: files that were left out. */
  readonly notes: readonly string[];
}

interface TableFormat<Decoded> {
  readonly title: string;
  readonly columns: readonly string[];
  readonly decode: (bytes: Uint8Array, units: UnitSystem) => Decoded;
}

const FORECAST_FORMATS: readonly TableFormat<DecodedForecasts>[] = [
  { title: 'table of forecasts', columns: FORECAST_COLUMNS, decode: decodeForecastTable },
  { title: 'NWS highs', columns: NWS_COLUMNS, decode: decodeNwsForecasts },
];
const OBSERVATION_FORMATS: readonly TableFormat<DecodedObservations>[] = [
  { title: 'table of observations', columns: OBSERVATION_COLUMNS, decode: decodeObservationTable },
  { title: 'NWS highs', columns: NWS_COLUMNS, decode: decodeNwsObservations },
  { title: 'airport hours', columns: AIRPORT_COLUMNS, decode: decodeAirportHours },
];
const OPEN_METEO = 'Open-Meteo forecasts';

/** A folder of a year with an issue an hour has 8,800 files. */
const MOST_FILES = 100_000;
const BRACE = 0x7b;

function formatOf<Decoded>(formats: readonly TableFormat<Decoded>[], bytes: Uint8Array): TableFormat<Decoded> | null {
  const names = new Set(columnsOf(bytes));
  return formats.find(({ columns }) => columns.every((name) => names.has(name))) ?? null;
}

/**
 * Forecasts of a file, or of all files of a folder and its folders. A file that is no forecast is left out and noted.
 *
 * @throws MalformedError  no file is one; a decoder's for a table with a record that breaks a rule
 */
export function readForecasts(path: string, units: UnitSystem, progress: Progress): IssuedForecasts {
  const issues = new Map<string, StationIssue[]>();
  const titles = new Set<string>();
  const zones = new Set<string>();
  const others: string[] = [];
  const files = filesOf(path);
  for (const [index, file] of files.entries()) {
    const decoded = decodeForecasts(readFileSync(file), file, units);
    if (decoded === null) others.push(relative(path, file) || file);
    else {
      titles.add(decoded.title);
      if (decoded.zone !== null) zones.add(decoded.zone);
      for (const [station, list] of decoded.issues) append(issues, station, list);
    }
    progress({ event: 'forecasts', text: `reading forecasts: ${index + 1} of ${files.length} files`, facts: { file } });
  }
  if (issues.size === 0) throw new MalformedError('archive', `${path} must hold forecasts: ${forecastTitles()}`);
  if (zones.size > 1) throw new MalformedError('archive', 'forecasts must be of one time zone', [...zones].join(', '));
  return { issues, zone: [...zones][0] ?? null, titles: [...titles], notes: notesOf(others) };
}

function append(issues: Map<string, StationIssue[]>, station: string, list: readonly StationIssue[]): void {
  const known = issues.get(station) ?? [];
  for (const issue of list) known.push(issue);
  issues.set(station, known);
}

function decodeForecasts(bytes: Uint8Array, file: string, units: UnitSystem) {
  if (bytes[0] === BRACE) {
    const { issue, zone } = decodeOpenMeteoIssue(bytes, file);
    return { title: OPEN_METEO, zone, issues: new Map([[EVERY_STATION, [issue]]]) };
  }
  const format = formatOf(FORECAST_FORMATS, bytes);
  return format === null ? null : { title: format.title, ...format.decode(bytes, units) };
}

const forecastTitles = () => [...FORECAST_FORMATS.map(({ title }) => title), OPEN_METEO].join(', ');

function notesOf(others: readonly string[]): string[] {
  if (others.length === 0) return [];
  const names = others.slice(0, 3).join(', ');
  return [`${others.length} ${others.length === 1 ? 'file is' : 'files are'} no forecast and left out: ${names}`];
}

/** Paths of the files of a folder, in the order of their names; the path itself where it is a file. */
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  if (files.length > MOST_FILES)
    throw new MalformedError('archive', `must have at most ${MOST_FILES} files`, files.length);
  return files.sort();
}

/** @throws MalformedError  the file has no known columns; a decoder's for a record that breaks a rule */
export function readObservations(path: string, units: UnitSystem): DecodedObservations & { readonly title: string } {
  const bytes = readFileSync(path);
  const format = formatOf(OBSERVATION_FORMATS, bytes);
  if (format === null) {
    const columns = OBSERVATION_FORMATS.map(({ title, columns }) => `${columns.join(',')} (${title})`);
    throw new MalformedError('observations', `${path} must have the columns ${columns.join(', or ')}`);
  }
  return { title: format.title, ...format.decode(bytes, units) };
}
