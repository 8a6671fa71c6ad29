/**
 * The sums of verification as a row of numbers: pairs of forecast and observation are added to a row, rows are added to pool
 * stations, dates or regions, and one row is subtracted from another to leave out what came before.
 *
 * A row has one block for each interval, lead and variable, and behind them the reliability bins. All sums are float64 and
 * in canonical units (K, mm, mm/h, ratios). A row of zeros has no pairs.
 *
 *   errors          f forecast, o observation, e = f − o; p persistence, on the pairs that have one
 *   occurrence      tables of hits, false alarms, misses and correct negatives
 *   probability     squared errors of the probability, of persistence and of the climatological frequency
 *   …_uncorrected   the same forecasts before learned corrections: the first four sums of errors or probabilities
 */

import type { AccuracyInterval } from '../../model/accuracy.js';
import { PROBABILITY_BINS } from '../scores.js';

/** Sums of errors. The service is also summed over the pairs that have persistence: only these can be compared. */
export const ERROR_SUMS = {
  samples: 0,
  absolute: 1,
  error: 2,
  squared: 3,
  matched: 4,
  matchedAbsolute: 5,
  matchedError: 6,
  matchedSquared: 7,
  persistenceAbsolute: 8,
  persistenceError: 9,
  persistenceSquared: 10,
} as const;
const ERROR_WIDTH = 11;

/** Tables of four counts each: hits, false alarms, misses, correct negatives. */
export const OCCURRENCE_SUMS = { service: 0, matched: 4, persistence: 8 } as const;
const OCCURRENCE_WIDTH = 12;

/** Sums of probabilities. `observed` counts the pairs whose event came. */
export const PROBABILITY_SUMS = {
  samples: 0,
  squared: 1,
  forecast: 2,
  observed: 3,
  matched: 4,
  matchedSquared: 5,
  matchedForecast: 6,
  matchedObserved: 7,
  persistenceSquared: 8,
  persistenceForecast: 9,
  referred: 10,
  referredSquared: 11,
  climatologySquared: 12,
} as const;
const PROBABILITY_WIDTH = 13;

/** Forecasts before learned corrections have the first sums alone: `samples` to `squared`, or `samples` to `observed`. */
const UNCORRECTED_WIDTH = 4;

/** Pairs, Σ p and events of each bin, one after the other. */
const BINS_WIDTH = 3 * PROBABILITY_BINS;

/** Consecutive leads that are pooled, both inclusive; a single lead has the same first and last. */
export interface LeadSpan {
  readonly first: number;
  readonly last: number;
}

export interface LayoutSection {
  readonly interval: AccuracyInterval;
  /** In days, hours or minutes, as the interval has them. */
  readonly leads: readonly LeadSpan[];
}

/** Variables of each interval, with the width of their blocks. */
const BLOCKS = {
  '1d': {
    temperature_max: ERROR_WIDTH,
    temperature_min: ERROR_WIDTH,
    occurrence: OCCURRENCE_WIDTH,
    amount: ERROR_WIDTH,
    probability: PROBABILITY_WIDTH,
    temperature_max_uncorrected: UNCORRECTED_WIDTH,
    temperature_min_uncorrected: UNCORRECTED_WIDTH,
    probability_uncorrected: UNCORRECTED_WIDTH,
  },
  '1h': {
    temperature: ERROR_WIDTH,
    occurrence: OCCURRENCE_WIDTH,
    amount: ERROR_WIDTH,
    probability: PROBABILITY_WIDTH,
    temperature_uncorrected: UNCORRECTED_WIDTH,
    probability_uncorrected: UNCORRECTED_WIDTH,
  },
  '1m': { occurrence: OCCURRENCE_WIDTH, amount: ERROR_WIDTH, probability: PROBABILITY_WIDTH },
} as const satisfies Record<AccuracyInterval, Record<string, number>>;

/** Bins of an interval; nowcasts are never corrected. */
const RELIABILITIES = {
  '1d': ['reliability', 'reliability_uncorrected'],
  '1h': ['reliability', 'reliability_uncorrected'],
  '1m': ['reliability'],
} as const satisfies Record<AccuracyInterval, readonly string[]>;

export type Block =
  | keyof (typeof BLOCKS)['1d']
  | keyof (typeof BLOCKS)['1h']
  | (typeof RELIABILITIES)[AccuracyInterval][number];

export interface SumsLayout {
  readonly sections: readonly LayoutSection[];
  /** Numbers of a row, and those before the reliability bins. */
  readonly width: number;
  readonly withoutBins: number;
  /**
   * First number of a block in a row.
   *
   * @param lead  index of the lead in its section
   * @throws RangeError  the layout has no such section, lead or block
   */
  at(interval: AccuracyInterval, lead: number, block: Block): number;
}

