/** The last days of a history, which climate stations have not reported yet, from hourly reports of airports. */

import { expect, test } from 'vitest';
import { generatedStation } from '../../../test/generated-stations.js';
import { memoryStations } from '../../../test/memory-stations.js';
import { columnOf, OBSERVED_NOW, observedProducts } from '../../../test/observed-situation.js';
import { recordedHours } from '../../../test/recorded-hours.js';
import { dayOf } from '../../../test/station-files.js';
import { HOURS_OF_DAY, OCCURRENCE, type StationHours } from '../../model/station-report.js';
import { NOT_OBSERVED } from '../../model/station-series.js';
import { DAY } from '../../model/time.js';

/** Climate stations end three days before OBSERVED_NOW, 2024-11-20. */
const CLIMATE = generatedStation({
  ...{ id: 'CLIMATE', latitude: 40.72, longitude: -74, first: '2020-01-01', last: '2024-11-17' },
  day: () => ({ temperature_max: 100, temperature_min: 20, precipitation: 0, snowfall: 0 }),
});
const ASKED = {
  location: { latitude: 40.7, longitude: -74 },
  ...{ start: '2024-11-14', end: '2024-11-19', include: ['stations', 'sources'] as const },
};

/** A day at JFK: 9 °C at hour 0 of UTC, and 0.1 K more each hour. */
function hoursOf(date: string, { simulated = false, celsius = 9, amount = 0.25 } = {}): StationHours {
  const temperatures = Float32Array.from({ length: HOURS_OF_DAY }, (_, hour) => celsius + 273.15 + hour / 10);
  return {
    ...{ start: dayOf(date) * DAY, simulated, temperatures },
    stations: [{ id: 'KJFK', latitude: 40.64, longitude: -73.78, elevation: 100 }],
    offsets: new Int8Array(HOURS_OF_DAY),
    amounts: new Float32Array(HOURS_OF_DAY).fill(amount),
    occurrences: new Uint8Array(HOURS_OF_DAY).fill(OCCURRENCE.wet),
  };
}

async function situation(hours: readonly StationHours[], stations = [CLIMATE]) {
  const now = { seconds: OBSERVED_NOW };
  const { stationDays, write } = recordedHours({ now: () => now.seconds });
  for (const day of hours) await write(day);
  const archive = memoryStations(stations, { publishedAt: OBSERVED_NOW - 3600 });
  return { write, now, ...observedProducts({ archive, stationDays }) };
}

const WEEK = ['2024-11-14', '2024-11-15', '2024-11-16', '2024-11-17', '2024-11-18', '2024-11-19', '2024-11-20'];

test('days that no climate station has yet come from airports, and the response names them', async () => {
  const { historical } = await situation(WEEK.map((date) => hoursOf(date)));
  const answer = await historical.answer({
    ...ASKED,
    variables: ['temperature_max', 'temperature_min', 'precipitation'],
  });
  // A day of New York is the hours 5 to 4 of UTC: 9.0 to 11.3 °C; extremes of hours are 0.4 and 0.35 K too narrow.
  expect(columnOf(answer.daily, 'temperature_max')).toEqual([10, 10, 10, 10, 11.7, 11.7]);
  expect(columnOf(answer.daily, 'temperature_min')).toEqual([2, 2, 2, 2, 8.6, 8.6]);
  expect(columnOf(answer.daily, 'precipitation')).toEqual([0, 0, 0, 0, 6, 6]);
  expect(answer.warnings).toEqual([]);
  expect(answer.stations).toMatchObject([
    { id: 'CLIMATE', network: 'GHCN-Daily', days: 4, weight: 0.6667 },
    { id: 'KJFK', name: expect.stringContaining('Kennedy'), network: 'METAR', days: 2, weight: 0.3333 },
  ]);
  expect(answer.sources?.toSorted((a, b) => (a.start < b.start ? -1 : 1))).toMatchObject([
    { id: 'ghcn-daily:W', stations: 1, start: '2024-11-14', end: '2024-11-17' },
    { id: 'metar', stations: 1, type: 'observation', start: '2024-11-18', end: '2024-11-19' },
  ]);
  expect(answer.sources?.find(({ id }) => id === 'metar')?.license).toContain('public domain');
});

test('gaps older than five days stay null, as do days that no airport has whole', async () => {
  const gap = generatedStation({
    ...{ id: 'GAP', latitude: 40.72, longitude: -74, first: '2020-01-01', last: '2024-11-17' },
    day: ({ index }) => (index === dayOf('2024-11-14') - dayOf('2020-01-01') ? { temperature_max: NOT_OBSERVED } : {}),
  });
  const { historical } = await situation(
    WEEK.slice(0, 5).map((date) => hoursOf(date)),
    [gap],
  );
  const answer = await historical.answer({ ...ASKED, variables: ['temperature_max'] });
  const maxima = columnOf(answer.daily, 'temperature_max');
  expect(maxima.map((value) => value === null)).toEqual([true, false, false, false, true, true]);
  expect(answer.warnings.map(({ code, count }) => [code, count])).toEqual([
    ['partial_data', 1],
    ['recent_data_incomplete', 2],
  ]);
});

test('rain of airports is known in warm air only, and their snowfall never', async () => {
  const cold = await situation(WEEK.map((date) => hoursOf(date, { celsius: 2 })));
  const warm = await situation(WEEK.map((date) => hoursOf(date, { celsius: 6 })));
  const asked = { ...ASKED, variables: ['precipitation', 'rain_total', 'snow_total'] as const };
  const [inCold, inWarm] = [await cold.historical.answer(asked), await warm.historical.answer(asked)];
  expect(columnOf(inCold.daily, 'precipitation').slice(4)).toEqual([6, 6]);
  expect(columnOf(inCold.daily, 'rain_total').slice(4)).toEqual([null, null]);
  expect(columnOf(inWarm.daily, 'rain_total').slice(4)).toEqual([6, 6]);
  for (const { daily } of [inCold, inWarm]) expect(columnOf(daily, 'snow_total').slice(4)).toEqual([null, null]);
});

test('simulated airports tell nothing beside real stations', async () => {
  const { historical } = await situation(WEEK.map((date) => hoursOf(date, { simulated: true })));
  const answer = await historical.answer({ ...ASKED, variables: ['temperature_max'] });
  expect(columnOf(answer.daily, 'temperature_max').slice(4)).toEqual([null, null]);
});

test('the state changes with the record of hours', async () => {
  const { historical, write, now } = await situation([hoursOf('2024-11-19')]);
  const before = await historical.stateKey();
  await write(hoursOf('2024-11-19', { amount: 1 }));
  now.seconds += 61;
  expect(await historical.stateKey()).not.toBe(before);
});
