/** Stored reports and hours as the rest of the world sees them, through zarrita. */

import { expect, test } from 'vitest';
import * as zarr from 'zarrita';
import { HOURS_OF_DAY, REPORT_QUANTITIES, type StationHours } from '../../src/model/station-report.js';
import { HOUR } from '../../src/model/time.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { writeHours } from '../../src/store/reports/hour-record.js';
import { publishReports } from '../../src/store/reports/report-writer.js';
import { NOON, randomReports } from '../random-reports.js';
import { asZarritaStore } from '../zarrita-store.js';

function opened(objects: MemoryObjects, prefix: string) {
  const root = zarr.root(asZarritaStore(objects, prefix));
  return async (name: string) => (await zarr.get(await zarr.open.v3(root.resolve(name), { kind: 'array' }))).data;
}

test('zarrita reads all columns of reports, and each quantity by its name', async () => {
  const objects = createMemoryObjects();
  const table = randomReports(40, 7);
  const { version, reports } = await publishReports(objects, table, { createdAt: NOON, simulated: true });
  const array = opened(objects, `reports/${version}`);
  const texts = async (name: string) => [...((await array(name)) as Iterable<string>)];
  expect(await texts('station')).toEqual(table.stations.map(({ id }) => id));
  expect(await array('latitude')).toEqual(Float64Array.from(table.stations, ({ latitude }) => latitude));
  expect(await array('elevation')).toEqual(Float64Array.from(table.stations, ({ elevation }) => elevation));
  expect(await array('station_reports')).toEqual(table.counts);
  expect(await array('time')).toEqual(table.times);
  expect(await array('flags')).toEqual(table.flags);
  expect(await texts('weather')).toEqual(table.weather);
  const names = await texts('quantity');
  expect(names).toEqual([...REPORT_QUANTITIES]);
  const values = (await array('value')) as Float32Array;
  for (const [n, name] of REPORT_QUANTITIES.entries())
    expect(values.slice(n * reports, (n + 1) * reports)).toEqual(table.values[name]);
});

test('zarrita reads the hours of a day, packed as CF has it', async () => {
  const objects = createMemoryObjects();
  const start = NOON - 12 * HOUR;
  const cells = 2 * HOURS_OF_DAY;
  const day: StationHours = {
    start,
    simulated: false,
    stations: ['EDDF', 'KJFK'].map((id) => ({ id, latitude: 50, longitude: 8, elevation: 100 })),
    temperatures: Float32Array.from({ length: cells }, (_, n) => (n === 5 ? Number.NaN : 283.15 + n / 10)),
    offsets: new Int8Array(cells).fill(-7),
    amounts: Float32Array.from({ length: cells }, (_, n) => (n === 6 ? Number.NaN : n / 4)),
    occurrences: new Uint8Array(cells).fill(1),
  };
  await writeHours(objects, day, NOON);
  const array = opened(objects, 'station-hours/2026-07-20-1');
  expect([...((await array('hour')) as BigInt64Array)].map(Number)).toEqual(
    Array.from({ length: HOURS_OF_DAY }, (_, hour) => start + hour * HOUR),
  );
  const tenths = Array.from({ length: cells }, (_, n) => (n === 5 ? -32768 : 100 + n));
  expect([...((await array('temperature')) as Int16Array)]).toEqual(tenths);
  const hundredths = Array.from({ length: cells }, (_, n) => (n === 6 ? -32768 : 25 * n));
  expect([...((await array('precipitation')) as Int16Array)]).toEqual(hundredths);
  expect(await array('temperature_offset')).toEqual(day.offsets);
  expect(await array('occurrence')).toEqual(day.occurrences);
});
