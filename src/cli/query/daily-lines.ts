/** Days of a history or an outlook for people: a table with the range of temperature as a plot; long spans by month or year. */

import type { Warning } from '../../model/warning.js';
import { plainLine } from '../plain-text.js';
import { tableLines } from '../text-table.js';

/** Fields of a response that are shown. */
export interface PrintedDays {
  readonly location: { readonly latitude: number; readonly longitude: number; readonly timezone: string };
  readonly units: { readonly temperature: string; readonly precipitation: string };
  readonly daily: readonly PrintedDay[];
  readonly stations?: readonly {
    readonly id: string;
    readonly name: string;
    readonly distance_km: number;
    readonly weight: number;
  }[];
  readonly warnings: readonly Warning[];
}

export interface PrintedDay {
  readonly date: string;
  readonly temperature_max: number | null;
  readonly temperature_min: number | null;
  readonly precipitation: number | null;
  readonly snow_total: number | null;
  readonly precipitation_probability?: number | null;
}

/** The variables that are shown of both. */
export const SHOWN_DAILY_VARIABLES = ['temperature_max', 'temperature_min', 'precipitation', 'snow_total'] as const;

/** More rows than these are not read. */
const MOST_ROWS = 62;
const PLOT_WIDTH = 40;

export function dailyLines({ location, units, daily, stations = [], warnings }: PrintedDays): string[] {
  const { label, rows } = rowsOf(daily);
  return [
    `${location.latitude}, ${location.longitude} (${location.timezone})`,
    ...tableOf(label, rows, units),
    ...(stations.length === 0 ? [] : ['', 'Stations:', ...stationLines(stations)]),
    ...(warnings.length === 0 ? [] : ['']),
    ...warnings.map(({ code, message }) => plainLine(`${code}: ${message}`)),
  ];
}

/** One row of the table: a day, or the mean of several; amounts are totals. */
interface Row {
  readonly label: string;
  readonly max: number | null;
  readonly min: number | null;
  readonly precipitation: number | null;
  readonly snow: number | null;
  readonly probability: number | null;
}

/** Days, or months where there would be too many, or years. */
function rowsOf(daily: readonly PrintedDay[]): { readonly label: string; readonly rows: readonly Row[] } {
  const units = [
    ['date', 10],
    ['month', 7],
    ['year', 4],
  ] as const;
  const groups = units.map(([label, length]) => ({ label, days: grouped(daily, length) }));
  const { label, days } = groups.find((group) => group.days.size <= MOST_ROWS) ?? groups.at(-1)!;
  return { label, rows: Array.from(days, ([name, each]) => rowOf(name, each)) };
}

function grouped(daily: readonly PrintedDay[], length: number): Map<string, PrintedDay[]> {
  const groups = new Map<string, PrintedDay[]>();
  for (const day of daily) {
    const name = day.date.slice(0, length);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [day]);
    else known.push(day);
  }
  return groups;
}

function rowOf(label: string, days: readonly PrintedDay[]): Row {
  return {
    label,
    max: meanOf(days.map((day) => day.temperature_max)),
    min: meanOf(days.map((day) => day.temperature_min)),
    precipitation: sumOf(days.map((day) => day.precipitation)),
    snow: sumOf(days.map((day) => day.snow_total)),
    probability: meanOf(days.map((day) => day.precipitation_probability ?? null)),
  };
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

function meanOf(values: readonly (number | null)[]): number | null {
  const sum = sumOf(values);
  return sum === null ? null : sum / values.filter((value) => value !== null).length;
}

function tableOf(label: string, rows: readonly Row[], { temperature, precipitation }: PrintedDays['units']): string[] {
  const known = rows.flatMap(({ max, min }) => [max, min]).filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const hasProbability = rows.some(({ probability }) => probability !== null);
  const decimals = precipitation === 'm' ? 4 : precipitation === 'in' ? 2 : 1;
  const columns = [
    { heading: label },
    { heading: `min ${temperature}`, align: 'right' },
    { heading: `max ${temperature}`, align: 'right' },
    { heading: `precip. ${precipitation}`, align: 'right' },
    { heading: `snow ${precipitation}`, align: 'right' },
    ...(hasProbability ? [{ heading: 'wet %', align: 'right' } as const] : []),
    { heading: known.length === 0 ? '' : `${low.toFixed(1)} to ${high.toFixed(1)}` },
  ] as const;
  const cells = rows.map((row) => [
    row.label,
    text(row.min, 1),
    text(row.max, 1),
    text(row.precipitation, decimals),
    text(row.snow, decimals),
    ...(hasProbability ? [text(row.probability, 0)] : []),
    bar(row, low, high),
  ]);
  return tableLines(columns, cells);
}

function text(value: number | null, decimals: number): string {
  return value === null ? '-' : value.toFixed(decimals);
}

/** A bar from the minimum to the maximum on the scale of all rows; empty where one is unknown. */
function bar({ min, max }: Row, low: number, high: number): string {
  if (min === null || max === null) return '';
  const at = (value: number) => (high === low ? 0 : Math.round(((value - low) / (high - low)) * (PLOT_WIDTH - 1)));
  const [from, to] = [at(min), at(max)];
  return ' '.repeat(from) + '━'.repeat(Math.max(1, to - from + 1));
}

function stationLines(stations: NonNullable<PrintedDays['stations']>): string[] {
  const columns = [{}, {}, { align: 'right' }, { align: 'right' }] as const;
  const cells = stations.map(({ id, name, distance_km, weight }) => [
    `  ${plainLine(id)}`,
    plainLine(name),
    `${distance_km} km`,
    `${(100 * weight).toFixed(0)}%`,
  ]);
  return tableLines(columns, cells);
}
