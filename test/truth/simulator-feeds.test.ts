/** Every feed of the service against the simulated upstream: what is asked for is there, and is what the model says. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AirField } from '../../simulator/air.js';
import type { ForecastModel } from '../../simulator/forecast-error.js';
import { forecastOf } from '../../simulator/models.js';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import type { WeatherField } from '../../simulator/weather.js';
import { createWorld } from '../../simulator/world.js';
import { silentLog } from '../../src/base/log.js';
import { readFields } from '../../src/decode/grib2/field.js';
import { placeOf } from '../../src/grid/grid.js';
import { makeElements } from '../../src/ingest/staging/element-making.js';
import { messagesByTime } from '../../src/ingest/staging/part-messages.js';
import { isWantedMessage, selectFields } from '../../src/ingest/staging/step-selection.js';
import type { DatasetId } from '../../src/model/dataset.js';
import type { Grid } from '../../src/model/field.js';
import { HOUR } from '../../src/model/time.js';
import { createFeedSource } from '../../src/sources/feed-source.js';
import { feedOf, feedsOf } from '../../src/sources/feeds.js';
import { createHttpDownload } from '../../src/sources/http-download.js';
import type { ModelFeed } from '../../src/sources/model-feed.js';

const RUN = Date.UTC(2026, 10, 20, 12) / 1000;
const SEED = 5;
/** `Feed.latency` says "usually": the last file of GFS is 7 min later. */
const SLACK = 600;
let upstream: SimulatedUpstream;
let now = RUN + 24 * HOUR;
const clock = { now: () => now };
const http = createHttpDownload({ clock, log: silentLog, random: () => 0.5, sleep: async () => undefined });

beforeAll(async () => {
  upstream = await startSimulatedUpstream({ port: 0, seed: SEED, gridStepDegrees: 10, clock });
});
afterAll(() => upstream.close());

/** Values of the elements of one lead, decoded and made as ingest does it. */
async function elementsAt(feed: ModelFeed, lead: number) {
  const part = feed.partsOf(upstream.url, RUN).find(({ leads }) => leads.includes(lead))!;
  const first = lead === 0;
  const source = createFeedSource(http, feed, upstream.url);
  const isWanted = (message: Uint8Array) => isWantedMessage(feed, message);
  const fetched = await source.fetchPart(part, { statics: first, whole: false, isWanted });
  const fields = messagesByTime(fetched)(RUN + lead).flatMap((message) => readFields(message));
  const times = { referenceTime: RUN, validTime: RUN + lead };
  const selection = selectFields(feed, fields, { times, origin: feed.id, strict: true, statics: first });
  const made = new Map<string, Float32Array>();
  for (const { layer, values, factor } of makeElements(selection.elements, selection.grid))
    made.set(
      selection.elements[layer]!.request.id,
      values.map((value) => value * factor),
    );
  return { ...selection, made, whole: fetched.whole };
}

/** Leads that show each kind of step of a feed, hours, and what of its table is rightly absent there. */
const LEADS: readonly (readonly [DatasetId, number, readonly string[]])[] = [
  ['gfs', 6, []],
  ['ecmwf-ifs', 0, ['wind_gust']], // the strongest since the step before
  ['ecmwf-ifs', 3, []],
  ['ecmwf-ifs', 150, []],
  ['hrrr', 0, []],
  ['hrrr', 7, []],
  ['hrrr-extended', 25, []],
  ['hrrr-subhourly', 0.25, []],
  ['hrrr-subhourly', 2, []],
  ['nbm', 1, []],
  ['nbm', 6, ['temperature_max', 'temperature_min']], // no window of 12 h yet
  ['nbm', 24, ['temperature_max']], // ends at 12 UTC: the lowest
  ['nbm', 36, ['temperature_min']],
  ['nbm', 39, []],
  ['nbm', 90, ['temperature_max', 'temperature_min']],
  ['nbm', 264, ['temperature_max']],
  ['icon-eu', 0, []],
  ['icon-eu', 78, []],
  ['icon-eu', 120, []],
  ['gefs', 9, []],
  ['gefs-extended', 246, []],
  ['aqm', 30, []],
  ['gefs-aerosol', 0, []],
  ['gefs-aerosol', 60, []],
];
/** Element, field of the forecast, factor of the forecast, tolerance: half of the packing unit and of float32. */
const COMPARED: readonly (readonly [string, WeatherField, number, number])[] = [
  ['temperature', 'temperature', 1, 0.006],
  ['dew_point', 'dewPoint', 1, 0.006],
  ['wind_u', 'windU', 1, 0.05], // of NBM by a direction to 0.1°
  ['wind_v', 'windV', 1, 0.05],
  ['pressure_msl', 'pressureMsl', 1, 0.6],
  ['pressure_surface', 'pressureSurface', 1, 0.6],
  ['cloud_cover', 'cloudCover', 1, 0.0055],
  ['precipitation_rate', 'precipitationRate', 1, 0.002],
  ['cape', 'cape', 1, 0.6],
  ['smoke_pm2_5', 'smoke', 1, 0.011],
];