/** @throws RangeError  a section is repeated, or leads are not whole spans */
export function sumsLayout(sections: readonly LayoutSection[]): SumsLayout {
  const starts = new Map<string, number>();
  let width = 0;
  const place = (key: string, size: number) => {
    if (starts.has(key)) throw new RangeError(`sections of sums must differ; got ${key} twice`);
    starts.set(key, width);
    width += size;
  };
  for (const { interval, leads } of sections)
    for (const [index, { first, last }] of leads.entries()) {
      if (!(first <= last)) throw new RangeError(`leads of a span rise; got ${first} to ${last}`);
      for (const [block, size] of Object.entries(BLOCKS[interval])) place(`${interval} ${index} ${block}`, size);
    }
  const withoutBins = width;
  for (const { interval, leads } of sections)
    for (const index of leads.keys())
      for (const bins of RELIABILITIES[interval]) place(`${interval} ${index} ${bins}`, BINS_WIDTH);
  return {
    ...{ sections, width, withoutBins },
    at(interval, lead, block) {
      const start = starts.get(`${interval} ${lead} ${block}`);
      if (start === undefined) throw new RangeError(`sums have no ${block} of lead ${lead} of ${interval}`);
      return start;
    },
  };
}

/**
 * Name of every number of a row: lead, block and sum, as "1 temperature_max samples". They tell layouts apart, and readers of
 * the stored record what its columns are.
 */
export function columnNames(layout: SumsLayout): string[] {
  const names = new Array<string>(layout.width);
  for (const { interval, leads } of layout.sections)
    for (const [index, { first, last }] of leads.entries()) {
      const lead = first === last ? `${first}` : `${first}-${last}`;
      for (const block of [...Object.keys(BLOCKS[interval]), ...RELIABILITIES[interval]] as Block[])
        for (const [n, sum] of sumNames(block).entries())
          names[layout.at(interval, index, block) + n] = `${lead} ${block} ${sum}`;
    }
  return names;
}

const CELLS = ['hits', 'false_alarms', 'misses', 'correct_negatives'];

/** Names of the sums of a block, in their order. */
function sumNames(block: Block): string[] {
  if (block.startsWith('reliability'))
    return ['pairs', 'forecast', 'observed'].flatMap((sum) =>
      Array.from({ length: PROBABILITY_BINS }, (_, bin) => `${sum}_${bin}`),
    );
  if (block === 'occurrence') return Object.keys(OCCURRENCE_SUMS).flatMap((of) => CELLS.map((cell) => `${of}_${cell}`));
  const names = Object.keys(block.startsWith('probability') ? PROBABILITY_SUMS : ERROR_SUMS);
  return block.endsWith('_uncorrected') ? names.slice(0, UNCORRECTED_WIDTH) : names;
}

/** Adds a row to another; `more` stays as it is. */
export function addRow(total: Float64Array, more: Float64Array): void {
  if (total.length !== more.length) throw new RangeError(`rows have ${total.length} and ${more.length} numbers`);
  for (let i = 0; i < total.length; i++) total[i]! += more[i]!;
}

/** Rows of consecutive dates, one after the other. */
export interface DateRows {
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  readonly width: number;
  /** [date][number of the row] */
  readonly sums: Float64Array;
}

export function noDateRows({ width }: SumsLayout, firstDay: number, days: number): DateRows {
  return { firstDay, width, sums: new Float64Array(days * width) };
}

/** Row of the `index`-th date: a view, not a copy. */
export function rowOf({ width, sums }: DateRows, index: number): Float64Array {
  return sums.subarray(index * width, (index + 1) * width);
}

/** Number of dates. */
export function datesOf({ width, sums }: DateRows): number {
  return sums.length / width;
}

/**
 * Rows of sums over all dates before each date, one more than there are dates: the first is zero. The sums of any period are
 * then the difference of two rows.
 */
export function prefixRows(rows: DateRows): DateRows {
  const { firstDay, width } = rows;
  const sums = new Float64Array(rows.sums.length + width);
  for (let i = 0; i < rows.sums.length; i++) sums[i + width] = sums[i]! + rows.sums[i]!;
  return { firstDay, width, sums };
}

/**
 * Sums from one date to another, both inclusive, days since 1970-01-01; dates outside the rows have no pairs.
 *
 * @param prefix  of `prefixRows`
 */
export function periodSums(prefix: DateRows, first: number, last: number): Float64Array {
  const most = datesOf(prefix) - 1;
  const index = (day: number) => Math.min(most, Math.max(0, day - prefix.firstDay));
  const sums = Float64Array.from(rowOf(prefix, index(last + 1)));
  const before = rowOf(prefix, Math.min(index(first), index(last + 1)));
  for (let i = 0; i < sums.length; i++) sums[i]! -= before[i]!;
  return sums;
}
