/**
 * Polls of radar against a bucket that says anything: listings without an end, files that do not come, frames that are
 * followed by more complete ones, clocks that are set back, a memory that somebody wrote into.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { RadarContext } from '../../src/ingest/context.js';
import { pollRadar } from '../../src/ingest/radar/poll-radar.js';
import type { PolledNetwork } from '../../src/ingest/radar/radar-outcome.js';
import { radarStateOf } from '../../src/ingest/radar/radar-state.js';
import { formatInstant, MINUTE } from '../../src/model/time.js';
import { valueAt } from '../../src/science/radar/tiled-field.js';
import { feedOf } from '../../src/sources/feeds.js';
import { withFault } from '../../src/store/objects/failing-objects.fixture.js';
import { createRadarShelf } from '../../src/store/radar/radar-shelf.js';
import { versionOf } from '../../src/store/versions/timed-version.js';
import { bucketPolls } from './bucket-polls.js';
import { decodeBucketFrame, page, reset, status } from './radar-bucket.js';

const at = (text: string) => Date.parse(text) / 1000;
const NOON = at('2026-11-20T12:00:00Z');
const MRMS = feedOf('radar', 'mrms');
const RATE: PolledNetwork = { ...MRMS, products: MRMS.products.slice(0, 1) };
const RRQPE = feedOf('radar', 'rrqpe');

const polls = bucketPolls(NOON);
const deps = (more: Partial<RadarContext> = {}): RadarContext => ({
  ...polls.deps(),
  region: null,
  decode: decodeBucketFrame,
  modelMotion: async () => null,
  ...more,
});
const poll = (feed: PolledNetwork = RATE, more: Partial<RadarContext> = {}) => pollRadar(deps(more), feed);
const newest = (dataset: 'mrms-rate' | 'rrqpe-rate' = 'mrms-rate') =>
  createRadarShelf({ objects: polls.objects, clock: { now: () => polls.now }, log: silentLog }).newest(dataset);
const validTimes = (dataset: 'mrms-rate' | 'rrqpe-rate' = 'mrms-rate') =>
  createRadarShelf({ objects: polls.objects, clock: { now: () => polls.now }, log: silentLog }).validTimes(dataset);

/** "20261120-115600" */
const stampOf = (time: number) => formatInstant(time).replaceAll(/[-:Z]/g, '').replace('T', '-');
function mrmsKey(time: number, product = 'PrecipRate_00.00'): string {
  const stamp = stampOf(time);
  return `CONUS/${product}/${stamp.slice(0, 8)}/MRMS_${product}_${stamp}.grib2.gz`;
}
/** Whole frames of so many minutes before noon. */
function frames(...minutes: readonly number[]): void {
  for (const before of minutes) {
    const validTime = NOON - before * MINUTE;
    polls.bucket.files.set(mrmsKey(validTime), { validTime });
  }
}
const filesAsked = () => polls.bucket.asked().filter((path) => !path.startsWith('/?'));

test('the newest frame is published although the older ones that show its motion do not come', async () => {
  frames(4);
  for (const before of [8, 10, 14, 20, 24, 30]) polls.bucket.files.set(mrmsKey(NOON - before * MINUTE), reset);
  const { kind, published, refused, companions } = await poll(MRMS);
  expect({ kind, validTime: published?.validTime }).toEqual({ kind: 'published', validTime: NOON - 4 * MINUTE });
  expect((await newest())!.description.validTime).toBe(NOON - 4 * MINUTE);
  // two files, each tried three times; then nothing more is asked for
  expect(refused).toHaveLength(2);
  expect(filesAsked()).toHaveLength(1 + 2 * 3);
  expect(companions).toEqual([]);
});

test('companions whose listings do not come hold up the next rate no longer than two of them take', async () => {
  frames(4);
  const [rateListing] = MRMS.products[0]!.listings('', polls.now, polls.now);
  const isRate = (query: URLSearchParams) => rateListing!.includes(query.get('prefix')!);
  polls.bucket.list = (query) => (isRate(query) ? page([...polls.bucket.files.keys()]) : reset);
  expect((await poll(MRMS)).kind).toBe('published');
  expect(polls.bucket.asked()).toHaveLength(2 + 2 * 3);
});

