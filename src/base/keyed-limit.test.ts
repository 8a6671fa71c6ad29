import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedLimit, type KeyedLimitOptions } from './keyed-limit.js';

/** Queued work begins in the next round of the event loop. */
async function settle(): Promise<void> {
  for (let round = 0; round < 2; round++) await setImmediate();
}

/** Work that the test ends. */
function situation(options: KeyedLimitOptions) {
  const limit = createKeyedLimit<string>(options);
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (key: string, name: string) =>
    limit.run(key, () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)));
      });
    });
  return { run, begun, stop: limit.stop, end: (name: string, error?: Error) => ends.get(name)!(error) };
}

test('a key with more work than its limit waits, and other keys do not', async () => {
  const { run, begun, end } = situation({ maxRunning: 2, maxQueued: 100 });
  const results = ['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name));
  const other = run('b', 'b1');
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  await settle();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['b1', 'a1', 'a3']) end(name);
  await settle();
  end('a4');
  expect(await Promise.all([...results, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('work of another key begins before all queued work of the first key has ended', async () => {
  const limit = createKeyedLimit<string>({ maxRunning: 1, maxQueued: 100 });
  const order: string[] = [];
  const quick = (key: string) => limit.run(key, async () => void order.push(key));
  const first = Array.from({ length: 20 }, () => quick('a'));
  await setImmediate();
  await quick('b');
  await Promise.all(first);
  expect(order.indexOf('b')).toBeLessThan(5);
});

test('new work does not overtake queued work when a place becomes free', async () => {
  const { run, begun, end } = situation({ maxRunning: 1, maxQueued: 100 });
  const results = [run('a', 'a1'), run('a', 'a2')];
  end('a1');
  await results[0];
  results.push(run('a', 'a3'));
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
  end('a2');
  await settle();
  end('a3');
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3']);
});

test('work that fails, in time or at once, frees its place', async () => {
  const { run, begun, end } = situation({ maxRunning: 1, maxQueued: 100 });
  const [first, second] = [run('a', 'a1'), run('a', 'a2')];
  end('a1', new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
  end('a2');
  expect(await second).toBe('a2');
  const limit = createKeyedLimit<string>({ maxRunning: 1, maxQueued: 100 });
  const atOnce = () => {
    throw new Error('at once');
  };
  await expect(limit.run('a', atOnce)).rejects.toThrow('at once');
  expect(await limit.run('a', async () => 1)).toBe(1);
});

test('a full queue refuses further work with the given error until a place becomes free', async () => {
  const { run, end } = situation({ maxRunning: 1, maxQueued: 1, fullError: () => new Error('busy') });
  const results = [run('a', 'a1'), run('a', 'a2')];
  await expect(run('a', 'a3')).rejects.toThrow('busy');
  const other = run('b', 'b1');
  end('a1');
  await settle();
  results.push(run('a', 'a4'));
  end('a2');
  await settle();
  end('a4');
  end('b1');
  expect(await Promise.all([...results, other])).toEqual(['a1', 'a2', 'a4', 'b1']);
});

test('a full queue without an error of its own says that it is full', async () => {
  const limit = createKeyedLimit<string>({ maxRunning: 1, maxQueued: 0 });
  const first = limit.run('a', () => setImmediate());
  await expect(limit.run('a', async () => 1)).rejects.toThrow('the queue is full');
  await first;
});

test('a stop rejects queued and later work at once, and lets work in progress end', async () => {
  const { run, begun, stop, end } = situation({ maxRunning: 1, maxQueued: 100 });
  const [running, queued] = [run('a', 'a1'), run('a', 'a2')];
  stop(new Error('closed'));
  await expect(queued).rejects.toThrow('closed');
  await expect(run('b', 'b1')).rejects.toThrow('closed');
  end('a1');
  expect(await running).toBe('a1');
  expect(begun).toEqual(['a1']);
});

test('a stop also rejects work that has been given a place and has not begun', async () => {
  const { run, begun, stop, end } = situation({ maxRunning: 1, maxQueued: 100 });
  const [first, second] = [run('a', 'a1'), run('a', 'a2')];
  end('a1');
  await first;
  stop(new Error('closed'));
  await expect(second).rejects.toThrow('closed');
  expect(begun).toEqual(['a1']);
});
