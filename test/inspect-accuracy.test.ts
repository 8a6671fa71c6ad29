/** `weatherglass inspect accuracy`, on sums in memory. */

import { expect, test } from 'vitest';
import { accuracy } from '../src/cli/inspect/inspect-accuracy.js';
import { accuracyOf } from '../src/ingest/verify/accuracy-report.js';
import { parseDate } from '../src/model/time.js';
import { countError, countEvent, countPrecipitation } from '../src/science/verification/count-pairs.js';
import { RECORD_LAYOUTS } from '../src/science/verification/record-layout.js';
import { noDateRows, rowOf } from '../src/science/verification/sums-layout.js';

const LAST = parseDate('2026-11-20')!;
const FIRST = LAST - 29;

/** Thirty dates whose highest temperature of tomorrow is 2 K too high on every second one, and persistence 4 K too low. */
function sections() {
  const layout = RECORD_LAYOUTS['1d'];
  const rows = noDateRows(layout, FIRST, 30);
  const at = (block: Parameters<typeof layout.at>[2]) => layout.at('1d', 0, block);
  const wet = (amount: number) => ({ amount, wet: amount >= 1 ? 1 : 0 });
  for (let date = 0; date < 30; date++) {
    const row = rowOf(rows, date);
    countError(row, at('temperature_max'), date % 2 === 0 ? 292 : 290, 290, 286);
    const blocks = { occurrence: at('occurrence'), amount: at('amount'), threshold: 1 };
    countPrecipitation(row, blocks, 5, wet(date % 2 === 0 ? 5 : 0), wet(0));
    const event = { at: at('probability'), bins: at('reliability') };
    countEvent(row, event, 0.5, date % 2, { persistence: 0, climatology: 0.5 });
  }
  return [
    ...accuracyOf(layout, rows, 5),
    ...accuracyOf(RECORD_LAYOUTS['1m'], noDateRows(RECORD_LAYOUTS['1m'], FIRST, 30), 5),
  ];
}

const asked: number[] = [];

async function inspected(isEmpty: boolean, ...args: string[]): Promise<string[]> {
  const out: string[] = [];
  const month = { stations: 308, minutes: [LAST], createdAt: 1e9, bytes: 8_250_000, simulated: true };
  const read = async (_: object, dates: number) => {
    asked.push(dates);
    if (isEmpty) return null;
    return {
      ...{ firstDay: FIRST, lastDay: LAST, createdAt: Date.UTC(2026, 10, 22, 0, 5) / 1000, simulated: true },
      ...{ stations: 308, days: [FIRST, LAST] as const, sections: sections() },
      months: [{ ...month, version: '202611-7', verified: Array.from({ length: 20 }, (_, n) => LAST - 19 + n) }],
    };
  };
  await accuracy(read, { write: (text) => out.push(text) }).parseAsync(args, { from: 'user' });
  return out.join('').trimEnd().split('\n');
}

test('months are lines, and leads with pairs are lines of their interval', async () => {
  expect(await inspected(false)).toEqual([
    '2026-10-22 to 2026-11-20 at 308 stations, verified 2026-11-22T00:05:00Z',
    '',
    'month    revision  dates  with minutes  stations  stored',
    '2026-11         7     20             1       308  8.3 MB  simulated',
    '',
    'All stations, 2026-10-22 to 2026-11-20. Errors are mean absolute errors; skill is that against persistence.',
    '',
    'days  highest, K  bias  skill  lowest, K  bias  skill  pairs wet or dry   CSI  Brier',
    '   1        1.00  1.00   0.75          –     –      –                30  0.50  0.250',
  ]);
  expect(asked).toEqual([30]);
});

test('JSON has the numbers as they are', async () => {
  const record = JSON.parse((await inspected(false, '--json', '--days', '365'))[0]!);
  expect(asked.at(-1)).toBe(365);
  expect(record).toMatchObject({ first_date: '2026-10-22', last_date: '2026-11-20', stations: 308, simulated: true });
  expect(record.months).toEqual([{ version: '202611-7', dates: 20, minute_dates: 1, stations: 308, bytes: 8_250_000 }]);
  expect(record.leads[0]).toMatchObject({
    ...{ interval: '1d', lead: 1, brier_score: 0.25, critical_success_index: 0.5, wet_or_dry_samples: 30 },
    errors: { temperature_max: { mean_absolute_error: 1, bias: 1, samples: 30, skill: 0.75 } },
  });
});

test('an empty record is an error that says so, and a number of dates that cannot be is refused', async () => {
  await expect(inspected(true)).rejects.toThrow('no forecast is verified yet');
  for (const days of ['6', '366', '7.5', 'x'])
    await expect(inspected(false, '--days', days)).rejects.toThrow('--days must');
});
