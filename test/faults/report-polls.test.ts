/** Polls of station reports against an upstream that changes, fails and sends nonsense; and files by hand. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { ProgressEvent } from '../../src/base/progress.js';
import type { StoreContext } from '../../src/ingest/context.js';
import { pollReports } from '../../src/ingest/reports/poll-reports.js';
import { ingestReportFiles } from '../../src/ingest/reports/report-files.js';
import { reportStateOf } from '../../src/ingest/reports/report-state.js';
import { reportsOfTable } from '../../src/model/report-table.js';
import { OCCURRENCE, REPORT_FLAGS } from '../../src/model/station-report.js';
import { HOUR, MINUTE } from '../../src/model/time.js';
import { METAR_FEED } from '../../src/sources/metar/metar-feed.js';
import { StoreKilledError, withFault } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { readHours } from '../../src/store/reports/hour-record.js';
import { createReportShelf } from '../../src/store/reports/report-shelf.js';
import { sharedData, testWithSharedData } from '../shared-data.js';
import { type AlertUpstream, body, drip, half, startAlertUpstream, status } from './alert-upstream.js';

const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const PATH = '/data/cache/metars.cache.csv.gz';
const HEAD = 'No errors\nraw_text,station_id,observation_time,latitude,longitude,metar_type,elevation_m';

let root: string;
let upstream: AlertUpstream;
let objects: MemoryObjects;
let now: number;
let events: ProgressEvent[];
let count = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-reports-'));
  upstream = await startAlertUpstream();
});
afterAll(async () => {
  await upstream.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  upstream.replies.clear();
  upstream.asked();
  objects = createMemoryObjects();
  now = NOON;
  events = [];
  count++;
});

function deps(store: ObjectStore = objects): StoreContext {
  return {
    objects: store,
    directory: join(root, String(count)),
    source: { baseUrl: upstream.url, simulated: true },
    clock: { now: () => now },
    log: silentLog,
    progress: (event) => void events.push(event),
    random: () => 0.5,
    sleep: async () => undefined,
    http: { policy: { attempts: 1, firstPauseSeconds: 0, longestPauseSeconds: 0 } },
  };
}

const poll = (store?: ObjectStore) => pollReports(deps(store), METAR_FEED);

/** A line of the cache, `minutes` after noon. */
function line(
  id: string,
  minutes: number,
  groups = '10SM CLR 10/05 A2990 RMK AO2 SLP125 T01000050',
  place = '40,-90',
): string {
  const time = new Date((NOON + minutes * MINUTE) * 1000).toISOString();
  const stamp = `${time.slice(8, 10)}${time.slice(11, 13)}${time.slice(14, 16)}Z`;
  return `${id} ${stamp} AUTO 27005KT ${groups},${id},${time.slice(0, 19)}Z,${place},METAR,200`;
}
const file = (...lines: string[]) => [HEAD, ...lines, ''].join('\n');
const serve = (...lines: string[]) => upstream.replies.set(PATH, body(gzipSync(file(...lines)), `"${lines.join()}"`));

async function published(): Promise<string[]> {
  const stored = await createReportShelf({ objects, clock: { now: () => now }, log: silentLog }).newest();
  const reports = stored === null ? [] : [...reportsOfTable(stored.table)];
  return reports.map(({ station, time }) => `${station.id} ${(time - NOON) / MINUTE}`);
}

test('the reports of a packed cache are published, and their hours are recorded', async () => {
  serve(line('KABC', -7, '10SM -RA OVC020 10/05 A2990 RMK AO2 SLP125 P0003 T01040050'), line('KXYZ', -5), 'nonsense');
  now = NOON + 12 * MINUTE;
  const outcome = await poll();
  expect(outcome).toMatchObject({ kind: 'published', stations: 2, reports: 2, refused: { fields: 1 }, quality: {} });
  expect(await published()).toEqual(['KABC -7', 'KXYZ -5']);
  expect(outcome.recorded).toEqual(['2026-11-20']);
  const day = (await readHours(objects, '2026-11-20'))!;
  expect(day.temperatures[12]).toBeCloseTo(283.55, 3);
  expect(day.amounts[12]).toBeCloseTo(0.76, 2);
  expect([day.occurrences[12], day.occurrences[24 + 12]]).toEqual([OCCURRENCE.wet, OCCURRENCE.dry]);
  expect(day.amounts[24 + 12]).toBe(0);
  expect(day.simulated).toBe(true);
});

