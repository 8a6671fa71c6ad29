import { expect, test } from 'vitest';
import type { StationHours } from '../../model/station-report.js';
import { DAY } from '../../model/time.js';
import { createMemoryObjects } from '../../store/objects/memory-objects.fixture.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { writeHours } from '../../store/reports/hour-record.js';
import { endOfObservations } from './data-end.js';

const FIRST = 20_700;
const STATIONS = ['EDDF', 'KDEN', 'KJFK'].map((id) => ({ id, zone: 'UTC' }));

/** A day of which each station reports so many hours. */
function dayOf(day: number, hours: readonly number[]): StationHours {
  const places = STATIONS.map(({ id }) => ({ id, latitude: 50, longitude: 8, elevation: 100 }));
  const cells = STATIONS.length * 24;
  return {
    ...{ start: day * DAY, simulated: true, stations: places, offsets: new Int8Array(cells) },
    temperatures: Float32Array.from({ length: cells }, (_, n) =>
      n % 24 < hours[Math.floor(n / 24)]! ? 280 : Number.NaN,
    ),
    ...{ amounts: new Float32Array(cells), occurrences: new Uint8Array(cells) },
  };
}

async function recordOf(days: Readonly<Record<number, readonly number[]>>) {
  const objects = createMemoryObjects();
  for (const [day, hours] of Object.entries(days)) await writeHours(objects, dayOf(FIRST + Number(day), hours), 1e9);
  return objects;
}

const endOf = (objects: ObjectStore, day: number) =>
  endOfObservations({ objects, stations: STATIONS, lastDay: FIRST + day, onDefect: () => undefined }).then(
    (end) => end && end - FIRST,
  );
const ALL = [24, 24, 24];

test('the last date with 80% of the hours ends the data, and a date that is not over does not', async () => {
  // 58 of 72 hours are 80.6%, 57 are 79.2%.
  const objects = await recordOf({ 0: ALL, 1: [24, 24, 10], 2: [24, 23, 10], 3: ALL });
  expect([await endOf(objects, 3), await endOf(objects, 2), await endOf(objects, 0)]).toEqual([3, 1, 0]);
});

test('a station that has stopped reporting is expected for a week, and no longer', async () => {
  const days = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, n === 0 ? ALL : [24, 24, 0]]));
  const objects = await recordOf(days);
  expect([await endOf(objects, 6), await endOf(objects, 7)]).toEqual([0, 7]);
});

test('where observations stopped weeks ago or came thinly, the search goes on before', async () => {
  const thin = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [40 + n, [24, 3, 3]]));
  const objects = await recordOf({ 0: ALL, 1: ALL, ...thin });
  expect([await endOf(objects, 300), await endOf(objects, 39)]).toEqual([1, 1]);
  expect(await endOf(objects, -1)).toBeNull();
  expect(await endOf(createMemoryObjects(), 0)).toBeNull();
});
