import { beforeEach, expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { openSmall, SMALL_FORM, SMALL_STATIONS, sumOf, writeSmall } from '../../../test/small-accuracy.js';
import { asZarritaStore } from '../../../test/zarrita-store.js';
import { type ObjectDefectError, StoreUnavailableError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import { DAY, parseDate } from '../../model/time.js';
import { createMemoryObjects, type MemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readMonthsBefore } from './accuracy-drafts.js';
import { fingerprint, monthOf, parseRevision } from './accuracy-layout.js';
import { createAccuracyShelf, KEPT_DATES } from './accuracy-shelf.js';
import { removeOldAccuracy } from './accuracy-writer.js';

const FIRST = parseDate('2026-10-30')!;
const LAST = FIRST + 4;
const DATES = [0, 1, 2, 3, 4].map((n) => FIRST + n);

let objects: MemoryObjects;
beforeEach(() => {
  objects = createMemoryObjects();
});

const versions = () => [...new Set([...objects.contents.keys()].map((key) => key.split('/')[1]!))].sort();

/** Numbers of a station on some dates, by the edition of each. */
const expected = (station: number, interval: AccuracyInterval, days: readonly number[], edition = (_: number) => 0) =>
  days.flatMap((day) => [0, 1, 2].map((column) => sumOf(station, interval, day, column, edition(day))));

const stationRows = async (station: number, interval: AccuracyInterval = '1d', days = [FIRST, LAST] as const) => [
  ...(await (await openSmall(objects))!.rows(`station/${SMALL_STATIONS[station]!.id}`, interval, days)),
];

test('rows of stations, regions and the network come back, over the end of a month', async () => {
  await writeSmall(objects, [FIRST, LAST]);
  expect(versions()).toEqual(['202610-1', '202611-1']);
  const record = (await openSmall(objects))!;
  expect([record.firstDay, record.lastDay, record.version]).toEqual([FIRST, LAST, '202610-1,202611-1']);
  expect(await stationRows(1)).toEqual(expected(1, '1d', DATES));
  expect(await stationRows(2, '1h')).toEqual(expected(2, '1h', DATES));
  const all = DATES.flatMap((day) =>
    [0, 1, 2, 3, 4].map((column) => [0, 1, 2].reduce((sum, station) => sum + sumOf(station, '1d', day, column), 0)),
  );
  expect([...(await record.rows('network', '1d', [FIRST, LAST]))]).toEqual(all);
  const arctic = DATES.flatMap((day) => [0, 1, 2, 3].map((column) => sumOf(0, '1h', day, column)));
  expect([...(await record.rows('region/arctic', '1h', [FIRST, LAST]))]).toEqual(arctic);
  const headlines = DATES.flatMap((day) =>
    [0, 1, 2].flatMap((station) => [sumOf(station, '1d', day, 1), sumOf(station, '1h', day, 2)]),
  );
  expect([...(await record.headlines([FIRST, LAST]))]).toEqual(headlines);
});

test('dates, groups, stations and minutes that the record does not have are zeros', async () => {
  await writeSmall(objects, [FIRST, FIRST]);
  const record = (await openSmall(objects))!;
  const none = (values: Float64Array) => values.length > 0 && values.every((value) => value === 0);
  expect(none(await record.rows('network', '1m', [FIRST, LAST]))).toBe(true);
  expect(none(await record.rows('network', '1d', [FIRST + 1, FIRST + 90]))).toBe(true);
  expect(none(await record.rows('region/tropical', '1d', [FIRST, FIRST]))).toBe(true);
  expect(none(await record.rows('station/NONE', '1d', [FIRST, FIRST]))).toBe(true);
  expect((await record.rows('network', '1d', [LAST, FIRST])).length).toBe(0);
});

test('dates that are verified again replace theirs, and all others stay as they were', async () => {
  await writeSmall(objects, [FIRST, LAST], { minutes: [FIRST, LAST] });
  await writeSmall(objects, [FIRST + 3, LAST + 1], { edition: 1, minutes: [LAST + 1] });
  expect(versions()).toEqual(['202610-1', '202611-1', '202611-2']);
  const dates = [...DATES, LAST + 1];
  const edition = (day: number) => (day >= FIRST + 3 ? 1 : 0);
  expect(await stationRows(0, '1h', [FIRST, LAST + 1])).toEqual(expected(0, '1h', dates, edition));
  const record = (await openSmall(objects))!;
  const minutes = await record.rows('network', '1m', [FIRST, LAST + 1]);
  const sum = (day: number, edition: number) =>
    [0, 1, 2].reduce((total, station) => total + sumOf(station, '1m', day, 0, edition), 0);
  expect([0, 1, 2, 3, 4, 5].map((n) => minutes[2 * n])).toEqual([
    sum(FIRST, 0),
    0,
    0,
    0,
    sum(LAST, 0),
    sum(LAST + 1, 1),
  ]);
});

test('the same dates written twice are the same rows in another revision', async () => {
  await writeSmall(objects, [FIRST, LAST]);
  const contents = (revision: number) =>
    [...objects.contents].flatMap(([key, bytes]) =>
      key.includes(`-${revision}/`) && /\/c\//.test(key) ? [[key.replace(`-${revision}/`, '/'), bytes]] : [],
    );
  const once = contents(1);
  await writeSmall(objects, [FIRST, LAST]);
  expect(contents(2)).toEqual(once);
});

test('a station that is no longer verified keeps its dates, and a new one has only its own', async () => {
  await writeSmall(objects, [FIRST, FIRST + 1], { stations: [0, 1] });
  await writeSmall(objects, [FIRST + 1, FIRST + 1], { stations: [1, 2] });
  const record = (await openSmall(objects))!;
  expect(record.stations).toEqual(['EDDF', 'KDEN', 'KJFK']);
  const days = [FIRST, FIRST + 1] as const;
  expect(await stationRows(0, '1d', days)).toEqual([...expected(0, '1d', [FIRST]), 0, 0, 0]);
  expect(await stationRows(2, '1d', days)).toEqual([0, 0, 0, ...expected(2, '1d', [FIRST + 1])]);
});

function damage(pattern: RegExp): void {
  for (const [key, bytes] of objects.contents)
    if (pattern.test(key))
      objects.contents.set(
        key,
        Uint8Array.from(bytes, (byte, n) => (n === 30 ? byte ^ 1 : byte)),
      );
}

test('a damaged chunk is an error of its station alone, and is told of before a month is written anew', async () => {
  await writeSmall(objects, [FIRST, LAST]);
  damage(/202611-1\/stations_1d\/c/);
  const record = (await openSmall(objects))!;
  await expect(record.rows('station/EDDF', '1d', [FIRST, LAST])).rejects.toMatchObject({ tag: 'object-defect' });
  expect(await stationRows(1)).toEqual(expected(1, '1d', DATES));
  expect(await stationRows(0, '1h')).toEqual(expected(0, '1h', DATES));
  const defects: ObjectDefectError[] = [];
  const troubles = { onDefect: (one: ObjectDefectError) => void defects.push(one), onOtherLayout: () => undefined };
  const before = await readMonthsBefore(objects, SMALL_FORM, [FIRST, LAST], troubles);
  expect([...before].map(([name, { sound }]) => [name, [...sound]])).toEqual([
    ['202610', ['1d', '1h', '1m']],
    ['202611', ['1h', '1m']],
  ]);
  expect(defects).toHaveLength(1);
  await writeSmall(objects, [FIRST + 2, LAST], { defects });
  expect(await stationRows(0)).toEqual(expected(0, '1d', DATES));
});

test.each(['zarr.json', 'complete.json'])('where %s of a revision is damaged, the one before serves', async (name) => {
  await writeSmall(objects, [FIRST + 2, LAST]);
  await writeSmall(objects, [FIRST + 2, LAST + 1], { edition: 1 });
  damage(new RegExp(`202611-2/${name}`));
  expect(await stationRows(0, '1d', [FIRST + 2, LAST])).toEqual(expected(0, '1d', DATES.slice(2)));
});

test('numbers of another meaning are not read, which is said once, and their dates count as not verified', async () => {
  await writeSmall(objects, [FIRST, LAST]);
  const { rows } = SMALL_FORM;
  const form = { ...SMALL_FORM, rows: { ...rows, '1h': { ...rows['1h'], names: ['a', 'b', 'c', 'z'] } } };
  expect(fingerprint(form)).not.toBe(fingerprint(SMALL_FORM));
  const said: object[] = [];
  const log = { ...silentLog, warn: (facts: object) => void said.push(facts) };
  let now = 0;
  const open = createAccuracyShelf({ objects, form, clock: { now: () => now }, log });
  expect(await open()).toBeNull();
  now += 61;
  expect(await open()).toBeNull();
  expect(said).toHaveLength(2); // one for each month
  await writeSmall(objects, [LAST, LAST], { form });
  expect([(await openSmall(objects, form))!.firstDay, (await openSmall(objects))!.lastDay]).toEqual([LAST, LAST]);
});

test('old months go, and of others the last two revisions stay, and longer where readers may have them open', async () => {
  const at = (createdAt: number) => writeSmall(objects, [FIRST + 2, LAST], { createdAt });
  await writeSmall(objects, [FIRST - 60, FIRST - 60]);
  for (const createdAt of [0, 1000, 5000, 5010]) await at(createdAt);
  const remove = (now: number, firstDay: number) => removeOldAccuracy(objects, { now, firstDay });
  expect(await remove(5010, FIRST - 90)).toEqual(['202611-1']);
  expect(await remove(5900, FIRST - 90)).toEqual(['202611-2']);
  expect(await remove(5900, FIRST)).toEqual(['202608-1']);
  expect(versions()).toEqual(['202611-3', '202611-4']);
  await writeSmall(objects, [LAST - KEPT_DATES - 40, LAST - KEPT_DATES - 40]);
  expect((await openSmall(objects))!.firstDay).toBe(FIRST + 2);
});

test('while the store does not respond the last known months stay, and without any it is an error', async () => {
  await writeSmall(objects, [FIRST, FIRST]);
  let isSilent = false;
  const failing: ObjectStore = {
    ...objects,
    list: (prefix) =>
      isSilent ? Promise.reject(new StoreUnavailableError(prefix, 'no response')) : objects.list(prefix),
  };
  let now = 1e9;
  const shelf = () =>
    createAccuracyShelf({ objects: failing, form: SMALL_FORM, clock: { now: () => now }, log: silentLog });
  const open = shelf();
  expect((await open())!.lastDay).toBe(FIRST);
  isSilent = true;
  now += 61;
  expect((await open())!.lastDay).toBe(FIRST);
  await expect(shelf()()).rejects.toThrow('no response');
  isSilent = false;
  await writeSmall(objects, [FIRST, LAST]);
  expect((await open())!.lastDay).toBe(FIRST);
  now += 61;
  expect((await open())!.lastDay).toBe(LAST);
});

test('an open record keeps its revisions while another one is written', async () => {
  await writeSmall(objects, [FIRST, LAST], { createdAt: 1000 });
  const open = (await openSmall(objects))!;
  await writeSmall(objects, [FIRST, LAST], { edition: 1, createdAt: 1010 });
  await writeSmall(objects, [FIRST, LAST], { edition: 2, createdAt: 1020 });
  await removeOldAccuracy(objects, { now: 1020, firstDay: FIRST });
  expect([...(await open.rows('station/EDDF', '1d', [FIRST, LAST]))]).toEqual(expected(0, '1d', DATES));
});

test('a full disk fails the writing, leaves nothing of it, and is no obstacle once it has room', async () => {
  await writeSmall(objects, [LAST, LAST]);
  const before = new Map(objects.contents);
  let puts = 0;
  const full: ObjectStore = {
    ...objects,
    put: (key, bytes) => (++puts > 8 ? Promise.reject(new Error('no space left on device')) : objects.put(key, bytes)),
  };
  await expect(writeSmall(full, [LAST, LAST], { edition: 1 })).rejects.toThrow('no space left');
  expect(objects.contents).toEqual(before);
  await writeSmall(objects, [LAST, LAST], { edition: 1 });
  expect(await stationRows(0, '1d', [LAST, LAST])).toEqual(expected(0, '1d', [LAST], () => 1));
});

test('another reader of Zarr finds the same numbers', async () => {
  await writeSmall(objects, [FIRST + 2, LAST]);
  const group = zarr.root(asZarritaStore(objects, 'accuracy/202611-1'));
  const stations = await zarr.open.v3(group.resolve('stations_1d'), { kind: 'array' });
  expect(stations.shape).toEqual([3, 3, 30]);
  const { data } = await zarr.get(stations, [1, null, LAST - FIRST - 2]);
  expect([...(data as Float32Array)]).toEqual(expected(1, '1d', [LAST]));
  const network = await zarr.get(await zarr.open.v3(group.resolve('groups_1h'), { kind: 'array' }), [0, 3, 0]);
  expect(network).toBe([0, 1, 2].reduce((sum, station) => sum + sumOf(station, '1h', FIRST + 2, 3), 0));
  const names = await zarr.get(await zarr.open.v3(group.resolve('sum_1d'), { kind: 'array' }));
  expect([...(names.data as Iterable<string>)]).toEqual(['a', 'b', 'c', 'd', 'e']);
  const dates = await zarr.get(await zarr.open.v3(group.resolve('date'), { kind: 'array' }));
  expect((dates.data as Float64Array)[0]).toBe(FIRST + 2);
});

test('revisions are named by their month', () => {
  expect(monthOf(parseDate('2024-02-29')!)).toEqual({
    ...{ name: '202402', firstDay: parseDate('2024-02-01'), lastDay: parseDate('2024-02-29') },
  });
  expect(monthOf(parseDate('2026-12-31')!).lastDay * DAY).toBe(parseDate('2026-12-31')! * DAY);
  expect(parseRevision('202611-12')).toMatchObject({ revision: 12, month: { name: '202611' } });
  for (const name of ['202613-1', '202611-0', '202611', '20261101-1', 'latest.json'])
    expect(parseRevision(name)).toBeNull();
});