test('a file that the connection fails for keeps its chances', async () => {
  frames(6);
  await poll();
  const latest = NOON - 4 * MINUTE;
  for (let n = 0; n < 5; n++, polls.now += MINUTE) {
    polls.bucket.files.set(mrmsKey(latest), reset);
    expect((await poll()).kind).toBe('nothing-new');
  }
  frames(4);
  expect((await poll()).published?.validTime).toBe(latest);
});

test('nothing new, with all that accompanies the rate: one request', async () => {
  frames(4);
  for (const { dataset, listings } of MRMS.products.slice(1)) {
    const [listing] = listings('', polls.now, polls.now);
    const product = /CONUS\/([^/]+)/.exec(listing!)![1]!;
    polls.bucket.files.set(mrmsKey(NOON - 4 * MINUTE, product), {
      validTime: NOON - 4 * MINUTE,
      packed: dataset.length,
    });
  }
  expect((await poll(MRMS)).companions).toHaveLength(7);
  polls.bucket.asked();
  const before = [...polls.objects.contents.keys()];
  expect(await poll(MRMS)).toMatchObject({ kind: 'nothing-new', traffic: { requests: 1 } });
  expect(polls.bucket.asked()).toHaveLength(1);
  expect([...polls.objects.contents.keys()]).toEqual(before);
});

test('the newest names are on the second page of a listing of thousands', async () => {
  frames(4, 6);
  const others = Array.from({ length: 1500 }, (_, i) => `CONUS/PrecipRate_00.00/20261120/other-${i}`);
  polls.bucket.list = (query) =>
    query.get('continuation-token') === null ? page(others, 'a b+c') : page([...polls.bucket.files.keys()]);
  expect((await poll()).published?.validTime).toBe(NOON - 4 * MINUTE);
  expect(polls.bucket.asked()[1]).toContain('&continuation-token=a%20b%2Bc');
});

test('a listing without an end fails the poll: of a cut one the newest names would be missing', async () => {
  frames(4);
  polls.bucket.list = () => page([...polls.bucket.files.keys()], 'again');
  await expect(poll()).rejects.toThrow(/framing: goes on after 10 pages/);
  expect(polls.bucket.asked()).toHaveLength(10);
  expect(await newest()).toBeNull();
});

test('an empty listing, and names of other products, folders and days, are no frames', async () => {
  polls.bucket.list = () => page([]);
  await expect(poll()).rejects.toThrow(/names no recent frame of MRMS/);
  const [key] = [mrmsKey(NOON - 4 * MINUTE)];
  polls.bucket.list = () =>
    page([
      key.replace('CONUS', 'ALASKA'),
      key.replaceAll('PrecipRate', 'PrecipFlag'),
      `${key}.md5`,
      `../${key}`,
      mrmsKey(NOON - 90 * MINUTE),
      'CONUS/PrecipRate_00.00/20261120/',
    ]);
  await expect(poll()).rejects.toThrow(/names no recent frame of MRMS/);
  expect(filesAsked()).toEqual([]);
});

test.each([
  ['midnight', '2026-11-20T00:03:00Z', '2026-11-19T23:58:02Z'],
  ['the end of a month', '2026-12-01T00:00:30Z', '2026-11-30T23:58:00Z'],
  ['the end of a leap February', '2028-03-01T00:01:00Z', '2028-02-29T23:58:00Z'],
  ['the end of a year', '2027-01-01T00:02:44Z', '2026-12-31T23:59:59Z'],
])('just after %s the newest frame is of the day before', async (_, clock, seen) => {
  polls.now = at(clock);
  const validTime = at(seen);
  const older = validTime - 600;
  polls.bucket.files.set(mrmsKey(validTime), { validTime }).set(mrmsKey(older), { validTime: older });
  expect((await poll()).published).toMatchObject({ validTime, version: versionOf(validTime) });
  expect(await validTimes()).toEqual([older, validTime]);
  expect(polls.bucket.asked().filter((path) => path.startsWith('/?'))).toHaveLength(2);
});

test('a frame that is older than its name says does not become the newest', async () => {
  frames(6);
  await poll();
  // named four minutes before noon, seen eight minutes before: two cadences are too far apart, one is not
  polls.bucket.files.set(mrmsKey(NOON - 4 * MINUTE), { validTime: NOON - 8 * MINUTE });
  polls.bucket.files.set(mrmsKey(NOON - 5 * MINUTE), { validTime: NOON - 6 * MINUTE - 30 });
  const { kind, published, older, refused } = await poll();
  expect({ kind, published, older }).toEqual({ kind: 'nothing-new', published: null, older: [NOON - 6 * MINUTE - 30] });
  expect(refused[0]!.reason).toMatch(/its name says .*T11:56:00Z, its contents .*T11:52:00Z/);
  expect((await newest())!.description.validTime).toBe(NOON - 6 * MINUTE);
});

