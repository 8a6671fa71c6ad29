/** Polls of station series: the whole road from a bucket to readers, corrections, kills, and files that are not what they should be. */

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { ProgressEvent } from '../../src/base/progress.js';
import type { StationContext } from '../../src/ingest/context.js';
import { startIngestDeadline } from '../../src/ingest/ingest-deadline.js';
import { pollStations } from '../../src/ingest/stations/poll-stations.js';
import { ingestStationFiles } from '../../src/ingest/stations/station-files.js';
import { stationStateOf } from '../../src/ingest/stations/station-state.js';
import { NOT_OBSERVED } from '../../src/model/station-series.js';
import { DAY, HOUR } from '../../src/model/time.js';
import { createHistoricalProduct } from '../../src/products/historical/historical.js';
import { feedOf } from '../../src/sources/feeds.js';
import { operationsOf, StoreKilledError, withFault } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { createStationShelf } from '../../src/store/stations/station-shelf.js';
import { columnOf } from '../observed-situation.js';
import {
  inventoryLine,
  packed,
  plain,
  type StationBucket,
  startStationBucket,
  stationLine,
  valueLine,
} from './station-bucket.js';

/** 20 November 2026; three years are kept, so that the files of a first load are few. */
const NOON = Date.UTC(2026, 10, 20, 12) / 1000;
const FEED = { ...feedOf('stations', 'ghcn-daily'), yearsKept: 2 };
const REGION = { south: 39, west: -76, north: 41, east: -74 };
const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / (DAY * 1000);
const STATIONS = [
  stationLine('USW00000001', 40, -75, 'AIRPORT'),
  stationLine('USC00000002', 40.2, -75.1, 'MORNING OBSERVER'),
  stationLine('GMW00000003', 52.5, 13.4, 'FAR AWAY'),
  stationLine('USC00000004', 40.1, -75.1, 'NEVER USEFUL'),
];
const INVENTORY = [
  inventoryLine('USW00000001', 'PRCP', 1950, 2026),
  inventoryLine('USC00000002', 'TMAX', 1990, 2026),
  inventoryLine('GMW00000003', 'TMIN', 1950, 2026),
  inventoryLine('USC00000004', 'PRCP', 2024, 2026),
];

let bucket: StationBucket;
let root: string;
let objects: MemoryObjects;
let now: number;
let events: ProgressEvent[];
let count = 0;

beforeAll(async () => {
  bucket = await startStationBucket();
  root = mkdtempSync(join(tmpdir(), 'weatherglass-stations-'));
});
afterAll(async () => {
  await bucket.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  bucket.files.clear();
  bucket.broken.clear();
  bucket.asked();
  objects = createMemoryObjects();
  now = NOON;
  events = [];
  count++;
  bucket.files.set('/ghcnd-stations.txt', plain(STATIONS));
  bucket.files.set('/ghcnd-inventory.txt', plain(INVENTORY));
  for (const year of [2024, 2025, 2026]) setYear(year, 10);
});

/** Precipitation of each station on every tenth day of a year: `value` and the day of the year. */
function setYear(year: number, value: number, more: readonly string[] = []): void {
  bucket.files.set(`/csv.gz/by_year/${year}.csv.gz`, packed([...rowsOf(year, value), ...more]));
}

function rowsOf(year: number, value: number, ids = ['USW00000001', 'USC00000002', 'GMW00000003']): string[] {
  const days = Array.from({ length: 32 }, (_, n) => n * 10).filter((n) => dayOf(year, 1, 1) + n <= now / DAY);
  return days.flatMap((n) => ids.map((id) => valueLine(id, dayOf(year, 1, 1) + n, 'PRCP', value + n)));
}

function setStations(value: number): void {
  for (const id of ['USW00000001', 'USC00000002'])
    bucket.files.set(
      `/csv/by_station/${id}.csv`,
      plain([2023, 2024, 2025, 2026].flatMap((year) => rowsOf(year, value, [id]))),
    );
}

function deps(more: Partial<StationContext> = {}): StationContext {
  return {
    ...{ objects, directory: join(root, String(count)), clock: { now: () => now }, log: silentLog, region: null },
    source: { baseUrl: bucket.url, simulated: false },
    progress: (event) => void events.push(event),
    ...{ random: () => 0.5, sleep: async () => undefined },
    http: { policy: { attempts: 1, firstPauseSeconds: 0, longestPauseSeconds: 0 } },
    ...more,
  };
}

