/** A feed beside GFS: what befalls one does not touch the other, and what a region does not reach is not asked for again. */

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestOutcome } from '../../src/ingest/ingest-outcome.js';
import type { ElementId } from '../../src/model/element.js';
import { unpack } from '../../src/model/packing.js';
import { HOUR } from '../../src/model/time.js';
import { type IngestBench, RUN_A, RUN_B, soonAfter, startBench } from './ingest-harness.js';

let bench: Awaited<ReturnType<typeof startBench>>;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

/** Of HRRR: the analysis and three hours. */
const SHORT = { leads: [0, 1, 2, 3].map((hour) => hour * HOUR) };
const QUARTER = 900;
const ALL = { count: null } as const;

const requests = (outcome: IngestOutcome): number => (outcome.kind === 'published' ? outcome.traffic.requests : 0);

async function datasetsOf(one: IngestBench): Promise<Set<string>> {
  const keys = await one.objects.list('');
  return new Set(keys.map((key) => key.split('/')[0]!));
}

test('a second feed that fails for good: GFS goes on, and the other is published as soon as its upstream is well', async () => {
  const one = bench.restore();
  one.upstream.faults.add({ kind: 'status', path: '^/hrrr', status: 503, ...ALL });
  one.setTime(soonAfter(RUN_B));
  await expect(one.ingest(SHORT, 'hrrr')).rejects.toMatchObject({ tag: 'upstream', status: 503 });
  expect(await datasetsOf(one)).toEqual(new Set(['gfs']));
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_B });
  one.upstream.faults.clear();
  expect(await one.ingest(SHORT, 'hrrr')).toMatchObject({ kind: 'published' });
  expect(await datasetsOf(one)).toEqual(new Set(['gfs', 'hrrr']));
  expect((await one.open()).description.referenceTime).toBe(RUN_B);
});

test('a second feed whose files are damaged on the way fails with their name in its own ledger', async () => {
  const one = bench.restore();
  one.upstream.faults.add({ kind: 'corrupt', path: '/hrrr.*f02.grib2$', ...ALL });
  await expect(one.ingest(SHORT, 'hrrr')).rejects.toMatchObject({ tag: 'upstream', fault: 'framing' });
  const [failure] = await one.records.ledger.recent('hrrr', 1);
  expect(failure).toMatchObject({ feed: 'hrrr', status: 'failed', outcome: expect.stringContaining('f02') });
  expect(await one.records.ledger.recent('gfs', 9)).toEqual([]);
});

test('two feeds may be ingested at the same time: each has its own lock', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const [gfs, hrrr] = await Promise.all([one.ingest(), one.ingest(SHORT, 'hrrr')]);
  expect([gfs.kind, hrrr.kind]).toEqual(['published', 'published']);
});

const LATENCY = 6 * HOUR;

test('a member of the ensemble that stays away is waited for, then the run goes on with the others', async () => {
  const one = bench.restore();
  const leads = [3, 6].map((hour) => hour * HOUR);
  one.setTime(RUN_A + LATENCY);
  one.upstream.faults.add({ kind: 'status', path: 'gep17.*f003', status: 403, ...ALL });
  await expect(one.ingest({ leads }, 'gefs')).rejects.toThrow(/gep17\.t06z.*f003: status/);
  one.setTime(RUN_A + LATENCY + 1.5 * HOUR);
  const outcome = await one.ingest({ leads }, 'gefs');
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN_A, absent: { precipitation_member_17: 1 } });

  const { description, readCells } = await one.open('gefs');
  const { elements, packings, times, grid } = description;
  expect([...times].map((time) => (time - RUN_A) / HOUR)).toEqual([0, 3, 6]);
  const [cell] = await readCells([{ y: grid.rows >> 1, x: 0 }]);
  const totalsOf = (id: ElementId): number[] => {
    const e = elements.indexOf(id);
    return [...cell!.subarray(3 * e + 1, 3 * e + 3)].map((n) => unpack(n, packings[e]!));
  };
  expect(totalsOf('precipitation_member_16').some(Number.isNaN)).toBe(false);
  // its total of six hours is there, and with nothing shorter inside it is spread
  const [first, second] = totalsOf('precipitation_member_17');
  expect(first).not.toBeNaN();
  expect(second).toBeCloseTo(first!, 6);
});

test('fewer than twenty members are no ensemble', async () => {
  const one = bench.restore();
  one.setTime(RUN_A + LATENCY + 1.5 * HOUR);
  one.upstream.faults.add({ kind: 'status', path: 'gep(0[1-9]|1[0-2]).*f003', status: 404, ...ALL });
  await expect(one.ingest({ leads: [3 * HOUR] }, 'gefs')).rejects.toThrow(
    'step 3 h has 19 elements of gefs, at least 20 are needed',
  );
});

test('a feed without a past begins with its run and leaves no slice behind', async () => {
  const one = bench.restore();
  await one.ingest(SHORT, 'hrrr');
  const { times, referenceTime, grid, windowSeconds } = (await one.open('hrrr')).description;
  expect([...times].map((time) => (time - referenceTime) / HOUR)).toEqual([0, 1, 2, 3]);
  expect(grid.kind).toBe('lambert');
  expect(windowSeconds).toBe(6 * HOUR);
  expect(readdirSync(join(one.staging, 'hrrr'))).toEqual([]);
});

