import { getMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { inLanes } from './lanes.js';

test('results are in the order of the items, and no more than the limit are under way', async () => {
  let underWay = 0;
  let most = 0;
  const results = await inLanes([5, 1, 3, 2], 2, async (turns) => {
    most = Math.max(most, ++underWay);
    for (let i = 0; i < turns; i++) await Promise.resolve();
    underWay--;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 30, 20]);
  expect(most).toBe(2);
});

test('after a failure nothing is started, and it comes out when the rest has ended', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const work = async (item: number, signal: AbortSignal): Promise<void> => {
    started.push(item);
    if (item === 1) throw new Error('item 1 failed');
    while (!signal.aborted) await Promise.resolve();
    ended.push(item);
  };
  await expect(inLanes([0, 1, 2, 3], 2, work)).rejects.toThrow('item 1 failed');
  expect(started).toEqual([0, 1]);
  expect(ended).toEqual([0]);
});

test('whoever waits for it can end it', async () => {
  const parent = new AbortController();
  parent.abort(new Error('no longer wanted'));
  await expect(inLanes([0], 1, async () => 1, parent.signal)).rejects.toThrow('no longer wanted');
});

test('who stops it from within is heard before the next item', async () => {
  const parent = new AbortController();
  const started: number[] = [];
  const work = async (item: number): Promise<void> => {
    started.push(item);
    if (item === 3) parent.abort(new Error('stopped'));
    await Promise.resolve();
  };
  await expect(inLanes([1, 2, 3, 4], 1, work, parent.signal)).rejects.toThrow('stopped');
  expect(started).toEqual([1, 2, 3]);
});

test('many may listen to one signal without a warning of a leak', async () => {
  const [most] = await inLanes([0], 1, async (_, signal) => getMaxListeners(signal));
  expect(most).toBeGreaterThan(1000);
});
