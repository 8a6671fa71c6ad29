import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ForecastVariableId, HOURLY_VARIABLES } from '../../model/variables.js';
import { alongWeather } from './along.fixture.js';
import type { AlongWeather } from './along.js';
import { extremesOf } from './extremes.js';

function extremes(weather: AlongWeather, count: number, variables: readonly ForecastVariableId[], unavailable = [-1]) {
  return extremesOf({
    count,
    weather,
    variables: new Set(variables),
    isOk: (i) => !unavailable.includes(i),
  });
}

/** A column of two values for every variable. */
const EVERYTHING = Object.fromEntries(
  Object.keys(alongWeather({})).map((field) => [
    field,
    field === 'condition' ? ['sun', 'rain'] : Float64Array.of(2, 3),
  ]),
) as unknown as AlongWeather;

test('states have a lowest and a highest, the rest a highest, conditions and directions nothing', () => {
  const keys = extremes(EVERYTHING, 2, HOURLY_VARIABLES).map(({ variable, aggregate }) => `${variable}_${aggregate}`);
  expect(new Set(keys)).toEqual(
    new Set([
      ...['temperature', 'apparent_temperature', 'dew_point', 'humidity', 'pressure'].flatMap((name) => [
        `${name}_min`,
        `${name}_max`,
      ]),
      ...['wind_speed', 'wind_gust', 'precipitation', 'rain_total', 'snow_total'].map((name) => `${name}_max`),
      ...['precipitation_probability', 'cloud_cover', 'uv_index', 'air_quality_index'].map((name) => `${name}_max`),
    ]),
  );
});

test('they stand in the order of the request', () => {
  const found = extremes(EVERYTHING, 2, ['wind_gust', 'condition', 'temperature']);
  expect(found.map(({ variable, aggregate, index, value }) => [variable, aggregate, index, value])).toEqual([
    ['wind_gust', 'max', 1, 3],
    ['temperature', 'min', 0, 2],
    ['temperature', 'max', 1, 3],
  ]);
});

test('of equals it is the first, and what is null or unavailable does not count', () => {
  const weather = alongWeather({ windKmh: [null, 36, 72, 72, 108] });
  expect(extremes(weather, 5, ['wind_speed'], [4])).toEqual([
    { variable: 'wind_speed', aggregate: 'max', index: 2, value: 20 },
  ]);
});

test('a variable that is null everywhere has none', () => {
  expect(extremes(alongWeather({ celsius: [null, null], mm: [0, 0] }), 2, ['temperature', 'precipitation'])).toEqual([
    { variable: 'precipitation', aggregate: 'max', index: 0, value: 0 },
  ]);
});

test('a route may have temperatures below zero and still a highest', () => {
  const found = extremes(alongWeather({ celsius: [-30, -10, -20] }), 3, ['temperature']);
  expect(found.map(({ aggregate, index }) => [aggregate, index])).toEqual([
    ['min', 0],
    ['max', 1],
  ]);
});

const figures = fc.array(fc.option(fc.double({ min: -50, max: 50, noNaN: true })), { minLength: 1, maxLength: 30 });

test('no value lies beyond the extremes, and each is the value of its sample', () => {
  fc.assert(
    fc.property(figures, fc.array(fc.nat(29)), (celsius, unavailable) => {
      const weather = alongWeather({ celsius });
      const known = celsius.flatMap((value, i) => (value === null || unavailable.includes(i) ? [] : [i]));
      const found = extremes(weather, celsius.length, ['temperature'], unavailable);
      expect(found).toHaveLength(known.length === 0 ? 0 : 2);
      for (const { aggregate, index, value } of found) {
        expect(known).toContain(index);
        expect(value).toBe(weather.temperature[index]);
        for (const i of known) {
          const isBeyond = aggregate === 'min' ? weather.temperature[i]! < value : weather.temperature[i]! > value;
          expect(isBeyond || (weather.temperature[i] === value && i < index)).toBe(false);
        }
      }
    }),
  );
});