test('the long run of HRRR begins where its first total does, with the height of its ground', async () => {
  const one = bench.restore();
  const leads = [12, 13].map((hour) => hour * HOUR);
  expect(await one.ingest({ leads }, 'hrrr-extended')).toMatchObject({ kind: 'published', steps: 2, absent: {} });
  const cube = await one.open('hrrr-extended');
  const { times, referenceTime, grid } = cube.description;
  expect([...times].map((time) => (time - referenceTime) / HOUR)).toEqual([11, 12, 13]);
  expect(await cube.staticField('elevation')).toHaveLength(grid.rows * grid.columns);
});

test('a short run of ECMWF is published with the end of the long one before it, or where that is gone without', async () => {
  const leads = [0, 138, 144, 150, 156].map((hour) => hour * HOUR);
  const one = bench.restore();
  one.setTime(RUN_A + 9 * HOUR);
  expect(await one.ingest({ leads }, 'ecmwf-ifs')).toMatchObject({ referenceTime: RUN_A, steps: 3, pastSteps: 2 });
  const rows = async (): Promise<(id: ElementId) => number[]> => {
    const { description, readCells } = await one.open('ecmwf-ifs');
    const { elements, packings, times, referenceTime, grid } = description;
    expect([...times].map((time) => (time - referenceTime) / HOUR)).toEqual([0, 138, 144, 150]);
    const [cell] = await readCells([{ y: grid.rows >> 1, x: 0 }]);
    return (id) => {
      const e = elements.indexOf(id);
      return [...cell!.subarray(4 * e, 4 * e + 4)].map((n) => unpack(n, packings[e]!));
    };
  };
  const whole = await rows();
  expect(whole('temperature').some(Number.isNaN)).toBe(false);
  expect(whole('precipitation').map(Number.isNaN)).toEqual([true, false, false, false]);

  const other = bench.restore();
  other.setTime(RUN_A + 9 * HOUR);
  other.upstream.faults.add({ kind: 'status', path: '2026112000/|/00z/', status: 404, ...ALL });
  expect(await other.ingest({ leads }, 'ecmwf-ifs')).toMatchObject({ kind: 'published', steps: 3, pastSteps: 0 });
});

test('files of four quarter-hours make steps of a quarter-hour, from the run on', async () => {
  const one = bench.restore();
  const leads = Array.from({ length: 8 }, (_, i) => (i + 1) * QUARTER);
  expect(await one.ingest({ leads }, 'hrrr-subhourly')).toMatchObject({ kind: 'published', steps: 8 });
  const { description, readCells } = await one.open('hrrr-subhourly');
  const { times, referenceTime, elements, packings, grid } = description;
  expect([...times].map((time) => (time - referenceTime) / QUARTER)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const [cell] = await readCells([{ y: grid.rows >> 1, x: grid.columns >> 1 }]);
  for (const id of ['temperature', 'precipitation'] as const) {
    const e = elements.indexOf(id);
    const row = [...cell!.subarray(e * 9, e * 9 + 9)].map((n) => unpack(n, packings[e]!));
    expect(row[0], id).toBeNaN(); // the file of the analysis is not one of the feed's
    for (const value of row.slice(1)) expect(value, id).not.toBeNaN();
  }
});

test('of a file with four steps only those are staged again that are gone', async () => {
  const one = bench.restore();
  const leads = [1, 2, 3, 4].map((quarter) => quarter * QUARTER);
  const stop = new AbortController();
  const progress = ({ event, facts }: { event: string; facts: Readonly<Record<string, unknown>> }): void => {
    if (event === 'step' && facts.done === 4) stop.abort(new Error('stopped'));
  };
  await expect(one.ingest({ leads, signal: stop.signal, progress }, 'hrrr-subhourly')).rejects.toThrow('stopped');
  const [run] = readdirSync(join(one.staging, 'hrrr-subhourly'));
  rmSync(join(one.staging, 'hrrr-subhourly', run!, 'lead-0001800.slice'));
  expect(await one.ingest({ leads }, 'hrrr-subhourly')).toMatchObject({ kind: 'published', reused: 3, steps: 4 });
});

test('a feed whose extent misses the region is not fetched at all', async () => {
  const one = bench.restore();
  one.upstream.faults.add({ kind: 'status', path: '.', status: 500, ...ALL });
  const region = { south: 35, west: -12, north: 72, east: 45 };
  expect(await one.ingest({ ...SHORT, region }, 'hrrr')).toEqual({ kind: 'outside-region' });
  one.upstream.faults.clear();
});

test('a feed whose grid misses the region is told once, is no failure, and is not fetched again', async () => {
  const one = bench.restore();
  const region = { south: 43, west: -71, north: 45, east: -69 }; // on the real grid, east of the last coarse cell
  expect(await one.ingest({ ...SHORT, region }, 'hrrr')).toEqual({ kind: 'outside-region' });
  const [attempt] = await one.records.ledger.recent('hrrr', 1);
  expect(attempt).toMatchObject({ status: 'stopped', outcome: 'the feed has nothing in the region', stepsDone: 0 });
  expect(await datasetsOf(one)).toEqual(new Set(['gfs']));

  one.upstream.faults.add({ kind: 'status', path: '.', status: 500, ...ALL }); // whoever asks now, fails
  const events = one.events.length;
  expect(await one.ingest({ ...SHORT, region }, 'hrrr')).toEqual({ kind: 'outside-region' });
  expect(one.events.slice(events).map(({ event }) => event)).toEqual(['outside-region']);
  one.upstream.faults.clear();

  const colorado = { south: 35, west: -110, north: 42, east: -100 };
  const outcome = await one.ingest({ ...SHORT, region: colorado }, 'hrrr');
  expect(outcome).toMatchObject({ kind: 'published' });
  expect(requests(outcome)).toBeGreaterThan(0);
});