test.each([
  [
    'more pixels than a frame may have',
    { rows: 100_000, columns: 90_000, latitudeStep: -1e-4, longitudeStep: 1e-4 },
    /is of 200000000 at most/,
  ],
  ['steps that leave the globe', { latitudeStep: -50 }, /latitude/],
])('a grid of %s is refused with the file, and the one before it is taken', async (_, grid, words) => {
  frames(6);
  polls.bucket.files.set(mrmsKey(NOON - 4 * MINUTE), { validTime: NOON - 4 * MINUTE, grid });
  const { published, refused } = await poll();
  expect(published?.validTime).toBe(NOON - 6 * MINUTE);
  expect(refused[0]!.reason).toMatch(words);
});

test('frames of which none would be answered from are not fetched to be the newest', async () => {
  frames(32, 34, 40, 50);
  await expect(poll()).rejects.toThrow(/names no recent frame of MRMS/);
  expect(filesAsked()).toEqual([]);
});

test('with the clock set back behind what is stored polls fail and say why; nothing that is published goes back', async () => {
  frames(4);
  await poll();
  polls.now -= 86_400;
  const earlier = polls.now - 4 * MINUTE;
  polls.bucket.files.set(mrmsKey(earlier), { validTime: earlier });
  await expect(poll()).rejects.toThrow(/2026-11-20T11:56:00Z, which is ahead of the clock \(2026-11-19T12:00:00Z\)/);
  expect((await newest())!.description.validTime).toBe(NOON - 4 * MINUTE);
  expect((await radarStateOf(deps(), RATE)).poll!.failure).toMatch(/ahead of the clock/);
  polls.now = NOON + MINUTE;
  expect((await poll()).kind).toBe('nothing-new');
});

test('a file that was refused before the clock was set back is tried again a minute later', async () => {
  frames(6);
  polls.now = NOON + 3600;
  writeMemory({
    refused: [[`${polls.bucket.url}/${mrmsKey(NOON - 4 * MINUTE)}`, { times: 1, at: polls.now, reason: 'cut' }]],
  });
  polls.now = NOON;
  frames(4);
  expect((await poll()).published?.validTime).toBe(NOON - 4 * MINUTE);
});

const MEMORY = { region: 'all', read: [], refused: [], lastSuccess: null, lastFailure: null, failure: null };
const memoryFile = () => join(polls.deps().directory, 'mrms.json');
function writeMemory(change: Record<string, unknown>): void {
  mkdirSync(polls.deps().directory, { recursive: true });
  writeFileSync(memoryFile(), JSON.stringify({ ...MEMORY, ...change }));
}

test.each([
  ['a refusal of nothing', { refused: [['x', null]] }],
  ['a refusal without numbers', { refused: [['x', {}]] }],
  ['pairs that are none', { read: ['ab', 3] }],
  ['times in words', { read: [['x', 'noon']] }],
  ['a success in words', { lastSuccess: 'yesterday' }],
  ['a region of numbers', { region: 7 }],
])('a memory with %s is none, and is written anew', async (_, change) => {
  frames(4);
  writeMemory(change);
  expect((await poll()).kind).toBe('published');
  expect(JSON.parse(readFileSync(memoryFile(), 'utf8'))).toMatchObject({ region: 'all', lastSuccess: NOON });
});

/** A frame of RRQPE that so many satellites are in, the more the brighter. */
function scan(validTime: number, satellites: number): string {
  const stamp = stampOf(validTime).replace('-', '');
  const folder = `${stamp.slice(0, 4)}/${stamp.slice(4, 6)}/${stamp.slice(6, 8)}/${stamp.slice(8, 10)}`;
  const key = `BLEND/RainRate-Blend-INST/${folder}/RRQPE-INST-GLB-${satellites}_v1r1_blend_s${stamp}0_e${stamp}0_c${stamp}0.nc`;
  polls.bucket.files.set(key, { validTime, packed: satellites });
  return key;
}

