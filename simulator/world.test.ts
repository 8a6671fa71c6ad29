import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globalGrid, placesOfGrid } from './places.js';
import { createWeatherGrid, WEATHER_FIELDS } from './weather.js';
import { createWorld, stateOf, type WeatherState } from './world.js';

const START = Date.UTC(2026, 10, 20) / 1000;
const world = createWorld(7);
const somewhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 360, noNaN: true }),
  at: fc.integer({ min: START - 5 * 365 * 86_400, max: START + 5 * 365 * 86_400 }),
});

const BOUNDS: Record<string, [number, number]> = {
  temperature: [180, 325],
  dewPoint: [170, 308],
  pressureMsl: [90_000, 109_000],
  pressureSurface: [40_000, 109_000],
  windU: [-60, 60],
  windV: [-60, 60],
  gust: [0, 90],
  precipitationRate: [0, 150],
  cloudCover: [0, 1],
  visibility: [10, 24_100],
  ozone: [150, 500],
  cape: [0, 6000],
  temperature850hpa: [190, 315],
  elevation: [0, 7000],
};

function expectPhysical(state: WeatherState): void {
  for (const [field, [low, high]] of Object.entries(BOUNDS)) {
    const value = state[field as keyof WeatherState] as number;
    if (!(value >= low && value <= high)) expect.fail(`${field} is ${value}`);
  }
  const { rainShare, freezingRainShare, icePelletsShare, snowShare, precipitationRate: rate } = state;
  const shares = rainShare + freezingRainShare + icePelletsShare + snowShare;
  expect(Math.abs(shares - (rate > 0 ? 1 : 0))).toBeLessThan(1e-6);
  expect(Math.min(rainShare, freezingRainShare, icePelletsShare, snowShare)).toBeGreaterThanOrEqual(0);
  expect(state.dewPoint).toBeLessThanOrEqual(state.temperature);
  expect(state.gust).toBeGreaterThanOrEqual(Math.hypot(state.windU, state.windV));
  expect(state.pressureSurface).toBeLessThanOrEqual(state.pressureMsl);
  if (rate >= 0.1) expect(state.cloudCover).toBeGreaterThan(0.5);
  if (state.temperature > 283) expect(snowShare).toBe(0);
  if (state.temperature > 273.15) expect(freezingRainShare + icePelletsShare).toBeLessThan(1e-6);
}

test('weather is physical and consistent anywhere, at any time', () => {
  fc.assert(
    fc.property(somewhere, ({ latitude, longitude, at }) => expectPhysical(world.truth(latitude, longitude, at))),
    { numRuns: 3000 },
  );
});

test('a place in a grid has the weather that it has alone', () => {
  const grid = globalGrid(2.5);
  const places = placesOfGrid(grid);
  const out = createWeatherGrid(grid.rows * grid.columns);
  let wet = 0;
  for (const at of [START + 1234, START + 100 * 86_400]) {
    world.fillWeather(out, places, at, null);
    for (let n = 0; n < out.temperature.length; n += 7) {
      const latitude = places.latitudes[Math.floor(n / grid.columns)]!;
      const alone = world.truth(latitude, places.longitudes[n % grid.columns]!, at);
      const inGrid = stateOf(out, places, n);
      if (alone.precipitationRate > 1) wet++;
      for (const field of WEATHER_FIELDS) {
        const tolerance = 1e-5 * Math.max(1, Math.abs(alone[field]));
        if (Math.abs(alone[field] - inGrid[field]) > tolerance)
          expect.fail(`${field} at ${n}: ${alone[field]} alone, ${inGrid[field]} in the grid`);
      }
      expect(inGrid.land).toBe(alone.land);
    }
  }
  expect(wet).toBeGreaterThan(20); // showers were met, not only waves
});

test('longitudes a turn apart are one place, and the seam is smooth', () => {
  for (let latitude = -75; latitude <= 75; latitude += 15) {
    const here = world.truth(latitude, 5, START);
    const turned = world.truth(latitude, 365, START);
    const [west, east] = [world.truth(latitude, 359.9999, START), world.truth(latitude, 0.0001, START)];
    for (const field of WEATHER_FIELDS) {
      const scale = Math.max(1, Math.abs(here[field]));
      expect(Math.abs(here[field] - turned[field]) / scale).toBeLessThan(1e-5);
      expect(Math.abs(west[field] - east[field]) / scale).toBeLessThan(1e-2);
    }
  }
});

test('equal seeds are equal worlds, in any order of looking; other seeds are others', () => {
  const again = createWorld(7);
  const other = createWorld(8);
  const looks = Array.from(
    { length: 40 },
    (_, n) => [((n * 37) % 160) - 80, (n * 61) % 360, START + n * 40_000] as const,
  );
  const first = looks.map((look) => world.truth(...look));
  const backwards = [...looks].reverse().map((look) => again.truth(...look));
  expect(backwards.reverse()).toEqual(first);
  expect(looks.map((look) => other.truth(...look))).not.toEqual(first);
});

test('weather is continuous in time', () => {
  for (let n = 0; n < 200; n++) {
    const [latitude, longitude] = [((n * 37) % 170) - 85, (n * 61) % 360];
    const [a, b] = [START + n * 5000, START + n * 5000 + 60].map((at) => world.truth(latitude, longitude, at)) as [
      WeatherState,
      WeatherState,
    ];
    expect(Math.abs(a.temperature - b.temperature)).toBeLessThan(0.3);
    expect(Math.abs(a.pressureMsl - b.pressureMsl)).toBeLessThan(20);
    expect(Math.abs(a.precipitationRate - b.precipitationRate)).toBeLessThan(1);
  }
});

test('a seed that is no whole number is refused', () => {
  expect(() => createWorld(0.5)).toThrow('seed is 0.5');
});
