/** Accuracy by lead as tables for the terminal: errors, occurrence and probability, each beside persistence. */

import type {
  ErrorAccuracy,
  ErrorVariable,
  GroupAccuracy,
  Interval,
  LeadAccuracy,
  SectionAccuracy,
} from '../../ingest/verify/accuracy-report.js';
import type { LeadSpan } from '../../ingest/verify/verify-files.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import { plainLine } from '../plain-text.js';
import { type TableColumn, tableLines } from '../text-table.js';

const NOTHING = '–';

/** Names of the units of leads, and of the variables. */
const UNITS: Readonly<Record<AccuracyInterval, string>> = { '1d': 'days', '1h': 'hours', '1m': 'minutes' };
const VARIABLES: Readonly<Record<ErrorVariable, string>> = {
  temperature: 'Temperature',
  temperature_max: 'Highest temperature of the day',
  temperature_min: 'Lowest temperature of the day',
  amount: 'Amount where it was forecast or observed wet',
};
const PRECIPITATION: Readonly<Record<AccuracyInterval, string>> = {
  '1d': 'of the day',
  '1h': 'of the hour',
  '1m': 'of the minute',
};

/** How an error is shown: unit, factor from the canonical one, decimals. */
export interface ShownUnit {
  readonly name: string;
  readonly factor: number;
  readonly decimals: number;
}
export interface ShownUnits {
  readonly temperature: ShownUnit;
  readonly precipitation: ShownUnit;
}

/** "1.5", or "24–47". */
export function leadText({ first, last }: LeadSpan): string {
  return first === last ? String(first) : `${first}–${last}`;
}

export function numberText(value: number | null, decimals: number, factor = 1): string {
  return value === null || Number.isNaN(value) ? NOTHING : (value * factor).toFixed(decimals);
}

const right = (...headings: readonly string[]): TableColumn[] =>
  headings.map((heading) => ({ heading, align: 'right' }));

function rangeText(interval: Interval | null, decimals: number, factor = 1): string {
  if (interval === null) return NOTHING;
  return `${numberText(interval.low, decimals, factor)} to ${numberText(interval.high, decimals, factor)}`;
}

/** Tables of all variables that have pairs, with an empty line between them. */
export function accuracyTables(sections: readonly SectionAccuracy[], units: ShownUnits): string {
  const tables = sections.flatMap(({ interval, leads }) => [
    ...errorTables(interval, leads, units),
    ...eventTables(interval, leads),
  ]);
  return tables.map((lines) => lines.join('\n')).join('\n\n');
}

export function unitOf(variable: ErrorVariable, units: ShownUnits): ShownUnit {
  return variable === 'amount' ? units.precipitation : units.temperature;
}

function errorTables(interval: AccuracyInterval, leads: readonly LeadAccuracy[], units: ShownUnits): string[][] {
  const variables = Object.keys(leads[0]?.errors ?? {}) as ErrorVariable[];
  return variables.flatMap((variable) => {
    const known = leads.filter(({ errors }) => errors[variable]!.samples > 0);
    if (known.length === 0) return [];
    const unit = unitOf(variable, units);
    const columns = right(
      UNITS[interval],
      'pairs',
      'MAE',
      '95%',
      'bias',
      'RMSE',
      'matched',
      'persistence',
      'skill',
      '95%',
    );
    const rows = known.map(({ lead, errors }) => errorRow(lead, errors[variable]!, unit));
    const name = interval === '1m' ? `${unit.name}/h` : unit.name;
    return [[`${VARIABLES[variable]}, ${name}, by lead in ${UNITS[interval]}`, ...tableLines(columns, rows)]];
  });
}

function errorRow(lead: LeadSpan, error: ErrorAccuracy, { factor, decimals }: ShownUnit): string[] {
  const { persistence } = error;
  const value = (of: number | null) => numberText(of, decimals, factor);
  return [
    leadText(lead),
    String(error.samples),
    value(error.meanAbsoluteError),
    rangeText(error.errorInterval, decimals - 1, factor),
    value(error.bias),
    value(error.rootMeanSquareError),
    String(persistence.samples),
    value(persistence.meanAbsoluteError),
    numberText(persistence.skill, 3),
    rangeText(error.skillInterval, 2),
  ];
}

