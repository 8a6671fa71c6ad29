/** Upstreams that drip, and lines too slow for a run: an ingest ends, keeps what it staged, and the next one goes on. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { steadyClock } from '../../src/base/clock.js';
import { DeadlineError } from '../../src/base/errors.js';
import { silentLog } from '../../src/base/log.js';
import { type IngestDeadline, startIngestDeadline } from '../../src/ingest/ingest-deadline.js';
import type { PublishedIngest } from '../../src/ingest/ingest-outcome.js';
import type { IngestProcess } from '../../src/ingest/ingest-process.js';
import { createIngestSchedule } from '../../src/ingest/schedule.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { HOUR } from '../../src/model/time.js';
import { HASTE, type IngestBench, LEADS, RUN_A, RUN_B, soonAfter, startBench } from './ingest-harness.js';

let bench: Awaited<ReturnType<typeof startBench>>;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const RUN_C = RUN_B + 6 * HOUR;
/** Steps of earlier runs in a cube. */
const PAST = 49;
const STEPS_OF_B = 'gfs.20261120/12/.*f00[0-9]$';
const ALL = { count: null } as const;

/** A deadline that is over as soon as so many steps of a run are staged. */
function deadlineAfter(one: IngestBench, steps: number): IngestDeadline {
  const staged = () => one.events.filter(({ event, facts }) => event === 'step' && facts.how === 'staged').length;
  return { seconds: 3600, remaining: () => (staged() < steps ? 3600 : 0), signal: new AbortController().signal };
}

/** An ingest of run B that had time for so many steps. */
async function interrupted(steps: number): Promise<IngestBench> {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  await expect(one.ingest({ deadline: deadlineAfter(one, steps) })).rejects.toThrow(DeadlineError);
  return one;
}

const attempts = async (one: IngestBench) =>
  (await one.records.ledger.recent('gfs', 99)).filter(({ status }) => status !== 'running');

test('when its deadline is over an ingest begins no more steps, and the next one fetches only the others', async () => {
  const one = await interrupted(4);
  const [stopped] = await attempts(one);
  expect(stopped).toMatchObject({ referenceTime: RUN_B, status: 'stopped', outcome: 'the deadline of 60 min is over' });
  expect(stopped!.stepsDone).toBeGreaterThanOrEqual(4);
  expect(stopped!.stepsDone).toBeLessThan(LEADS.length);
  expect(one.events.at(-1)).toMatchObject({ event: 'stopped', facts: { staged: stopped!.stepsDone } });
  expect((await one.open()).description.referenceTime).toBe(RUN_A);

  const outcome = (await one.ingest()) as PublishedIngest;
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN_B, reused: stopped!.stepsDone + PAST });
});

test('a deadline that passes when everything is staged does not keep the run from being published', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const deadline = deadlineAfter(one, LEADS.length);
  expect(await one.ingest({ deadline })).toMatchObject({ kind: 'published', referenceTime: RUN_B });
});

test('steps that drip end with the deadline; when the upstream recovers, the run completes from what is staged', async () => {
  const one = await interrupted(4);
  const [first] = await attempts(one);
  one.upstream.faults.add({ kind: 'drip', path: STEPS_OF_B, ...ALL });
  const http = { timeouts: { ...HASTE, idle: 5 }, leastRate: { bytesPerSecond: 1, overSeconds: 60 } };
  const dripping = one.ingest({ http, deadline: startIngestDeadline(0.4) });
  await expect(dripping).rejects.toThrow('the deadline of 0.4 s is over');
  expect(one.events.at(-1)).toMatchObject({ event: 'stopped', facts: { staged: 0 } });
  one.upstream.faults.clear();
  expect(await one.ingest()).toMatchObject({
    kind: 'published',
    referenceTime: RUN_B,
    reused: first!.stepsDone + PAST,
  });
});

test('steps that drip below the least rate fail long before the deadline, with rate and floor', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  one.upstream.faults.add({ kind: 'drip', path: STEPS_OF_B, ...ALL });
  const http = {
    timeouts: { ...HASTE, idle: 5 },
    policy: { attempts: 2, firstPauseSeconds: 1, longestPauseSeconds: 1 },
    leastRate: { bytesPerSecond: 1024, overSeconds: 0.2 },
  };
  await expect(one.ingest({ http })).rejects.toMatchObject({ fault: 'too-slow', retryable: true });
  const [failed] = await attempts(one);
  expect(failed).toMatchObject({ status: 'failed', outcome: expect.stringMatching(/at least 1024 B\/s are needed$/) });
});

