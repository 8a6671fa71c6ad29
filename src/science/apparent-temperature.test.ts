import { expect, test } from 'vitest';
import { apparentTemperature, heatIndex, windChill } from './apparent-temperature.js';

const toKelvin = (fahrenheit: number) => (fahrenheit - 32) / 1.8 + 273.15;
const toFahrenheit = (kelvin: number) => (kelvin - 273.15) * 1.8 + 32;
const mph = (speed: number) => speed * 0.44704;

test.each([
  [80, 40, 79.79, 'MetPy, against the NWS page'],
  [92, 70, 112.18, 'MetPy'],
  [86, 88, 104.19, 'MetPy: humid adjustment'],
  [96, 65, 121.03, 'MetPy'],
  [86, 45, 86.57, 'NWS calculator, by MetPy'],
  [111, 27, 121.03, 'NWS calculator, by MetPy'],
  [96, 60, 116.13, 'NWS calculator, by MetPy'],
  [90, 90, 121.9, 'MetPy documentation'],
  [100, 10, 94.12, 'WPC equation: dry adjustment, below the air temperature'],
  [95, 70, toFahrenheit(50.3405 + 273.15), 'MetPy, 35 °C'],
])('heat index of %d °F at %d%% is %d °F (%s)', (T, R, expected) => {
  expect(toFahrenheit(heatIndex(toKelvin(T), R / 100))).toBeCloseTo(expected, 1);
});

test.each([
  [40, 5, 36, 'NWS chart'],
  [0, 15, -19, 'NWS chart'],
  [-10, 20, -35, 'NWS chart'],
  [20, 15, 6, 'NWS chart'],
  [5, 30, -19, 'NWS chart'],
  [-45, 25, -84, 'MetPy'],
  [-10, 55, -46, 'MetPy'],
])('wind chill of %d °F and %d mph is %d °F (%s)', (T, V, expected) => {
  expect(Math.round(toFahrenheit(windChill(toKelvin(T), mph(V))))).toBe(expected);
});

test('wind chill of 10 °F and 4 mph is 2.66 °F in the US form', () => {
  expect(toFahrenheit(windChill(toKelvin(10), mph(4)))).toBeCloseTo(2.66, 2);
});

test.each([
  [-5, 126, -18.94, 0.05, 'MetPy, metric form: the forms differ by hundredths'],
  [-20, 30, -32.57, 0.05, 'metric form'],
])('wind chill of %d °C and %d km/h is %d °C', (celsius, kmh, expected, tolerance) => {
  const felt = windChill(celsius + 273.15, kmh / 3.6) - 273.15;
  expect(Math.abs(felt - expected)).toBeLessThan(tolerance);
});

test.each([
  ['51 °F and 4 mph: too warm for wind chill', 51, 50, 4],
  ['49 °F and 3 mph: too calm', 49, 50, 3],
  ['calm', 0, 50, 0],
  ['70 °F', 70, 90, 20],
  ['79.9 °F', 79.9, 90, 20],
])('%s: the air temperature itself', (_, T, R, V) => {
  expect(apparentTemperature(toKelvin(T), R / 100, mph(V))).toBe(toKelvin(T));
});

test('both thresholds belong to their formulas: 50 °F, 80 °F', () => {
  expect(apparentTemperature(toKelvin(50), 0.5, mph(20))).toBe(windChill(toKelvin(50), mph(20)));
  expect(apparentTemperature(283.15, 0.5, mph(20))).toBe(windChill(283.15, mph(20)));
  expect(apparentTemperature(toKelvin(80), 0.9, mph(20))).toBe(heatIndex(toKelvin(80), 0.9));
});

test('only the branch in force asks for its own number', () => {
  const unknown = Number.NaN;
  expect(apparentTemperature(unknown, 0.5, 5)).toBeNaN();
  expect(apparentTemperature(toKelvin(20), 0.5, unknown)).toBeNaN();
  expect(apparentTemperature(toKelvin(20), unknown, mph(15))).not.toBeNaN();
  expect(apparentTemperature(toKelvin(90), unknown, 5)).toBeNaN();
  expect(apparentTemperature(toKelvin(90), 0.5, unknown)).not.toBeNaN();
  expect(apparentTemperature(toKelvin(60), unknown, unknown)).toBe(toKelvin(60));
});