test.each(LEADS)('%s at %d h: every element is there, and is what the model forecasts', async (id, hours, without) => {
  const feed = feedOf('model', id);
  const { absent, made, grid, whole } = await elementsAt(feed, hours * HOUR);
  expect(absent.filter((element) => !without.includes(element))).toEqual([]);
  expect(whole).toBe(feed.partsOf('', RUN)[0]!.files[0]!.index === null);
  const model = forecastOf(id, createWorld(SEED));
  if (id === 'gefs-aerosol') return expectAir(model, RUN + hours * HOUR, grid, made);
  for (const [element, field, factor, tolerance] of COMPARED) {
    const values = made.get(element);
    if (values === undefined) continue;
    for (let cell = 0; cell < values.length; cell += 5) {
      const { latitude, longitude } = placeOf(grid, Math.floor(cell / grid.columns), cell % grid.columns);
      if (Math.abs(latitude) > 89.9 && element.startsWith('wind')) continue; // no direction at a pole
      const forecast = model.forecast(RUN, latitude, longitude, RUN + hours * HOUR)[field] * factor;
      if (!(Math.abs(values[cell]! - forecast) <= tolerance))
        expect.fail(`${element} at ${latitude} ${longitude}: ${values[cell]} served, ${forecast} forecast`);
    }
  }
});

const AIR: readonly (readonly [string, AirField])[] = [
  ['pm2_5', 'pm2_5'],
  ['pm10', 'pm10'],
  ['smoke_pm2_5', 'smoke'],
  ['dust_pm10', 'dust'],
];

function expectAir(model: ForecastModel, at: number, grid: Grid, made: ReadonlyMap<string, Float32Array>): void {
  for (const [element, field] of AIR)
    for (const [cell, value] of made.get(element)!.entries()) {
      const { latitude, longitude } = placeOf(grid, Math.floor(cell / grid.columns), cell % grid.columns);
      const forecast = model.air(RUN, latitude, longitude, at)[field];
      if (!(Math.abs(value - forecast) <= 0.011 + 1e-5 * forecast))
        expect.fail(`${element} at ${latitude} ${longitude}: ${value} served, ${forecast} forecast`);
    }
}

test.each(feedsOf('model'))('every file of $id appears, the last one last, within its latency', async (feed) => {
  const urls = feed.partsOf(upstream.url, RUN).flatMap(({ files }) => files.map(({ url }) => url));
  const last = feed.lastUrl(upstream.url, RUN);
  const source = createFeedSource(http, feed, upstream.url);
  const isThere = async (url: string) => (await fetch(url, { method: 'HEAD' })).status === 200;
  let [early, late] = [RUN, RUN + feed.latency + SLACK];
  now = late;
  expect(await source.isComplete(RUN)).toBe(true);
  while (late - early > 1) {
    now = Math.floor((early + late) / 2);
    if (await isThere(last)) late = now;
    else early = now;
  }
  now = late;
  for (const url of [urls[0]!, urls.at(-1)!, ...urls.filter((_, n) => n % 97 === 5)])
    expect([url, await isThere(url)]).toEqual([url, true]);
  now = early;
  expect(await source.isComplete(RUN)).toBe(false);
  now = RUN + 24 * HOUR;
});
