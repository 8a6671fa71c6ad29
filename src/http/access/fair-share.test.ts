import { expect, test } from 'vitest';
import { createDistinctLimit, createFairShare } from './fair-share.js';

/** Queued work begins in the next round of the event loop. */
const settle = async () => {
  for (let round = 0; round < 2; round++) await new Promise(setImmediate);
};

test('a client whose queue is full gets a problem with a time to retry', async () => {
  const share = createFairShare({ maxRunning: 1, maxQueued: 1 });
  const results = [1, 2].map((result) => share.run('a', async () => result));
  await expect(share.run('a', async () => 3)).rejects.toMatchObject({
    slug: 'product-unavailable',
    headers: { 'retry-after': '2' },
  });
  expect(await share.run('b', async () => 4)).toBe(4);
  expect(await Promise.all(results)).toEqual([1, 2]);
});

test('a limit of distinct things allows the same thing again and refuses another', async () => {
  const few = createDistinctLimit(2);
  const ends: (() => void)[] = [];
  const ask = (who: string, thing: string) =>
    few.run(who, thing, () => new Promise<void>((resolve) => void ends.push(resolve)));
  const asked = [ask('a', 'KTLX'), ask('a', 'KTLX'), ask('a', 'KINX'), ask('b', 'KVNX')];
  await expect(ask('a', 'KVNX')).rejects.toMatchObject({ slug: 'product-unavailable' });
  ends[0]!();
  await settle();
  await expect(ask('a', 'KVNX')).rejects.toMatchObject({ slug: 'product-unavailable' });
  ends[1]!();
  await settle();
  asked.push(ask('a', 'KVNX'));
  for (const end of ends) end();
  await Promise.all(asked);
});
