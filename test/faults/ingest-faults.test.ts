/** Each fault of the upstream: what is published stays as it is, the reason is told, and the next ingest completes. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../simulator/faults.js';
import { type Log, silentLog } from '../../src/base/log.js';
import type { ElementId } from '../../src/model/element.js';
import { MISSING_PACKED } from '../../src/model/packing.js';
import { HOUR } from '../../src/model/time.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { type IngestBench, LEADS, RUN_A, RUN_B, soonAfter, startBench } from './ingest-harness.js';
import { startUpstreamWithout } from './upstream-without.js';

let bench: Awaited<ReturnType<typeof startBench>>;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

async function expectPublished(one: IngestBench, run: number): Promise<void> {
  const cube = await one.open();
  expect(cube.description.referenceTime).toBe(run);
  const [cell] = await cube.readCells([{ y: 3, x: 5 }]);
  const temperature = cube.description.elements.indexOf('temperature');
  const times = cube.description.times.length;
  expect(cell!.subarray(temperature * times, (temperature + 1) * times)).not.toContain(-32768);
  cube.release();
}

const F003 = 'gfs.20261120/12/.*f003$';
const ALL = { count: null } as const;

test.each<[string, Fault[], object]>([
  ['no answer', [{ kind: 'no-answer', path: F003, ...ALL }], { fault: 'timeout' }],
  ['connections reset', [{ kind: 'reset', path: F003, ...ALL }], { fault: 'network' }],
  [
    '404: a gap among the steps',
    [{ kind: 'status', path: F003, status: 404, ...ALL }],
    { fault: 'status', status: 404 },
  ],
  ['503', [{ kind: 'status', path: F003, status: 503, ...ALL }], { fault: 'status', status: 503 }],
  ['bodies cut short', [{ kind: 'truncated', path: F003, ...ALL }], { fault: 'framing' }],
  ['octets overwritten', [{ kind: 'corrupt', path: F003, ...ALL }], { fault: 'framing' }],
  [
    'an index cut short',
    [
      { kind: 'truncated', path: `${F003.slice(0, -1)}.idx`, ...ALL },
      { kind: 'reset', path: F003, ...ALL },
    ],
    { tag: 'upstream' },
  ],
])('%s for good: the run fails, the published one stays, the next ingest completes', async (_, faults, reason) => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  one.upstream.faults.add(...faults);
  await expect(one.ingest()).rejects.toMatchObject(reason);
  await expectPublished(one, RUN_A);
  const [failure] = (await one.records.ledger.recent('gfs', 9)).filter(({ status }) => status === 'failed');
  expect(failure).toMatchObject({ referenceTime: RUN_B, stepsTotal: LEADS.length });
  expect(failure!.outcome).toContain('f003');
  expect(one.events.at(-1)).toMatchObject({ event: 'failed' });
  one.upstream.faults.clear();
  const outcome = await one.ingest();
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN_B });
  await expectPublished(one, RUN_B);
});

test.each<[string, Fault[]]>([
  ['an answer that never comes, once', [{ kind: 'no-answer', path: F003 }]],
  ['a reset, once', [{ kind: 'reset', path: F003 }]],
  ['a 503 with Retry-After, once', [{ kind: 'status', path: F003, status: 503, retryAfterSeconds: 7 }]],
  ['a body cut short, once', [{ kind: 'truncated', path: F003 }]],
  ['octets overwritten, once', [{ kind: 'corrupt', path: F003 }]],
  ['an index of another file, for good', [{ kind: 'shifted-index', path: 'f00[0-9].idx', ...ALL }]],
  ['a server that ignores ranges, for good', [{ kind: 'no-ranges', path: '.', ...ALL }]],
  ['an index that is no index', [{ kind: 'corrupt', path: 'f00[0-9].idx', ...ALL }]],
])('%s: the run is published all the same', async (_, faults) => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  one.upstream.faults.add(...faults);
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_B });
  await expectPublished(one, RUN_B);
});

test('a run that is late: nothing new until it is there', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  one.upstream.faults.add({ kind: 'late', path: 'gfs.20261120/12/', seconds: 2 * HOUR });
  expect(await one.ingest()).toEqual({ kind: 'nothing-new', referenceTime: RUN_A });
  await expectPublished(one, RUN_A);
  one.setTime(soonAfter(RUN_B) + 2 * HOUR);
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: RUN_B });
});

test('a run that never comes is passed over, and its hours are missing from the past of the next', async () => {
  const one = bench.restore();
  const next = RUN_B + 6 * HOUR;
  one.upstream.faults.add({ kind: 'late', path: 'gfs.20261120/12/', seconds: null });
  one.setTime(soonAfter(RUN_B));
  expect(await one.ingest()).toMatchObject({ kind: 'nothing-new' });
  one.setTime(soonAfter(next));
  expect(await one.ingest()).toMatchObject({ kind: 'published', referenceTime: next, pastSteps: 43 });
  const { description, readCells } = await one.open();
  const [cell] = await readCells([{ y: 2, x: 2 }]);
  const row = description.elements.indexOf('temperature') * description.times.length;
  const known = [...description.times].filter((_, i) => cell![row + i] !== -32768).map((time) => (time - next) / HOUR);
  expect(known.filter((hour) => hour < 0)).toEqual(Array.from({ length: 43 }, (_, i) => i - 48));
  expect(known).toContain(0);
});

test('a store that says 403 of runs that it does not keep costs their hours, and no others', async () => {
  const one = bench.restore();
  const region = { south: -30, west: -60, north: 30, east: 30 }; // nothing of it is staged yet
  one.upstream.faults.add({ kind: 'status', path: 'gfs.20261118/', status: 403, count: null });
  expect(await one.ingest({ region })).toMatchObject({ kind: 'published', pastSteps: 30 }); // 01 UTC on the 19th to 06 UTC on the 20th
});

test('a run with another region, or made by another hand, does not count as published', async () => {
  const one = bench.restore();
  expect(await one.ingest()).toEqual({ kind: 'nothing-new', referenceTime: RUN_A });
  const region = { south: -30, west: -60, north: 30, east: 30 };
  expect(await one.ingest({ region })).toMatchObject({ kind: 'published', reused: 0 });
  expect((await one.open()).description.grid).toMatchObject({ rows: 3, columns: 4, firstLongitude: 300 });
});

test('two ingests of a feed do not run at once', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const first = one.ingest();
  await expect(one.ingest()).rejects.toMatchObject({ tag: 'directory-locked' });
  expect(await first).toMatchObject({ kind: 'published' });
});

test('a clock that goes back takes nothing back with it', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  await one.ingest();
  one.setTime(soonAfter(RUN_A));
  expect(await one.ingest()).toEqual({ kind: 'nothing-new', referenceTime: RUN_B });
  await expectPublished(one, RUN_B);
});

test('a disk that is full leaves no half cube on it, and the next ingest downloads nothing again', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const before = [...one.objects.contents.keys()];
  const full = (key: string) => key.includes('/fc/c/') && !before.includes(key);
  const objects: ObjectStore = {
    ...one.objects,
    put: (key, bytes) =>
      full(key) ? Promise.reject(new Error('ENOSPC: no space left on device, write')) : one.objects.put(key, bytes),
  };
  await expect(one.ingest({ objects })).rejects.toThrow('ENOSPC');
  expect([...one.objects.contents.keys()]).toEqual(before);
  await expectPublished(one, RUN_A);
  const outcome = await one.ingest();
  expect(outcome).toMatchObject({ kind: 'published', referenceTime: RUN_B, traffic: { requests: 1 } });
  await expectPublished(one, RUN_B);
});

test('what an upstream lacks is told once, and the run is published without it', async () => {
  const one = bench.restore();
  one.setTime(soonAfter(RUN_B));
  const without = await startUpstreamWithout('TOZNE', one.upstream.url);
  const warnings: string[] = [];
  const log: Log = {
    ...silentLog,
    warn: (facts: object, text: string) => void warnings.push(`${text} ${JSON.stringify(facts)}`),
  };
  try {
    const outcome = await one.ingest({ source: { baseUrl: without.url, simulated: true }, log });
    expect(outcome).toMatchObject({ kind: 'published', absent: { ozone: LEADS.length } });
  } finally {
    await without.close();
  }
  expect(warnings).toEqual([expect.stringContaining('"absent":{"ozone":10}')]);
  expect((await one.records.ledger.recent('gfs', 1))[0]!.outcome).toMatch(/ without ozone \(10 steps\)$/);
  expect(one.events.filter(({ event }) => event === 'absent')).toHaveLength(1);
});

/** Of fifteen steps one may be missing for good. */
const SIXTEEN = Array.from({ length: 16 }, (_, hour) => hour * HOUR);

