import { expect, test } from 'vitest';
import type { Clock } from '../base/clock.js';
import { silentLog } from '../base/log.js';
import { pauseAfterSuccess } from './feed-cadence.js';
import { createIngestSchedule, type IngestEvent, pauseAfterFailures } from './schedule.js';

interface FakeIngest {
  readonly feed: string;
  finish(code: number): Promise<void>;
  say(event: IngestEvent): void;
  stopped: boolean;
}

/** Ingests that end when the test says so. */
function fakeIngests(feeds: readonly string[] = ['gfs'], pause: (feed: string) => number = () => 0) {
  const started: FakeIngest[] = [];
  const clock: Clock & { seconds: number } = { seconds: 0, now: () => clock.seconds };
  const schedule = createIngestSchedule({
    feeds,
    clock,
    log: silentLog,
    pauseAfterSuccess: pause,
    start(feed, onEvent) {
      let resolve: (code: number) => void = () => undefined;
      const finished = new Promise<number>((settle) => {
        resolve = settle;
      });
      const finish = async (code: number) => {
        resolve(code);
        for (let i = 0; i < 5; i++) await Promise.resolve(); // until the schedule has taken note
      };
      const ingest: FakeIngest = { feed, finish, say: onEvent, stopped: false };
      started.push(ingest);
      const stop = () => {
        ingest.stopped = true;
        resolve(143);
      };
      return { finished, stop };
    },
  });
  return { started, clock, schedule, names: () => started.map(({ feed }) => feed) };
}

test('a tick while an ingest runs starts no second one', async () => {
  const { started, schedule, clock } = fakeIngests(['gfs'], () => 60);
  const first = schedule.tick();
  await schedule.tick();
  expect(started).toHaveLength(1);
  await started[0]!.finish(0);
  await first;
  clock.seconds = 60;
  const second = schedule.tick();
  expect(started).toHaveLength(2);
  await started[1]!.finish(0);
  await second;
});

test('what the running ingest says is known while it runs, with its feed, and forgotten after', async () => {
  const { started, schedule } = fakeIngests(['nbm'], () => 60);
  const first = schedule.tick();
  started[0]!.say({ event: 'step', done: 3, of: 209 });
  expect(schedule.latest()).toMatchObject({ feed: 'nbm', done: 3 });
  await started[0]!.finish(0);
  await first;
  expect(schedule.latest()).toBeNull();
});

test('failures in a row wait 30 s, 60 s, … at most 15 minutes; a success clears them', async () => {
  expect([0, 1, 2, 3, 6, 20].map((failures) => pauseAfterFailures(failures))).toEqual([0, 30, 60, 120, 900, 900]);
  expect([1, 3, 20].map((failures) => pauseAfterFailures(failures, 120))).toEqual([30, 120, 120]);
  const { started, clock, schedule } = fakeIngests(['gfs'], () => 1);
  const end = async (code: number) => {
    const done = schedule.tick();
    await started.at(-1)!.finish(code);
    await done;
  };
  await end(1);
  expect(schedule.failures('gfs')).toBe(1);
  clock.seconds = 29;
  await schedule.tick();
  expect(started).toHaveLength(1);
  clock.seconds = 30;
  await end(1);
  clock.seconds = 90;
  await end(0);
  expect(schedule.failures('gfs')).toBe(0);
  clock.seconds = 91;
  await end(0);
  expect(started).toHaveLength(4);
});

test('feeds run one after the other in their order, in one round', async () => {
  const { started, schedule, names } = fakeIngests(['gfs', 'terrain', 'nbm'], () => 60);
  const round = schedule.tick();
  for (const ended of ['gfs', 'terrain', 'nbm']) {
    expect(names().at(-1)).toBe(ended);
    await started.at(-1)!.finish(0);
  }
  await round;
  expect(names()).toEqual(['gfs', 'terrain', 'nbm']);
});

test('a feed that fails waits alone, while the others go on', async () => {
  const { started, schedule, names, clock } = fakeIngests(['gfs', 'nbm'], () => 5);
  let round = schedule.tick();
  await started[0]!.finish(1);
  expect(names()).toEqual(['gfs', 'nbm']);
  await started[1]!.finish(0);
  await round;
  clock.seconds = 5;
  round = schedule.tick();
  expect(names()).toEqual(['gfs', 'nbm', 'nbm']);
  await started[2]!.finish(0);
  await round;
  expect([schedule.failures('gfs'), schedule.failures('nbm')]).toEqual([1, 0]);
});

test('of several that are due the one that has waited longest comes first', async () => {
  const { started, schedule, names, clock } = fakeIngests(['gfs', 'nbm'], (feed) => (feed === 'gfs' ? 40 : 20));
  let round = schedule.tick();
  await started[0]!.finish(0);
  await started[1]!.finish(0);
  await round;
  clock.seconds = 50;
  round = schedule.tick();
  expect(names().at(-1)).toBe('nbm');
  await started[2]!.finish(0);
  expect(names().at(-1)).toBe('gfs');
  await started[3]!.finish(0);
  await round;
});

test('the end stops the running ingest, waits for it, and allows no other', async () => {
  const { started, schedule } = fakeIngests(['gfs', 'nbm']);
  const running = schedule.tick();
  await schedule.end();
  await running;
  expect(started.map(({ stopped }) => stopped)).toEqual([true]);
  await schedule.tick();
  expect(started).toHaveLength(1);
});

const HOUR = 3600;
const RUN = Date.UTC(2026, 10, 20, 6) / 1000;

test.each<[string, string, IngestEvent | null, number, number]>([
  // GFS is out about 5 h after its run: the one of 12 UTC is asked for from 16 UTC on
  ['long before the next run', 'gfs', { event: 'published', run: '2026112006' }, RUN + 5 * HOUR, 5 * HOUR],
  ['when the next run may be there', 'gfs', { event: 'nothing-new', run: '2026112006' }, RUN + 10.5 * HOUR, 300],
  ['of a run that is days old', 'gfs', { event: 'published', run: '2026111800' }, RUN, 300],
  ['without a word', 'gfs', null, RUN, 300],
  ['where the feed has nothing', 'hrrr', { event: 'outside-region' }, RUN, Number.POSITIVE_INFINITY],
  ['terrain', 'terrain', { event: 'published' }, RUN, 86_400],
])('after a success, %s', (_, feed, last, now, pause) => {
  expect(pauseAfterSuccess(feed, last, now, 300)).toBe(pause);
});

test('a feed is untried until its first ingest has ended, however it ended', async () => {
  const { started, schedule } = fakeIngests(['gfs', 'nbm'], () => 60);
  expect(schedule.untried()).toEqual(['gfs', 'nbm']);
  const round = schedule.tick();
  expect(schedule.untried()).toEqual(['gfs', 'nbm']);
  await started[0]!.finish(1);
  expect(schedule.untried()).toEqual(['nbm']);
  await started[1]!.finish(0);
  await round;
  expect(schedule.untried()).toEqual([]);
  expect(['gfs', 'nbm'].map(schedule.failures)).toEqual([1, 0]);
});
