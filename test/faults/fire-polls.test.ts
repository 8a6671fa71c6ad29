/** Polls of fires and smoke: the whole road from the simulated upstream to readers, and upstreams that misbehave. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listedFires } from '../../simulator/feeds/firms.js';
import { FIRE_SATELLITES } from '../../simulator/fires.js';
import { drawnPlumes } from '../../simulator/smoke-plumes.js';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { createWorld } from '../../simulator/world.js';
import { silentLog } from '../../src/base/log.js';
import type { ProgressEvent } from '../../src/base/progress.js';
import type { StoreContext } from '../../src/ingest/context.js';
import { ingestFireFiles } from '../../src/ingest/fires/fire-files.js';
import { pollFires } from '../../src/ingest/fires/poll-fires.js';
import { DAY, HOUR } from '../../src/model/time.js';
import { feedOf } from '../../src/sources/feeds.js';
import { readFires, readPlumes } from '../../src/store/fires/fire-reader.js';
import { createFireShelf } from '../../src/store/fires/fire-shelf.js';
import { StoreKilledError, withFault } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { body, startAlertUpstream, status } from './alert-upstream.js';

/** A summer noon over America: there are fires that smoke. */
const NOON = Date.UTC(2026, 6, 20, 12) / 1000;
const SEED = 1;
const world = createWorld(SEED);
const FIRMS = feedOf('fires', 'firms');
const HMS = feedOf('fires', 'hms-smoke');

let upstream: SimulatedUpstream;
let root: string;
let objects: MemoryObjects;
let now: number;
let events: ProgressEvent[];
let count = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-fires-'));
  upstream = await startSimulatedUpstream({ port: 0, seed: SEED, gridStepDegrees: 5, clock: { now: () => now } });
});
afterAll(async () => {
  await upstream.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  upstream.faults.clear();
  objects = createMemoryObjects();
  now = NOON;
  events = [];
  count++;
});

function deps(more: { baseUrl?: string; objects?: ObjectStore } = {}): StoreContext {
  return {
    objects: more.objects ?? objects,
    directory: join(root, String(count)),
    source: { baseUrl: more.baseUrl ?? upstream.url, simulated: true },
    clock: { now: () => now },
    log: silentLog,
    progress: (event) => void events.push(event),
    random: () => 0.5,
    sleep: async () => undefined,
    http: { policy: { attempts: 1, firstPauseSeconds: 0, longestPauseSeconds: 0 } },
  };
}

const shelf = () => createFireShelf({ objects, clock: { now: () => now }, log: silentLog });

async function published() {
  const version = (await shelf().newest('fires'))!.version;
  const { latitudes, longitudes, times } = await readFires(objects, version);
  return Array.from(times, (time, n) => ({ latitude: latitudes[n]!, longitude: longitudes[n]!, time }));
}

const nameOf = (latitude: number, longitude: number, time: number) =>
  `${latitude.toFixed(5)} ${longitude.toFixed(5)} ${time}`;

test('every fire that the satellites of the simulated world saw is published, at its place and time, and no other', async () => {
  const outcome = await pollFires(deps(), FIRMS);
  expect(outcome).toMatchObject({ kind: 'published', fetched: 4, unchanged: 0, failed: [], rejected: 0 });
  const truth = FIRE_SATELLITES.flatMap(({ id }) => listedFires(world, id, NOON));
  expect(truth.length).toBeGreaterThan(5000);
  const found = (await published()).map(({ latitude, longitude, time }) => nameOf(latitude, longitude, time));
  const names = truth.map((one) => nameOf(one.latitude, one.longitude, one.time));
  expect([...found].sort()).toEqual([...new Set(names)].sort());
  expect(found).toHaveLength(outcome.count);
  const newest = await shelf().newest('fires');
  expect(newest).toMatchObject({ createdAt: NOON, simulated: true });
  expect(newest!.validTime).toBe(Math.max(...truth.map(({ time }) => time)));
  expect(newest!.validTime).toBeGreaterThan(NOON - 4 * HOUR);
});

