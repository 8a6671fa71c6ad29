/**
 * Polls of radar against an upstream that misbehaves: nothing invents rain or dryness, what is published stays whole, and
 * nothing is fetched in vain.
 */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlantedStorm } from '../../simulator/storms.js';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { silentLog } from '../../src/base/log.js';
import type { ProgressEvent } from '../../src/base/progress.js';
import type { RadarContext } from '../../src/ingest/context.js';
import { pollRadar } from '../../src/ingest/radar/poll-radar.js';
import { decodeRadar } from '../../src/ingest/radar/radar-decoding.js';
import type { PolledNetwork } from '../../src/ingest/radar/radar-outcome.js';
import { radarStateOf } from '../../src/ingest/radar/radar-state.js';
import { formatInstant, MINUTE } from '../../src/model/time.js';
import { feedOf } from '../../src/sources/feeds.js';
import { withFault } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { createRadarShelf } from '../../src/store/radar/radar-shelf.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const FEED = feedOf('radar', 'mrms');
/** The rate alone, so that what is asked for is what the rate needs. */
const RATE: PolledNetwork = { ...FEED, products: FEED.products.slice(0, 1) };
const RATE_PATH = 'PrecipRate';

/** Nine showers over Oklahoma that drift eastward for hours. */
const STORMS: readonly PlantedStorm[] = Array.from({ length: 9 }, (_, n) => ({
  latitude: 33 + 1.5 * Math.floor(n / 3),
  longitude: -101 + 2 * (n % 3),
  at: NOON,
  lifeSeconds: 6 * 3600,
  speed: 12,
  bearing: 80,
  radius: 20_000,
  rate: 20,
}));

let upstream: SimulatedUpstream;
let root: string;
let objects: MemoryObjects;
let events: ProgressEvent[];
let decoded: number;
let now: number;
let count = 0;

beforeAll(async () => {
  const radarWindow = { south: 31.5, north: 37.5, west: -103, east: -95 };
  const clock = { now: () => now };
  upstream = await startSimulatedUpstream({
    port: 0,
    seed: 5,
    gridStepDegrees: 30,
    clock,
    storms: STORMS,
    radarWindow,
  });
  root = mkdtempSync(join(tmpdir(), 'weatherglass-radar-'));
});
afterAll(async () => {
  await upstream.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  objects = createMemoryObjects();
  events = [];
  decoded = 0;
  now = NOON;
  count++;
});
afterEach(() => upstream.faults.clear());

/** Of the hour before noon, only the frames of 24, 14 and 4 minutes before: what a first poll needs, and no more. */
function thinHour(): void {
  for (const [from, to] of [
    [61, 24.5],
    [23.3, 14.5],
    [13.3, 4.5],
  ] as const)
    upstream.faults.add({ kind: 'late', ...seen(from, to), seconds: null });
}

function deps(more: Partial<RadarContext> = {}): RadarContext {
  return {
    objects,
    directory: join(root, String(count)),
    source: { baseUrl: upstream.url, simulated: true },
    clock: { now: () => now },
    log: silentLog,
    progress: (event) => void events.push(event),
    region: null,
    random: () => 0.5,
    sleep: async () => undefined,
    decode(...asked) {
      decoded += 1;
      return decodeRadar(...asked);
    },
    ...more,
  };
}

const poll = (more: Partial<RadarContext> = {}, feed = RATE) => pollRadar(deps(more), feed);
const shelf = () => createRadarShelf({ objects, clock: { now: () => now }, log: silentLog });
const newest = async () => (await shelf().newest('mrms-rate'))!;
const age = (validTime: number) => (now - validTime) / MINUTE;
const told = (event: string) => events.filter((one) => one.event === event);

/** Frames that show an instant from `from` to `to` minutes before now. */
const seen = (from: number, to: number) => ({ path: RATE_PATH, from: now - from * MINUTE, to: now - to * MINUTE });

