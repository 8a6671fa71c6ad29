import { beforeEach, expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { ANALYSIS_GRID, analysedDay, dayNumber, packedOf } from '../../../test/random-analysis.js';
import { asZarritaStore } from '../../../test/zarrita-store.js';
import { fixedClock } from '../../base/clock.js';
import { type ObjectDefectError, StoreUnavailableError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import { bilinearWeights } from '../../grid/grid.js';
import { ANALYSIS_KEPT_DAYS, type AnalysisElement, elementsOf } from '../../model/daily-analysis.js';
import { unpack } from '../../model/packing.js';
import { DAY } from '../../model/time.js';
import { createMemoryObjects, type MemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createAnalysisShelf } from './analysis-shelf.js';
import { newestAnalysedDay, writeAnalysedDay } from './analysis-writer.js';

const DAY_ONE = dayNumber('2026-11-20');
const SET = 'daily-weather';

let objects: MemoryObjects;
let defects: ObjectDefectError[];

beforeEach(() => {
  objects = createMemoryObjects();
  defects = [];
});

const write = (day: number, changes: Parameters<typeof analysedDay>[1] = {}) =>
  writeAnalysedDay(objects, analysedDay(day, changes), {
    ...{ createdAt: day * DAY, onDefect: (defect: ObjectDefectError) => defects.push(defect) },
  });
const shelf = () => createAnalysisShelf({ objects, clock: fixedClock(1e9), log: silentLog });
const versions = () =>
  [...new Set([...objects.contents.keys()].map((key) => key.split('/')[1]!))]
    .filter((name) => name.includes('-'))
    .sort();

/** Values of an element at a cell, exactly on it. */
async function cellOf(y: number, x: number, [first, last]: [number, number], id: AnalysisElement = 'precipitation') {
  const weights = [{ cell: { y, x }, weight: 1 }];
  return [...(await shelf().read(SET, [first, last], () => weights)).values.get(id)!];
}

const expected = (id: AnalysisElement, day: number, y: number, x: number) => {
  const element = elementsOf(SET).findIndex((one) => one.id === id);
  return unpack(packedOf(element, day, y, x), elementsOf(SET)[element]!);
};

test('days of two months come back at every corner of the grid, element by element', async () => {
  const first = dayNumber('2026-11-27');
  for (let day = first; day < first + 6; day++) await write(day);
  expect(versions()).toEqual(['20261127-20261129', '20261127-20261130', '20261201-20261201', '20261201-20261202']);
  for (const [y, x] of [
    [0, 0],
    [80, 0],
    [63, 17],
    [64, 38],
    [40, 20],
  ] as const)
    for (const { id } of elementsOf(SET))
      expect(await cellOf(y, x, [first, first + 5], id), `${id} at ${y}, ${x}`).toEqual(
        Array.from({ length: 6 }, (_, n) => expect.closeTo(expected(id, first + n, y, x), 6)),
      );
  expect(await cellOf(40, 39, [first, first])).toEqual([Number.NaN]);
  expect(await shelf().version(SET)).toBe('20261201-20261202');
});

test('days before, between and after the record are missing', async () => {
  await write(DAY_ONE);
  await write(DAY_ONE + 3);
  const days = await cellOf(10, 10, [DAY_ONE - 2, DAY_ONE + 4]);
  expect(days.map((value) => Number.isNaN(value))).toEqual([true, true, false, true, true, false, true]);
  expect((await shelf().spans(SET)).map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
    [DAY_ONE, DAY_ONE + 3],
  ]);
});

test('a day that is not behind the record is refused, and changes nothing', async () => {
  await write(DAY_ONE);
  const before = new Map(objects.contents);
  await expect(write(DAY_ONE)).rejects.toThrow('has days to 2026-11-20 already');
  expect(objects.contents).toEqual(before);
});

test.each([
  ['another grid', { grid: { ...ANALYSIS_GRID, longitudeStep: 4.5, columns: 80 } }],
  ['another model', { source: 'ecmwf-ifs' as const }],
  ['real data after simulated ones', { simulated: true }],
])('%s begins another stretch, and the days before stay', async (_, changes) => {
  await write(DAY_ONE);
  await write(DAY_ONE + 1, changes);
  expect(versions()).toEqual(['20261120-20261120', '20261121-20261121']);
  const days = await cellOf(10, 10, [DAY_ONE, DAY_ONE + 1]);
  expect(days.some((value) => Number.isNaN(value))).toBe(false);
});

test('between cells lies their weighted mean, also across the date line and at a pole', async () => {
  await write(DAY_ONE);
  for (const [latitude, longitude] of [
    [0, 355.5],
    [90, 12],
    [-90, -3],
    [12.1, 180],
  ] as const) {
    const corners = bilinearWeights(ANALYSIS_GRID, latitude, longitude);
    const known = corners.filter(({ cell }) => cell.x !== ANALYSIS_GRID.columns - 1);
    const weights = known.reduce((sum, { weight }) => sum + weight, 0);
    const mean = known.reduce(
      (sum, { cell: { y, x }, weight }) => sum + (weight * expected('snow_total', DAY_ONE, y, x)) / weights,
      0,
    );
    const { values } = await shelf().read(SET, [DAY_ONE, DAY_ONE], (grid) =>
      bilinearWeights(grid, latitude, longitude),
    );
    expect(values.get('snow_total')![0], `${latitude}, ${longitude}`).toBeCloseTo(weights < 0.5 ? Number.NaN : mean, 6);
  }
});

test('a place outside of the grid has no days and no span', async () => {
  await write(DAY_ONE);
  const { values, spans } = await shelf().read(SET, [DAY_ONE, DAY_ONE], () => []);
  expect([values.get('precipitation')![0], spans]).toEqual([Number.NaN, []]);
});

function damage(pattern: RegExp): void {
  for (const [key, bytes] of objects.contents)
    if (pattern.test(key))
      objects.contents.set(
        key,
        Uint8Array.from(bytes, (byte, n) => (n % 50 === 3 ? byte ^ 1 : byte)),
      );
}

test.each([
  ['chunks', /20261120-20261122\/values\/c/],
  ['the group', /20261120-20261122\/zarr/],
  ['the completion', /20261120-20261122\/complete/],
])('where %s of the newest version are damaged, the version before serves', async (_, pattern) => {
  for (let day = DAY_ONE; day < DAY_ONE + 3; day++) await write(day);
  damage(pattern);
  const days = await cellOf(10, 10, [DAY_ONE, DAY_ONE + 2]);
  expect(days).toEqual([
    expect.closeTo(expected('precipitation', DAY_ONE, 10, 10), 6),
    expect.closeTo(expected('precipitation', DAY_ONE + 1, 10, 10), 6),
    Number.NaN,
  ]);
});

test('where all versions of a stretch are damaged its days are missing, and the others stay', async () => {
  for (const day of [DAY_ONE, DAY_ONE + 1, dayNumber('2026-12-01')]) await write(day);
  damage(/202611/);
  const days = await cellOf(10, 10, [DAY_ONE, dayNumber('2026-12-01')]);
  expect(days.map((value) => Number.isNaN(value))).toEqual([...new Array(11).fill(true), false]);
});

test('the next day begins another stretch where the one before cannot be copied, whose sound days stay', async () => {
  await write(DAY_ONE);
  await write(DAY_ONE + 1);
  damage(/20261120-20261121\/values\/c/);
  await write(DAY_ONE + 2);
  expect(defects).toHaveLength(1);
  expect(versions()).toEqual(['20261120-20261120', '20261120-20261121', '20261122-20261122']);
  const days = await cellOf(10, 10, [DAY_ONE, DAY_ONE + 2]);
  expect(days.map((value) => Number.isNaN(value))).toEqual([false, true, false]);
  await write(DAY_ONE + 3);
  expect(await newestAnalysedDay(objects, SET)).toBe(DAY_ONE + 3);
});

test('stretches that are too old go, and months that are over keep one version', async () => {
  await write(DAY_ONE);
  await write(DAY_ONE + 1);
  await write(DAY_ONE + 60);
  expect(versions()).toEqual(['20261120-20261121', '20270119-20270119']);
  await write(DAY_ONE + 1 + ANALYSIS_KEPT_DAYS);
  expect(versions()).toEqual(['20270119-20270119', '20291125-20291125']);
});

test('a reader keeps its days while two more are written in a row', async () => {
  await write(DAY_ONE);
  await write(DAY_ONE + 1);
  const reader = shelf();
  await reader.version(SET);
  const soon = { createdAt: (DAY_ONE + 2) * DAY + 20, onDefect: () => undefined };
  await write(DAY_ONE + 2);
  await writeAnalysedDay(objects, analysedDay(DAY_ONE + 3), soon);
  const corners = [{ cell: { y: 10, x: 10 }, weight: 1 }];
  const { values } = await reader.read(SET, [DAY_ONE, DAY_ONE + 1], () => corners);
  expect([...values.get('precipitation')!].some((value) => Number.isNaN(value))).toBe(false);
  await write(DAY_ONE + 4);
  expect(versions()).toEqual(['20261120-20261123', '20261120-20261124']);
});

test('a full disk fails the day, leaves nothing of it, and is no obstacle once it has room', async () => {
  await write(DAY_ONE);
  const before = new Map(objects.contents);
  let puts = 0;
  const full: ObjectStore = {
    ...objects,
    put: (key, bytes) => (++puts > 8 ? Promise.reject(new Error('no space left on device')) : objects.put(key, bytes)),
  };
  const facts = { createdAt: 1e9, onDefect: () => undefined };
  await expect(writeAnalysedDay(full, analysedDay(DAY_ONE + 1), facts)).rejects.toThrow('no space left');
  expect(objects.contents).toEqual(before);
  await write(DAY_ONE + 1);
  expect(await newestAnalysedDay(objects, SET)).toBe(DAY_ONE + 1);
});

test('while the store does not respond the last known days stay, and without any it is an error', async () => {
  await write(DAY_ONE);
  let isSilent = false;
  const failing: ObjectStore = {
    ...objects,
    list: (prefix) =>
      isSilent ? Promise.reject(new StoreUnavailableError(prefix, 'no response')) : objects.list(prefix),
  };
  let now = 1e9;
  const readerOf = () => createAnalysisShelf({ objects: failing, clock: { now: () => now }, log: silentLog });
  const reader = readerOf();
  expect(await reader.version(SET)).toBe('20261120-20261120');
  isSilent = true;
  now += 61;
  expect(await reader.version(SET)).toBe('20261120-20261120');
  await expect(readerOf().version(SET)).rejects.toThrow('no response');
  isSilent = false;
  await write(DAY_ONE + 1);
  expect(await reader.version(SET)).toBe('20261120-20261120');
  now += 61;
  expect(await reader.version(SET)).toBe('20261120-20261121');
});

test('air quality has a record of its own', async () => {
  await write(DAY_ONE, { dataset: 'daily-air-quality', source: 'gefs-aerosol' });
  expect(await newestAnalysedDay(objects, SET)).toBeNull();
  const weights = [{ cell: { y: 5, x: 5 }, weight: 1 }];
  const { values, spans } = await shelf().read('daily-air-quality', [DAY_ONE, DAY_ONE], () => weights);
  expect([...values.keys()]).toEqual(['pm2_5', 'pm10']);
  expect(spans).toEqual([{ source: 'gefs-aerosol', simulated: false, firstDay: DAY_ONE, lastDay: DAY_ONE }]);
});

test('another reader of Zarr finds the same numbers', async () => {
  await write(DAY_ONE);
  await write(DAY_ONE + 1);
  const group = zarr.root(asZarritaStore(objects, `${SET}/20261120-20261121`));
  const values = await zarr.open.v3(group.resolve('values'), { kind: 'array' });
  expect(values.shape).toEqual([7, 2, 81, 40]);
  const { data } = await zarr.get(values, [2, 1, 64, null]);
  expect(Array.from(data as Int16Array)).toEqual(Array.from({ length: 40 }, (_, x) => packedOf(2, DAY_ONE + 1, 64, x)));
  const days = await zarr.get(await zarr.open.v3(group.resolve('day'), { kind: 'array' }));
  expect([...(days.data as Float64Array)]).toEqual([DAY_ONE, DAY_ONE + 1]);
});
