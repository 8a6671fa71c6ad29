/**
 * Histories of a product on series in memory: 8 stations around a place, 50 years of days.
 *
 * Seeded. The reference in the same process is JSON.stringify of the same records as objects, so that the ratio can be
 * compared between machines. Reading and decoding stored series is not part of it.
 */

import { performance } from 'node:perf_hooks';
import { writeHistoricalAnswer } from '../src/http/columnar-json.js';
import { createHistoricalProduct } from '../src/products/historical/historical.js';
import { HERE, measure, STATION_DEPENDENCIES } from './stations.fixture.js';

const product = createHistoricalProduct(STATION_DEPENDENCIES);
const SPAN = { location: HERE, start: '1975-01-01', end: '2024-12-31' };
const TWO = { ...SPAN, variables: ['temperature_max', 'precipitation'] as const };
const ALL = ['temperature_max', 'temperature_min', 'precipitation', 'rain_total', 'snow_total'] as const;

const records = JSON.parse(writeHistoricalAnswer(await product.answer(TWO)).toString());
const reference = await measure('reference: JSON.stringify, 50 years × 2', () => JSON.stringify(records));
const ratio = (cost: number) => console.log(`${''.padEnd(44)} ${(cost / reference).toFixed(2)} × reference`);

ratio(await measure('50 years × 2', () => product.answer(TWO)));
ratio(await measure('  and its bytes', async () => writeHistoricalAnswer(await product.answer(TWO))));
ratio(await measure('50 years × 5', () => product.answer({ ...SPAN, variables: ALL })));
ratio(await measure('31 days × 5', () => product.answer({ ...SPAN, start: '2024-12-01', variables: ALL })));

const AT_ONCE = 20;
const ROUNDS = 10;

/** Time from the first of 20 requests at once to each response, with its bytes, ms. */
const waited: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      writeHistoricalAnswer(await product.answer(TWO));
      waited.push(performance.now() - begun);
    }),
  );
}
waited.sort((a, b) => a - b);
const quantile = (share: number) => waited[Math.floor(share * waited.length)]!.toFixed(0);
console.log(`20 histories of 50 years × 2 at once            median ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms`);
