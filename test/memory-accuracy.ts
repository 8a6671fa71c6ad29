/** An AccuracyRecord in memory, counted from made pairs of forecast and observation. */

import { type AccuracyInterval, WET_THRESHOLDS } from '../src/model/accuracy.js';
import type { AccuracyGroup, AccuracyRecord } from '../src/model/accuracy-record.js';
import type { VerifiedPlace } from '../src/query/accuracy/pooled-sums.js';
import { countError, countEvent, countPrecipitation, wetOf } from '../src/science/verification/count-pairs.js';
import { HEADLINE_COLUMNS, HEADLINE_WIDTH, RECORD_LAYOUTS } from '../src/science/verification/record-layout.js';
import { addRow } from '../src/science/verification/sums-layout.js';

type Rows = Readonly<Record<AccuracyInterval, Float64Array>>;

/** Adds pairs to the rows of one station and date. */
export type CountPairs = (date: DateCounter) => void;

export interface MadeStation extends VerifiedPlace {
  readonly count: CountPairs;
}

export interface MemoryAccuracy extends AccuracyRecord {
  /** Number of reads of rows and headlines. */
  reads: number;
}

const INTERVALS = ['1d', '1h', '1m'] as const;

/** Counts pairs of one station on one date. Leads are in the unit of the interval. */
export class DateCounter {
  constructor(
    private readonly rows: Rows,
    /** Days since 1970-01-01. */
    readonly day: number,
  ) {}

  /** A pair of temperatures, K; persistence NaN: not known. */
  temperature(lead: number, forecast: number, observed: number, persistence = Number.NaN): void {
    this.error('1h', lead, 'temperature', forecast, observed, persistence);
  }

  temperatureMax(lead: number, forecast: number, observed: number, persistence = Number.NaN): void {
    this.error('1d', lead, 'temperature_max', forecast, observed, persistence);
  }

  /** A pair of temperatures before learned corrections: the first four sums of errors. */
  uncorrectedMax(lead: number, forecast: number, observed: number): void {
    const block = new Float64Array(RECORD_LAYOUTS['1d'].width);
    countError(block, 0, forecast, observed, Number.NaN);
    const at = this.at('1d', lead, 'temperature_max_uncorrected');
    for (let sum = 0; sum < 4; sum++) this.rows['1d'][at + sum]! += block[sum]!;
  }

  /**
   * A pair of amounts, mm or mm/h.
   *
   * @param wet  where present weather alone is known: 1 wet, 0 dry
   * @param before  amount that persistence repeats; left out: not known
   */
  amount(
    interval: AccuracyInterval,
    lead: number,
    forecast: number,
    observed: number,
    { wet, before = Number.NaN }: { readonly wet?: number; readonly before?: number } = {},
  ): void {
    const threshold = WET_THRESHOLDS[interval].value;
    const blocks = {
      occurrence: this.at(interval, lead, 'occurrence'),
      amount: this.at(interval, lead, 'amount'),
      threshold,
    };
    const came = { amount: observed, wet: wet ?? wetOf(observed, threshold) };
    countPrecipitation(this.rows[interval], blocks, forecast, came, { amount: before, wet: wetOf(before, threshold) });
  }

  /** A probability 0..1, and whether it was wet. */
  probability(
    interval: AccuracyInterval,
    lead: number,
    probability: number,
    wet: number,
    references = { persistence: Number.NaN, climatology: Number.NaN },
  ): void {
    const at = { at: this.at(interval, lead, 'probability'), bins: this.at(interval, lead, 'reliability') };
    countEvent(this.rows[interval], at, probability, wet, references);
  }

  private error(
    interval: AccuracyInterval,
    lead: number,
    block: 'temperature' | 'temperature_max',
    ...[forecast, observed, persistence]: readonly [number, number, number]
  ): void {
    countError(this.rows[interval], this.at(interval, lead, block), forecast, observed, persistence);
  }

  private at(interval: AccuracyInterval, lead: number, block: Parameters<(typeof RECORD_LAYOUTS)['1d']['at']>[2]) {
    const layout = RECORD_LAYOUTS[interval];
    const index = layout.sections[0]!.leads.findIndex(({ first }) => first === lead);
    return layout.at(interval, index, block);
  }
}

/** Rows of dates as they were published. @param span  dates of the record, days since 1970-01-01, both inclusive */
export function memoryAccuracy(
  stations: readonly MadeStation[],
  span: readonly [first: number, last: number],
  changes: Partial<Pick<AccuracyRecord, 'version' | 'createdAt' | 'simulated'>> = {},
): MemoryAccuracy {
  const [firstDay, lastDay] = span;
  const counted = stations.map((station) => countedDays(station, span));

  const members = (group: AccuracyGroup) =>
    stations.flatMap(({ id, region }, n) =>
      group === 'network' || group === `region/${region}` || group === `station/${id}` ? [counted[n]!] : [],
    );

  const record: MemoryAccuracy = {
    reads: 0,
    ...{ version: 'memory', createdAt: (lastDay + 1) * 86_400 + 21_600, simulated: false, ...changes },
    ...{ firstDay, lastDay, stations: stations.map(({ id }) => id) },
    async rows(group, interval, [first, last]) {
      record.reads += 1;
      const { width: all, withoutBins } = RECORD_LAYOUTS[interval];
      const width = group.startsWith('station/') ? withoutBins : all;
      const sums = new Float64Array((last - first + 1) * width);
      for (const days of members(group))
        for (let day = Math.max(first, firstDay); day <= Math.min(last, lastDay); day++) {
          const from = (day - first) * width;
          addRow(sums.subarray(from, from + width), days[day - firstDay]![interval].subarray(0, width));
        }
      return sums;
    },
    async headlines([first, last]) {
      record.reads += 1;
      const sums = new Float64Array((last - first + 1) * stations.length * HEADLINE_WIDTH);
      let at = 0;
      for (let day = first; day <= last; day++)
        for (const days of counted)
          for (const { interval, column } of HEADLINE_COLUMNS)
            sums[at++] = days[day - firstDay]?.[interval][column] ?? 0;
      return sums;
    },
  };
  return record;
}

function countedDays({ count }: MadeStation, [first, last]: readonly [number, number]): Rows[] {
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const rows = Object.fromEntries(
      INTERVALS.map((interval) => [interval, new Float64Array(RECORD_LAYOUTS[interval].width)]),
    ) as unknown as Rows;
    count(new DateCounter(rows, first + n));
    return rows;
  });
}