test('of satellites a partial scan waits for the whole one, is published without it, and gives way to it', async () => {
  const [first, second] = [NOON - 40 * MINUTE, NOON - 30 * MINUTE];
  scan(first, 5);
  scan(second, 4);
  polls.now = second + 20 * MINUTE;
  expect((await poll(RRQPE)).published).toMatchObject({ validTime: first, version: `${versionOf(first)}-5` });
  polls.now = second + 26 * MINUTE;
  expect((await poll(RRQPE)).published).toMatchObject({ validTime: second, version: `${versionOf(second)}-4` });
  expect(valueAt((await newest('rrqpe-rate'))!.field, 3, 3)).toBeCloseTo(0.4, 6);

  scan(second, 5);
  polls.now += MINUTE;
  expect((await poll(RRQPE)).published).toMatchObject({ validTime: second, version: `${versionOf(second)}-5` });
  const frame = (await newest('rrqpe-rate'))!;
  expect(frame.description).toMatchObject({ validTime: second, version: `${versionOf(second)}-5` });
  expect(valueAt(frame.field, 3, 3)).toBeCloseTo(0.5, 6);
  expect(await validTimes('rrqpe-rate')).toEqual([first, second]);

  // it stays, whatever comes of the same instant, and is not fetched again
  scan(second, 3);
  polls.bucket.asked();
  expect((await poll(RRQPE)).kind).toBe('nothing-new');
  expect(filesAsked()).toEqual([]);
});

test('killed between the whole scan and the pointer to it: the next poll completes', async () => {
  const validTime = NOON - 30 * MINUTE;
  scan(validTime, 4);
  await poll(RRQPE);
  scan(validTime, 5);
  polls.now += MINUTE;
  const counting = withFault(polls.objects, { at: Number.POSITIVE_INFINITY, moment: 'before' });
  const { published } = await createReplay(counting);
  expect(published?.version).toBe(`${versionOf(validTime)}-5`);
  const operations = counting.operations();
  for (let killed = 1; killed <= operations; killed++) {
    polls.forget();
    polls.bucket.files.delete(scan(validTime, 5));
    await poll(RRQPE);
    scan(validTime, 5);
    await createReplay(withFault(polls.objects, { at: killed, moment: 'before' })).catch(() => undefined);
    expect((await newest('rrqpe-rate'))!.description.version).toMatch(/-[45]$/);
    await poll(RRQPE);
    expect((await newest('rrqpe-rate'))!.description.version).toBe(`${versionOf(validTime)}-5`);
  }
});
const createReplay = (store: RadarContext['objects']) => poll(RRQPE, { objects: store });

test('a name of tomorrow with more satellites than there are holds nothing up', async () => {
  const validTime = NOON - 20 * MINUTE;
  scan(validTime, 5);
  const hour = [...polls.bucket.files.keys()][0]!.slice(0, 41);
  const wrong = `${hour}RRQPE-INST-GLB-9_v1r1_blend_s202611211140000_e202611211140000_c202611211140000.nc`;
  polls.bucket.list = () => page([...polls.bucket.files.keys(), wrong]);
  expect((await poll(RRQPE)).published?.validTime).toBe(validTime);
});

test('a scan that is dated five minutes ahead waits: readers would use neither it nor the one before', async () => {
  scan(NOON - 20 * MINUTE, 5);
  scan(NOON + 6 * MINUTE, 5);
  expect((await poll(RRQPE)).published?.validTime).toBe(NOON - 20 * MINUTE);
  polls.now += 2 * MINUTE;
  expect((await poll(RRQPE)).published?.validTime).toBe(NOON + 6 * MINUTE);
});

test('between two scans the newest may be 35 minutes old: that is no failure', async () => {
  scan(NOON - 20 * MINUTE, 5);
  await poll(RRQPE);
  polls.now = NOON + 14 * MINUTE;
  expect((await poll(RRQPE)).kind).toBe('nothing-new');
  polls.now = NOON + 16 * MINUTE;
  await expect(poll(RRQPE)).rejects.toThrow(/names no recent frame of NOAA RRQPE/);
});

test('an hour whose directory is not there yet has no frames; the one before it does', async () => {
  polls.now = at('2026-11-20T12:02:00Z');
  const validTime = at('2026-11-20T11:40:00Z');
  scan(validTime, 5);
  polls.bucket.list = (query) =>
    query.get('prefix')!.endsWith('/12/') ? status(404) : page([...polls.bucket.files.keys()]);
  expect((await poll(RRQPE)).published?.validTime).toBe(validTime);
});
