import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MadeStation, memoryAccuracy } from '../../../test/memory-accuracy.js';
import { StoreUnavailableError } from '../../base/errors.js';
import type { DateSpan } from '../../model/accuracy-record.js';
import { cachedAccuracySums, type WantedSums } from './accuracy-sums.js';
import { totalRow } from './pooled-sums.js';

const FIRST = 20_000;
const LAST = FIRST + 59;

const station = (id: string, error: number): MadeStation => ({
  ...{ id, name: id, latitude: 40, longitude: -100, elevation: 100, region: 'central_plains' },
  count: (date) => {
    date.temperature(24, 280 + error + (date.day % 7), 280, 281);
    date.temperatureMax(1, 280 - error * (date.day % 5), 280);
    date.probability('1d', 1, (date.day % 11) / 10, date.day % 2);
  },
});
const record = memoryAccuracy([station('A', 1.25), station('B', -0.5)], [FIRST, LAST]);

const wantedOf = (days: DateSpan, more: Partial<WantedSums> = {}): WantedSums => ({
  ...{ group: 'network', interval: '1d', days, blockDays: days[1] - days[0] + 1, withBins: false },
  ...more,
});

test('sums of a region by prefix rows equal the rows themselves, in every period and block length', async () => {
  const sums = cachedAccuracySums();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: FIRST - 20, max: LAST + 5 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('1d' as const, '1h' as const),
      async (first, more, blockDays, interval) => {
        const wanted = wantedOf([first, first + more], { blockDays, interval, group: 'region/central_plains' });
        const prefix = await sums.blocks(record, wanted);
        const direct = await sums.blocks(record, { ...wanted, withBins: true });
        expect(prefix.sums.length / prefix.width).toBe(Math.ceil((more + 1) / blockDays));
        const farthest = prefix.sums.reduce((most, sum, i) => {
          const [block, column] = [Math.floor(i / prefix.width), i % prefix.width];
          return Math.max(most, Math.abs(sum - direct.sums[block * direct.width + column]!));
        }, 0);
        expect(farthest).toBeLessThan(1e-10);
      },
    ),
    { numRuns: 40 },
  );
});

test('the network is the sum of its stations', async () => {
  const sums = cachedAccuracySums();
  const days = [FIRST + 3, LAST - 4] as const;
  const of = async (group: WantedSums['group']) => totalRow(await sums.blocks(record, wantedOf(days, { group })));
  const [network, a, b] = [await of('network'), await of('station/A'), await of('station/B')];
  expect(network.some((sum) => sum !== 0)).toBe(true);
  for (const [i, sum] of network.entries()) expect(sum).toBeCloseTo(a[i]! + b[i]!, 9);
});

test('headlines over several months are the sum of those of each date', async () => {
  const days = [FIRST + 2, LAST - 3] as const;
  const total = await cachedAccuracySums().headlines(record, days);
  const direct = new Float64Array(total.length);
  for (let day = days[0]; day <= days[1]; day++)
    for (const [i, sum] of (await record.headlines([day, day])).entries()) direct[i]! += sum;
  expect(total.some((sum) => sum !== 0)).toBe(true);
  expect(total).toEqual(direct);
});

test('a second request for the same group reads nothing, whatever its period', async () => {
  const counted = memoryAccuracy([station('A', 1)], [FIRST, LAST]);
  const sums = cachedAccuracySums();
  await sums.blocks(counted, wantedOf([LAST - 6, LAST]));
  await sums.headlines(counted, [LAST - 6, LAST]);
  const { reads } = counted;
  await sums.blocks(counted, wantedOf([LAST - 29, LAST]));
  await sums.headlines(counted, [LAST - 6, LAST]);
  expect(counted.reads).toBe(reads);
});

test('a new version of the record replaces what was kept', async () => {
  const sums = cachedAccuracySums();
  const [older, newer] = [1, 3].map((error, n) =>
    memoryAccuracy([station('A', error)], [FIRST, LAST], { version: `v${n}` }),
  );
  const wanted = wantedOf([LAST - 9, LAST], { interval: '1h' });
  const before = totalRow(await sums.blocks(older!, wanted));
  const after = totalRow(await sums.blocks(newer!, wanted));
  expect(after).toEqual(totalRow(await cachedAccuracySums().blocks(newer!, wanted)));
  expect(after).not.toEqual(before);
});

test('a read that failed is tried again by the next request', async () => {
  let failures = 1;
  const flaky = {
    ...record,
    rows: (...asked: Parameters<typeof record.rows>) =>
      failures-- > 0 ? Promise.reject(new StoreUnavailableError('rows', 'no response')) : record.rows(...asked),
  };
  const sums = cachedAccuracySums();
  const wanted = wantedOf([LAST - 9, LAST]);
  await expect(sums.blocks(flaky, wanted)).rejects.toThrow(StoreUnavailableError);
  expect(totalRow(await sums.blocks(flaky, wanted))).toEqual(
    totalRow(await cachedAccuracySums().blocks(record, wanted)),
  );
});
