import { expect, test } from 'vitest';
import { NOON, randomReports, reportOf } from '../../../test/random-reports.js';
import { fixedClock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import { reportsOfTable, tableOfReports } from '../../model/report-table.js';
import { REPORT_QUANTITIES, type StationReport } from '../../model/station-report.js';
import { HOUR } from '../../model/time.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import type { ObjectStore } from '../objects/object-store.js';
import { readReports } from './report-reader.js';
import { createReportShelf } from './report-shelf.js';
import { publishReports, removeOldReports } from './report-writer.js';

const MADE = { createdAt: NOON, simulated: true };
const shelfOf = (objects: ObjectStore, now = NOON) =>
  createReportShelf({ objects, clock: fixedClock(now), log: silentLog });

/** Every quantity has another value, in float32. */
function fullReport(id: string, time: number): StationReport {
  const values = Object.fromEntries(REPORT_QUANTITIES.map((name, n) => [name, Math.fround(1.1 * (n + 1))]));
  return { ...reportOf(id, time), ...values, flags: 0x1ff, weather: '+TSRAGR ÄÖ' };
}

test('reports are read as they were published, missing values, heights and texts among them', async () => {
  const objects = createMemoryObjects();
  const highSea = { id: 'ZSEA', latitude: -90, longitude: 180, elevation: Number.NaN };
  const table = tableOfReports([fullReport('KABC', NOON), reportOf('ZSEA', NOON - 60, { station: highSea })]);
  const published = await publishReports(objects, table, MADE);
  expect(published).toEqual({ version: '20260720T120000Z', validTime: NOON, ...MADE, stations: 2, reports: 2 });
  const { version, table: read } = await readReports(objects, published.version);
  expect(version).toEqual(published);
  expect(read).toEqual(table);
  expect([...reportsOfTable(read)][0]).toEqual(fullReport('KABC', NOON));
});

test('columns are sorted by station and time, and a station has the place of its newest report', () => {
  const moved = { id: 'KABC', latitude: 51, longitude: 10, elevation: 100 };
  const rows = [
    reportOf('KXYZ', 20),
    reportOf('KABC', 30, { station: moved }),
    reportOf('KABC', 10),
    reportOf('KXYZ', 5),
  ];
  const { stations, counts, times } = tableOfReports(rows);
  expect(stations.map(({ id, latitude }) => [id, latitude])).toEqual([
    ['KABC', 51],
    ['KXYZ', 50],
  ]);
  expect([...counts]).toEqual([2, 2]);
  expect([...times]).toEqual([10, 30, 5, 20]);
});

test('the shelf follows the pointer, and gives the same object for the same version', async () => {
  const objects = createMemoryObjects();
  expect(await shelfOf(objects).newest()).toBeNull();
  await publishReports(objects, randomReports(5, 1), MADE);
  const shelf = shelfOf(objects);
  const first = await shelf.newest();
  expect(first?.table).toEqual(randomReports(5, 1));
  expect(await shelf.newest()).toBe(first);
  await publishReports(objects, randomReports(6, 2), { ...MADE, createdAt: NOON + 300 });
  expect((await shelf.newest())?.table).toEqual(randomReports(6, 2));
});

test('a version made by a clock that was set back comes behind the one before it', async () => {
  const objects = createMemoryObjects();
  await publishReports(objects, randomReports(5, 1), MADE);
  const later = await publishReports(objects, randomReports(5, 2), { ...MADE, createdAt: NOON - HOUR });
  expect(later.version).toBe('20260720T120001Z');
  expect((await shelfOf(objects).newest())?.version).toEqual(later);
});

test('superseded versions go a quarter of an hour later, but for the one before the published', async () => {
  const objects = createMemoryObjects();
  for (let n = 0; n < 4; n++)
    await publishReports(objects, randomReports(3, n), { ...MADE, createdAt: NOON + 300 * n });
  expect(await removeOldReports(objects, NOON + 1500)).toEqual(['20260720T120000Z', '20260720T120500Z']);
});

test.each([
  ['no stations', { ...randomReports(0, 1) }, '1 to 30000 stations'],
  ['columns of other lengths', { ...randomReports(3, 1), flags: new Uint16Array(2) }, 'columns have 6 reports'],
  ['counts that do not add up', { ...randomReports(3, 1), counts: Int32Array.of(2, 2, 1) }, 'add up to 6'],
  ['a station without reports', { ...randomReports(3, 1), counts: Int32Array.of(6, 0, 0) }, 'add up to 6'],
  [
    'stations in another order',
    { ...randomReports(3, 1), stations: [...randomReports(3, 1).stations].reverse() },
    'comes after',
  ],
])('%s are refused', async (_, table, rule) => {
  await expect(publishReports(createMemoryObjects(), table, MADE)).rejects.toThrow(rule);
});

test('any flipped or missing byte is a defect, and the version before stands in', async () => {
  const objects = createMemoryObjects();
  await publishReports(objects, randomReports(20, 1), MADE);
  const { version } = await publishReports(objects, randomReports(20, 2), { ...MADE, createdAt: NOON + 300 });
  // documents of single arrays are for other readers, and are not read here
  const keys = [...objects.contents.keys()].filter(
    (key) =>
      key.startsWith(`reports/${version}/`) && !/\/\w+\/zarr\.json$/.test(key.slice(`reports/${version}`.length)),
  );
  expect(keys.length).toBeGreaterThan(9);
  for (const key of keys) {
    const bytes = objects.contents.get(key)!;
    for (const at of [0, bytes.length >> 1, bytes.length - 2]) {
      const damaged = Uint8Array.from(bytes);
      damaged[at]! ^= 0x10;
      objects.contents.set(key, damaged);
      const error = await readReports(objects, version).catch((reason: unknown) => reason);
      expect(isTagged(error, 'object-defect'), `${key} at ${at}`).toBe(true);
    }
    objects.contents.delete(key);
    expect((await shelfOf(objects).newest())?.table, key).toEqual(randomReports(20, 1));
    objects.contents.set(key, bytes);
  }
  expect((await shelfOf(objects).newest())?.table).toEqual(randomReports(20, 2));
});