test('a run that is mostly staged is finished before a newer one is begun', async () => {
  const one = await interrupted(4);
  one.setTime(soonAfter(RUN_C));
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_B });
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_C });
});

test('of two begun runs the one of which more is staged goes first, and the other loses nothing', async () => {
  const one = await interrupted(6);
  one.setTime(soonAfter(RUN_C));
  one.upstream.faults.add({ kind: 'reset', path: '/12/.*f00[89]', ...ALL }); // run B cannot be finished, C takes its place
  const ended = one.ingest({ deadline: deadlineAfter(one, 9) });
  await expect(ended).rejects.toThrow(DeadlineError);
  const [stopped] = (await attempts(one)).slice(-1);
  expect(stopped).toMatchObject({ referenceTime: RUN_C, status: 'stopped' });
  one.upstream.faults.clear();
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_B });
  expect(await one.ingest()).toMatchObject({ referenceTime: RUN_C, reused: stopped!.stepsDone + PAST });
});

test('a run of which little is staged gives way to a newer one', async () => {
  const one = await interrupted(1);
  one.setTime(soonAfter(RUN_C));
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_C });
});

test('a begun run that cannot be finished gives way to the newer one in the same ingest', async () => {
  const one = await interrupted(4);
  one.setTime(soonAfter(RUN_C));
  one.upstream.faults.add({ kind: 'status', path: 'gfs.20261120/12/.*f00[0-9]', status: 404, ...ALL });
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_C });
  expect((await attempts(one)).slice(-2)).toMatchObject([
    { referenceTime: RUN_B, status: 'failed', outcome: expect.stringContaining('is not there') },
    { referenceTime: RUN_C, status: 'published' },
  ]);
});

test('an upstream that cannot be reached leaves a failed attempt in the ledger, and says why', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const source = { baseUrl: 'http://127.0.0.1:1', simulated: true };
  await expect(one.ingest({ source })).rejects.toMatchObject({ fault: 'network' });
  expect(await attempts(one)).toMatchObject([
    { referenceTime: RUN_B, status: 'failed', stepsDone: 0, outcome: 'connection refused (127.0.0.1:1)' },
  ]);
  expect(one.events.at(-1)).toMatchObject({
    event: 'failed',
    facts: { host: '127.0.0.1:1', cause: 'connection refused', unreachable: true },
  });
});

/** A queue whose ingests run here, each with so many seconds; only what drips is slower than its least rate. */
function queueOf(one: IngestBench, feeds: readonly DatasetId[], seconds: number) {
  const http = { timeouts: { ...HASTE, idle: 5 }, leastRate: { bytesPerSecond: 1, overSeconds: 60 } };
  return createIngestSchedule({
    feeds,
    ...{ clock: steadyClock, log: silentLog, faults: { ended: () => undefined }, titleOf: (feed) => feed },
    pauseAfterSuccess: () => 600,
    start(feed, onEvent): IngestProcess {
      const deadline = startIngestDeadline(seconds);
      const leads = feed === 'hrrr' ? LEADS.slice(0, 4) : LEADS;
      const ingest = one.ingest(
        { http, deadline, leads, progress: ({ event, facts }) => onEvent({ event, ...facts }) },
        feed as DatasetId,
      );
      return { finished: ingest.then(() => 0).catch(() => 1), stop: () => undefined };
    },
  });
}

test('while GFS drips the regional queue publishes, and the queue of GFS goes on at its deadline', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  one.upstream.faults.add({ kind: 'drip', path: 'gfs.20261120/12/.*f00[4-9]$', ...ALL });
  const global = queueOf(one, ['gfs'], 2.5);
  const regional = queueOf(one, ['hrrr'], 60);
  const dripping = global.tick();
  await regional.tick();
  expect(regional.states()).toMatchObject([{ feed: 'hrrr', failures: 0, endedSeconds: expect.any(Number) }]);
  expect((await one.open('hrrr')).description.source).toBe('hrrr');
  expect(global.states()).toMatchObject([{ feed: 'gfs', state: 'running' }]);

  one.upstream.faults.clear(); // the steps under way go on dripping
  await dripping; // until the deadline; no other feed waits, so the next ingest begins at once
  const [stopped, published] = (await attempts(one)).filter(({ status }) => status !== 'failed');
  expect(stopped).toMatchObject({ status: 'stopped', referenceTime: RUN_B });
  expect(stopped!.stepsDone).toBeGreaterThan(0);
  expect(published).toMatchObject({ status: 'published', referenceTime: RUN_B });
  expect((await one.open()).description.referenceTime).toBe(RUN_B);
});
