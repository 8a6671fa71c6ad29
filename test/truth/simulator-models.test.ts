import { beforeAll, expect, test } from 'vitest';
import { nbmLattice } from '../../simulator/feeds/nbm.js';
import { cellCentres } from '../../simulator/lambert-lattice.js';
import { forecastOf, memberOf } from '../../simulator/models.js';
import { globalGrid, placesOfGrid } from '../../simulator/places.js';
import { pointsAt } from '../../simulator/points.js';
import { createWeatherGrid, WEATHER_FIELDS } from '../../simulator/weather.js';
import { createWorld, stateOf } from '../../simulator/world.js';
import { DATASETS, type DatasetId } from '../../src/model/dataset.js';
import { HOUR } from '../../src/model/time.js';

const RUN = Date.UTC(2026, 10, 20) / 1000;
const world = createWorld(11);
const grid = globalGrid(7.5);
const places = placesOfGrid(grid);
const centres = cellCentres(nbmLattice(5));
const points = pointsAt(centres.latitudes, centres.longitudes, world.waves);

test.each(['truth', 'forecast'])('a scattered point has the weather that it has alone: %s', (which) => {
  const at = RUN + 30 * HOUR;
  const error = which === 'truth' ? null : memberOf('nbm', world, 3).errorAt(RUN, 30 * HOUR);
  const out = createWeatherGrid(points.latitudes.length);
  const rain = new Float32Array(points.latitudes.length);
  world.fillPoints(out, points, at, error);
  world.fillPrecipitation(rain, points, at, error);
  expect(rain).toEqual(out.precipitationRate);
  for (let n = 0; n < rain.length; n++) {
    const alone = world.stateAt(points.latitudes[n]!, points.longitudes[n]!, at, error);
    for (const field of WEATHER_FIELDS)
      expect(Math.abs(out[field][n]! - alone[field])).toBeLessThan(1e-5 * Math.max(1, Math.abs(alone[field])));
  }
});

test('precipitation alone is that of the whole weather, on rows too', () => {
  const out = createWeatherGrid(places.elevation.length);
  const rain = new Float32Array(places.elevation.length);
  const error = memberOf('gefs', world, 7).errorAt(RUN, 50 * HOUR);
  world.fillWeather(out, places, RUN + 50 * HOUR, error);
  world.fillPrecipitation(rain, places, RUN + 50 * HOUR, error);
  expect(rain).toEqual(out.precipitationRate);
  expect(Math.max(...rain)).toBeGreaterThan(1);
  expect(stateOf(out, places, 0).precipitationRate).toBe(rain[0]);
});

/** Root mean square error of temperature over the globe and some runs, the bias taken off. */
function errorOf(dataset: DatasetId, days: number): { bias: number; spread: number } {
  const model = forecastOf(dataset, world);
  const [forecast, truth] = [createWeatherGrid(places.elevation.length), createWeatherGrid(places.elevation.length)];
  let [area, sum, squares] = [0, 0, 0];
  for (let n = 0; n < 8; n++) {
    const run = RUN + n * 30 * HOUR;
    const lead = days * 24 * HOUR;
    world.fillWeather(forecast, places, run + lead, model.errorAt(run, lead));
    world.fillWeather(truth, places, run + lead, null);
    for (const [i, value] of truth.temperature.entries()) {
      const weight = Math.cos((places.latitudes[Math.floor(i / grid.columns)]! * Math.PI) / 180);
      area += weight;
      sum += weight * (forecast.temperature[i]! - value);
      squares += weight * (forecast.temperature[i]! - value) ** 2;
    }
  }
  return { bias: sum / area, spread: Math.sqrt(squares / area - (sum / area) ** 2) };
}

test.each([
  ['gfs', 0.8],
  ['ecmwf-ifs', -0.2],
  ['hrrr', 0.3],
  ['nbm', 0.1],
  ['icon-eu', -0.3],
  ['gefs', 0.4],
] as const)('%s has the bias that it is said to have: %d K', (dataset, bias) => {
  expect(Math.abs(errorOf(dataset, 2).bias - bias)).toBeLessThan(0.08);
});

test.each([
  [1, 'hrrr', 'gfs'],
  [1, 'icon-eu', 'gfs'],
  [4, 'ecmwf-ifs', 'gfs'],
  [4, 'nbm', 'ecmwf-ifs'],
] as const)('on day %d %s is better than %s', (days, better, worse) => {
  expect(errorOf(better, days).spread).toBeLessThan(errorOf(worse, days).spread);
});

test('datasets of one upstream are one forecast, others are not', () => {
  const temperature = (dataset: DatasetId) =>
    forecastOf(dataset, world).forecast(RUN, 40, -95, RUN + 15 * HOUR).temperature;
  expect(temperature('hrrr-extended')).toBe(temperature('hrrr'));
  expect(temperature('hrrr-subhourly')).toBe(temperature('hrrr'));
  expect(temperature('gefs-extended')).toBe(temperature('gefs'));
  expect(new Set(DATASETS.map(({ id }) => temperature(id))).size).toBe(8);
});

const BINS = 5;
const forecasts = { gefs: [] as number[][], nbm: [] as number[][] };

beforeAll(() => {
  for (const dataset of ['gefs', 'nbm'] as const) {
    const members = Array.from({ length: 20 }, (_, number) => memberOf(dataset, world, number));
    const counts = Array.from({ length: BINS }, () => [0, 0, 0]);
    const rain = new Float32Array(places.elevation.length);
    const hits = new Float32Array(rain.length);
    for (let n = 0; n < 14; n++) {
      const run = RUN + n * 31 * HOUR;
      const lead = 72 * HOUR;
      hits.fill(0);
      for (const member of members) {
        world.fillPrecipitation(rain, places, run + lead, member.errorAt(run, lead));
        for (const [i, rate] of rain.entries()) if (rate > 0.3) hits[i]! += 1 / members.length;
      }
      world.fillPrecipitation(rain, places, run + lead, null);
      for (const [i, rate] of rain.entries()) {
        const bin = counts[Math.min(BINS - 1, Math.floor(hits[i]! * BINS))]!;
        bin[0]! += 1;
        bin[1]! += hits[i]!;
        bin[2]! += rate > 0.3 ? 1 : 0;
      }
    }
    forecasts[dataset] = counts;
  }
});

test.each(['gefs', 'nbm'] as const)('of what the members of %s say with some share, that share happens', (dataset) => {
  for (const [places, said, happened] of forecasts[dataset] as [number, number, number][]) {
    if (places < 150) continue;
    // Places of one system are wet together: a tenth of them count as drawn apart.
    const sampling = 3 * Math.sqrt(0.25 / (places / 10));
    expect(Math.abs(said - happened) / places).toBeLessThan(0.03 + sampling);
  }
  expect(forecasts[dataset].filter(([places]) => places! >= 150).length).toBeGreaterThan(2);
});