test('a cache of more stations than can be kept is refused, and the hours before it are recorded', async () => {
  serve(line('KABC', -7));
  now = NOON + 5 * MINUTE;
  const { version } = await poll();
  const letter = (n: number) => String.fromCharCode(65 + (n % 26));
  const idOf = (n: number) => [n / 17_576, n / 676, n / 26, n].map((part) => letter(Math.floor(part))).join('');
  const lines = Array.from({ length: 30_001 }, (_, n) => line(idOf(n), 13));
  upstream.replies.set(PATH, body(gzipSync(file(...lines)), '"many"'));
  now = NOON + 16 * MINUTE;
  await expect(poll()).rejects.toMatchObject({ tag: 'malformed', message: expect.stringContaining('30000 stations') });
  expect(await published()).toEqual(['KABC -7']);
  expect((await readHours(objects, '2026-11-20'))?.stations.map(({ id }) => id)).toEqual(['KABC']);
  serve(line('KABC', 14));
  now += 300;
  expect((await poll()).version).not.toBe(version);
});

test('an unchanged cache is asked for conditionally and changes nothing', async () => {
  serve(line('KABC', -7));
  const first = await poll();
  now += 300;
  expect(await poll()).toMatchObject({ kind: 'nothing-new', version: first.version, traffic: { bytes: 0 } });
  expect(upstream.asked().map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([false, true]);
});

test('new reports join those of the last three hours, and old ones leave', async () => {
  for (const minutes of [-7, 53, 113, 173, 233]) {
    now = NOON + (minutes + 3) * MINUTE;
    serve(line('KABC', minutes));
    await poll();
  }
  expect(await published()).toEqual(['KABC 113', 'KABC 173', 'KABC 233']);
});

test('hours are recorded once an hour, also while the cache is unchanged, and a late report changes them', async () => {
  serve(line('KABC', -7));
  now = NOON + 5 * MINUTE;
  expect((await poll()).recorded).toEqual([]);
  now = NOON + 16 * MINUTE;
  expect((await poll()).recorded).toEqual(['2026-11-20']);
  now = NOON + 21 * MINUTE;
  expect((await poll()).recorded).toEqual([]);
  serve(line('KABC', -1, '10SM CLR 12/05 A2990 RMK AO2 SLP125 T01220050'));
  now = NOON + 76 * MINUTE;
  expect((await poll()).recorded).toEqual(['2026-11-20']);
  expect((await readHours(objects, '2026-11-20'))!.temperatures[12]).toBeCloseTo(285.35, 3);
});

test('hours are recorded from the reports that are here while the upstream fails', async () => {
  serve(line('KABC', -7));
  await poll();
  upstream.replies.set(PATH, status(503));
  now = NOON + 40 * MINUTE;
  await expect(poll()).rejects.toThrow('answers 503');
  expect((await readHours(objects, '2026-11-20'))!.temperatures[12]).toBeCloseTo(283.15, 3);
});

test('a corrected report takes the place of the first one, in the reports and in the record', async () => {
  serve(line('KABC', -7));
  now = NOON + 15 * MINUTE;
  await poll();
  serve(line('KABC', -7, 'COR 10SM CLR 20/05 A2990 RMK AO2 SLP125 T02000050'));
  now = NOON + 80 * MINUTE;
  expect(await poll()).toMatchObject({ kind: 'published', reports: 1, recorded: ['2026-11-20'] });
  expect((await readHours(objects, '2026-11-20'))!.temperatures[12]).toBeCloseTo(293.15, 3);
});

test.each([
  ['an error of the server', () => status(500), 'answers 500'],
  ['no such file', () => status(404), 'answers 404'],
  ['a page of HTML', () => body('<html>Down for maintenance</html>'), 'must have the columns'],
  ['a gzip that was cut', () => body(gzipSync(file(line('KABC', 53))).subarray(0, 80)), 'must be a whole gzip'],
  ['a body that ends early', () => half(file(line('KABC', 53))), 'connection reset'],
  ['a body that drips', () => drip(file(line('KABC', 53))), 'not done in 0.5 s'],
  ['other columns', () => body('raw_text,station\nKABC,KABC\n'), 'must have the columns'],
  ['a cache without reports', () => body(file()), 'holds no report'],
  ['a cache that nobody has renewed', () => body(file(line('KABC', -141))), 'the newest is of 2026-11-20T09:39:00Z'],
  ['broken lines alone', () => body(file('nonsense', 'more of it')), 'must have 7 fields'],
])('%s changes nothing that is published, and the poll has failed', async (_, reply, reason) => {
  serve(line('KABC', -7));
  await poll();
  const reportsIn = () => [...objects.contents].filter(([key]) => key.startsWith('reports/'));
  const before = reportsIn();
  upstream.replies.set(PATH, reply());
  now = NOON + 40 * MINUTE;
  const context = deps();
  const http = { ...context.http, timeouts: { head: 1, idle: 0.5, total: 0.5 } };
  await expect(pollReports({ ...context, http }, METAR_FEED)).rejects.toThrow(reason);
  expect(reportsIn()).toEqual(before);
  const { poll: record } = await reportStateOf({ objects, directory: join(root, String(count)) }, METAR_FEED);
  expect(record).toMatchObject({ lastSuccess: NOON, lastFailure: now, failure: expect.stringContaining(reason) });
  expect(events.at(-1)!.event).toBe('failed');
});

test('a body beyond the ceiling is not taken into memory', async () => {
  upstream.replies.set(PATH, (_, response) => {
    response.writeHead(200, { 'content-length': 1e12 });
    response.flushHeaders();
  });
  await expect(poll()).rejects.toThrow('too-large');
});

test('reports of the future, of yesterday and of another place are left out and counted', async () => {
  serve(line('KABC', -60), line('KABC', 30), line('KABC', -24 * 60));
  expect((await poll()).quality).toEqual({ future: 1, old: 1 });
  serve(line('KABC', -7, '10SM CLR 10/05 A2990 RMK AO2 SLP125', '41,-90'));
  expect(await poll()).toMatchObject({ kind: 'nothing-new', quality: { moved: 1 } });
  expect(await published()).toEqual(['KABC -60']);
});

test('a jump of temperature is marked, and kept out of the record until a report confirms it', async () => {
  const hot = '10SM CLR 25/05 A2990 RMK AO2 SLP125 T02500050';
  serve(line('KABC', -67), line('KABC', -7, hot));
  now = NOON + 15 * MINUTE;
  expect((await poll()).quality).toEqual({ step: 1 });
  expect((await readHours(objects, '2026-11-20'))!.temperatures[12]).toBeNaN();
  serve(line('KABC', 53, hot));
  now = NOON + 75 * MINUTE;
  expect((await poll()).quality).toEqual({});
  expect((await readHours(objects, '2026-11-20'))!.temperatures[12]).toBeCloseTo(298.15, 3);
});

test('a store that was emptied is filled again, though the upstream has nothing new', async () => {
  serve(line('KABC', -7));
  await poll();
  objects = createMemoryObjects();
  expect(await poll()).toMatchObject({ kind: 'published', stations: 1 });
});

test('reports that cannot be read give way to those of the cache', async () => {
  serve(line('KABC', -7));
  const { version } = await poll();
  objects.contents.set(`reports/${version}/time/c/0`, new Uint8Array(3));
  now += 300;
  expect(await poll()).toMatchObject({ kind: 'published', stations: 1 });
  expect(await published()).toEqual(['KABC -7']);
});

test('a memory that is half written costs a download and nothing else', async () => {
  serve(line('KABC', -7));
  await poll();
  writeFileSync(join(root, String(count), 'metar', 'polls.json'), '{"validators":{');
  expect(await poll()).toMatchObject({ kind: 'nothing-new', stations: 1 });
});

test('reports of the simulated world and real ones are never mixed', async () => {
  serve(line('KABC', -7));
  await poll();
  serve(line('KXYZ', -7));
  const context = deps();
  await pollReports({ ...context, source: { ...context.source, simulated: false } }, METAR_FEED);
  expect(await published()).toEqual(['KXYZ -7']);
});

test('a poll that is killed anywhere in the store is made good by the next', async () => {
  serve(line('KABC', -7), line('KXYZ', -7));
  now = NOON + 15 * MINUTE;
  const counting = withFault(createMemoryObjects(), { at: Number.POSITIVE_INFINITY, moment: 'before' });
  await poll(counting);
  for (const moment of ['before', 'torn', 'after'] as const)
    for (let at = 1; at <= counting.operations(); at += 7) {
      count++;
      objects = createMemoryObjects();
      await expect(poll(withFault(objects, { at, moment }))).rejects.toThrow(StoreKilledError);
      await poll();
      expect(await published()).toEqual(['KABC -7', 'KXYZ -7']);
      expect((await readHours(objects, '2026-11-20', () => undefined))!.temperatures[12]).toBeCloseTo(283.15, 3);
    }
});

const REAL = ['20141218', '20200502'].map((day) => sharedData('metar', `metars.cache.${day}.csv`));

testWithSharedData('real caches, by hand: each of its own time, its hours in the record', async () => {
  now = Date.UTC(2020, 4, 2, 3) / 1000;
  const context = { ...deps(), source: { baseUrl: upstream.url, simulated: false } };
  const outcome = await ingestReportFiles(context, METAR_FEED, REAL);
  // 4,618 reports, of which four are twice in the file; the 2014 ones are older than the record reaches
  expect(outcome).toMatchObject({ files: 2, stations: 4614, recorded: ['2020-05-02'] });
  const stored = (await createReportShelf({ objects, clock: { now: () => now }, log: silentLog }).newest())!;
  const newest = Date.UTC(2020, 4, 2, 0, 40) / 1000;
  expect(stored.version).toMatchObject({ stations: 4614, validTime: newest, simulated: false });
  const suspect = stored.table.flags.filter((flags) => (flags & REPORT_FLAGS.temperatureSuspect) !== 0);
  expect(suspect).toHaveLength(0);
  const day = (await readHours(objects, '2020-05-02'))!;
  const rows = readFileSync(REAL[1]!, 'latin1')
    .split('\n')
    .map((text) => text.split(','));
  const near = rows.filter(([, , time = '', latitude = '', , celsius]) => {
    return /(01T23:5\d|02T00:(0\d|10)):/.test(time) && celsius !== '' && Math.abs(Number(latitude || 99)) <= 90;
  });
  const atMidnight = day.stations.filter((_, row) => !Number.isNaN(day.temperatures[row * 24]!)).map(({ id }) => id);
  const expected = new Set(near.map((fields) => fields[1]));
  expect(atMidnight.filter((id) => !expected.has(id))).toEqual([]);
  expect([...expected].filter((id) => !atMidnight.includes(id!))).toEqual([]);
  const kennedy = day.stations.findIndex(({ id }) => id === 'KJFK') * 24;
  // KJFK 012351Z … T01670106: 16.7 degrees at 23:51
  expect(day.offsets[kennedy]).toBe(-9);
  expect(day.temperatures[kennedy]).toBeCloseTo(289.85, 3);
});

test('a directory without caches says so, one of broken files too', async () => {
  const directory = mkdtempSync(join(root, 'files-'));
  await expect(ingestReportFiles(deps(), METAR_FEED, [directory])).rejects.toThrow('holds no file of METAR');
  writeFileSync(join(directory, 'a.csv'), '<html>');
  await expect(ingestReportFiles(deps(), METAR_FEED, [directory])).rejects.toThrow('must have the columns');
  expect(objects.contents.size).toBe(0);
});

test('versions of many old files by hand go a quarter of an hour after they were superseded', async () => {
  for (let n = 0; n < 6; n++) {
    const path = join(mkdtempSync(join(root, 'files-')), 'metars.csv');
    writeFileSync(path, file(line('KOLD', (n - 30 * 24) * 60)));
    await ingestReportFiles(deps(), METAR_FEED, [path]);
    now += HOUR;
  }
  const versions = [...objects.contents.keys()].filter((key) => /^reports\/.*\/complete\.json$/.test(key));
  expect(versions).toHaveLength(2);
});

test('files by hand stay until the next poll, which is of its own time', async () => {
  const path = join(mkdtempSync(join(root, 'files-')), 'metars.csv');
  writeFileSync(path, file(line('KOLD', -30 * 24 * 60)));
  await ingestReportFiles(deps(), METAR_FEED, [path]);
  expect(await published()).toEqual([`KOLD ${-30 * 24 * 60}`]);
  expect((await readHours(objects, '2026-10-21'))?.stations.map(({ id }) => id)).toEqual(['KOLD']);
  serve(line('KABC', -7));
  await poll();
  expect(await published()).toEqual(['KABC -7']);
});
