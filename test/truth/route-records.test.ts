/**
 * The rule of the weather along a route, before anything is rounded: a sample at the beginning of its record has what the
 * forecast derives there, and between two records states lie on the line from one to the other.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { allLayers, NOW } from '../../bench/forecast-cube.fixture.js';
import { seededRandom } from '../../bench/seeded-random.fixture.js';
import type { CubeShelf } from '../../src/model/cube.js';
import { HOUR } from '../../src/model/time.js';
import { ROUTE_VARIABLES } from '../../src/model/variables.js';
import type { AlongWeather } from '../../src/products/route/along.js';
import { spotsOf } from '../../src/products/route/route.js';
import { wantsAlong, weatherAlong } from '../../src/products/route/weather.js';
import type { LayeredPoint } from '../../src/query/layers/layers.js';
import type { Calibration } from '../../src/query/weather/chances.js';
import { precipitationOn } from '../../src/query/weather/place/precipitation.js';
import { recordsOn, weatherOn } from '../../src/query/weather/place/records.js';
import { airOn } from '../../src/query/weather/place/scene.js';
import { quantitiesFor } from '../../src/query/weather/quantities.js';
import { createScratch } from '../../src/query/weather/scratch.js';
import type { Weather } from '../../src/query/weather/weather.js';
import { createMemoryCube, createMemoryShelf } from '../memory-cube.js';
import { trackOfPoints } from '../track-of-points.js';

const QUARTER = 900;
const COUNT = 60;
const QUANTITIES = quantitiesFor(ROUTE_VARIABLES);

const CALIBRATION: Calibration = {
  at: (latitude) => (latitude > 40 ? { hour: (chance) => 0.05 + 0.9 * chance, day: (chance) => chance } : null),
};

/** A source with holes: gusts, totals and whole steps are missing here and there, and it snows as often as it rains. */
function holedShelf(): CubeShelf {
  const first = Math.floor(NOW / HOUR) * HOUR - 12 * HOUR;
  const times = Array.from({ length: 120 }, (_, k) => first + k * HOUR).filter((_, k) => k % 17 !== 5);
  const hour = (time: number) => Math.floor(time / HOUR);
  const fields = {
    temperature: (t: number, latitude: number) => 272 + 5 * Math.sin(t / 9000 + latitude),
    dew_point: (t: number, latitude: number) => 272 + 4 * Math.sin(t / 8000 + latitude),
    pressure_surface: (_: number, latitude: number) => 86_000 + 3000 * Math.sin(latitude),
    temperature_850hpa: (t: number) => 273 + 4 * Math.sin(t / 20_000),
    wind_u: (t: number, latitude: number) => 8 * Math.sin(t / 7000 + latitude),
    wind_v: (t: number) => 5 * Math.cos(t / 6100),
    wind_gust: (t: number) => (hour(t) % 5 === 0 ? Number.NaN : 9 + 5 * Math.sin(t / 5000)),
    precipitation: (t: number) => (hour(t) % 7 === 0 ? Number.NaN : Math.max(0, 2 * Math.sin(t / 11_000))),
    precipitation_rate: (t: number) => Math.max(0, Math.cos(t / 9000)),
    rain_flag: (t: number) => hour(t) % 2,
    snow_flag: (t: number) => hour(t) % 3,
    cloud_cover: (t: number) => 0.5 + 0.5 * Math.sin(t / 5000),
    visibility: (t: number) => 4000 + 3900 * Math.sin(t / 7000),
    cape: () => 600,
  };
  const statics = { elevation: () => 300, land: (latitude: number) => (latitude > 45 ? 1 : 0) };
  return createMemoryShelf(createMemoryCube({ times, referenceTime: NOW - 6 * HOUR, fields, statics }));
}

interface Met {
  readonly along: AlongWeather;
  readonly times: Float64Array;
  readonly starts: Float64Array;
  /** What the forecast derives around each sample: the second record is the sample's. */
  readonly records: readonly Weather[];
  readonly seconds: Float64Array;
}

/** Samples at random places, each in a random record: in its middle somewhere, or at its beginning. */
async function meet(shelf: CubeShelf, isOnRecord: boolean): Promise<Met> {
  const random = seededRandom(7);
  const draw = (next: () => number) => Float64Array.from({ length: COUNT }, next);
  const seconds = draw(() => (random() < 0.5 ? QUARTER : HOUR));
  const firstHour = Math.floor(NOW / HOUR) * HOUR;
  const starts = seconds.map((step) => firstHour + Math.floor((random() * 100 * HOUR) / step) * step);
  const times = starts.map((start, i) => (isOnRecord ? start : start + random() * seconds[i]!));
  const samples = {
    count: COUNT,
    times,
    latitudes: draw(() => 30 + 25 * random()),
    longitudes: draw(() => -120 + 40 * random()),
    distances: draw(() => 0),
    waypoints: new Uint8Array(COUNT),
  };
  const bins = { starts, seconds };
  const heights = draw(() => (random() < 0.3 ? Number.NaN : 2000 * random()));
  const spots = spotsOf(samples, bins, heights);
  const { track, points } = await trackOfPoints(shelf, NOW, spots, wantsAlong(QUANTITIES));
  const { weather } = weatherAlong({
    track,
    samples,
    bins,
    quantities: QUANTITIES,
    calibration: CALIBRATION,
    views: [],
  });
  const records = points.map((point, i) =>
    recordsAround(point, samples.latitudes[i]!, samples.longitudes[i]!, starts[i]!, seconds[i]!),
  );
  return { along: weather, times, starts, seconds, records };
}