test('the powers and confidences of the lists are those of the world', async () => {
  await pollFires(deps(), FIRMS);
  const { latitudes, longitudes, times, radiativePowers, confidences } = await readFires(
    objects,
    (await shelf().newest('fires'))!.version,
  );
  const stored = new Map(Array.from(times, (time, n) => [nameOf(latitudes[n]!, longitudes[n]!, time), n] as const));
  const confidenceOf = (n: number) => (['low', 'nominal', 'high'] as const)[confidences[n]!];
  const wrong = FIRE_SATELLITES.flatMap(({ id }) => listedFires(world, id, NOON)).filter((point) => {
    const n = stored.get(nameOf(point.latitude, point.longitude, point.time))!;
    return Math.abs(radiativePowers[n]! - point.radiativePower) > 1e-3 || confidenceOf(n) !== point.confidence;
  });
  expect(wrong).toEqual([]);
});

test('what has not changed is asked for conditionally and publishes nothing; as time goes on old fires leave', async () => {
  const first = await pollFires(deps(), FIRMS);
  now += 600;
  const second = await pollFires(deps(), FIRMS);
  expect(second).toMatchObject({ fetched: 0, unchanged: 4, traffic: { bytes: 0 } });
  expect((await published()).every(({ time }) => time > now - DAY)).toBe(true);
  expect(second.kind).toBe(second.count === first.count ? 'nothing-new' : 'published');
  now += 6 * HOUR;
  const third = await pollFires(deps(), FIRMS);
  expect(third).toMatchObject({ kind: 'published', fetched: 4 });
  expect((await published()).every(({ time }) => time > now - DAY)).toBe(true);
});

test.each([
  { kind: 'status', status: 503, reason: 'answers 503' },
  { kind: 'reset', reason: '' },
  { kind: 'corrupt', reason: '' },
] as const)('one satellite that fails ($kind) keeps its fires while they are new, and is told of', async (fault) => {
  const whole = await pollFires(deps(), FIRMS);
  now += HOUR;
  upstream.faults.add({ ...fault, path: 'J1_VIIRS', count: null });
  const outcome = await pollFires(deps(), FIRMS);
  expect(outcome.failed).toEqual([{ name: 'viirs-noaa-20', reason: expect.stringContaining(fault.reason) }]);
  expect(events.at(-1)!.text).toContain('viirs-noaa-20 failed');
  const names = new Set((await published()).map((one) => nameOf(one.latitude, one.longitude, one.time)));
  const former = listedFires(world, 'N20', NOON).filter(({ time }) => time > now - DAY);
  expect(former.length).toBeGreaterThan(1000);
  expect(former.filter((one) => !names.has(nameOf(one.latitude, one.longitude, one.time)))).toEqual([]);
  expect(outcome.count).toBeGreaterThan(0.7 * whole.count);
  now += DAY;
  const later = await pollFires(deps(), FIRMS);
  const left = new Set((await published()).map((one) => nameOf(one.latitude, one.longitude, one.time)));
  expect(former.some((one) => left.has(nameOf(one.latitude, one.longitude, one.time)))).toBe(false);
  expect(later.count).toBeGreaterThan(0);
});

test('where nothing at all can be had nothing changes, and the poll has failed', async () => {
  await pollFires(deps(), FIRMS);
  const before = new Map(objects.contents);
  now += HOUR;
  upstream.faults.add({ kind: 'status', status: 500, path: 'Global_24h', count: null });
  await expect(pollFires(deps(), FIRMS)).rejects.toThrow('answers 500');
  expect(objects.contents).toEqual(before);
  expect(JSON.parse(readFileSync(join(root, String(count), 'firms', 'polls.json'), 'utf8'))).toMatchObject({
    lastSuccess: NOON,
    lastFailure: now,
    failure: expect.stringContaining('answers 500'),
  });
});