const poll = (more: Partial<StationContext> = {}) => pollStations(deps(more), FEED);

async function archive(store: ObjectStore = objects) {
  return (await createStationShelf({ objects: store, clock: { now: () => now }, log: silentLog }).open())!;
}

async function rainOn(day: number, id = 'USW00000001', store: ObjectStore = objects): Promise<number | null> {
  const opened = await archive(store);
  const [series] = await opened.read([opened.find(id)!], ['precipitation'], [day, day]);
  const value = series!.values.get('precipitation')![0]!;
  return value === NOT_OBSERVED ? null : value;
}

test('a first load of the globe publishes all years, and takes only useful stations', async () => {
  const outcome = await poll();
  expect(outcome).toMatchObject({ kind: 'published', stations: 3, refused: 0 });
  expect(
    bucket
      .asked()
      .filter((path) => path.includes('by_year'))
      .sort(),
  ).toEqual(['/csv.gz/by_year/2024.csv.gz', '/csv.gz/by_year/2025.csv.gz', '/csv.gz/by_year/2026.csv.gz']);
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
  expect(await rainOn(dayOf(2026, 1, 1) + 300, 'GMW00000003')).toBe(310);
  expect(await rainOn(dayOf(2026, 1, 2))).toBeNull();
  expect((await archive()).lastDay).toBe(dayOf(2026, 1, 1) + 310);
  expect((await archive()).find('USC00000004')).toBeNull();
});

test('a region of few stations is read station by station, packed files first', async () => {
  setStations(40);
  bucket.files.set('/csv.gz/by_station/USW00000001.csv.gz', packed(rowsOf(2026, 70, ['USW00000001'])));
  const outcome = await poll({ region: REGION });
  expect(outcome.stations).toBe(2);
  expect(bucket.asked().filter((path) => path.includes('/by_'))).toEqual([
    '/csv.gz/by_station/USW00000001.csv.gz',
    '/csv/by_station/USC00000002.csv',
  ]);
  expect([await rainOn(dayOf(2026, 1, 11)), await rainOn(dayOf(2024, 1, 11), 'USC00000002')]).toEqual([80, 50]);
});

test('the next poll asks whether the current year changed, and publishes nothing if it did not', async () => {
  await poll();
  const keys = [...objects.contents.keys()];
  bucket.asked();
  now += DAY;
  expect(await poll()).toMatchObject({ kind: 'nothing-new', base: null, recent: null });
  expect(bucket.asked()).toEqual([]);
  expect([...objects.contents.keys()]).toEqual(keys);
});

test('a correction that comes 45 days late replaces what it corrects, also where it withdraws a value', async () => {
  await poll();
  const [corrected, withdrawn] = [dayOf(2026, 1, 1) + 280, dayOf(2026, 1, 1) + 270];
  expect([await rainOn(corrected), await rainOn(withdrawn)]).toEqual([290, 280]);
  const without = rowsOf(2026, 10).filter((line) => !line.startsWith('USW00000001') || !/2026(0928|1008)/.test(line));
  bucket.files.set(
    '/csv.gz/by_year/2026.csv.gz',
    packed([...without, valueLine('USW00000001', corrected, 'PRCP', 777)]),
  );
  now += DAY;
  expect(await poll()).toMatchObject({ kind: 'published', base: null });
  expect([await rainOn(corrected), await rainOn(withdrawn)]).toEqual([777, null]);
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
});

test('from January to March the year before is read again', async () => {
  await poll();
  now = Date.UTC(2027, 1, 3) / 1000;
  setYear(2025, 10, []);
  setYear(2026, 500);
  setYear(2027, 5);
  bucket.asked();
  await poll();
  expect(
    bucket
      .asked()
      .filter((path) => path.includes('by_year'))
      .sort(),
  ).toEqual(['/csv.gz/by_year/2026.csv.gz', '/csv.gz/by_year/2027.csv.gz']);
  expect(await rainOn(dayOf(2026, 1, 1) + 100)).toBe(600);
});

