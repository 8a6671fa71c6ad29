import { getMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { forEachParallel } from './parallel.js';

const items = [1, 2, 3, 4, 5, 6, 7];
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('every item once, in order of their start, never more than the limit at once', async () => {
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await forEachParallel(items, 3, async (item) => {
    started.push(item);
    most = Math.max(most, ++running);
    await turn();
    running--;
  });
  expect(started).toEqual(items);
  expect(most).toBe(3);
});

test('after a failure nothing is started, what runs is told, and the failure comes out last', async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const work = async (item: number, signal: AbortSignal): Promise<void> => {
    started.push(item);
    if (item === 2) throw new Error('two');
    await turn();
    ended.push(item);
    expect(signal.aborted).toBe(true);
  };
  await expect(forEachParallel(items, 3, work)).rejects.toThrow('two');
  expect(started).toEqual([1, 2, 3]);
  expect(ended).toEqual([1, 3]);
});

test('a signal from outside stops it with its reason', async () => {
  const controller = new AbortController();
  const work = async (item: number): Promise<void> => {
    if (item === 3) controller.abort(new Error('stopped'));
    await turn();
  };
  await expect(forEachParallel(items, 1, work, controller.signal)).rejects.toThrow('stopped');
});

test('many may listen to one signal without a warning of a leak', async () => {
  let most = 0;
  await forEachParallel([0], 1, async (_, signal) => {
    most = getMaxListeners(signal);
  });
  expect(most).toBeGreaterThan(1000);
});