/** As the sections of an answer are made: on axes, here a few records around the one that is asked for. */
function recordsAround(series: LayeredPoint, latitude: number, longitude: number, start: number, step: number) {
  const scene = {
    site: { latitude, longitude, elevation: series.elevation },
    series,
    quantities: QUANTITIES,
    calibration: CALIBRATION,
    radar: null,
    scratch: createScratch(),
    onEstimatedGusts: () => undefined,
  };
  const hours = { start: Math.floor(start / HOUR) * HOUR - HOUR, step: HOUR, count: 3 };
  const fall = precipitationOn(scene, hours, airOn(scene, { ...hours, count: hours.count + 1 }));
  const axis = { start: start - step, step, count: 3 };
  return weatherOn(scene, recordsOn(axis), airOn(scene, axis), fall);
}

const NUMBERS = [
  'temperature',
  'apparentTemperature',
  'dewPoint',
  'humidity',
  'pressure',
  'windSpeed',
  'windDirection',
  'windGust',
  'cloud',
  'uv',
  'precipitation',
  'rain',
  'snow',
  'probability',
  'airQuality',
] as const satisfies readonly (keyof AlongWeather)[];
const STRAIGHT = ['temperature', 'apparentTemperature', 'dewPoint', 'humidity', 'pressure', 'cloud', 'uv'] as const;
const HELD = ['precipitation', 'rain', 'snow', 'probability', 'airQuality'] as const;

/** Rounding of a few operations in another order. */
function expectSame(actual: number, expected: number, what: string): void {
  if (Number.isNaN(expected)) expect(actual, what).toBeNaN();
  else
    expect(Math.abs(actual - expected), `${what}: ${actual} ≠ ${expected}`).toBeLessThanOrEqual(
      1e-9 * (1 + Math.abs(expected)),
    );
}

const WORLDS: readonly [string, CubeShelf][] = [
  ['all layers', allLayers],
  ['a source with holes', holedShelf()],
];

describe.each(WORLDS)('%s', (_, shelf) => {
  let onRecord: Met;
  let between: Met;
  beforeAll(async () => {
    onRecord = await meet(shelf, true);
    between = await meet(shelf, false);
  });

  test.each(NUMBERS)('a sample at the beginning of its record has the forecast’s %s', (name) => {
    for (const [i, record] of onRecord.records.entries())
      expectSame(onRecord.along[name][i]!, record[name][1]!, `${name} of ${i}`);
  });

  test('the condition is that of the record, wherever in it the sample lies', () => {
    for (const { along, records } of [onRecord, between])
      expect(along.condition).toEqual(records.map(({ condition }) => condition[1]));
  });

  test.each(HELD)('%s holds for the whole record', (name) => {
    for (const [i, record] of between.records.entries())
      expectSame(between.along[name][i]!, record[name][1]!, `${name} of ${i}`);
  });

  test('the gust holds for the whole record, but is nowhere below the wind', () => {
    for (const [i, { windGust }] of between.records.entries()) {
      const speed = between.along.windSpeed[i]!;
      expectSame(between.along.windGust[i]!, speed > windGust[1]! ? speed : windGust[1]!, `gust of ${i}`);
    }
  });

  test.each(STRAIGHT)('%s lies on the line between two records', (name) => {
    for (const [i, record] of between.records.entries()) {
      const part = (between.times[i]! - between.starts[i]!) / between.seconds[i]!;
      const [from, to] = [record[name][1]!, record[name][2]!];
      expectSame(between.along[name][i]!, (1 - part) * from + part * to, `${name} of ${i}`);
    }
  });

  test('wind goes straight by its components', () => {
    const components = (speed: number, direction: number) => {
      const towards = ((direction + 180) * Math.PI) / 180;
      return [speed * Math.sin(towards), speed * Math.cos(towards)] as const;
    };
    for (const [i, record] of between.records.entries()) {
      const part = (between.times[i]! - between.starts[i]!) / between.seconds[i]!;
      const [u0, v0] = components(record.windSpeed[1]!, record.windDirection[1]!);
      const [u1, v1] = components(record.windSpeed[2]!, record.windDirection[2]!);
      const [u, v] = components(between.along.windSpeed[i]!, between.along.windDirection[i]!);
      expectSame(u, (1 - part) * u0 + part * u1, `u of ${i}`);
      expectSame(v, (1 - part) * v0 + part * v1, `v of ${i}`);
    }
  });

  test('all of it has something to say', () => {
    const isKnown = (name: (typeof NUMBERS)[number]) => onRecord.along[name].some((value) => !Number.isNaN(value));
    const unknown = shelf === allLayers ? [] : ['pressure', 'airQuality'];
    expect(NUMBERS.filter((name) => !isKnown(name))).toEqual(unknown);
    expect(new Set(onRecord.along.condition).size).toBeGreaterThan(2);
  });
});