test('values of a morning observer are moved to the date before', async () => {
  const day = dayOf(2026, 10, 6);
  setYear(2026, 10, [
    valueLine('USC00000002', day, 'TMAX', 150, ',,7,0700'),
    valueLine('USC00000002', day, 'PRCP', 33, ',,7,0700'),
  ]);
  await poll();
  expect([await rainOn(day, 'USC00000002'), await rainOn(day - 1, 'USC00000002')]).toEqual([null, 33]);
});

function digestOf({ contents }: MemoryObjects): string {
  const hash = createHash('sha256');
  for (const [key, bytes] of contents) hash.update(key).update(bytes);
  return hash.digest('hex');
}

/** Values until so many days before now. */
const setYearUntil = (year: number, days: number): void => {
  const [today, at] = [now, `/csv.gz/by_year/${year}.csv.gz`];
  now -= days * DAY;
  bucket.files.set(at, packed(rowsOf(year, 10)));
  now = today;
};

const setYearWithout = (isLeftOut: (day: number) => boolean): void => {
  const lines = rowsOf(2026, 10).filter((_, n) => !isLeftOut(Math.floor(n / 3) * 10));
  bucket.files.set('/csv.gz/by_year/2026.csv.gz', packed(lines));
};

const cut = (path: string) => bucket.files.set(path, bucket.files.get(path)!.slice(0, -20));

test.each([
  ['cut', () => cut('/csv.gz/by_year/2026.csv.gz'), 'malformed'],
  ['no csv', () => bucket.files.set('/csv.gz/by_year/2026.csv.gz', plain(['<html>'])), 'malformed'],
  [
    'of far fewer stations',
    () => bucket.files.set('/csv.gz/by_year/2026.csv.gz', packed(rowsOf(2026, 10, ['GMW00000003']))),
    'malformed',
  ],
  ['older, by its last day', () => setYearUntil(2026, 30), 'malformed'],
  ['of a third of the values', () => setYearWithout((n) => n > 0 && n < 240), 'malformed'],
  ['gone', () => bucket.files.delete('/csv.gz/by_year/2026.csv.gz'), 'upstream'],
  ['answered with 503', () => bucket.broken.set('/csv.gz/by_year/2026.csv.gz', 503), 'upstream'],
])('a current year that is %s changes nothing that is published', async (_, harm, tag) => {
  await poll();
  const before = digestOf(objects);
  harm();
  now += DAY;
  await expect(poll()).rejects.toMatchObject({ tag });
  expect(digestOf(objects)).toBe(before);
  const { poll: memory } = await stationStateOf({ objects, directory: deps().directory }, FEED);
  expect([memory.lastSuccess, memory.lastFailure]).toEqual([NOON, now]);
  setYear(2026, 20);
  bucket.broken.clear();
  expect(await poll()).toMatchObject({ kind: 'published' });
});

test('a list of stations that is no list stops the first load', async () => {
  bucket.files.set('/ghcnd-stations.txt', plain(['<html>']));
  await expect(poll()).rejects.toMatchObject({ tag: 'malformed' });
  expect(objects.contents.size).toBe(0);
});

test('a first load goes on after its deadline, without another download of what it has', async () => {
  let years = 0;
  const deadline = startIngestDeadline(1e6);
  const over = new AbortController();
  const progress = (event: ProgressEvent): void => {
    if (event.event === 'staged' && ++years === 2) over.abort(new Error('the deadline is over'));
  };
  await expect(poll({ progress, deadline: { ...deadline, signal: over.signal } })).rejects.toThrow(
    'the deadline is over',
  );
  expect(bucket.asked()).toHaveLength(4);
  await poll();
  expect(bucket.asked()).toEqual(['/csv.gz/by_year/2024.csv.gz']);
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
});

test('killed at any operation of the store: the next poll publishes all of it, and downloads nothing twice', async () => {
  const operations = await operationsOf((store) => poll({ objects: store }), objects);
  expect(operations).toBeGreaterThan(30);
  for (let at = 1; at <= operations; at += 5) {
    [objects, count] = [createMemoryObjects(), count + 1];
    bucket.asked();
    const end = await poll({ objects: withFault(objects, { at, moment: 'torn' }) }).catch((error: unknown) => error);
    expect(end).toBeInstanceOf(StoreKilledError);
    const before = bucket.asked();
    now += 60;
    await poll();
    const after = bucket.asked();
    expect(after.filter((path) => before.includes(path))).toEqual([]);
    expect([...before, ...after].filter((path) => path.includes('2026'))).toHaveLength(1);
    expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
    expect(await rainOn(dayOf(2026, 1, 1) + 300)).toBe(310);
  }
});