test('memory that is half written, or copies that are damaged, cost a fetch and nothing else', async () => {
  const first = await pollFires(deps(), FIRMS);
  const directory = join(root, String(count), 'firms');
  writeFileSync(join(directory, 'modis'), 'latitude,longitude\n');
  expect(await pollFires(deps(), FIRMS)).toMatchObject({ kind: 'nothing-new', fetched: 1, unchanged: 3 });
  writeFileSync(join(directory, 'polls.json'), '{"files":{"modis"');
  expect(await pollFires(deps(), FIRMS)).toMatchObject({
    kind: 'nothing-new',
    fetched: 4,
    version: first.version,
  });
});

test('a poll that is killed anywhere in the store is made good by the next', async () => {
  const counting = withFault(createMemoryObjects(), { at: Number.POSITIVE_INFINITY, moment: 'before' });
  const { count: fires } = await pollFires(deps({ objects: counting }), FIRMS);
  for (let at = 1; at <= counting.operations(); at += 4) {
    objects = createMemoryObjects();
    const killed = withFault(objects, { at, moment: 'torn' });
    await expect(pollFires(deps({ objects: killed }), FIRMS)).rejects.toThrow(StoreKilledError);
    expect(await pollFires(deps(), FIRMS)).toMatchObject({ count: fires, fetched: 0 });
    expect(await published()).toHaveLength(fires);
  }
});

const HEAD = 'latitude,longitude,acq_date,acq_time,satellite,confidence,frp';
const FILES = FIRMS.files('', 0).map(({ url }) => url);

test('duplicates, fires of yesterday and of the future, and broken lines are left out', async () => {
  const hostile = await startAlertUpstream();
  const row = (latitude: number, date: string, time: string) => `${latitude},10,${date},${time},N,nominal,5`;
  const lines = [
    row(1, '2026-07-20', '1100'),
    row(1, '2026-07-20', '1100'),
    row(2, '2026-07-19', '1200'),
    row(3, '2026-07-19', '1201'),
    row(4, '2026-07-20', '1215'),
    row(5, '2026-07-20', '1216'),
    row(91, '2026-07-20', '1100'),
    'nonsense',
  ];
  hostile.replies.set(FILES[0]!, body([HEAD, ...lines].join('\n')));
  hostile.replies.set(FILES[1]!, body(`${HEAD}\n`));
  hostile.replies.set(FILES[2]!, body('<html>down for maintenance</html>'));
  hostile.replies.set(FILES[3]!, status(404));
  const outcome = await pollFires(deps({ baseUrl: hostile.url }), FIRMS);
  expect(outcome).toMatchObject({ kind: 'published', count: 3, fetched: 2, rejected: 2 });
  expect(outcome.failed.map(({ name }) => name)).toEqual(['viirs-noaa-21', 'modis']);
  expect((await published()).map(({ latitude }) => latitude)).toEqual([3, 1, 4]);
  await hostile.close();
});

test('a file beyond the ceiling is not taken into memory', async () => {
  const hostile = await startAlertUpstream();
  for (const [n, path] of FILES.entries())
    hostile.replies.set(path, (_, response) => {
      response.writeHead(200, n === 0 ? { 'content-length': 1e12 } : {}).end(n === 0 ? undefined : `${HEAD}\n`);
      if (n === 0) response.destroy();
    });
  const outcome = await pollFires(deps({ baseUrl: hostile.url }), FIRMS);
  expect(outcome.failed).toEqual([{ name: 'viirs-suomi-npp', reason: expect.stringContaining('too-large') }]);
  expect(outcome.count).toBe(0);
  expect(await shelf().newest('fires')).toMatchObject({ validTime: NOON });
  await hostile.close();
});