test('a first poll: the newest frame, its motion from frames 10 and 20 minutes older, which are stored too', async () => {
  thinHour();
  const outcome = await poll();
  const { published, older } = outcome;
  expect(outcome.kind).toBe('published');
  expect(age(published!.validTime)).toBeLessThan(5);
  expect(published!.motion).toBe('radar');
  const [first, second, third] = published!.frameTimes;
  expect(third).toBe(published!.validTime);
  for (const spacing of [second! - first!, third! - second!]) expect(Math.abs(spacing - 600)).toBeLessThanOrEqual(40);
  expect(older).toEqual(expect.arrayContaining([first, second]));
  const { description, motion } = await newest();
  expect(description).toMatchObject({ validTime: published!.validTime, createdAt: NOON, simulated: true });
  // 12 m/s at 35° north are 0.12 pixels of 0.05° a minute in the mean of both axes
  const middle = Math.floor(motion!.rows / 2) * motion!.columns + Math.floor(motion!.columns / 2);
  expect(motion!.u[middle]).toBeGreaterThan(0.08);
  expect(motion!.u[middle]).toBeLessThan(0.25);
});

test('polls for twenty minutes fetch each frame once, and find motion in what is held', async () => {
  const sources = new Set<string | undefined>();
  const frames = new Set<number>();
  for (let n = 0; n < 10; n++, now += 2 * MINUTE) {
    const { published, older, refused } = await poll();
    sources.add(published?.motion);
    for (const validTime of [published!.validTime, ...older]) {
      expect(frames.has(validTime), formatInstant(validTime)).toBe(false);
      frames.add(validTime);
    }
    expect(refused).toEqual([]);
  }
  expect([...sources]).toEqual(['radar']);
  expect(decoded).toBe(frames.size);
  expect(await shelf().validTimes('mrms-rate')).toEqual([...frames].sort((a, b) => a - b));
});

test('nothing new: one request, nothing is decoded, nothing changes', async () => {
  thinHour();
  await poll();
  const before = [...objects.contents.keys()];
  const times = decoded;
  const { kind, traffic, published } = await poll();
  expect({ kind, requests: traffic.requests, published }).toEqual({
    kind: 'nothing-new',
    requests: 1,
    published: null,
  });
  expect([...objects.contents.keys()]).toEqual(before);
  expect(decoded).toBe(times);
});

test('companions come after the rate; one that fails takes nothing away', async () => {
  thinHour();
  upstream.faults.add({ kind: 'status', path: '/CONUS/MESH.*grib2', status: 404, count: null });
  upstream.faults.add({ kind: 'corrupt', path: '/CONUS/SHI.*grib2', count: null });
  const { kind, companions, refused } = await poll({}, FEED);
  expect(kind).toBe('published');
  expect(companions).toEqual(['mrms-flag', 'mrms-posh', 'mrms-lightning-30', 'mrms-lightning-60', 'mrms-quality']);
  expect(new Set(refused.map(({ dataset }) => dataset))).toEqual(new Set(['mrms-mesh', 'mrms-shi']));
  expect((await shelf().newest('mrms-flag'))!.description.motion).toBeNull();
});

test('a gap of ten minutes: motion from frames 6 to 14 minutes apart all the same', async () => {
  upstream.faults.add({ kind: 'late', ...seen(15, 5), seconds: null });
  const { published } = await poll();
  expect(published!.motion).toBe('radar');
  const [first, second, third] = published!.frameTimes;
  for (const spacing of [second! - first!, third! - second!]) {
    expect(spacing).toBeGreaterThanOrEqual(360);
    expect(spacing).toBeLessThanOrEqual(840);
  }
});

test('a gap of 40 minutes: the motion of before, for an hour, then that of the model, then none', async () => {
  thinHour();
  const before = (await poll()).published!;
  const held = (await newest()).motion!;
  upstream.faults.add({ kind: 'late', path: RATE_PATH, from: now - 3 * MINUTE, to: now + 35 * MINUTE, seconds: null });
  now += 42 * MINUTE;
  const after = (await poll()).published!;
  expect(after.validTime - before.validTime).toBeGreaterThan(40 * MINUTE);
  expect(after).toMatchObject({ motion: 'earlier', frameTimes: before.frameTimes });
  expect((await newest()).motion).toEqual(held);

  upstream.faults.add({ kind: 'late', path: RATE_PATH, from: now - 3 * MINUTE, to: now + 33 * MINUTE, seconds: null });
  now += 40 * MINUTE;
  const wind = { ...held, u: held.u.map(() => 0.5), v: held.v.map(() => 0.25) };
  expect((await poll({ modelMotion: async () => wind })).published).toMatchObject({ motion: 'model', frameTimes: [] });
  expect((await newest()).motion).toEqual(wind);

  upstream.faults.add({ kind: 'late', path: RATE_PATH, from: now - 3 * MINUTE, to: now + 33 * MINUTE, seconds: null });
  now += 40 * MINUTE;
  expect((await poll()).published).toMatchObject({ motion: 'none', frameTimes: [] });
  expect([...(await newest()).motion!.u, ...(await newest()).motion!.v].every((value) => value === 0)).toBe(true);
});

