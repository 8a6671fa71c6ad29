import { expect, test } from 'vitest';
import { pauseSeconds, type RetryVerdict, retry } from './retry.js';

const POLICY = { attempts: 4, firstPauseSeconds: 1, longestPauseSeconds: 3 };

function harness(failures: readonly unknown[], judge: (error: unknown) => RetryVerdict = () => ({ again: true })) {
  const pauses: number[] = [];
  let calls = 0;
  const run = (signal?: AbortSignal): Promise<string> =>
    retry(
      () => {
        const failure = failures[calls++];
        return failure === undefined ? Promise.resolve('done') : Promise.reject(failure);
      },
      {
        policy: POLICY,
        judge,
        random: () => 1,
        signal,
        sleep: async (seconds) => void pauses.push(seconds),
      },
    );
  return { run, pauses, calls: () => calls };
}

test('a success at once needs no pause', async () => {
  const { run, pauses } = harness([]);
  expect(await run()).toBe('done');
  expect(pauses).toEqual([]);
});

test('pauses double up to the longest', async () => {
  const { run, pauses } = harness([new Error('a'), new Error('b'), new Error('c')]);
  expect(await run()).toBe('done');
  expect(pauses).toEqual([1, 2, 3]);
});

test('the last error comes out when the attempts are used up', async () => {
  const { run, calls } = harness(['a', 'b', 'c', 'd', 'e'].map((text) => new Error(text)));
  await expect(run()).rejects.toThrow('d');
  expect(calls()).toBe(4);
});

test('a final error ends it at once', async () => {
  const { run, calls } = harness([new Error('gone')], () => ({ again: false }));
  await expect(run()).rejects.toThrow('gone');
  expect(calls()).toBe(1);
});

test('a lower bound named by the other side is kept, jitter comes on top', async () => {
  const { run, pauses } = harness([new Error('busy')], () => ({ again: true, atLeastSeconds: 30 }));
  await run();
  expect(pauses).toEqual([31]);
});

test('an aborted signal stops the attempts', async () => {
  const controller = new AbortController();
  const { run, calls } = harness([new Error('a')], () => {
    controller.abort(new Error('stopped'));
    return { again: true };
  });
  await expect(run(controller.signal)).rejects.toThrow('a');
  expect(calls()).toBe(1);
});

test('full jitter spreads the pause from zero to its bound', () => {
  expect(pauseSeconds(1, POLICY, () => 0)).toBe(0);
  expect(pauseSeconds(2, POLICY, () => 0.5)).toBe(1);
  expect(pauseSeconds(9, POLICY, () => 0.5)).toBe(1.5);
});
