/** Runs on another grid than their feed's: nothing is published of them unless the operator accepts the grid. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { silentLog } from '../../src/base/log.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { HOUR } from '../../src/model/time.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { type Alteration, type AlteredUpstream, moveGrids, startAlteredUpstream } from './altered-upstream.js';
import { type IngestBench, RUN_A, RUN_B, soonAfter, startBench } from './ingest-harness.js';

let bench: Awaited<ReturnType<typeof startBench>>;
/** The same world in cells half as wide. */
let finer: SimulatedUpstream;
let one: IngestBench;
const open: AlteredUpstream[] = [];

beforeAll(async () => {
  bench = await startBench();
  finer = await startSimulatedUpstream({
    ...{ port: 0, seed: 7, gridStepDegrees: 15 },
    clock: { now: () => one.clock.now() },
  });
});
afterAll(async () => {
  await Promise.all(open.map((upstream) => upstream.close()));
  await finer.close();
  await bench.close();
});

/** A bench whose run B is the newest, and an upstream that stands before its own. */
async function altered(alteration: Partial<Alteration> = {}): Promise<AlteredUpstream> {
  one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const upstream = await startAlteredUpstream({ upstreamOf: () => one.upstream.url, ...alteration });
  open.push(upstream);
  return upstream;
}

const referenceTime = async (feed: DatasetId = 'gfs') => (await one.open(feed))?.description.referenceTime ?? null;
const SHORT = { leads: [0, 1, 2, 3].map((hour) => hour * HOUR) };

test('GFS on 30 degrees is refused by its first step, without a further try, and what is published stays', async () => {
  const { url, asked } = await altered();
  const live = { source: { baseUrl: url, simulated: false } };
  await expect(one.ingest(live)).rejects.toMatchObject({
    ...{ tag: 'upstream', fault: 'grid' },
    detail: expect.stringMatching(/than that of GFS: 7 × 12 \(regular\), .* instead of 721 × 1440 \(regular\)/),
  });
  expect(await referenceTime()).toBe(RUN_A);
  const [failure] = await one.records.ledger.recent('gfs', 1);
  expect(failure).toMatchObject({ status: 'failed', outcome: expect.stringContaining('--accept-grid') });
  const indexes = asked.filter((path) => path.endsWith('.idx'));
  expect(indexes).toEqual([...new Set(indexes)]);
});

test('a grid that the operator accepts is accepted for the runs that follow, and a third one is not', async () => {
  const { url } = await altered();
  const warnings: string[] = [];
  const warn = (_: object, message: string) => void (message.includes('grid') && warnings.push(message));
  const live = { ...SHORT, source: { baseUrl: url, simulated: false }, log: { ...silentLog, warn } };
  await expect(one.ingest(live, 'hrrr')).rejects.toMatchObject({ fault: 'grid' });
  expect(await one.ingest({ ...live, acceptGrid: true }, 'hrrr')).toMatchObject({ kind: 'published' });
  const first = await referenceTime('hrrr');
  one.setTime(soonAfter(RUN_B) + HOUR);
  expect(await one.ingest(live, 'hrrr')).toMatchObject({ kind: 'published', referenceTime: first! + HOUR });
  expect(warnings).toEqual([
    'another grid than that of the feed is accepted from now on',
    'the run stands on a grid that was accepted by hand',
  ]);
  one.setTime(soonAfter(RUN_B) + 2 * HOUR);
  const third = { ...live, source: { baseUrl: finer.url, simulated: false } };
  await expect(one.ingest(third, 'hrrr')).rejects.toMatchObject({ fault: 'grid' });
  expect(await referenceTime('hrrr')).toBe(first! + HOUR);
});

test.each<[DatasetId, object]>([
  ['gfs', {}],
  ['hrrr', SHORT],
])('%s moved by 3 degrees is refused, and the next run is published', async (feed, leads) => {
  let isMoved = true;
  const { url } = await altered({ change: (_, bytes) => isMoved && moveGrids(bytes, 3) });
  const source = { ...leads, source: { baseUrl: url, simulated: true } };
  const before = feed === 'gfs' ? RUN_A : null;
  await expect(one.ingest(source, feed)).rejects.toMatchObject({ tag: 'upstream', fault: 'grid' });
  expect(await referenceTime(feed)).toBe(before);
  isMoved = false;
  expect(await one.ingest(source, feed)).toMatchObject({ kind: 'published' });
});

test('a run of which one step stands on another grid of the simulated upstream is not published', async () => {
  const { url } = await altered({ upstreamOf: (path) => (/\/12\/.*f003/.test(path) ? finer.url : one.upstream.url) });
  const source = { source: { baseUrl: url, simulated: true } };
  await expect(one.ingest(source)).rejects.toThrow('steps of one run stand on different grids');
  expect(await referenceTime()).toBe(RUN_A);
});

test('one defective file of a late run is left out, as when it is damaged', async () => {
  const leads = Array.from({ length: 16 }, (_, hour) => hour * HOUR);
  const { url } = await altered({ change: (path, bytes) => /\/12\/.*f004$/.test(path) && moveGrids(bytes, 3) });
  const source = { source: { baseUrl: url, simulated: true }, leads };
  await expect(one.ingest(source)).rejects.toMatchObject({ fault: 'grid' });
  one.setTime(RUN_B + 6.5 * HOUR);
  expect(await one.ingest(source)).toMatchObject({ kind: 'published', referenceTime: RUN_B, steps: 15 });
});

test('slices that an earlier release staged on a grid that is not known are not published', async () => {
  const { url } = await altered();
  const live = { ...SHORT, source: { baseUrl: url, simulated: false } };
  // Staged, as a release did that looked at no grid, and not yet published.
  const put: ObjectStore['put'] = (key, bytes) =>
    key.includes('/fc/c/') ? Promise.reject(new Error('ENOSPC')) : one.objects.put(key, bytes);
  await expect(one.ingest({ ...live, acceptGrid: true, objects: { ...one.objects, put } }, 'hrrr')).rejects.toThrow();
  rmSync(join(one.staging, 'hrrr', 'accepted-grid.json'));
  await expect(one.ingest(live, 'hrrr')).rejects.toMatchObject({ fault: 'grid' });
  expect(await referenceTime('hrrr')).toBeNull();
});
