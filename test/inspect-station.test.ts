/** Lines of `weatherglass inspect station`. */

import { expect, test } from 'vitest';
import { inspectStation } from '../src/ingest/stations/station-inspection.js';
import { createMemoryObjects } from '../src/store/objects/memory-objects.fixture.js';
import { placesOf, publishMade, TODAY } from './random-stations.js';

test('a station is shown with place, spans, sources and its newest fourteen days', async () => {
  const objects = createMemoryObjects();
  await publishMade(objects, {
    dataset: 'stations-base',
    seed: 1,
    firstDay: TODAY - 99,
    days: 100,
    stations: placesOf(2),
  });
  const found = (await inspectStation(objects, 'usc00000001'))!;
  expect(found.lines.slice(0, 3)).toEqual([
    'USC00000001  STATION 1',
    'place       40.01, -75.01, 10 m',
    'sources     0 temperature_max 2026-08-13 to 2026-11-20',
  ]);
  expect(found.lines[3]).toMatch(/^temperature_max: 2026-08-1\d to 2026-11-(19|20), 8\d\.\d% of the days$/);
  expect(found.lines.at(-1)).toMatch(/^observed in the morning: (19|20|21) of 100 days/);
  expect(found.days).toHaveLength(15);
  expect(found.days.at(-1)![0]).toBe('2026-11-20');
  expect(
    found.days.slice(1).every((row) => /^(-|-?\d+\.\d °C)$/.test(row[1]!) && /^(-|-?\d+\.\d mm)$/.test(row[3]!)),
  ).toBe(true);
});

test.each([['USC99999999'], ['']])('a station that is not published is not found: "%s"', async (id) => {
  const objects = createMemoryObjects();
  await publishMade(objects, { dataset: 'stations-base', seed: 1, firstDay: TODAY, days: 1, stations: placesOf(1) });
  expect(await inspectStation(objects, id)).toBeNull();
});

test('nothing published: nothing is found', async () => {
  expect(await inspectStation(createMemoryObjects(), 'USC00000001')).toBeNull();
});
