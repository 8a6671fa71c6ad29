import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createMemoryCube, type MemoryCubeOptions, shelfOf, timesFrom } from '../../../test/memory-cube.js';
import { fixedClock } from '../../base/clock.js';
import { ObjectDefectError, StoreUnavailableError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { CubeShelf } from '../../model/cube.js';
import type { RegularGrid } from '../../model/field.js';
import { HOUR, parseDate, zoneOf } from '../../model/time.js';
import { createAnalysisShelf } from '../../store/analysis/analysis-shelf.js';
import { newestAnalysedDay } from '../../store/analysis/analysis-writer.js';
import { createMemoryObjects, type MemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import { analyseDays, type DailyAnalysingDependencies, lastDayOver } from './daily-analysing.js';

const directory = mkdtempSync(join(tmpdir(), 'weatherglass-analysing-'));
afterAll(() => rmSync(directory, { recursive: true }));

const at = (text: string) => Date.parse(text) / 1000;
const UTC = zoneOf('UTC')!;
const GRID: RegularGrid = {
  ...{ kind: 'regular', rows: 3, columns: 3, latitudeStep: -1, longitudeStep: 1 },
  ...{ firstLatitude: 50, firstLongitude: 10 },
};

let objects: MemoryObjects;
beforeEach(() => {
  objects = createMemoryObjects();
});

/** The run of that time, 280 K everywhere. */
const runOf = (time: string, changes: Partial<MemoryCubeOptions> = {}) =>
  createMemoryCube({
    ...{ times: timesFrom(at(time) - 48 * HOUR, 80), referenceTime: at(time), grid: GRID },
    ...{ fields: { temperature: () => 280, precipitation: () => 0.5 }, statics: { elevation: () => 300 } },
    ...changes,
  });

const depsOf = (now: string, shelf: CubeShelf): DailyAnalysingDependencies => ({
  ...{ objects, directory, shelf, log: silentLog, clock: fixedClock(at(now)), zoneAt: () => UTC },
  signal: new AbortController().signal,
});

async function datesAt(now: string, shelf: CubeShelf): Promise<string[]> {
  return (await analyseDays(depsOf(now, shelf))).map(({ date }) => date);
}

test('a day is over when it is over in UTC−12', () => {
  expect(lastDayOver(at('2026-11-21T11:59:59Z'))).toBe(parseDate('2026-11-19'));
  expect(lastDayOver(at('2026-11-21T12:00:00Z'))).toBe(parseDate('2026-11-20'));
});

test('the first archive after a day is over writes it, and the next ones write nothing', async () => {
  const shelf = shelfOf(runOf('2026-11-21T12:00Z'));
  expect(await datesAt('2026-11-21T13:00Z', shelf)).toEqual(['2026-11-20']);
  const before = new Map(objects.contents);
  expect(await datesAt('2026-11-21T14:00Z', shelf)).toEqual([]);
  expect(objects.contents).toEqual(before);
  const { values, spans } = await createAnalysisShelf({ objects, clock: fixedClock(0), log: silentLog }).read(
    'daily-weather',
    [parseDate('2026-11-20')!, parseDate('2026-11-20')!],
    () => [{ cell: { y: 1, x: 1 }, weight: 1 }],
  );
  expect(spans).toMatchObject([{ source: 'gfs', simulated: false }]);
  const row = ['temperature_max', 'temperature_min', 'precipitation', 'elevation'] as const;
  expect(row.map((id) => values.get(id)![0])).toEqual(
    [280.05, 280.05, 12, 300].map((value) => expect.closeTo(value, 6)),
  );
});

test('a day that was missed is written while the cube holds three quarters of it, and not later', async () => {
  const shelf = shelfOf(runOf('2026-11-22T06:00Z')); // its cube begins on the 20th at 6:00
  expect(await datesAt('2026-11-22T12:00Z', shelf)).toEqual(['2026-11-20', '2026-11-21']);
  objects = createMemoryObjects();
  expect(await datesAt('2026-11-22T12:00Z', shelfOf(runOf('2026-11-22T12:00Z')))).toEqual(['2026-11-21']);
});

test('days before the newest one of the record are never added', async () => {
  await datesAt('2026-11-22T13:00Z', shelfOf(runOf('2026-11-22T12:00Z')));
  expect(await datesAt('2026-11-22T14:00Z', shelfOf(runOf('2026-11-22T06:00Z')))).toEqual([]);
});

test('nothing is written from a run that foretells the end of the day for more than a day', async () => {
  expect(await datesAt('2026-11-22T13:00Z', shelfOf(runOf('2026-11-21T06:00Z')))).toEqual(['2026-11-20']);
});

test('without a published run nothing is written', async () => {
  expect(await datesAt('2026-11-22T13:00Z', shelfOf())).toEqual([]);
  expect(objects.contents.size).toBe(0);
});

test('air quality is written from its own feed', async () => {
  const aerosol = runOf('2026-11-21T12:00Z', { dataset: 'gefs-aerosol', fields: { pm2_5: () => 12, pm10: () => 30 } });
  const written = await analyseDays(depsOf('2026-11-21T13:00Z', shelfOf(aerosol)));
  expect(written).toEqual([{ dataset: 'daily-air-quality', source: 'gefs-aerosol', date: '2026-11-20' }]);
});

test('a store that does not respond fails the attempt, and the next one writes the day', async () => {
  const shelf = shelfOf(runOf('2026-11-21T12:00Z'));
  const silent: CubeShelf = {
    ...shelf,
    async open(dataset, use) {
      const cube = await shelf.open(dataset, use);
      return (
        cube && { ...cube, readCells: () => Promise.reject(new StoreUnavailableError('gfs/v1/fc', 'no response')) }
      );
    },
  };
  await expect(datesAt('2026-11-21T13:00Z', silent)).rejects.toThrow('no response');
  expect(objects.contents.size).toBe(0);
  expect(await datesAt('2026-11-21T14:00Z', shelf)).toEqual(['2026-11-20']);
});

test('where the cube of one analysis is damaged, the other is written all the same', async () => {
  const aerosol = runOf('2026-11-21T12:00Z', { dataset: 'gefs-aerosol', fields: { pm2_5: () => 12, pm10: () => 30 } });
  const shelf = shelfOf(aerosol);
  const damaged: CubeShelf = {
    ...shelf,
    open: (dataset, use) =>
      dataset === 'gfs'
        ? Promise.reject(new ObjectDefectError('gfs/v1/zarr.json', 0, 'is JSON'))
        : shelf.open(dataset, use),
  };
  await expect(datesAt('2026-11-21T13:00Z', damaged)).rejects.toThrow('is JSON');
  expect(await newestAnalysedDay(objects, 'daily-air-quality')).toBe(parseDate('2026-11-20'));
});

test('a process that is told to stop writes nothing', async () => {
  const deps = depsOf('2026-11-21T13:00Z', shelfOf(runOf('2026-11-21T12:00Z')));
  await expect(analyseDays({ ...deps, signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  expect(objects.contents.size).toBe(0);
});

test('a second writer is refused, and the cube is given back in any case', async () => {
  const lock = await lockDirectory(`${directory}/daily-weather`);
  const run = runOf('2026-11-21T12:00Z');
  await expect(datesAt('2026-11-21T13:00Z', shelfOf(run))).rejects.toThrow(/is in use by process/);
  lock.release();
  expect(await datesAt('2026-11-21T13:00Z', shelfOf(run))).toEqual(['2026-11-20']);
  expect(run.readers()).toBe(0);
});
