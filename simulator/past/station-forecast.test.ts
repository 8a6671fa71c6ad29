/** Forecasts of a station hour by hour against the same run asked instant by instant, and the documents of past days. */

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fixedClock } from '../../src/base/clock.js';
import { DAY, HOUR, zoneOf } from '../../src/model/time.js';
import { createPastDaysFeed } from '../feeds/past-days.js';
import { createForecastModel } from '../forecast-error.js';
import { groundAt } from '../terrain.js';
import { DEFAULT_LATENCY, newestWholeRun, wholeAt } from '../upstream-path.js';
import { createWorld } from '../world.js';
import { PAST_STATIONS } from './past-stations.js';
import { createForecastRun, dayOf, forecastOfStation, hourOf } from './station-forecast.js';

const world = createWorld(11);
const model = createForecastModel(world);
const RUN = 20_650 * DAY;
/** Showers of July in the tropics, fronts, and the pole. */
const PLACES = [
  { latitude: 5.26, longitude: -3.93 },
  { latitude: 50.03, longitude: 8.54 },
  { latitude: -54.8, longitude: -68.3 },
].map((place) => ({ ...place, elevation: groundAt(place.latitude, place.longitude).elevation }));

test('a run hour by hour: temperatures are those of its instants, and amounts integrate its rates', () => {
  const run = createForecastRun(model, RUN);
  let [expected, found] = [0, 0];
  for (const place of PLACES) {
    const { temperatures, amounts } = forecastOfStation(world, place, run, 400);
    for (const lead of [1, 7, 31, 94, 200, 383]) {
      const { temperature } = model.forecast(RUN, place.latitude, place.longitude, RUN + lead * HOUR);
      expect(Math.abs(temperatures[lead]! - temperature), `${place.latitude}° after ${lead} h`).toBeLessThan(0.15);
    }
    for (let time = RUN + 30 * HOUR; time < RUN + 54 * HOUR; time += 1800)
      expected += model.forecast(RUN, place.latitude, place.longitude, time + 900).precipitationRate / 2;
    found += amounts.slice(30, 54).reduce((sum, amount) => sum + amount, 0);
  }
  expect(expected).toBeGreaterThan(5);
  expect(Math.abs(found / expected - 1)).toBeLessThan(0.05);
});

test('hours and days of a run: chances are between never and always, and a day has the extremes of its hours', () => {
  const zone = zoneOf('Asia/Kolkata')!;
  const forecast = forecastOfStation(world, PLACES[0]!, createForecastRun(model, RUN), 400);
  const hours = Array.from({ length: 48 }, (_, n) => hourOf(forecast, RUN + n * HOUR));
  const chances = hours.map(({ probability }) => probability);
  expect([Math.min(...chances) >= 0.02, Math.max(...chances) <= 0.95]).toEqual([true, true]);
  expect(new Set(chances).size).toBeGreaterThan(2);
  const day = dayOf(forecast, RUN / DAY + 1, zone);
  // It begins at 18:30 UTC of the day before: the first full hour is 19:00, and the middle of 18:00 to 19:00 belongs to it.
  const own = hours.slice(19, 43);
  expect(day.temperatureMax).toBe(Math.max(...own.map(({ temperature }) => temperature)));
  expect(day.temperatureMin).toBe(Math.min(...own.map(({ temperature }) => temperature)));
  const total = hours.slice(18, 42).reduce((sum, { precipitation }) => sum + precipitation, 0);
  expect(day.precipitation).toBeCloseTo(total, 9);
});

test('stations of the past: 60, of all continents, and none that is silent or absurd', () => {
  expect(PAST_STATIONS).toHaveLength(60);
  expect(PAST_STATIONS.filter(({ id }) => ['KGEG', 'YMHB', 'KEUG', 'KMFR'].includes(id))).toEqual([]);
  const quarters = PAST_STATIONS.map(({ latitude, longitude }) => `${latitude > 0} ${Math.floor(longitude / 60)}`);
  expect(new Set(quarters).size).toBeGreaterThanOrEqual(10);
});

test('the newest whole run of an instant is whole by then, and the next one is not', () => {
  for (const time of [RUN + 5 * HOUR, RUN + 6 * HOUR, RUN + 11 * HOUR, RUN + 11.2 * HOUR]) {
    const run = newestWholeRun(time, DEFAULT_LATENCY);
    expect(wholeAt(run, DEFAULT_LATENCY)).toBeLessThanOrEqual(time);
    expect(wholeAt(run + 6 * HOUR, DEFAULT_LATENCY)).toBeGreaterThan(time);
  }
});

test('documents of days: there when the day is over, for 400 days, with every routine report of its hours', async () => {
  const today = 20_780;
  const feed = () =>
    createPastDaysFeed(() => createWorld(11), {
      clock: fixedClock(today * DAY + 60),
      ...{ biasKelvin: undefined, latencySeconds: DEFAULT_LATENCY },
    });
  expect(feed().find('/past/2026-11-22/reports.csv.gz')!.availableAt).toBe(today * DAY + 900);
  expect(feed().find('/past/2025-01-01/reports.csv.gz')).toBeNull();
  expect(feed().find('/past/2026-11-31/reports.csv.gz')).toBeNull();
  expect(feed().find('/past/2026-11-22/others.csv.gz')).toBeNull();
  const file = feed().find('/past/2026-11-20/reports.csv.gz')!;
  await file.prepare!();
  const text = gunzipSync(file.make().grib).toString();
  // 28 airports of the United States report once an hour, 32 others twice.
  expect(
    text.split('\n').filter((line) => line.includes('2026-11-20T') || line.includes('2026-11-19T23')),
  ).toHaveLength(24 * (28 + 64));
});
