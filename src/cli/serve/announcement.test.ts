import { expect, test } from 'vitest';
import type { ProductStatus } from '../../model/product.js';
import { announce } from './announcement.js';

const READY: ProductStatus = {
  product: 'forecast',
  state: 'ready',
  updatedAt: 1,
  referenceTime: Date.UTC(2026, 10, 20, 6) / 1000,
  detail: '',
};
const WARMING: ProductStatus = { ...READY, state: 'warming', referenceTime: null };

/** Each look finds the next state and the next list of feeds; the last ones stay. */
async function said(states: ProductStatus[], untried: string[][], failed: string[] = []): Promise<string[]> {
  const lines: string[] = [];
  await announce({
    readiness: async () => [states.length > 1 ? states.shift()! : states[0]!],
    untried: () => (untried.length > 1 ? untried.shift()! : untried[0]!),
    hasFailed: (feed) => failed.includes(feed),
    say: (text) => void lines.push(text.trim()),
    pause: async () => undefined,
  });
  return lines;
}

test('a first start says when it can answer, and when the other feeds have had their turn', async () => {
  expect(await said([WARMING, WARMING, READY], [['terrain', 'nbm'], ['nbm'], []])).toEqual([
    'Ready: forecasts are being served, run of 2026-11-20T06:00:00Z. The other feeds follow.',
    'All feeds have come in.',
  ]);
});

test('feeds that failed are named', async () => {
  const [, last] = await said([WARMING, READY], [['nbm', 'aqm'], []], ['aqm']);
  expect(last).toBe('All feeds have been asked; to be tried again: aqm.');
});

test('a start with data, or with a single feed, says no more than that it can answer', async () => {
  expect(await said([READY], [['gfs', 'nbm']])).toHaveLength(1);
  for (const untried of [['gfs'], []]) expect(await said([WARMING, READY], [untried])).toHaveLength(1);
});
