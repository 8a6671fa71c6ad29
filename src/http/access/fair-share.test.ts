import { expect, test } from 'vitest';
import { createDistinctLimit, createFairShare } from './fair-share.js';

/** Queued work begins in the next round of the event loop. */
const settle = async () => {
  for (let round = 0; round < 2; round++) await new Promise(setImmediate);
};

/** Work that the test ends. */
function situation(maxRunning: number, maxQueued = 100) {
  const share = createFairShare({ maxRunning, maxQueued });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const ask = (who: string, what: string) =>
    share.run(who, () => {
      begun.push(what);
      return new Promise<string>((resolve, reject) => {
        ends.set(what, (error) => (error ? reject(error) : resolve(what)));
      });
    });
  return { ask, begun, end: (what: string, error?: Error) => ends.get(what)!(error) };
}

test('a client with more work than its limit waits, and other clients do not', async () => {
  const { ask, begun, end } = situation(2);
  const asked = ['a1', 'a2', 'a3', 'a4'].map((what) => ask('a', what));
  const other = ask('b', 'b1');
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const what of ['b1', 'a1', 'a3']) end(what);
  await settle();
  end('a4');
  expect(await Promise.all([...asked, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('another client begins before all queued work of the first one has ended', async () => {
  const share = createFairShare({ maxRunning: 1, maxQueued: 100 });
  const order: string[] = [];
  const quick = (who: string) => share.run(who, async () => void order.push(who));
  const first = Array.from({ length: 20 }, () => quick('a'));
  setImmediate(() => quick('b'));
  await Promise.all(first);
  expect(order.indexOf('b')).toBeLessThan(5);
});

test('work that fails frees its place in the queue', async () => {
  const { ask, begun, end } = situation(1);
  const first = ask('a', 'a1');
  const second = ask('a', 'a2');
  await settle();
  end('a1', new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
  end('a2');
  expect(await second).toBe('a2');
});

test('a full queue refuses further work until it has moved', async () => {
  const { ask, end } = situation(1, 1);
  const asked = [ask('a', 'a1'), ask('a', 'a2')];
  await expect(ask('a', 'a3')).rejects.toMatchObject({ slug: 'product-unavailable', headers: { 'retry-after': '2' } });
  await settle();
  end('a1');
  await settle();
  asked.push(ask('a', 'a4'));
  end('a2');
  await settle();
  end('a4');
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a4']);
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
