/** An AccuracyRecord of made sums for a benchmark: every station has the same row on every date, times a seeded factor. */

import type { AccuracyRecord } from '../src/model/accuracy-record.js';
import { HEADLINE_COLUMNS, HEADLINE_WIDTH, RECORD_LAYOUTS } from '../src/science/verification/record-layout.js';
import { seededRandom } from './seeded-random.fixture.js';

/** Dates of made sums, which are used again and again: 400 of all stations would be 1.6 GB. */
const MADE_DATES = 16;
const INTERVALS = ['1d', '1h', '1m'] as const;

export function madeSums(stations: readonly string[], lastDay: number, dates: number): AccuracyRecord {
  const random = seededRandom(16);
  const rowsOf = (width: number) => Float64Array.from({ length: MADE_DATES * width }, () => Math.ceil(40 * random()));
  const made = new Map(INTERVALS.map((interval) => [interval, rowsOf(RECORD_LAYOUTS[interval].width)]));
  const headlines = Float64Array.from({ length: MADE_DATES * stations.length * HEADLINE_WIDTH }, (_, i) => {
    const { interval, column } = HEADLINE_COLUMNS[i % HEADLINE_WIDTH]!;
    return made.get(interval)![column]!;
  });
  const repeated = (source: Float64Array, from: number, to: number, [first, last]: readonly [number, number]) => {
    const width = source.length / MADE_DATES;
    const rows = new Float64Array((last - first + 1) * (to - from));
    for (let day = first; day <= last; day++) {
      const row = (day % MADE_DATES) * width;
      rows.set(source.subarray(row + from, row + to), (day - first) * (to - from));
    }
    return rows;
  };
  return {
    ...{ version: 'made', createdAt: lastDay * 86_400, simulated: false, stations },
    ...{ firstDay: lastDay - dates + 1, lastDay },
    async rows(group, interval, days) {
      const { width, withoutBins } = RECORD_LAYOUTS[interval];
      return repeated(made.get(interval)!, 0, group.startsWith('station/') ? withoutBins : width, days);
    },
    headlines: async (days) => repeated(headlines, 0, stations.length * HEADLINE_WIDTH, days),
  };
}
