/** What was staged before an ingest ended is not downloaded again; what rotted meanwhile is. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulatedUpstream } from '../../simulator/upstream.js';
import type { IngestOutcome } from '../../src/ingest/ingest-outcome.js';
import { HOUR } from '../../src/model/time.js';
import { type IngestBench, LEADS, RUN_A, RUN_B, soonAfter, startBench } from './ingest-harness.js';

let bench: Awaited<ReturnType<typeof startBench>>;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

/** An ingest of run B that was stopped after `steps` of its steps, and the bench that it left. */
async function stopped(steps: number): Promise<IngestBench> {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const stop = new AbortController();
  const progress = ({ event, facts }: { event: string; facts: Readonly<Record<string, unknown>> }): void => {
    if (event === 'step' && facts.done === steps) stop.abort(new Error('stopped'));
  };
  await expect(one.ingest({ signal: stop.signal, progress })).rejects.toThrow('stopped');
  return one;
}

/** Steps of earlier runs in a cube: staged with run A, and left for run B. */
const PAST = 49;

const slices = (one: IngestBench): string[] => readdirSync(join(one.staging, 'gfs', '2026112012'));

test.each([1, 4, LEADS.length])('stopped after %i steps: the others are fetched, those are not', async (steps) => {
  const one = await stopped(steps);
  const staged = slices(one).length;
  expect(staged).toBeGreaterThanOrEqual(steps);
  const outcome = await one.ingest();
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN_B });
  const { reused, traffic } = outcome as Extract<IngestOutcome, { kind: 'published' }>;
  expect(reused).toBe(staged + PAST);
  // one look at the run, then an index and at least one range for each step that was not there
  const fetched = LEADS.length + PAST - reused;
  expect(traffic.requests).toBeGreaterThanOrEqual(1 + 2 * fetched);
  expect(traffic.requests).toBeLessThanOrEqual(1 + 4 * fetched);
});

test('an ingest that was asked to stop is no failure in the ledger', async () => {
  const one = await stopped(2);
  const [attempt] = await one.records.ledger.recent('gfs', 1);
  expect(attempt).toMatchObject({ referenceTime: RUN_B, status: 'stopped', outcome: 'stopped' });
  expect(attempt!.finishedAt).not.toBeNull();
});

test('a staged slice that rotted is fetched again, and only that', async () => {
  const one = await stopped(LEADS.length);
  const path = join(one.staging, 'gfs', '2026112012', 'lead-0014400.slice');
  const bytes = readFileSync(path);
  bytes[bytes.length - 9]! ^= 1; // in the last band: the header still holds
  writeFileSync(path, bytes);
  await stopAtShard(one);
  const outcome = await one.ingest();
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN_B });
  const again = one.events.filter(({ event, facts }) => event === 'step' && facts.how === 'staged');
  expect(again.map(({ facts }) => facts.lead)).toEqual([4 * HOUR]);
});

/** Stages what is left, so that what the next ingest fetches is the damage alone. */
async function stopAtShard(one: IngestBench): Promise<void> {
  const stop = new AbortController();
  const progress = ({ event, facts }: { event: string; facts: Readonly<Record<string, unknown>> }): void => {
    if (event === 'past' && facts.done === PAST) stop.abort(new Error('stopped'));
  };
  await expect(one.ingest({ signal: stop.signal, progress })).rejects.toThrow('stopped');
}

test('after publication only the slices of the next past remain', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  await one.ingest();
  const left = readdirSync(join(one.staging, 'gfs')).flatMap((run) =>
    readdirSync(join(one.staging, 'gfs', run)).map((name) => `${run}/${name}`),
  );
  expect(left).toHaveLength(PAST);
  expect(slices(one).sort()).toEqual(
    [1, 2, 3, 4, 5, 6].map((step) => `lead-${String(step * HOUR).padStart(7, '0')}.slice`),
  );
});

test('an attempt that was killed is closed in the ledger by the next', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const attempt = { feed: 'gfs', referenceTime: RUN_B, startedAt: RUN_B, stepsDone: 3, stepsTotal: 10 };
  await one.records.ledger.record({
    ...attempt,
    status: 'running',
    finishedAt: null,
    bytesDownloaded: 1,
    outcome: null,
  });
  await one.ingest();
  const entries = (await one.records.ledger.recent('gfs', 9)).filter(({ startedAt }) => startedAt === RUN_B);
  expect(entries.at(-1)).toMatchObject({ status: 'failed', outcome: expect.stringContaining('ended without a word') });
});

test('an attempt that was killed between its publication and the ledger has published, though nothing is new', async () => {
  const one = bench.restore();
  const [done] = await one.records.ledger.recent('gfs', 1);
  const killed = { feed: 'gfs', referenceTime: RUN_A, startedAt: soonAfter(RUN_A), stepsDone: 10, stepsTotal: 10 };
  expect(done).toBeUndefined();
  await one.records.ledger.record({
    ...killed,
    status: 'running',
    finishedAt: null,
    bytesDownloaded: 1,
    outcome: null,
  });
  expect(await one.ingest()).toMatchObject({ kind: 'nothing-new', referenceTime: RUN_A });
  const [closed] = await one.records.ledger.recent('gfs', 1);
  expect(closed).toMatchObject({ status: 'published', outcome: expect.stringMatching(/^2026112006-/) });
});

test('an upstream that changed its grid: what was staged of the old one is fetched anew', async () => {
  const one = bench.restore();
  const finer = await startSimulatedUpstream({ port: 0, seed: 7, gridStepDegrees: 15, clock: one.clock });
  one.setTime(soonAfter(RUN_B));
  const outcome = await one.ingest({ source: { baseUrl: finer.url, simulated: true } });
  await finer.close();
  expect(outcome).toMatchObject({ kind: 'published', pastSteps: PAST });
  const { description, readCells } = await one.open();
  expect(description.grid.columns).toBe(24);
  const [cell] = await readCells([{ y: 3, x: 3 }]);
  const row = description.elements.indexOf('temperature') * description.times.length;
  expect(cell!.subarray(row, row + description.times.length)).not.toContain(-32768);
});
