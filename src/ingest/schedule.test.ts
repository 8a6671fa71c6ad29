import { expect, test } from 'vitest';
import type { Clock } from '../base/clock.js';
import { silentLog } from '../base/log.js';
import { HOUR } from '../model/time.js';
import type { IngestEnding } from './fault-log.js';
import { pauseAfterSuccess } from './feed-cadence.js';
import type { IngestEvent } from './ingest-process.js';
import { createIngestSchedule, pauseAfterFailures } from './schedule.js';

interface FakeIngest {
  readonly feed: string;
  finish(code: number): Promise<void>;
  say(event: IngestEvent): void;
  stopped: boolean;
}

/** Ingests that end when the test says so. */
function fakeIngests(feeds: readonly string[] = ['gfs'], pause: (feed: string) => number = () => 0) {
  const started: FakeIngest[] = [];
  const lines: string[] = [];
  const endings: { readonly feed: string; readonly ending: IngestEnding; readonly nextSeconds: number }[] = [];
  const clock: Clock & { seconds: number } = { seconds: 0, now: () => clock.seconds };
  const schedule = createIngestSchedule({
    feeds,
    clock,
    log: { ...silentLog, info: (_: object, line: string) => void lines.push(line) },
    faults: { ended: (feed, ending, nextSeconds) => void endings.push({ feed, ending, nextSeconds }) },
    titleOf: (feed) => feed.toUpperCase(),
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
  const stateOf = (name: string) => schedule.states().find(({ feed }) => feed === name)!;
  return { started, clock, schedule, stateOf, lines, endings, names: () => started.map(({ feed }) => feed) };
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

test('states say which feed is running and how far it is, which waits for it, and when the next attempt is', async () => {
  const { started, schedule, clock, stateOf } = fakeIngests(['nbm', 'hrrr'], () => 60);
  const round = schedule.tick();
  started[0]!.say({ event: 'step', done: 71, of: 209 });
  clock.seconds = 720;
  expect(stateOf('nbm')).toMatchObject({
    ...{ state: 'running', waitsFor: null, runningSeconds: 720 },
    ...{ stage: 'downloading', done: 71, of: 209, nextSeconds: null },
  });
  expect(stateOf('hrrr')).toMatchObject({ state: 'waiting', waitsFor: 'nbm', runningSeconds: null, stage: null });
  await started[0]!.finish(0);
  started[1]!.say({ event: 'failed', reason: 'host not found (x)', host: 'x', cause: 'host not found' });
  await started[1]!.finish(1);
  await round;
  clock.seconds = 730;
  expect(stateOf('nbm')).toMatchObject({
    state: 'idle',
    failures: 0,
    failure: null,
    endedSeconds: 10,
    nextSeconds: 50,
  });
  expect(stateOf('hrrr')).toMatchObject({
    failures: 1,
    failure: 'host not found (x)',
    endedSeconds: 10,
    nextSeconds: 20,
  });
});

test('feeds that wait for five minutes are logged with the one that they wait for, and again half an hour later', async () => {
  const { started, schedule, clock, lines } = fakeIngests(['nbm', 'hrrr', 'aqm'], () => 60);
  const round = schedule.tick();
  started[0]!.say({ event: 'step', done: 71, of: 209 });
  for (clock.seconds = 0; clock.seconds <= 2100; clock.seconds += 10) await schedule.tick();
  expect(lines).toEqual([
    'HRRR and AQM are waiting for NBM, which has been downloading for 5 min, 33%',
    'HRRR and AQM are waiting for NBM, which has been downloading for 35 min, 33%',
  ]);
  for (const one of [0, 1, 2]) await started[one]!.finish(0);
  await round;
});

test('an ingest that staged something before its deadline goes on after the feeds that wait, without a pause', async () => {
  const { started, schedule, names, stateOf, lines, endings, clock } = fakeIngests(['gfs', 'gefs'], () => 60);
  const round = schedule.tick();
  clock.seconds = 3600;
  started[0]!.say({ event: 'stopped', reason: 'the deadline of 60 min is over', cause: 'x', staged: 93 });
  await started[0]!.finish(1);
  expect(names()).toEqual(['gfs', 'gefs']);
  expect(stateOf('gfs')).toMatchObject({ state: 'waiting', failures: 0 });
  expect(lines).toEqual(['GFS: the deadline of 60 min is over; the next ingest goes on from what is staged']);
  expect(endings).toMatchObject([{ feed: 'gfs', ending: { isSuccess: true, faults: [] } }]);
  await started[1]!.finish(0);
  expect(names()).toEqual(['gfs', 'gefs', 'gfs']);
  await started[2]!.finish(0);
  await round;
});

test('an ingest that staged nothing before its deadline has failed', async () => {
  const { started, schedule, stateOf, endings } = fakeIngests(['gfs'], () => 60);
  const round = schedule.tick();
  started[0]!.say({ event: 'stopped', reason: 'the deadline of 60 min is over', cause: 'x', staged: 0 });
  await started[0]!.finish(1);
  await round;
  expect(stateOf('gfs')).toMatchObject({ failures: 1, failure: 'the deadline of 60 min is over', nextSeconds: 30 });
  expect(endings).toMatchObject([{ ending: { isSuccess: false }, nextSeconds: 30 }]);
});

test('feeds that failed are due at once when a retry is asked for, others are not', async () => {
  const { started, schedule, names } = fakeIngests(['gfs', 'nbm'], () => 600);
  let round = schedule.tick();
  await started[0]!.finish(1);
  await started[1]!.finish(0);
  await round;
  schedule.retry();
  round = schedule.tick();
  expect(names()).toEqual(['gfs', 'nbm', 'gfs']);
  await started[2]!.finish(0);
  await round;
});

test('failures in a row wait 30 s, 60 s, … at most 15 minutes; a success clears them', async () => {
  expect([0, 1, 2, 3, 6, 20].map((failures) => pauseAfterFailures(failures))).toEqual([0, 30, 60, 120, 900, 900]);
  expect([1, 3, 20].map((failures) => pauseAfterFailures(failures, 120))).toEqual([30, 120, 120]);
  const { started, clock, schedule, stateOf } = fakeIngests(['gfs'], () => 1);
  const end = async (code: number) => {
    const done = schedule.tick();
    await started.at(-1)!.finish(code);
    await done;
  };
  await end(1);
  expect(stateOf('gfs').failures).toBe(1);
  clock.seconds = 29;
  await schedule.tick();
  expect(started).toHaveLength(1);
  clock.seconds = 30;
  await end(1);
  clock.seconds = 90;
  await end(0);
  expect(stateOf('gfs').failures).toBe(0);
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
  const { started, schedule, stateOf, names, clock } = fakeIngests(['gfs', 'nbm'], () => 5);
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
  expect([stateOf('gfs').failures, stateOf('nbm').failures]).toEqual([1, 0]);
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
  expect(schedule.states().map(({ failures }) => failures)).toEqual([1, 0]);
});