/** What is wrong with the newest file, and the words that say so. */
test.each([
  ['is no whole gzip', { kind: 'corrupt' }, /gzip is whole/],
  ['is cut off', { kind: 'truncated' }, /gzip is whole/],
  [
    'has a row too few',
    { kind: 'wrong-grid' },
    /another grid .*: 119 × 160 \(regular\), .* instead of 120 × 160 \(regular\), first cell/,
  ],
  ['was observed nowhere', { kind: 'all-missing' }, /not one pixel of it was observed/],
  ['is gone', { kind: 'status', status: 404 }, /status: answers 404/],
  ['is refused', { kind: 'status', status: 503 }, /status: answers 503/],
] as const)('a newest frame that %s: what is published stays, the one before it is taken', async (_, fault, words) => {
  thinHour();
  const before = (await poll()).published!;
  now += 6 * MINUTE;
  upstream.faults.add({ ...fault, ...seen(4.5, 3), count: null });
  const { published, refused } = await poll();
  expect(refused).toHaveLength(1);
  expect(refused[0]!.reason).toMatch(words);
  expect(told('refused')).toHaveLength(1);
  expect(published!.validTime).toBeGreaterThan(before.validTime);
  expect(age(published!.validTime)).toBeGreaterThan(4.5);
  expect((await newest()).description.validTime).toBe(published!.validTime);

  // not again at once, and three times in all
  const tries = [];
  for (let n = 0; n < 5; n++, now += 30) tries.push((await poll()).refused.length);
  expect(tries.reduce((sum, one) => sum + one)).toBe(2);
  expect(tries[0]).toBe(0);

  // it is uploaded anew, or followed by a good one
  upstream.faults.clear();
  now += 4 * MINUTE;
  expect((await poll()).published!.validTime).toBeGreaterThan(published!.validTime);
});

test('a file that was only half there is taken a minute later', async () => {
  thinHour();
  await poll();
  now += 2 * MINUTE;
  upstream.faults.add({ kind: 'truncated', ...seen(4.5, 0) });
  expect(await poll()).toMatchObject({ kind: 'nothing-new', refused: [{ dataset: 'mrms-rate' }] });
  now += MINUTE;
  const { published } = await poll();
  expect(age(published!.validTime)).toBeLessThan(6);
});

test('a file of another product is no rate', async () => {
  const flag = FEED.products.find(({ dataset }) => dataset === 'mrms-flag')!;
  const wrong: PolledNetwork = { ...FEED, products: [{ ...flag, dataset: 'mrms-rate', isOptional: false }] };
  await expect(poll({}, wrong)).rejects.toThrow(/PrecipRate \(209-6-1\)/);
  expect(objects.contents.size).toBe(0);
});

test('frames that are all broken: the poll fails, and says the last reason; doctor knows', async () => {
  upstream.faults.add({ kind: 'all-missing', path: RATE_PATH, from: 0, to: now, count: null });
  await expect(poll()).rejects.toThrow(/not one pixel of it was observed/);
  expect(objects.contents.size).toBe(0);
  expect(told('failed')).toHaveLength(1);
  const state = await radarStateOf(deps(), RATE);
  expect(state).toMatchObject({ newest: null, poll: { lastSuccess: null, lastFailure: NOON } });
  expect(state.refusal!.reason).toMatch(/observed/);
});

test('after half an hour another grid is how the upstream has it now', async () => {
  thinHour();
  await poll();
  now += 25 * MINUTE;
  upstream.faults.add({ kind: 'wrong-grid', path: RATE_PATH, from: now - 5 * MINUTE, to: now + 9999, count: null });
  upstream.faults.add({ kind: 'late', ...seen(28, 5), seconds: null });
  expect((await poll()).kind).toBe('nothing-new');
  now += 5 * MINUTE;
  expect((await poll()).published).toMatchObject({ motion: 'none' });
  expect((await newest()).description.grid).toMatchObject({ rows: 119 });
});

