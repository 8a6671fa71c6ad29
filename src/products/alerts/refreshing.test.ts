import { expect, test } from 'vitest';
import { type Log, silentLog } from '../../base/log.js';
import type { Sleep } from '../../base/retry.js';
import type { AlertChange } from '../../model/records.js';
import { keepRefreshed } from './refreshing.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A refresher whose pauses end when the test says so. */
function bench(refresh: () => Promise<void>, log: Log = silentLog) {
  const listeners = new Set<(change: AlertChange) => void>();
  const pauses: { seconds: number; end: () => void }[] = [];
  const sleep: Sleep = (seconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      pauses.push({ seconds, end: resolve });
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  const onChange = (listener: (change: AlertChange) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const refreshing = keepRefreshed({ records: { onChange }, refresh, log, sleep });
  return {
    refreshing,
    pauses,
    listeners,
    change: () => {
      for (const listener of listeners) listener('messages');
    },
  };
}

test('it refreshes at once, then when ten seconds have passed', async () => {
  let refreshed = 0;
  const { pauses, refreshing, listeners } = bench(async () => void refreshed++);
  await turn();
  expect([refreshed, pauses.map(({ seconds }) => seconds)]).toEqual([1, [10]]);
  pauses[0]!.end();
  await turn();
  pauses[1]!.end();
  await turn();
  expect([refreshed, pauses.map(({ seconds }) => seconds)]).toEqual([2, [10, 0.5, 10]]);
  await refreshing.end();
  expect(listeners.size).toBe(0);
});

test('a hundred changes in a row are one refresh, half a second after the first', async () => {
  let refreshed = 0;
  const { change, pauses, refreshing } = bench(async () => void refreshed++);
  await turn();
  for (let i = 0; i < 100; i++) change();
  await turn();
  expect([refreshed, pauses.at(-1)!.seconds]).toEqual([1, 0.5]);
  pauses.at(-1)!.end();
  await turn();
  expect([refreshed, pauses.at(-1)!.seconds]).toEqual([2, 10]);
  await refreshing.end();
});

test('a change during a refresh is followed by another one', async () => {
  const ends: (() => void)[] = [];
  const { change, pauses, refreshing } = bench(() => new Promise((resolve) => ends.push(resolve)));
  await turn();
  change();
  ends[0]!();
  await turn();
  expect(pauses.map(({ seconds }) => seconds)).toEqual([0.5]);
  pauses[0]!.end();
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]!();
  await refreshing.end();
});

test('a refresh that fails is told of and tried again', async () => {
  const told: string[] = [];
  const log: Log = { ...silentLog, warn: (_facts, words) => void told.push(words) };
  let refreshed = 0;
  const { pauses, refreshing } = bench(async () => {
    if (refreshed++ === 0) throw new Error('the disk is gone');
  }, log);
  await turn();
  expect(told).toEqual(['stored alerts could not be read, answers stand on those read before']);
  pauses[0]!.end();
  await turn();
  pauses[1]!.end();
  await turn();
  expect([refreshed, told.length]).toEqual([2, 1]);
  await refreshing.end();
});

test('its end waits for the refresh that is under way', async () => {
  let finish = (): void => undefined;
  let isDone = false;
  const { refreshing } = bench(() => new Promise((resolve) => (finish = resolve)));
  await turn();
  const ended = refreshing.end().then(() => (isDone = true));
  await turn();
  expect(isDone).toBe(false);
  finish();
  await ended;
  expect(isDone).toBe(true);
});