test('a file between download and building that a disk damages is fetched again', async () => {
  await poll();
  const directory = join(deps().directory, FEED.id, 'spills');
  for (const name of readdirSync(directory)) {
    const bytes = readFileSync(join(directory, name));
    bytes[bytes.length - 40]! ^= 1;
    writeFileSync(join(directory, name), bytes);
  }
  objects = createMemoryObjects();
  now += 40 * DAY;
  await poll();
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
});

test('a damaged block of a spill file fails one poll, and the next fetches the file again', async () => {
  await poll();
  const path = join(deps().directory, FEED.id, 'spills', 'year-2024.bin');
  const bytes = readFileSync(path);
  bytes[8]! ^= 1;
  writeFileSync(path, bytes);
  now += 40 * DAY;
  await expect(poll()).rejects.toMatchObject({ tag: 'object-defect' });
  bucket.asked();
  expect((await poll()).base).not.toBeNull();
  expect(bucket.asked()).toEqual(['/csv.gz/by_year/2024.csv.gz']);
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
});

test.each(['values/c', 'flags/c', 'station'])(
  'a disk that is full at %s leaves nothing of the version',
  async (part) => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const put: ObjectStore['put'] = (key, bytes) =>
      key.includes(`/${part}`) ? Promise.reject(full) : objects.put(key, bytes);
    await expect(poll({ objects: { ...objects, put } })).rejects.toThrow('ENOSPC');
    expect([...objects.contents.keys()]).toEqual([]);
  },
);

test('a poll that fails removes what killed ones left two hours before', async () => {
  const left = 'stations-base/20261120T100000Z';
  const metadata = { attributes: { createdAt: NOON - 2 * HOUR } };
  await objects.put(`${left}/zarr.json`, new TextEncoder().encode(JSON.stringify(metadata)));
  await objects.put(`${left}/values/c/0/0/0`, new Uint8Array(8));
  bucket.broken.set('/ghcnd-stations.txt', 503);
  await expect(poll()).rejects.toMatchObject({ tag: 'upstream' });
  expect([...objects.contents.keys()]).toEqual([]);
});

test('a store that was emptied has all series again after one poll, without a download', async () => {
  await poll();
  objects = createMemoryObjects();
  bucket.asked();
  now += HOUR;
  const { base, recent } = await poll();
  expect([base, recent]).not.toContain(null);
  expect(bucket.asked()).toEqual([]);
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
  expect((await poll()).kind).toBe('nothing-new');
});

test('files by hand stay until the next poll, which publishes its own series again', async () => {
  await poll();
  const directory = mkdtempSync(join(root, 'files-'));
  writeFileSync(join(directory, 'ghcnd-stations.txt'), plain([stationLine('ASN00000009', -30, 150, 'FOREIGN')]));
  writeFileSync(join(directory, 'ASN00000009.csv'), plain(rowsOf(2026, 10, ['ASN00000009'])));
  await ingestStationFiles(deps(), FEED, [directory]);
  expect((await archive()).find('USW00000001')).toBeNull();
  now += HOUR;
  await poll();
  expect((await archive()).find('ASN00000009')).toBeNull();
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
});

test('the state of station series knows whether a base is published, whatever was remembered', async () => {
  await poll();
  const state = () => stationStateOf({ objects, directory: deps().directory }, FEED);
  expect((await state()).hasBase).toBe(true);
  for (const key of [...objects.contents.keys()]) if (key.startsWith('stations-base/')) objects.contents.delete(key);
  expect((await state()).hasBase).toBe(false);
});

test('a first load in February has the last days of two years ago', async () => {
  now = Date.UTC(2027, 1, 3) / 1000;
  setYear(2025, 10, [valueLine('USW00000001', dayOf(2025, 12, 20), 'PRCP', 55)]);
  setYear(2026, 10);
  setYear(2027, 10);
  await poll();
  expect(await rainOn(dayOf(2025, 12, 20))).toBe(55);
});

