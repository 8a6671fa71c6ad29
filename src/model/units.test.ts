import { expect, test } from 'vitest';
import { NULL_SCALED } from './answer.js';
import {
  allowedUnits,
  converter,
  DIMENSION_IDS,
  DIMENSIONS,
  differenceConverter,
  resolveUnits,
  roundScaled,
  scaleColumn,
  UNIT_SYSTEMS,
} from './units.js';

/** One canonical value and what it is in each unit, from the units' own definitions. */
const EQUAL: readonly (readonly [Parameters<typeof converter>[0], number, string, number])[] = [
  ['elevation', 0.3048, 'ft', 1],
  ['elevation', 8848.86, 'm', 8848.86],
  ['temperature', 273.15, 'degC', 0],
  ['temperature', 273.15, 'degF', 32],
  ['temperature', 373.15, 'degF', 212],
  ['temperature', 255.372222222, 'degF', 0],
  ['temperature', 233.15, 'degF', -40],
  ['temperature', 300, 'K', 300],
  ['precipitation', 25.4, 'in', 1],
  ['precipitation', 25.4, 'mm', 25.4],
  ['precipitation', 25.4, 'm', 0.0254],
  ['precipitation_rate', 50.8, 'in/h', 2],
  ['precipitation_rate', 3.6, 'm/s', 1e-6],
  ['precipitation_rate', 3.6, 'mm/h', 3.6],
  ['pressure', 101325, 'hPa', 1013.25],
  ['pressure', 101325, 'inHg', 29.9213],
  ['pressure', 101325, 'Pa', 101325],
  ['wind_speed', 10, 'km/h', 36],
  ['wind_speed', 0.44704, 'mph', 1],
  ['wind_speed', 10, 'm/s', 10],
  ['visibility', 1609.344, 'mi', 1],
  ['visibility', 24140.16, 'km', 24.14016],
  ['visibility', 24140.16, 'm', 24140.16],
];

test.each(EQUAL)('%s of %d canonical is the right number of %s', (dimension, canonical, unit, expected) => {
  const { factor, offset } = converter(dimension, unit);
  expect(canonical * factor + offset).toBeCloseTo(expected, 4);
});

test('every unit of every dimension is in the table above', () => {
  const tried = new Set(EQUAL.map(([dimension, , unit]) => `${dimension} ${unit}`));
  const all = DIMENSION_IDS.flatMap((dimension) => allowedUnits(dimension).map((unit) => `${dimension} ${unit}`));
  expect(all.filter((one) => !tried.has(one))).toEqual([]);
});

test('the allowed units are those of the interface, in its order', () => {
  expect(Object.fromEntries(DIMENSION_IDS.map((dimension) => [dimension, allowedUnits(dimension)]))).toEqual({
    elevation: ['m', 'ft'],
    temperature: ['degC', 'degF', 'K'],
    precipitation: ['mm', 'in', 'm'],
    precipitation_rate: ['mm/h', 'in/h', 'm/s'],
    pressure: ['hPa', 'inHg', 'Pa'],
    wind_speed: ['km/h', 'mph', 'm/s'],
    visibility: ['km', 'mi', 'm'],
  });
});

test('decimals of every unit', () => {
  const decimals = DIMENSION_IDS.flatMap((dimension) =>
    allowedUnits(dimension).map((unit) => `${dimension} ${unit} ${converter(dimension, unit).decimals}`),
  );
  expect(decimals.join(', ')).toBe(
    'elevation m 0, elevation ft 0, temperature degC 1, temperature degF 1, temperature K 1, ' +
      'precipitation mm 2, precipitation in 3, precipitation m 6, ' +
      'precipitation_rate mm/h 2, precipitation_rate in/h 3, precipitation_rate m/s 10, ' +
      'pressure hPa 1, pressure inHg 2, pressure Pa 0, wind_speed km/h 1, wind_speed mph 1, wind_speed m/s 1, ' +
      'visibility km 1, visibility mi 1, visibility m 0',
  );
});

test('each system takes units that its dimensions have', () => {
  for (const dimension of DIMENSION_IDS)
    for (const system of UNIT_SYSTEMS)
      expect(allowedUnits(dimension)).toContain(DIMENSIONS[dimension].defaults[system]);
});

test('the units object has all fields, and an override changes its own dimension only', () => {
  expect(resolveUnits('us', { wind_speed: 'm/s' })).toEqual({
    system: 'us',
    elevation: 'ft',
    percentage: '%',
    temperature: 'degF',
    precipitation: 'in',
    precipitation_rate: 'in/h',
    pressure: 'inHg',
    wind_speed: 'm/s',
    visibility: 'mi',
    degrees: 'degree',
  });
  const defaults = [resolveUnits('metric'), resolveUnits('si')].map((units) => Object.values(units).join(' '));
  expect(defaults).toEqual(['metric m % degC mm mm/h hPa km/h km degree', 'si m % K m m/s Pa m/s m degree']);
});

test.each([['m'], ['__proto__'], ['constructor'], ['degc'], ['']])('temperature has no unit "%s"', (unit) => {
  expect(() => converter('temperature', unit)).toThrow(RangeError);
});

test.each([
  [1.005, 2, 101], // 1.005 × 100 = 100.49999999999999
  [2.675, 2, 268], // 2.675 × 100 = 267.49999999999994
  [1.45, 1, 15],
  [8.345, 2, 835],
  [0.5, 0, 1],
  [1.5, 0, 2],
  [2.5, 0, 3],
  [-0.5, 0, -1],
  [-1.005, 2, -101],
  [-2.675, 2, -268],
  [1.0049, 2, 100],
  [-1.0049, 2, -100],
  [0.049999, 1, 0],
  [179.999995, 5, 18_000_000],
  [101325.5, 0, 101326],
  [20000000.5, 0, 20000001],
])('%d with %i decimals is %i', (value, decimals, expected) => {
  expect(roundScaled(value, decimals)).toBe(expected);
});

test('a small negative number becomes 0, not −0', () => {
  expect(Object.is(roundScaled(-0.04, 1), 0)).toBe(true);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 3e9, -3e9])('%d is null', (value) => {
  expect(roundScaled(value, 0)).toBe(NULL_SCALED);
});

test('a column is converted, rounded once, and keeps its gaps', () => {
  const fahrenheit = scaleColumn([273.15, Number.NaN, 300.15, 233.15], converter('temperature', 'degF'));
  expect([...fahrenheit]).toEqual([320, NULL_SCALED, 806, -400]);
});

test('metric answers converted by hand are the us answers within a last place', () => {
  for (let kelvin = 220; kelvin < 325; kelvin += 0.37) {
    const celsius = scaleColumn([kelvin], converter('temperature', 'degC'))[0]! / 10;
    const fahrenheit = scaleColumn([kelvin], converter('temperature', 'degF'))[0]! / 10;
    expect(Math.abs(celsius * 1.8 + 32 - fahrenheit)).toBeLessThan(0.05 * 1.8 + 0.05 + 1e-9);
  }
});

test('a difference of temperatures scales by 1.8 in °F and has no offset', () => {
  const { factor, offset } = differenceConverter('temperature', 'degF');
  expect([1 * factor + offset, -0.5 * factor + offset, 0 * factor + offset]).toEqual([1.8, -0.9, 0]);
  expect(differenceConverter('temperature', 'degC')).toMatchObject({ factor: 1, offset: 0 });
  expect(differenceConverter('precipitation', 'in').factor).toBeCloseTo(1 / 25.4, 12);
  expect(() => differenceConverter('temperature', 'mm')).toThrow(RangeError);
});
