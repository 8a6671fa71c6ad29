import { expect, test } from 'vitest';
import type { Clock } from '../base/clock.js';
import { silentLog } from '../base/log.js';
import { createIngestSchedule, type IngestEvent, pauseAfterFailures } from './schedule.js';

/** Ingests that end when the test says so. */
function fakeIngests() {
  const started: { finish(code: number): void; say(event: IngestEvent): void; stopped: boolean }[] = [];
  const clock: Clock & { seconds: number } = { seconds: 0, now: () => clock.seconds };
  const schedule = createIngestSchedule({
    clock,
    log: silentLog,
    start(onEvent) {
      let resolve: (code: number) => void = () => undefined;
      const promise = new Promise<number>((settle) => {
        resolve = settle;
      });
      const ingest = { finish: resolve, say: onEvent, stopped: false };
      started.push(ingest);
      const stop = () => {
        ingest.stopped = true;
        resolve(143);
      };
      return { finished: promise, stop };
    },
  });
  return { started, clock, schedule };
}

test('a tick while an ingest runs starts no second one', async () => {
  const { started, schedule } = fakeIngests();
  const first = schedule.tick();
  await schedule.tick();
  expect(started).toHaveLength(1);
  started[0]!.finish(0);
  await first;
  const second = schedule.tick();
  expect(started).toHaveLength(2);
  started[1]!.finish(0);
  await second;
});

test('what the running ingest says is known while it runs, and forgotten after', async () => {
  const { started, schedule } = fakeIngests();
  const first = schedule.tick();
  started[0]!.say({ event: 'step', step: 3, of: 209 });
  expect(schedule.latest()).toMatchObject({ step: 3, of: 209 });
  started[0]!.finish(0);
  await first;
  expect(schedule.latest()).toBeNull();
});

test('failures in a row wait 30 s, 60 s, … at most 15 minutes; a success clears them', async () => {
  expect([0, 1, 2, 3, 6, 20].map(pauseAfterFailures)).toEqual([0, 30, 60, 120, 900, 900]);
  const { started, clock, schedule } = fakeIngests();
  const fail = async (code: number) => {
    const done = schedule.tick();
    started.at(-1)!.finish(code);
    await done;
  };
  await fail(1);
  expect(schedule.failures()).toBe(1);
  clock.seconds = 29;
  await schedule.tick();
  expect(started).toHaveLength(1);
  clock.seconds = 30;
  await fail(1);
  clock.seconds = 90;
  await fail(0);
  expect(schedule.failures()).toBe(0);
  await fail(0);
  expect(started).toHaveLength(4);
});

test('the end stops the running ingest, waits for it, and allows no other', async () => {
  const { started, schedule } = fakeIngests();
  const running = schedule.tick();
  await schedule.end();
  await running;
  expect(started[0]!.stopped).toBe(true);
  await schedule.tick();
  expect(started).toHaveLength(1);
});
