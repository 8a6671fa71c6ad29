/** A kill at every single operation of publishing reports and of writing hours; each time a new process looks, and goes on. */

import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { HOURS_OF_DAY, type StationHours } from '../../src/model/station-report.js';
import { DAY, HOUR } from '../../src/model/time.js';
import { killedAtEach, MOMENTS } from '../../src/store/objects/failing-objects.fixture.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../src/store/objects/object-store.js';
import { readHours, removeOldHours, writeHours } from '../../src/store/reports/hour-record.js';
import { createReportShelf } from '../../src/store/reports/report-shelf.js';
import { publishReports, removeOldReports } from '../../src/store/reports/report-writer.js';
import { NOON, randomReports } from '../random-reports.js';

/** The n-th version has 10 + n stations, and is made n hours after noon. */
async function publish(objects: ObjectStore, n: number): Promise<void> {
  await publishReports(objects, randomReports(10 + n, n), { createdAt: NOON + n * HOUR, simulated: true });
  await removeOldReports(objects, NOON + n * HOUR);
}

async function answered(objects: ObjectStore): Promise<number> {
  const shelf = createReportShelf({ objects, clock: fixedClock(NOON + 9 * HOUR), log: silentLog });
  const { version, table } = (await shelf.newest())!;
  const n = (version.createdAt - NOON) / HOUR;
  expect(table).toEqual(randomReports(10 + n, n));
  return n;
}

async function storeOf(versions: number): Promise<MemoryObjects> {
  const objects = createMemoryObjects();
  for (let n = 1; n <= versions; n++) await publish(objects, n);
  return objects;
}

test.each(MOMENTS)('reports, killed at any operation (%s): the old ones or the new ones', async (moment) => {
  const look = async (objects: MemoryObjects) => {
    expect([2, 3]).toContain(await answered(objects));
    await publish(objects, 5);
    expect(await answered(objects)).toBe(5);
    await removeOldReports(objects, NOON + 40 * HOUR);
    const left = new Set([...objects.contents.keys()].map((key) => key.split('/')[1]));
    expect(left.size).toBe(3); // the pointer, the published and the previous version
  };
  await killedAtEach(moment, { fresh: () => storeOf(2), work: (objects) => publish(objects, 3), look });
});

/** A day that was written n times, 3 + n stations with n in each value. */
function dayOf(n: number): StationHours {
  const count = 3 + n;
  const cells = count * HOURS_OF_DAY;
  return {
    start: NOON - 12 * HOUR,
    simulated: true,
    stations: Array.from({ length: count }, (_, i) => ({ id: `K${100 + i}`, latitude: i, longitude: i, elevation: n })),
    temperatures: new Float32Array(cells).fill(Math.fround(273.15 + n)),
    offsets: new Int8Array(cells).fill(n),
    amounts: new Float32Array(cells).fill(n),
    occurrences: new Uint8Array(cells).fill(1),
  };
}

async function record(objects: ObjectStore, n: number): Promise<void> {
  await writeHours(objects, dayOf(n), NOON + n * HOUR);
  await removeOldHours(objects, { now: NOON + n * HOUR, keepDays: 400 });
}

/** A torn completion is damage, which readers pass over. */
async function recorded(objects: ObjectStore): Promise<number> {
  const { stations, offsets } = (await readHours(objects, '2026-07-20', () => undefined))!;
  expect(stations).toEqual(dayOf(offsets[0]!).stations);
  return offsets[0]!;
}

test.each(MOMENTS)('hours, killed at any operation (%s): the old day or the new one', async (moment) => {
  const fresh = async () => {
    const objects = createMemoryObjects();
    for (let n = 1; n <= 2; n++) await record(objects, n);
    return objects;
  };
  const look = async (objects: MemoryObjects) => {
    expect([2, 3]).toContain(await recorded(objects));
    await record(objects, 5);
    expect(await recorded(objects)).toBe(5);
    await removeOldHours(objects, { now: NOON + 5 * DAY, keepDays: 400 });
    expect(new Set([...objects.contents.keys()].map((key) => key.split('/')[1])).size).toBe(1);
  };
  await killedAtEach(moment, { fresh, work: (objects) => record(objects, 3), look });
});
