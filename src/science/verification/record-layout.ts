/**
 * Rows of the record of accuracy: one for each group and date, with a layout for each interval. Rows of stations end before
 * the reliability bins; those of regions and the network have them.
 */

import { ACCURACY_LEADS, type AccuracyInterval, type AccuracyLeads } from '../../model/accuracy.js';
import {
  columnNames,
  ERROR_SUMS,
  OCCURRENCE_SUMS,
  PROBABILITY_SUMS,
  type SumsLayout,
  sumsLayout,
} from './sums-layout.js';

const layoutOf = ({ interval, leads }: AccuracyLeads) =>
  sumsLayout([{ interval, leads: leads.map((lead) => ({ first: lead, last: lead })) }]);

export const RECORD_LAYOUTS = Object.fromEntries(
  ACCURACY_LEADS.map((row) => [row.interval, layoutOf(row)]),
) as Readonly<Record<AccuracyInterval, SumsLayout>>;

/** Lead that stands for an interval where there is room for one: tomorrow, the same hour tomorrow, in an hour. */
export const HEADLINE_LEADS: Readonly<Record<AccuracyInterval, number>> = { '1d': 1, '1h': 24, '1m': 60 };

/** Sums of errors and of probabilities that a headline has, in their order. */
const ERRORS = [ERROR_SUMS.samples, ERROR_SUMS.absolute, ERROR_SUMS.error, ERROR_SUMS.squared];
const PROBABILITIES = [
  PROBABILITY_SUMS.samples,
  PROBABILITY_SUMS.squared,
  PROBABILITY_SUMS.forecast,
  PROBABILITY_SUMS.observed,
];
const TABLE = [0, 1, 2, 3].map((cell) => OCCURRENCE_SUMS.service + cell);

/** Four sums of a block at the headline lead of its interval, in the order of a row of headlines. */
export const HEADLINES = [
  { interval: '1d', block: 'temperature_max', sums: ERRORS },
  { interval: '1d', block: 'temperature_min', sums: ERRORS },
  { interval: '1d', block: 'occurrence', sums: TABLE },
  { interval: '1d', block: 'amount', sums: ERRORS },
  { interval: '1d', block: 'probability', sums: PROBABILITIES },
  { interval: '1h', block: 'temperature', sums: ERRORS },
  { interval: '1h', block: 'occurrence', sums: TABLE },
  { interval: '1h', block: 'amount', sums: ERRORS },
  { interval: '1h', block: 'probability', sums: PROBABILITIES },
  { interval: '1m', block: 'occurrence', sums: TABLE },
  { interval: '1m', block: 'amount', sums: ERRORS },
  { interval: '1m', block: 'probability', sums: PROBABILITIES },
] as const satisfies readonly {
  readonly interval: AccuracyInterval;
  readonly block: Parameters<SumsLayout['at']>[2];
  readonly sums: readonly number[];
}[];

/** Sums of each headline, and of all of them. */
export const HEADLINE_SUMS = 4;
export const HEADLINE_WIDTH = HEADLINES.length * HEADLINE_SUMS;

/** Where each number of a row of headlines stands in the row of its interval. */
export const HEADLINE_COLUMNS = HEADLINES.flatMap(({ interval, block, sums }) => {
  const layout = RECORD_LAYOUTS[interval];
  const lead = layout.sections[0]!.leads.findIndex(({ first }) => first === HEADLINE_LEADS[interval]);
  return sums.map((sum) => ({ interval, column: layout.at(interval, lead, block) + sum }));
});

const rowForm = (interval: AccuracyInterval) => ({
  names: columnNames(RECORD_LAYOUTS[interval]),
  ofStations: RECORD_LAYOUTS[interval].withoutBins,
});

/** Meaning of the numbers in the stored record: its writer and its readers must agree on it. */
export const RECORD_FORM = {
  rows: { '1d': rowForm('1d'), '1h': rowForm('1h'), '1m': rowForm('1m') },
  headlines: HEADLINE_COLUMNS,
} as const;