test('a frame from the future waits, is told once, and is taken when its time has come', async () => {
  thinHour();
  upstream.faults.add({
    kind: 'early',
    path: RATE_PATH,
    from: now + 8 * MINUTE,
    to: now + 9.5 * MINUTE,
    seconds: 3600,
  });
  const before = (await poll()).published!;
  await poll();
  expect(age(before.validTime)).toBeGreaterThan(0);
  expect(told('set-aside')).toHaveLength(1);
  now += 5 * MINUTE;
  const { published } = await poll();
  expect(age(published!.validTime)).toBeLessThanOrEqual(-3);
  expect((await newest()).description.validTime).toBe(published!.validTime);
});

test('a frame that comes late is stored, and readers keep the newer one', async () => {
  thinHour();
  await poll();
  now += 4 * MINUTE;
  upstream.faults.add({ kind: 'late', ...seen(6.5, 4.5), seconds: 5 * MINUTE });
  const { published } = await poll();
  const times = await shelf().validTimes('mrms-rate');
  now += 4 * MINUTE;
  const after = await poll();
  const late = after.older.filter((time) => !times.includes(time) && time < published!.validTime);
  expect(late).toHaveLength(1);
  expect(after.published!.validTime).toBeGreaterThan(published!.validTime);
  expect((await newest()).description.validTime).toBe(after.published!.validTime);
});

test('one frame under two names is published once', async () => {
  upstream.faults.add({ kind: 'duplicate', path: RATE_PATH });
  const first = await poll();
  const second = await poll();
  expect(first.kind).toBe('published');
  expect(second.published).toBeNull();
  const times = await shelf().validTimes('mrms-rate');
  expect(new Set(times.map((time) => Math.round(time / MINUTE))).size).toBe(times.length);
});

test.each([
  ['is refused', { kind: 'status', status: 503 }, /answers 503/],
  ['breaks off', { kind: 'reset' }, /network/],
  ['is cut', { kind: 'truncated' }, /malformed bucket listing/],
] as const)('a listing that %s: the poll fails, nothing changes, the next one makes good', async (_, fault, words) => {
  thinHour();
  const before = (await poll()).published!;
  now += 2 * MINUTE;
  upstream.faults.add({ ...fault, path: 'list-type', count: null });
  await expect(poll()).rejects.toThrow(words);
  expect((await newest()).description.validTime).toBe(before.validTime);
  expect((await radarStateOf(deps(), RATE)).poll).toMatchObject({ lastSuccess: NOON, lastFailure: now });
  upstream.faults.clear();
  expect((await poll()).kind).toBe('published');
});

test('an upstream without a recent frame: the poll fails and says so', async () => {
  upstream.faults.add({ kind: 'late', path: RATE_PATH, from: 0, to: now + 9999, seconds: null });
  await expect(poll()).rejects.toThrow(/names no recent frame of MRMS/);
});

test('a connection that fails for one file after the other ends the poll', async () => {
  thinHour();
  upstream.faults.add({ kind: 'reset', path: 'PrecipRate.*grib2', count: null });
  await expect(poll()).rejects.toThrow(/network/);
  expect(told('refused')).toHaveLength(2);
});

test('a memory that was not written by us is none', async () => {
  thinHour();
  await poll();
  const directory = join(root, String(count));
  for (const text of ['', '{', 'null', '[1]', '{"read":3}']) {
    writeFileSync(join(directory, 'mrms.json'), text);
    expect((await poll()).refused, text).toEqual([]);
  }
  expect(readdirSync(directory)).toEqual(['mrms.json']);
});

test('the store fails at any write: readers keep what they had or get the whole new frame, and the next poll completes', async () => {
  thinHour();
  const before = (await poll()).published!;
  now += 2 * MINUTE;
  for (let at = 1; ; at += 3) {
    const failing = withFault(objects, { at, moment: 'before' });
    const outcome = await poll({ objects: failing }).catch((error: Error) => error);
    const frame = await newest();
    expect(frame.field.rows).toBe(120);
    expect(frame.description.validTime).toBeGreaterThanOrEqual(before.validTime);
    if (outcome instanceof Error) continue;
    expect(at).toBeGreaterThan(10);
    break;
  }
  expect((await newest()).description.validTime).toBeGreaterThan(before.validTime);
});