test.each<[string, Fault]>([
  ['that never came', { kind: 'late', path: '/12/.*f004', seconds: null }],
  ['that is damaged', { kind: 'corrupt', path: '/12/.*f004$', count: null }],
])('a step %s is waited for, then the run goes on without it', async (_, fault) => {
  const one = bench.restore();
  one.upstream.faults.add(fault);
  one.setTime(soonAfter(RUN_B));
  await expect(one.ingest({ leads: SIXTEEN })).rejects.toMatchObject({ tag: 'upstream' });
  expect((await one.open()).description.referenceTime).toBe(RUN_A);
  one.setTime(RUN_B + 6.5 * HOUR);
  expect(await one.ingest({ leads: SIXTEEN })).toMatchObject({ kind: 'published', referenceTime: RUN_B, steps: 15 });
  const { description, readCells } = await one.open();
  const { elements, times } = description;
  const [cell] = await readCells([{ y: 3, x: 3 }]);
  const missing = (id: ElementId): number[] => {
    const row = elements.indexOf(id) * times.length;
    const unknown = [...times].filter((time, t) => time >= RUN_B && cell![row + t] === MISSING_PACKED);
    return unknown.map((time) => (time - RUN_B) / HOUR);
  };
  expect(missing('temperature')).toEqual([4]);
  expect(missing('precipitation')).toEqual([4, 5]); // the fifth hour is a difference from the fourth
});

test('a run that lacks more than a few steps is not published, and none without its first', async () => {
  for (const path of ['/12/.*f00[45]', '/12/.*f000']) {
    const one = bench.restore();
    one.setTime(RUN_B + 6.5 * HOUR);
    one.upstream.faults.add({ kind: 'late', path, seconds: null });
    await expect(one.ingest({ leads: SIXTEEN }), path).rejects.toMatchObject({ tag: 'upstream' });
  }
});