test('plumes: before the day is drawn those of the day before, then those of the day', async () => {
  const yesterday = NOON - (NOON % DAY) - DAY;
  await pollFires(deps(), HMS);
  const [before, today] = [drawnPlumes(world, yesterday, 2), drawnPlumes(world, yesterday + DAY, 1)];
  expect(before.length).toBeGreaterThan(5);
  const read = async () => readPlumes(objects, (await shelf().newest('plumes'))!.version);
  const fresh = before.filter(({ end }) => end! > NOON - DAY);
  const byDensity = (plumes: typeof before, density: string) => plumes.filter((one) => one.density === density);
  for (const density of ['light', 'medium', 'heavy'])
    expect(byDensity([...(await read())], density)).toEqual(byDensity(fresh, density));
  expect((await shelf().newest('plumes'))!.validTime).toBe(yesterday + 23 * HOUR);
  now = yesterday + DAY + 17 * HOUR;
  expect(await pollFires(deps(), HMS)).toMatchObject({ kind: 'published', fetched: 1, unchanged: 1 });
  for (const density of ['light', 'medium', 'heavy'])
    expect(byDensity([...(await read())], density)).toEqual(byDensity(today, density));
});

test('plumes of yesterday that were last seen more than a day ago are left out, while today is not drawn', async () => {
  const yesterday = NOON - (NOON % DAY) - DAY;
  now = yesterday + DAY + 17 * HOUR;
  upstream.faults.add({ kind: 'late', path: 'hms_smoke20260720', seconds: null });
  const drawn = drawnPlumes(world, yesterday, 2);
  const fresh = drawn.filter(({ end }) => end! > now - DAY);
  expect(fresh.length).toBeLessThan(drawn.length);
  expect(await pollFires(deps(), HMS)).toMatchObject({ kind: 'published', count: fresh.length });
  const { version } = (await shelf().newest('plumes'))!;
  expect(new Set((await readPlumes(objects, version)).map(({ end }) => end))).toEqual(new Set([yesterday + 23 * HOUR]));
});

test('where no day of smoke is there at all nothing changes', async () => {
  upstream.faults.add({ kind: 'late', path: 'hms_smoke', seconds: null });
  await expect(pollFires(deps(), HMS)).rejects.toThrow('has no file of HMS smoke');
  expect(objects.contents.size).toBe(0);
});

test('a broken archive of today leaves yesterday', async () => {
  now = NOON + 8 * HOUR;
  upstream.faults.add({ kind: 'truncated', path: 'hms_smoke20260720', count: null });
  const outcome = await pollFires(deps(), HMS);
  expect(outcome.failed).toHaveLength(1);
  expect(outcome.failed[0]!.name).toBe('smoke-2026-07-20');
  expect(outcome.count).toBeGreaterThan(0);
});

const REAL = sharedData('fire', 'MODIS_C6_USA_contiguous_and_Hawaii_24h.csv');

testWithSharedData('a real list of 2020, given by hand: the day before its newest fire', async () => {
  const outcome = await ingestFireFiles(deps(), FIRMS, [REAL]);
  expect(outcome.files).toBe(1);
  const fires = await published();
  expect(fires).toHaveLength(outcome.count);
  // counted with awk: of its 2,575 lines, of two days, those after 2020-09-30 21:50
  expect(outcome.count).toBe(1183);
  expect(await shelf().newest('fires')).toMatchObject({
    validTime: Date.UTC(2020, 9, 1, 21, 50) / 1000,
    createdAt: NOON,
  });
  expect(fires).toContainEqual({ latitude: 39.8, longitude: -121.185, time: Date.UTC(2020, 9, 1, 21, 50) / 1000 });
});

test('a directory without lists says so, one of broken lists too', async () => {
  const directory = mkdtempSync(join(root, 'files-'));
  await expect(ingestFireFiles(deps(), FIRMS, [directory])).rejects.toThrow('holds no file of FIRMS');
  writeFileSync(join(directory, 'a.csv'), 'Invalid MAP_KEY.');
  await expect(ingestFireFiles(deps(), FIRMS, [directory])).rejects.toThrow('must have a column latitude');
  expect(objects.contents.size).toBe(0);
});
