import { expect, test } from 'vitest';
import { createForecastModel } from '../../simulator/forecast-error.js';
import { globalGrid, placesOfGrid } from '../../simulator/places.js';
import { createWeatherGrid, WEATHER_FIELDS, type WeatherField } from '../../simulator/weather.js';
import { createWorld } from '../../simulator/world.js';
import { HOUR } from '../../src/model/time.js';

const RUN = Date.UTC(2026, 10, 20) / 1000;
const world = createWorld(11);
const grid = globalGrid(5);
const places = placesOfGrid(grid);

/** Area-weighted mean and root mean square of forecast − truth over the globe and over runs a day apart. */
function errorsOf(field: WeatherField, leadHours: number, biasKelvin: number, runs = 6) {
  const model = createForecastModel(world, biasKelvin);
  const [forecast, truth] = [createWeatherGrid(grid.rows * grid.columns), createWeatherGrid(grid.rows * grid.columns)];
  let [area, sum, squares] = [0, 0, 0];
  for (let n = 0; n < runs; n++) {
    const run = RUN + n * 30 * HOUR;
    world.fillWeather(forecast, places, run + leadHours * HOUR, model.errorAt(run, leadHours * HOUR));
    world.fillWeather(truth, places, run + leadHours * HOUR, null);
    for (let i = 0; i < truth[field].length; i++) {
      const weight = Math.cos((places.latitudes[Math.floor(i / grid.columns)]! * Math.PI) / 180);
      const error = forecast[field][i]! - truth[field][i]!;
      area += weight;
      sum += weight * error;
      squares += weight * error * error;
    }
  }
  return { mean: sum / area, rms: Math.sqrt(squares / area) };
}

test.each([
  [6, 0.8],
  [48, 0.8],
  [240, 0.8],
  [48, -1.5],
  [48, 0],
])('a forecast of %d h has the bias that was put in: %d K', (leadHours, bias) => {
  expect(Math.abs(errorsOf('temperature', leadHours, bias).mean - bias)).toBeLessThan(0.06);
  expect(Math.abs(errorsOf('dewPoint', leadHours, bias).mean - bias)).toBeLessThan(0.12);
});

test('what has no bias gets none', () => {
  expect(Math.abs(errorsOf('pressureMsl', 72, 0.8).mean)).toBeLessThan(5);
  expect(Math.abs(errorsOf('precipitationRate', 72, 0.8, 20).mean)).toBeLessThan(0.02);
});

const GROWING: [WeatherField, number, number][] = [
  ['temperature', 0.25, 2.2], // K
  ['pressureMsl', 5, 350], // Pa
  ['windU', 0.1, 1.5], // m/s
  ['cloudCover', 0.02, 0.15],
];
for (const [field, atAnalysis, atTenDays] of GROWING)
  test(`the error of ${field} grows with lead time from nearly nothing`, () => {
    const leads = [0, 12, 48, 120, 240];
    const errors = leads.map((lead) => errorsOf(field, lead, 0).rms);
    expect(errors[0]).toBeLessThan(atAnalysis);
    expect(errors.at(-1)).toBeGreaterThan(atTenDays);
    for (let n = 1; n < errors.length; n++) expect(errors[n]).toBeGreaterThan(errors[n - 1]!);
  });

test('a forecast is continuous in lead time', () => {
  const model = createForecastModel(world);
  for (let hours = 0; hours < 384; hours += 7) {
    const states = [0, 300].map((later) => model.forecast(RUN, 48, 11, RUN + hours * HOUR + later));
    expect(Math.abs(states[1]!.temperature - states[0]!.temperature)).toBeLessThan(0.8);
    expect(Math.abs(states[1]!.pressureMsl - states[0]!.pressureMsl)).toBeLessThan(60);
  }
});

test('a run is the same whenever it is asked for, and differs from the next', () => {
  const model = createForecastModel(world);
  const again = createForecastModel(createWorld(11));
  const next = model.forecast(RUN + 6 * HOUR, 48, 11, RUN + 60 * HOUR);
  expect(again.forecast(RUN, 48, 11, RUN + 60 * HOUR)).toEqual(model.forecast(RUN, 48, 11, RUN + 60 * HOUR));
  expect(next).not.toEqual(model.forecast(RUN, 48, 11, RUN + 60 * HOUR));
});

test('a forecast is as physical as the truth', () => {
  const model = createForecastModel(world, -3);
  for (let n = 0; n < 500; n++) {
    const state = model.forecast(RUN, ((n * 37) % 180) - 90, (n * 61) % 360, RUN + (n % 384) * HOUR);
    for (const field of WEATHER_FIELDS) expect(Number.isFinite(state[field])).toBe(true);
    expect(state.dewPoint).toBeLessThanOrEqual(state.temperature);
    expect(state.gust).toBeGreaterThanOrEqual(Math.hypot(state.windU, state.windV));
    if (state.precipitationRate >= 0.1) expect(state.cloudCover).toBeGreaterThan(0.5);
  }
});
