import { expect, test } from 'vitest';
import { NOON } from '../../../test/random-reports.js';
import type { StationHours } from '../../model/station-report.js';
import { DAY, HOUR } from '../../model/time.js';
import { createMemoryObjects } from '../objects/memory-objects.fixture.js';
import { readHours, removeOldHours, writeHours } from './hour-record.js';

const START = NOON - 12 * HOUR;
const TODAY = '2026-07-20';

/** A day of two stations with values at one hour. */
function dayOf(start: number, hour: number, temperature: number): StationHours {
  const cells = 48;
  const day: StationHours = {
    start,
    simulated: true,
    stations: ['EDDF', 'KJFK'].map((id) => ({ id, latitude: 50, longitude: 8, elevation: Number.NaN })),
    temperatures: new Float32Array(cells).fill(Number.NaN),
    offsets: new Int8Array(cells),
    amounts: new Float32Array(cells).fill(Number.NaN),
    occurrences: new Uint8Array(cells),
  };
  day.temperatures[24 + hour] = Math.fround(temperature);
  day.offsets[24 + hour] = -7;
  day.amounts[24 + hour] = Math.fround(2.54);
  day.occurrences[24 + hour] = 2;
  return day;
}

const write = (objects: ReturnType<typeof createMemoryObjects>, day: StationHours, at = NOON) =>
  writeHours(objects, day, at);
const groupsOf = (objects: ReturnType<typeof createMemoryObjects>) =>
  [...new Set([...objects.contents.keys()].map((key) => key.split('/')[1]!))].sort();

test('a day is read as it was written, to 0.1 K and 0.01 mm', async () => {
  const objects = createMemoryObjects();
  expect(await readHours(objects, TODAY)).toBeNull();
  const day = dayOf(START, 11, 288.15);
  await write(objects, day);
  const read = (await readHours(objects, TODAY))!;
  expect(read.stations).toEqual(day.stations);
  expect(read.offsets).toEqual(day.offsets);
  expect(read.occurrences).toEqual(day.occurrences);
  for (const name of ['temperatures', 'amounts'] as const)
    for (const [n, value] of day[name].entries())
      if (Number.isNaN(value)) expect(read[name][n]).toBeNaN();
      else expect(read[name][n]).toBeCloseTo(value, 4);
});

test('a later revision is the day, the one before it stays for readers that have begun', async () => {
  const objects = createMemoryObjects();
  for (let n = 1; n <= 3; n++) await write(objects, dayOf(START, n, 280.15 + n));
  expect(groupsOf(objects)).toEqual([`${TODAY}-2`, `${TODAY}-3`]);
  expect((await readHours(objects, TODAY))!.temperatures[27]).toBeCloseTo(283.15, 3);
});

test('of a damaged revision the one before is read, and told of', async () => {
  const objects = createMemoryObjects();
  await write(objects, dayOf(START, 1, 281.15));
  await write(objects, dayOf(START, 2, 282.15));
  const key = `station-hours/${TODAY}-2/temperature/c/0/0`;
  const bytes = Uint8Array.from(objects.contents.get(key)!);
  bytes[9]! ^= 1;
  objects.contents.set(key, bytes);
  const defects: string[] = [];
  const read = await readHours(objects, TODAY, (defect) => void defects.push(defect.key));
  expect(read!.temperatures[25]).toBeCloseTo(281.15, 3);
  expect(defects).toEqual([key]);
  await expect(readHours(objects, TODAY)).rejects.toThrow('defect in');
});

test('old days go; a day that is over keeps one revision, the newest that can be read', async () => {
  const objects = createMemoryObjects();
  for (const days of [401, 5, 4, 0])
    for (let n = 1; n <= 2; n++) await write(objects, dayOf(START - days * DAY, n, 280.15 + n));
  const damaged = 'station-hours/2026-07-16-2/occurrence/c/0/0';
  objects.contents.set(damaged, objects.contents.get(damaged)!.subarray(3));
  await removeOldHours(objects, { now: NOON, keepDays: 400 });
  expect(groupsOf(objects)).toEqual(['2026-07-15-2', '2026-07-16-1', '2026-07-16-2', `${TODAY}-1`, `${TODAY}-2`]);
});

test.each([
  ['a day that begins at noon', { start: NOON }, 'begins at'],
  ['arrays of other lengths', { amounts: new Float32Array(3) }, 'arrays have 48 values'],
  ['an unknown code', { occurrences: new Uint8Array(48).fill(3) }, 'occurrences are below 3'],
  ['no stations', { stations: [] }, '0 stations are 1 to'],
])('%s is refused', async (_, part, rule) => {
  await expect(write(createMemoryObjects(), { ...dayOf(START, 1, 280), ...part })).rejects.toThrow(rule);
});

test('a day that no calendar has is a fault of the caller', async () => {
  await expect(readHours(createMemoryObjects(), '2026-02-30')).rejects.toThrow(RangeError);
});