test('a list that cannot be fetched does not stop daily values and the base of the known stations', async () => {
  await poll();
  now += 31 * DAY;
  setYear(2026, 20);
  bucket.broken.set('/ghcnd-stations.txt', 503);
  const { base, stations } = await poll();
  expect([base === null, stations]).toEqual([false, 3]);
  expect(await rainOn(dayOf(2026, 1, 1) + 300)).toBe(320);
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
});

test('a file that was refused is downloaded once, and the poll says each time why it fails', async () => {
  await poll();
  cut('/csv.gz/by_year/2026.csv.gz');
  bucket.asked();
  for (const asked of [['/csv.gz/by_year/2026.csv.gz'], [], []]) {
    now += HOUR;
    await expect(poll()).rejects.toThrow('one whole gzip file');
    expect(bucket.asked()).toEqual(asked);
  }
  setYear(2026, 20);
  expect(await poll()).toMatchObject({ kind: 'published' });
});

test('a year that lost a third of its values is refused on two days, and stands on the third', async () => {
  await poll();
  const lost = dayOf(2026, 1, 1) + 100;
  setYearWithout((n) => n > 0 && n < 110);
  for (const hours of [24, 30, 48, 54]) {
    now = NOON + hours * HOUR;
    await expect(poll()).rejects.toThrow(/nine tenths|still the file/);
    expect(await rainOn(lost)).toBe(110);
  }
  now = NOON + 73 * HOUR;
  expect(await poll()).toMatchObject({ kind: 'published' });
  expect(await rainOn(lost)).toBeNull();
  setYear(2026, 10);
  now += DAY;
  expect(await poll()).toMatchObject({ kind: 'published' });
  setYearWithout((n) => n > 0 && n < 110);
  now += DAY;
  await expect(poll()).rejects.toThrow('refused on day 1 of 2');
});

test.each([
  ['no known station', () => packed(['ASN00000009,20270101,PRCP,5,,,W,'])],
  ['no line', () => packed([])],
])('a new year whose file has %s does not stop the corrections of the year before', async (_, newYear) => {
  await poll();
  now = Date.UTC(2027, 0, 4) / 1000;
  setYear(2026, 500);
  bucket.files.set('/csv.gz/by_year/2027.csv.gz', newYear());
  await poll();
  expect(await rainOn(dayOf(2026, 1, 1) + 100)).toBe(600);
});

test('one station that cannot be read keeps its values, and the others of the region get theirs', async () => {
  setStations(40);
  await poll({ region: REGION });
  now += DAY;
  setStations(60);
  bucket.files.set('/csv/by_station/USC00000002.csv', plain([...rowsOf(2026, 90, ['USC00000002']), ...JUNK]));
  expect(await poll({ region: REGION })).toMatchObject({ kind: 'published' });
  const day = dayOf(2026, 1, 11);
  expect([await rainOn(day), await rainOn(day, 'USC00000002')]).toEqual([70, 50]);
  expect((await archive()).find('USC00000002')!.sources).toMatchObject([{ flag: 'W' }]);
});

test('a region of several hundred stations has recent days while its base waits for station files', async () => {
  const ids = Array.from({ length: 401 }, (_, n) => `USC00001${String(n).padStart(3, '0')}`);
  bucket.files.set('/ghcnd-stations.txt', plain(ids.map((id, n) => stationLine(id, 39 + n / 500, -75, id))));
  bucket.files.set('/ghcnd-inventory.txt', plain(ids.map((id) => inventoryLine(id, 'PRCP', 1950, 2026))));
  for (const year of [2025, 2026])
    bucket.files.set(`/csv.gz/by_year/${year}.csv.gz`, packed(rowsOf(year, 10, [ids[0]!, ids[400]!])));
  await expect(poll({ region: REGION })).rejects.toThrow('has no files of 128 of 128 listed stations');
  expect(await rainOn(dayOf(2026, 1, 1) + 300, ids[400])).toBe(310);
  expect(await rainOn(dayOf(2025, 12, 27) - 50, ids[0])).toBe(320);
});

