import { expect, test } from 'vitest';
import { silentLog } from '../../base/log.js';
import { HOURS_OF_DAY, OCCURRENCE, type StationHours } from '../../model/station-report.js';
import { DAY, parseDate, zoneOf } from '../../model/time.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import { writeHours } from '../../store/reports/hour-record.js';
import { createStationDays } from './station-days.js';

const TODAY = parseDate('2026-07-20')!;
const NEW_YORK = zoneOf('America/New_York')!;

/** A day of two stations; of KJFK the temperature at hour h is 280.15 + h / 10 + rise, of KAAA twenty kelvins less. */
function dayOf(dayNumber: number, rise: number): StationHours {
  const hours = Array.from({ length: HOURS_OF_DAY }, (_, hour) => 280.15 + hour / 10 + rise);
  return {
    start: dayNumber * DAY,
    simulated: false,
    stations: ['KAAA', 'KJFK'].map((id) => ({ id, latitude: 40, longitude: -74, elevation: 4 })),
    temperatures: Float32Array.from([...hours.map((value) => value - 20), ...hours]),
    offsets: new Int8Array(48),
    amounts: new Float32Array(48).fill(0.25),
    occurrences: new Uint8Array(48).fill(OCCURRENCE.wet),
  };
}

function situation() {
  let now = 0;
  const objects = createMemoryObjects();
  const days = createStationDays({ objects, clock: { now: () => now }, log: silentLog });
  const pass = (seconds: number) => {
    now += seconds;
  };
  return { objects, days, pass };
}

test('a local day of New York is of two days of UTC, hours 4 to 3', async () => {
  const { objects, days } = situation();
  await writeHours(objects, dayOf(TODAY, 0), 0);
  await writeHours(objects, dayOf(TODAY + 1, 5), 0);
  const [day] = await days.read('KJFK', [TODAY, TODAY], NEW_YORK);
  expect(day!.minimum).toBeCloseTo(280.55, 3);
  expect(day!.maximum).toBeCloseTo(285.45, 3);
  expect(day!.precipitation).toBeCloseTo(6, 6);
});

test('days without a record and stations that are not in it are missing', async () => {
  const { objects, days } = situation();
  await writeHours(objects, dayOf(TODAY, 0), 0);
  const missing = { maximum: Number.NaN, temperatures: 0 };
  expect(await days.read('KJFK', [TODAY - 5, TODAY - 5], NEW_YORK)).toMatchObject([missing]);
  for (const id of ['KXXX', 'AAAA', 'KBBB'])
    expect(await days.read(id, [TODAY, TODAY], NEW_YORK)).toMatchObject([missing]);
  expect((await days.read('KJFK', [TODAY - 1, TODAY], NEW_YORK)).map(({ temperatures }) => temperatures)).toEqual([
    4, 20,
  ]);
});

test('a changed record is seen a minute later', async () => {
  const { objects, days, pass } = situation();
  const maximum = async () => (await days.read('KJFK', [TODAY, TODAY], zoneOf('UTC')!))[0]!.maximum;
  await writeHours(objects, dayOf(TODAY, 0), 0);
  expect(await maximum()).toBeCloseTo(282.45, 3);
  await writeHours(objects, dayOf(TODAY, 1), 0);
  expect(await maximum()).toBeCloseTo(282.45, 3);
  pass(61);
  expect(await maximum()).toBeCloseTo(283.45, 3);
});

test('stations within the distance have their days, the nearest first', async () => {
  const { objects, days } = situation();
  const day = dayOf(TODAY, 0);
  const [near, far] = [
    { ...day.stations[1]!, latitude: 40.5 },
    { ...day.stations[0]!, latitude: 41.5 },
  ];
  await writeHours(objects, { ...day, stations: [far, near] }, 0);
  const around = { within: 100, most: 8, days: [TODAY, TODAY], zone: zoneOf('UTC')! } as const;
  const found = await days.near(40, -74, around);
  expect(found.map(({ station, distance }) => [station.id, Math.round(distance)])).toEqual([['KJFK', 56]]);
  expect(found[0]!.days[0]!.maximum).toBeCloseTo(282.45, 3);
  const both = await days.near(40, -74, { ...around, within: 200 });
  expect(both.map(({ station }) => station.id)).toEqual(['KJFK', 'KAAA']);
  expect(await days.near(40, -74, { ...around, within: 200, most: 1 })).toHaveLength(1);
  expect(await days.near(-40, -74, around)).toEqual([]);
});

test('the version changes with the record of the last days, and with nothing else', async () => {
  const { objects, days, pass } = situation();
  pass((TODAY + 0.5) * DAY);
  expect(await days.version()).toBe('none');
  await writeHours(objects, dayOf(TODAY - 20, 0), 0);
  pass(61);
  expect(await days.version()).toBe('none');
  await writeHours(objects, dayOf(TODAY - 1, 0), 0);
  pass(61);
  const before = await days.version();
  pass(61);
  expect(await days.version()).toBe(before);
  await writeHours(objects, dayOf(TODAY - 1, 1), 0);
  pass(61);
  expect(await days.version()).not.toBe(before);
});

test('more than a week is refused', async () => {
  await expect(situation().days.read('KJFK', [TODAY, TODAY + 7], NEW_YORK)).rejects.toThrow('8 days are at most 7');
});
