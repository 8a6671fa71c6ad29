/** Accuracy of forecasts as tables: rows of sums of many stations, pooled and finished as metrics by lead. */

import { type AccuracyInterval, SAMPLE_MINIMUMS } from '../../model/accuracy.js';
import { type ProbabilityCounts, type ProbabilityScores, probabilityScores } from '../../science/scores.js';
import { calendarDate } from '../../science/stations/day-slots.js';
import { blockDaysFor, type Interval, ratioInterval, skillInterval } from '../../science/verification/confidence.js';
import {
  type ErrorMetrics,
  errorMetrics,
  type OccurrenceMetrics,
  occurrenceMetrics,
  type ProbabilityMetrics,
  probabilityMetrics,
  reliabilityCounts,
} from '../../science/verification/metrics.js';
import {
  addRow,
  type Block,
  type DateRows,
  datesOf,
  ERROR_SUMS,
  type LeadSpan,
  PROBABILITY_SUMS,
  rowOf,
  type SumsLayout,
} from '../../science/verification/sums-layout.js';

export { blockDaysFor, type Interval } from '../../science/verification/confidence.js';
export type { ErrorMetrics } from '../../science/verification/metrics.js';

/** Sums of one station over all dates. */
export interface StationSums {
  readonly id: string;
  readonly total: Float64Array;
}

export type ErrorVariable = 'temperature' | 'temperature_max' | 'temperature_min' | 'amount';

/** Errors with the bounds of 95% confidence; null: too few samples or dates. */
export interface ErrorAccuracy extends ErrorMetrics {
  readonly errorInterval: Interval | null;
  readonly skillInterval: Interval | null;
}

export interface ProbabilityAccuracy extends ProbabilityMetrics {
  readonly brierInterval: Interval | null;
  readonly scores: ProbabilityScores;
  readonly counts: ProbabilityCounts;
}

export interface LeadAccuracy {
  readonly lead: LeadSpan;
  readonly errors: Readonly<Partial<Record<ErrorVariable, ErrorAccuracy>>>;
  readonly occurrence: OccurrenceMetrics;
  readonly probability: ProbabilityAccuracy;
}

export interface SectionAccuracy {
  readonly interval: AccuracyInterval;
  readonly leads: readonly LeadAccuracy[];
}

/** Errors of each variable and lead that have pairs, of a station or a month. */
export interface GroupAccuracy {
  /** "KDEN", or "2021-07". */
  readonly name: string;
  readonly sections: readonly SectionAccuracy[];
}

const ERROR_VARIABLES: Readonly<Record<AccuracyInterval, readonly ErrorVariable[]>> = {
  '1d': ['temperature_max', 'temperature_min', 'amount'],
  '1h': ['temperature', 'amount'],
  '1m': ['amount'],
};

/** Metrics of all dates. @param blockDays  dates of a block of the confidence intervals */
export function accuracyOf(layout: SumsLayout, rows: DateRows, blockDays: number): SectionAccuracy[] {
  const total = totalOf(layout, rows);
  return layout.sections.map(({ interval, leads }) => ({
    interval,
    leads: leads.map((lead, index) => leadAccuracy({ layout, rows, total, interval, blockDays }, lead, index)),
  }));
}

/** Metrics of each station, in the order of their names; without confidence intervals, which need dates. */
export function accuracyByStation(layout: SumsLayout, stations: readonly StationSums[]): GroupAccuracy[] {
  const groups = stations.map(({ id, total }) => {
    const rows: DateRows = { firstDay: 0, width: layout.width, sums: total };
    return { name: id, sections: accuracyOf(layout, rows, 1) };
  });
  return groups.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Metrics of each month with pairs. */
export function accuracyByMonth(layout: SumsLayout, rows: DateRows): GroupAccuracy[] {
  return [...monthsOf(rows)]
    .filter(([, month]) => month.sums.some((sum) => sum !== 0))
    .map(([name, month]) => ({ name, sections: accuracyOf(layout, month, blockDaysFor(datesOf(month))) }));
}

/** Rows of each month: views of consecutive dates. */
function monthsOf(rows: DateRows): Map<string, DateRows> {
  const months = new Map<string, DateRows>();
  const nameOf = (index: number) => {
    const { year, month } = calendarDate(rows.firstDay + index);
    return `${year}-${String(month).padStart(2, '0')}`;
  };
  const dates = datesOf(rows);
  for (let first = 0; first < dates; ) {
    let end = first + 1;
    while (end < dates && nameOf(end) === nameOf(first)) end++;
    const sums = rows.sums.subarray(first * rows.width, end * rows.width);
    months.set(nameOf(first), { firstDay: rows.firstDay + first, width: rows.width, sums });
    first = end;
  }
  return months;
}

/** Sums of all dates. */
export function totalOf(layout: SumsLayout, rows: DateRows): Float64Array {
  const total = new Float64Array(layout.width);
  for (let date = 0; date < datesOf(rows); date++) addRow(total, rowOf(rows, date));
  return total;
}

interface Finishing {
  readonly layout: SumsLayout;
  readonly rows: DateRows;
  readonly total: Float64Array;
  readonly interval: AccuracyInterval;
  readonly blockDays: number;
}

function leadAccuracy(finishing: Finishing, lead: LeadSpan, index: number): LeadAccuracy {
  const { layout, total, interval } = finishing;
  const minimum = interval === '1d' ? SAMPLE_MINIMUMS.daily : SAMPLE_MINIMUMS.general;
  const at = (block: Block) => layout.at(interval, index, block);
  const errors = ERROR_VARIABLES[interval].map((variable): [ErrorVariable, ErrorAccuracy] => {
    const least = variable === 'amount' ? SAMPLE_MINIMUMS.precipitation_amount : minimum;
    return [variable, errorAccuracy(finishing, at(variable), least)];
  });
  return {
    lead,
    errors: Object.fromEntries(errors),
    occurrence: occurrenceMetrics(total, at('occurrence'), minimum),
    probability: probabilityAccuracy(finishing, at('probability'), at('reliability'), minimum),
  };
}

function errorAccuracy({ rows, total, blockDays }: Finishing, at: number, minimum: number): ErrorAccuracy {
  const metrics = errorMetrics(total, at, minimum);
  const { samples, absolute, matched, matchedAbsolute, persistenceAbsolute } = ERROR_SUMS;
  const isEnough = metrics.samples >= minimum;
  const isComparable = total[at + matched]! >= minimum;
  return {
    ...metrics,
    errorInterval: isEnough
      ? fromZero(ratioInterval(rows, (row) => [row[at + absolute]!, row[at + samples]!], blockDays))
      : null,
    skillInterval: isComparable
      ? skillInterval(
          ratioInterval(rows, (row) => [row[at + matchedAbsolute]!, row[at + persistenceAbsolute]!], blockDays),
        )
      : null,
  };
}

/** Interval of a score that is never negative. */
function fromZero(interval: Interval | null): Interval | null {
  return interval && { ...interval, low: Math.max(0, interval.low) };
}

function probabilityAccuracy(
  { rows, total, blockDays }: Finishing,
  at: number,
  bins: number,
  minimum: number,
): ProbabilityAccuracy {
  const metrics = probabilityMetrics(total, at, minimum);
  const counts = reliabilityCounts(total, at, bins);
  const { samples, squared } = PROBABILITY_SUMS;
  const ratio = (row: Float64Array) => [row[at + squared]!, row[at + samples]!] as const;
  return {
    ...metrics,
    brierInterval: metrics.samples >= minimum ? fromZero(ratioInterval(rows, ratio, blockDays)) : null,
    scores: probabilityScores(counts),
    counts,
  };
}
