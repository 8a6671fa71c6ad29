import { beforeAll, expect, test } from 'vitest';
import { globalGrid, placesOfGrid } from '../../simulator/places.js';
import { createWeatherGrid } from '../../simulator/weather.js';
import { createWorld } from '../../simulator/world.js';

/** Year-round means of the simulated world against what Earth is known to have. */
const START = Date.UTC(2026, 0, 10) / 1000;
const grid = globalGrid(5);
const places = placesOfGrid(grid);
const means: Record<string, number> = {};
/** Covariance of the north wind and the eastward pressure gradient, north and south of 30°. */
const turning = { north: 0, south: 0 };
/** Land north of 30° in July minus January, K; and 15 h minus 5 h local time over tropical land, K. */
let yearly = 0;
let daily = 0;

function add(name: string, weight: number, value: number): void {
  means[name] = (means[name] ?? 0) + weight * value;
}

beforeAll(() => {
  const world = createWorld(3);
  const out = createWeatherGrid(grid.rows * grid.columns);
  let area = 0;
  for (let day = 0; day < 365; day += 11) {
    world.fillWeather(out, places, START + day * 86_400 + ((day * 5) % 24) * 3600, null);
    for (let n = 0; n < out.temperature.length; n++) {
      const latitude = places.latitudes[Math.floor(n / grid.columns)]!;
      const weight = Math.cos((latitude * Math.PI) / 180);
      area += weight;
      add('temperature', weight, out.temperature[n]!);
      add('pressure', weight, out.pressureMsl[n]!);
      add('wind', weight, Math.hypot(out.windU[n]!, out.windV[n]!));
      add('precipitation', weight, 24 * out.precipitationRate[n]!);
      add('wet', weight, out.precipitationRate[n]! >= 0.1 ? 1 : 0);
      add('snow', weight, out.snowShare[n]! > 0.5 && out.precipitationRate[n]! >= 0.1 ? 1 : 0);
      add('cloud', weight, out.cloudCover[n]!);
      add('ozone', weight, out.ozone[n]!);
      const east = n % grid.columns === grid.columns - 1 ? n + 1 - grid.columns : n + 1;
      const slope = out.pressureMsl[east]! - out.pressureMsl[n]!;
      if (latitude > 30 && latitude < 70) turning.north += slope * out.windV[n]!;
      if (latitude < -30 && latitude > -70) turning.south += slope * out.windV[n]!;
    }
  }
  for (const name of Object.keys(means)) means[name]! /= area;
  const at = (latitude: number, longitude: number, instant: string) =>
    world.truth(latitude, longitude, Date.parse(instant) / 1000).temperature;
  for (let n = 1; n <= 28; n++) {
    const day = String(n).padStart(2, '0');
    yearly += (at(52, 60, `2026-07-${day}T12:00:00Z`) - at(52, 60, `2026-01-${day}T12:00:00Z`)) / 28;
    daily += (at(20, 0, `2026-04-${day}T15:00:00Z`) - at(20, 0, `2026-04-${day}T05:00:00Z`)) / 28;
  }
});

test.each([
  ['temperature', 285, 291], // 288 K
  ['pressure', 100_600, 101_600], // 1011 hPa
  ['wind', 4, 8], // 10 m wind, 6.6 m/s over sea and 3.3 m/s over land
  ['precipitation', 2, 4], // 2.7 mm a day (GPCP)
  ['wet', 0.05, 0.12],
  ['snow', 0.003, 0.04],
  ['cloud', 0.3, 0.75],
  ['ozone', 270, 320], // 300 DU
])('mean %s is between %d and %d', (name, low, high) => {
  expect(means[name]).toBeGreaterThan(low);
  expect(means[name]).toBeLessThan(high);
});

test('wind blows around lows, the other way round in the south', () => {
  expect(turning.north).toBeGreaterThan(0);
  expect(turning.south).toBeLessThan(0);
});

test('a continent has winters and a desert has nights', () => {
  expect(yearly).toBeGreaterThan(12);
  expect(yearly).toBeLessThan(45);
  expect(daily).toBeGreaterThan(5);
  expect(daily).toBeLessThan(20);
});
