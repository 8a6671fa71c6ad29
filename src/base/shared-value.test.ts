import { expect, test } from 'vitest';
import { countPeriods, shareFor, shareInPeriod } from './shared-value.js';

/** A computation that the test ends, and a clock that it sets. */
function subject(seconds = 1) {
  const clock = { time: 100, now: () => clock.time };
  const pending: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const get = shareFor(
    seconds,
    clock,
    () => new Promise<number>((resolve, reject) => pending.push({ resolve, reject })),
  );
  return { clock, pending, get };
}

test('callers during a computation and within the interval share one value', async () => {
  const { clock, pending, get } = subject();
  const [first, second] = [get(), get()];
  pending[0]!.resolve(7);
  expect(await Promise.all([first, second])).toEqual([7, 7]);
  clock.time += 0.99;
  expect(await get()).toBe(7);
  expect(pending).toHaveLength(1);
});

test('a value older than the interval is computed again', async () => {
  const { clock, pending, get } = subject();
  const first = get();
  pending[0]!.resolve(1);
  await first;
  clock.time += 1;
  const second = get();
  pending[1]!.resolve(2);
  expect(await second).toBe(2);
});

test('a computation that outlasts the interval is not started a second time', async () => {
  const { clock, pending, get } = subject();
  const first = get();
  clock.time += 60;
  const second = get();
  pending[0]!.resolve(3);
  expect(await Promise.all([first, second])).toEqual([3, 3]);
  expect(pending).toHaveLength(1);
});

test('a failure reaches all who wait, and the next caller computes again', async () => {
  const { pending, get } = subject();
  const [first, second] = [get(), get()];
  pending[0]!.reject(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  await expect(second).rejects.toThrow('no answer');
  const third = get();
  pending[1]!.resolve(4);
  expect(await third).toBe(4);
});

test('a clock that is set back does not keep a value', async () => {
  const { clock, pending, get } = subject();
  const first = get();
  pending[0]!.resolve(1);
  await first;
  clock.time -= 3600;
  void get();
  expect(pending).toHaveLength(2);
});

test('values that are made from each other in one period end together', async () => {
  const clock = { time: 100, now: () => clock.time };
  const period = countPeriods(2, clock);
  let source = 'old';
  const inner = shareInPeriod(period, async () => source);
  const outer = shareInPeriod(period, async () => `from ${await inner()}`);
  await inner();
  source = 'new';
  clock.time += 1.9;
  expect(await outer()).toBe('from old');
  clock.time += 0.1;
  expect(await outer()).toBe('from new');
});

test('a period begins when it is asked for, also after the clock was set back', () => {
  const clock = { time: 100, now: () => clock.time };
  const period = countPeriods(2, clock);
  const first = period();
  clock.time += 1.9;
  expect(period()).toBe(first);
  clock.time += 8;
  const second = period();
  expect(second).not.toBe(first);
  clock.time += 1.9;
  expect(period()).toBe(second);
  clock.time -= 3600;
  expect(period()).not.toBe(second);
});