test('a line of the year 9999 in a file by hand is refused, and the others are published', async () => {
  const directory = mkdtempSync(join(root, 'files-'));
  const lines = [...rowsOf(2026, 10, ['USW00000001']), 'USW00000001,99991231,PRCP,5,,,W,'];
  writeFileSync(join(directory, 'ghcnd-stations.txt'), plain(STATIONS));
  writeFileSync(join(directory, 'USW00000001.csv'), plain(lines));
  expect(await ingestStationFiles(deps(), FEED, [directory])).toMatchObject({ stations: 1, refused: 1 });
  expect((await archive()).lastDay).toBe(dayOf(2026, 1, 1) + 310);
});

const JUNK = Array.from({ length: 40 }, () => '<html>');

test('stations that are listed no more do not count among those whose files are missing', async () => {
  setStations(40);
  const more = ['USC00000011', 'USC00000012', 'USC00000013'];
  const names = more.map((id, n) => stationLine(id, 40.3 + n / 10, -75, id));
  const [stations, inventory] = [bucket.files.get('/ghcnd-stations.txt')!, bucket.files.get('/ghcnd-inventory.txt')!];
  bucket.files.set('/ghcnd-stations.txt', plain([...STATIONS, ...names]));
  bucket.files.set(
    '/ghcnd-inventory.txt',
    plain([...INVENTORY, ...more.map((id) => inventoryLine(id, 'PRCP', 1950, 2026))]),
  );
  for (const id of more) bucket.files.set(`/csv/by_station/${id}.csv`, plain(rowsOf(2026, 10, [id])));
  expect(await poll({ region: REGION })).toMatchObject({ stations: 5 });
  for (const id of more) bucket.files.delete(`/csv/by_station/${id}.csv`);
  bucket.files.set('/ghcnd-stations.txt', stations).set('/ghcnd-inventory.txt', inventory);
  now += 31 * DAY;
  setStations(60);
  expect(await poll({ region: REGION })).toMatchObject({ kind: 'published' });
  expect(await rainOn(dayOf(2026, 1, 11))).toBe(70);
});

test('a month later the base is built again, and new stations join at the end of the list', async () => {
  await poll();
  now += 31 * DAY;
  bucket.files.set('/ghcnd-inventory.txt', plain([...INVENTORY, inventoryLine('USC00000004', 'PRCP', 2020, 2026)]));
  setYear(2026, 10, [valueLine('USC00000004', dayOf(2026, 12, 1), 'PRCP', 99)]);
  expect(await poll()).toMatchObject({ stations: 4 });
  expect((await poll()).kind).toBe('nothing-new');
  expect((await archive()).find('USC00000004')).toMatchObject({ name: 'NEVER USEFUL' });
  expect(await rainOn(dayOf(2024, 1, 1) + 20)).toBe(30);
});

test('while a base is built again, histories come from the one before; then from the new one', async () => {
  setStations(10);
  await poll({ region: REGION });
  now += 31 * DAY;
  setStations(500);
  let seconds = now;
  const shelf = createStationShelf({ objects, clock: { now: () => seconds }, log: silentLog });
  const { answer } = createHistoricalProduct({ stations: shelf.open, clock: { now: () => now } });
  const rain = async () => {
    seconds += 60; // pointers are read again
    const location = { latitude: 40, longitude: -75 };
    const { daily } = await answer({ location, start: '2024-01-21', end: '2024-01-21', variables: ['precipitation'] });
    return columnOf(daily, 'precipitation')[0];
  };
  const before = new Map<string, unknown>();
  const put: ObjectStore['put'] = async (key, bytes) => {
    before.set(key, await rain());
    await objects.put(key, bytes);
  };
  const { base } = await poll({ region: REGION, objects: { ...objects, put } });
  const keys = [...before.keys()].filter((key) => key.startsWith('stations-base/'));
  expect(keys).toContain(`stations-base/${base}/values/c/0/0/0`);
  expect(keys.at(-1)).toBe('stations-base/latest.json');
  for (const key of keys) expect([key, before.get(key)]).toEqual([key, 3]);
  expect(await rain()).toBe(52);
});

test('another region begins a list of its own', async () => {
  await poll();
  setStations(40);
  now += 60;
  expect(await poll({ region: REGION })).toMatchObject({ stations: 2, kind: 'published' });
  expect((await archive()).find('GMW00000003')).toBeNull();
});
