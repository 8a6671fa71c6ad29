/** The accuracy of past forecasts for people: a table for each section, and the stations behind it. */

import type {
  AccuracyAnswer,
  AccuracyErrors,
  AccuracyLeadRecord,
  AccuracyStation,
} from '../../model/accuracy-answer.js';
import { plainLine } from '../plain-text.js';
import { type TableColumn, tableLines } from '../text-table.js';

/** Sections that are shown, with their request: what a table has room for. */
export const SHOWN_ACCURACY = {
  daily: { variables: ['temperature_max', 'temperature_min', 'precipitation', 'precipitation_probability'] },
  hourly: { variables: ['temperature', 'precipitation', 'precipitation_probability'] },
  minutely: { variables: ['precipitation', 'precipitation_probability'] },
} as const;

const NOTHING = '-';
const SECTIONS = ['daily', 'hourly', 'minutely'] as const;
const LEADS = { daily: 'lead_days', hourly: 'lead_hours', minutely: 'lead_minutes' } as const;
const TITLES = { daily: 'Days', hourly: 'Hours', minutely: 'Minutes' } as const;

/** Columns of one variable; a record that lacks it has none. */
interface Columns {
  readonly headings: readonly string[];
  readonly cells: (record: AccuracyLeadRecord) => readonly string[];
}

/** @param answer  to a request of `SHOWN_ACCURACY` that compares with persistence and climatology */
export function accuracyLines(answer: AccuracyAnswer): string[] {
  const { scope, evaluation_period: period, coverage, units, stations = [], warnings } = answer;
  const tables = SECTIONS.flatMap((section) => {
    const records = answer[section];
    return records === undefined ? [] : ['', ...sectionLines(section, records, units.temperature)];
  });
  const where = { local: 'Around the location', region: 'In the region', network: 'In the network' }[scope.type];
  return [
    `${where}, ${period.start} to ${period.end} (${period.days} days)`,
    plainLine(coverage.basis),
    ...tables,
    ...(stations.length === 0 ? [] : ['', 'Stations:', ...stationLines(stations, units.temperature)]),
    ...(warnings.length === 0 ? [] : ['']),
    ...warnings.map(({ code, message }) => plainLine(`${code}: ${message}`)),
  ];
}

function sectionLines(
  section: (typeof SECTIONS)[number],
  records: readonly AccuracyLeadRecord[],
  unit: string,
): string[] {
  const columns = columnsOf(section, unit).filter(({ cells }) => records.some((record) => cells(record).length > 0));
  const headings = ['lead', ...columns.flatMap((column) => column.headings), 'pairs'];
  const rows = records.map((record) => [
    String(record[LEADS[section]]),
    ...columns.flatMap(({ cells }) => cells(record)),
    String(pairsOf(record)),
  ]);
  return [`${TITLES[section]}:`, ...tableLines(headings.map(right), rows)];
}

function columnsOf(section: (typeof SECTIONS)[number], unit: string): Columns[] {
  const temperatures: Readonly<Record<typeof section, readonly [string, (one: AccuracyLeadRecord) => Errors][]>> = {
    daily: [
      ['max', (one) => one.temperature_max],
      ['min', (one) => one.temperature_min],
    ],
    hourly: [['temp', (one) => one.temperature]],
    minutely: [],
  };
  return [
    ...temperatures[section].map(
      ([name, errors]): Columns => ({
        headings: [`${name} error ${unit}`, 'bias', 'skill'],
        cells: (record) => errorCells(errors(record)),
      }),
    ),
    {
      headings: ['wet CSI', 'skill'],
      cells: ({ precipitation }) =>
        precipitation === undefined
          ? []
          : [
              text(precipitation.occurrence.critical_success_index, 2),
              text(precipitation.occurrence.persistence?.skill_score, 2),
            ],
    },
    {
      headings: ['Brier', 'skill'],
      cells: ({ precipitation_probability: one }) =>
        one === undefined ? [] : [text(one.brier_score, 3), text(one.climatology?.skill_score, 2)],
    },
  ];
}

type Errors = AccuracyErrors | undefined;

function errorCells(errors: Errors): string[] {
  if (errors === undefined) return [];
  return [text(errors.mean_absolute_error, 2), signed(errors.bias), text(errors.persistence?.skill_score, 2)];
}

/** Pairs of the variable that has most. */
function pairsOf({ precipitation, precipitation_probability, ...rest }: AccuracyLeadRecord): number {
  const errors = [rest.temperature, rest.temperature_max, rest.temperature_min];
  const found = [precipitation?.occurrence, precipitation_probability, ...errors].map((one) => one?.samples ?? 0);
  return Math.max(...found);
}

function stationLines(stations: readonly AccuracyStation[], unit: string): string[] {
  const hasDistance = stations.some(({ distance_km }) => distance_km !== undefined);
  const headings = [`max error ${unit}`, 'bias', `hour error ${unit}`, 'bias', 'Brier', 'pairs'];
  const columns = [{ heading: '' }, { heading: '' }, ...(hasDistance ? ['km', ...headings] : headings).map(right)];
  const rows = stations.map(({ id, name, distance_km, daily, hourly, minutely }) => [
    `  ${plainLine(id)}`,
    plainLine(name),
    ...(hasDistance ? [text(distance_km, 1)] : []),
    ...[text(daily?.temperature_max?.mean_absolute_error, 2), signed(daily?.temperature_max?.bias)],
    ...[text(hourly?.temperature?.mean_absolute_error, 2), signed(hourly?.temperature?.bias)],
    text(daily?.precipitation_probability?.brier_score, 3),
    String(Math.max(...[daily, hourly, minutely].map((one) => (one === undefined ? 0 : pairsOf(one))))),
  ]);
  return tableLines(columns, rows);
}

const right = (heading: string): TableColumn => ({ heading, align: 'right' });

function text(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined ? NOTHING : value.toFixed(decimals);
}

/** Two decimals with the sign. */
function signed(value: number | null | undefined): string {
  return value !== null && value !== undefined && value > 0 ? `+${text(value, 2)}` : text(value, 2);
}
