import { expect, test } from 'vitest';
import { createMemoryRecords } from '../../../test/memory-records.js';
import { silentLog } from '../../base/log.js';
import { PLANS } from '../../model/access.js';
import type { UsageRecords } from '../../model/records.js';
import { createRateLimiter } from './rate-limit.js';
import { keepUsage } from './usage-saving.js';

/** 2026-11-20T12:00:00Z. */
const NOON = 1_795_176_000;
const DAY = NOON / 86_400 - 0.5;
const limits = { ...PLANS, free: { perMinute: 1000, perDay: 100 } };

/** A process that counts requests, begun on `usage`; its timer fires when told. */
async function start(usage: UsageRecords, now = { now: NOON }, credentials = 100) {
  const clock = { now: () => now.now };
  const limiter = createRateLimiter({ clock, limits, credentials });
  const tileLimiter = createRateLimiter({ clock, limits, credentials });
  let tick: () => void = () => undefined;
  const warnings: string[] = [];
  const { end } = await keepUsage({
    limiters: { requests: limiter, tiles: tileLimiter },
    usage,
    clock,
    log: { ...silentLog, warn: (_facts, message) => void warnings.push(message) },
    every: (_seconds, task) => {
      tick = task;
      return () => {
        tick = () => undefined;
      };
    },
  });
  const take = (requests: number, id = 'a') => {
    for (let i = 1; i < requests; i++) limiter.take(id, 'free');
    return limiter.take(id, 'free');
  };
  /** What the timer does, and all that follows from it. */
  const save = async () => {
    tick();
    await new Promise((done) => setImmediate(done));
  };
  return { take, limiter, tileLimiter, save, end, warnings, now };
}

const left = ({ quotas }: { quotas: readonly { remaining: number }[] }) => quotas[1]!.remaining;

test('the day quota goes on after a restart, tiles apart from the rest', async () => {
  const { usage } = createMemoryRecords();
  const first = await start(usage);
  expect(left(first.take(30))).toBe(70);
  first.tileLimiter.take('a', 'free');
  await first.end();
  const second = await start(usage);
  expect(left(second.take(1))).toBe(69);
  expect(left(second.tileLimiter.take('a', 'free'))).toBe(98);
  expect(left(second.take(1, 'b'))).toBe(99);
});

test('a used-up quota stays used up after a restart', async () => {
  const { usage } = createMemoryRecords();
  const first = await start(usage);
  expect(first.take(101).allowed).toBe(false);
  await first.end();
  expect((await start(usage)).take(1)).toMatchObject({ allowed: false, policy: 'day' });
});

test('a kill forgets what was counted since the last save', async () => {
  const { usage } = createMemoryRecords();
  const killed = await start(usage);
  killed.take(30);
  await killed.save();
  killed.take(5);
  expect(left((await start(usage)).take(1))).toBe(69);
});

test('a save writes only credentials that were counted since the last one', async () => {
  const { usage } = createMemoryRecords();
  const saved: unknown[] = [];
  const raise: UsageRecords['raise'] = async (meter, day, usages) => void saved.push([meter, day, usages]);
  const { take, limiter, save } = await start({ ...usage, raise });
  take(3, 'a');
  take(4, 'b');
  await save();
  take(1, 'b');
  for (let i = 0; i < 200; i++) limiter.take('full', 'free');
  await save();
  limiter.take('full', 'free'); // refused, so nothing changes
  await save();
  expect(saved).toEqual([
    [
      'requests',
      DAY,
      [
        { principal: 'a', requests: 3 },
        { principal: 'b', requests: 4 },
      ],
    ],
    [
      'requests',
      DAY,
      [
        { principal: 'b', requests: 5 },
        { principal: 'full', requests: 100 },
      ],
    ],
  ]);
});

test('counts of yesterday are neither restored nor kept', async () => {
  const { usage } = createMemoryRecords();
  const first = await start(usage);
  first.take(30);
  await first.end();
  const now = { now: NOON + 86_400 };
  const second = await start(usage, now);
  expect(left(second.take(10))).toBe(90);
  expect(await usage.ofDay('requests', DAY)).toEqual([]);
  now.now += 86_400;
  await second.save();
  expect(await usage.ofDay('requests', DAY + 1)).toEqual([]);
});

test('counts that cannot be saved are saved later, and the failure is logged once', async () => {
  const { usage } = createMemoryRecords();
  let isFull = true;
  const raise: UsageRecords['raise'] = async (...counts) => {
    if (isFull) throw new Error('no space left on device');
    await usage.raise(...counts);
  };
  const { take, save, end, warnings } = await start({ ...usage, raise });
  take(30);
  await save();
  await save();
  expect(warnings).toEqual(['request counts cannot be saved']);
  isFull = false;
  await end();
  expect(await usage.ofDay('requests', DAY)).toEqual([{ principal: 'a', requests: 30 }]);
});

test('counts that cannot be read do not stop the start', async () => {
  const { usage } = createMemoryRecords();
  const ofDay = () => Promise.reject(new Error('invalid page in block 0'));
  const { take, warnings } = await start({ ...usage, ofDay });
  expect(left(take(1))).toBe(99);
  expect(warnings).toEqual([expect.stringContaining('day quotas begin anew')]);
});

test('a save waits for the one before it', async () => {
  const { usage } = createMemoryRecords();
  let running = 0;
  const raise: UsageRecords['raise'] = async () => {
    expect(++running).toBe(1);
    await new Promise((done) => setImmediate(done));
    running--;
  };
  const { take, save, end } = await start({ ...usage, raise });
  take(1);
  void save();
  take(1);
  await Promise.all([save(), end()]);
});

test('with more credentials than are remembered, those that are forgotten cost nothing', async () => {
  const { usage } = createMemoryRecords();
  const { take, end } = await start(usage, { now: NOON }, 10);
  for (let i = 0; i < 1000; i++) take(1, `app:${i}`);
  await end();
  expect(await usage.ofDay('requests', DAY)).toHaveLength(10);
});

test('more credentials than one save takes are saved in the order they waited', async () => {
  const limiter = createRateLimiter({ clock: { now: () => NOON }, limits });
  for (const id of ['a', 'b', 'c', 'd', 'e']) limiter.take(id, 'free');
  const saved: string[][] = [];
  const save = async (_day: number, usages: readonly { principal: string }[]) =>
    void saved.push(usages.map(({ principal }) => principal));
  await limiter.handOver(2, save);
  limiter.take('a', 'free');
  await limiter.handOver(2, save);
  await limiter.handOver(2, save);
  await limiter.handOver(2, save);
  expect(saved).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'a'],
  ]);
});