function eventTables(interval: AccuracyInterval, leads: readonly LeadAccuracy[]): string[][] {
  const tables: string[][] = [];
  const occurred = leads.filter(({ occurrence }) => occurrence.samples > 0);
  if (occurred.length > 0) {
    const columns = right(
      UNITS[interval],
      'pairs',
      'CSI',
      'POD',
      'FAR',
      'bias',
      'accuracy',
      'persistence CSI',
      'skill',
    );
    const rows = occurred.map(({ lead, occurrence: one }) => [
      ...[leadText(lead), String(one.samples)],
      ...[one.criticalSuccessIndex, one.probabilityOfDetection, one.falseAlarmRatio].map((of) => numberText(of, 3)),
      ...[numberText(one.frequencyBias, 2), numberText(one.accuracy, 3)],
      ...[one.persistence.criticalSuccessIndex, one.persistence.skill].map((of) => numberText(of, 3)),
    ]);
    tables.push([`Precipitation ${PRECIPITATION[interval]}, wet or dry`, ...tableLines(columns, rows)]);
  }
  const likely = leads.filter(({ probability }) => probability.samples > 0);
  if (likely.length > 0) {
    const columns = right(
      UNITS[interval],
      'pairs',
      'Brier',
      '95%',
      'bias',
      'reliability',
      'climatology',
      'skill',
      'persistence',
      'skill',
    );
    const rows = likely.map(({ lead, probability: one }) => [
      ...[leadText(lead), String(one.samples), numberText(one.brierScore, 4), rangeText(one.brierInterval, 3)],
      ...[numberText(one.bias, 3), numberText(one.brierScore === null ? null : one.scores.reliability, 4)],
      ...[numberText(one.climatology.brierScore, 4), numberText(one.climatology.skill, 3)],
      ...[numberText(one.persistence.brierScore, 4), numberText(one.persistence.skill, 3)],
    ]);
    tables.push([`Probability of precipitation ${PRECIPITATION[interval]}`, ...tableLines(columns, rows)]);
  }
  return tables;
}

/** Most leads that are shown side by side for stations and months. */
const MOST_COLUMNS = 8;

/** Mean absolute error and bias of each station or month: one table for each variable of temperature. */
export function groupTables(heading: string, groups: readonly GroupAccuracy[], units: ShownUnits): string {
  const sections = groups[0]?.sections ?? [];
  const tables = sections.flatMap(({ interval, leads }, section) => {
    const variables = (Object.keys(leads[0]?.errors ?? {}) as ErrorVariable[]).filter((name) => name !== 'amount');
    return variables.flatMap((variable) => {
      const errorAt = (group: GroupAccuracy, lead: number) => group.sections[section]!.leads[lead]!.errors[variable]!;
      const shown = [...leads.keys()]
        .filter((lead) => groups.some((group) => errorAt(group, lead).samples > 0))
        .slice(0, MOST_COLUMNS);
      if (shown.length === 0) return [];
      const { name, factor, decimals } = unitOf(variable, units);
      const columns = [{ heading }, ...right(...shown.map((lead) => leadText(leads[lead]!.lead)))];
      const rows = groups.map((group) => [
        plainLine(group.name),
        ...shown.map((lead) => {
          const { meanAbsoluteError, bias } = errorAt(group, lead);
          return `${numberText(meanAbsoluteError, decimals, factor)} ${signed(bias, decimals, factor)}`;
        }),
      ]);
      const title = `${VARIABLES[variable]}, ${name}: mean absolute error and bias by lead in ${UNITS[interval]}`;
      return [[title, ...tableLines(columns, rows)].join('\n')];
    });
  });
  return tables.join('\n\n');
}

function signed(value: number | null, decimals: number, factor: number): string {
  return `${value !== null && value > 0 ? '+' : ''}${numberText(value, decimals, factor)}`;
}
