import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dewPoint, relativeHumidity, saturationVapourPressureHpa, stationPressure, wetBulb } from './thermo.js';

const K = 273.15;
const fahrenheit = (degrees: number) => (degrees - 32) / 1.8 + K;

test.each([
  [0, 6.112],
  [5, 8.72],
  [10, 12.27],
  [18, 20.63],
  [25, 31.67],
])('saturation at %d °C is %d hPa (MetPy)', (celsius, hPa) => {
  expect(saturationVapourPressureHpa(celsius + K)).toBeCloseTo(hPa, 2);
});

test.each([
  ['25 °C and 15 °C', 25 + K, 15 + K, 0.538],
  ['70 °F and 55 °F', fahrenheit(70), fahrenheit(55), 0.58935],
])('humidity of air and dew point %s (MetPy)', (_, temperature, dew, expected) => {
  expect(relativeHumidity(temperature, dew)).toBeCloseTo(expected, 4);
});

test.each([
  [30, 30, 11],
  [25, 45, 12],
  [10, 55, 1],
  [20, 80, 16],
  [25, 85, 22],
])('dew point of %d °C at %d%% is %d °C (MetPy)', (celsius, percent, expected) => {
  expect(Math.round(dewPoint(celsius + K, percent / 100) - K)).toBe(expected);
});

test.each([
  [20, 50, 13.699],
  [10, 50, 5.10125],
  [5, 90, 3.99465],
])('wet bulb of %d °C at %d%% near sea level is %d °C (Stull 2011)', (celsius, percent, expected) => {
  expect(wetBulb(celsius + K, percent / 100, 101_325) - K).toBeCloseTo(expected, 3);
});

test('where rain turns to snow, the psychrometric equation takes over from Stull within his error of 0.65 °C', () => {
  for (let celsius = -3; celsius <= 8; celsius++)
    for (let humidity = 0.3; humidity < 0.99; humidity += 0.05) {
      const fitted = wetBulb(celsius + K, humidity, 90_001);
      const solved = wetBulb(celsius + K, humidity, 90_000);
      expect(Math.abs(fitted - solved)).toBeLessThan(0.65);
    }
});

/** WMO-No. 8: e = es(Tw) − 6.53e-4 (1 + 0.000944 Tw) p (T − Tw), a ventilated psychrometer; °C and hPa. */
test('a psychrometer in the mountains that shows the temperature and the wet bulb reads the humidity within 2%', () => {
  for (const hPa of [850, 700, 550])
    for (let celsius = 0; celsius <= 25; celsius += 5)
      for (const humidity of [0.2, 0.5, 0.8]) {
        const Tw = wetBulb(celsius + K, humidity, hPa * 100) - K;
        const A = 6.53e-4 * (1 + 0.000944 * Tw);
        const e = saturationVapourPressureHpa(Tw + K) - A * hPa * (celsius - Tw);
        expect(Math.abs(e / saturationVapourPressureHpa(celsius + K) - humidity)).toBeLessThan(0.02);
      }
});

test('saturated air has the wet bulb of its temperature, also in the cold and high up', () => {
  for (const [celsius, pressure] of [
    [-40, 101_325],
    [0, 60_000],
    [20, 80_000],
  ] as const)
    expect(wetBulb(celsius + K, 1, pressure)).toBeCloseTo(celsius + K, 6);
});

test('1101.90 hPa at sea level is 980 hPa at 1000 m and 15 °C (the inverse of a published reduction)', () => {
  expect(stationPressure(110_190, 1000, 15 + K) / 100).toBeCloseTo(980, 2);
});

const temperature = fc.double({ min: 200, max: 330, noNaN: true });
const humidity = fc.double({ min: 0, max: 1, noNaN: true });
const pressure = fc.double({ min: 50_000, max: 108_000, noNaN: true });

test('dew point ≤ wet bulb ≤ temperature, and humidity stays within 0..1', () => {
  fc.assert(
    fc.property(temperature, humidity, pressure, (T, rh, p) => {
      const dew = dewPoint(T, rh);
      expect(dew).toBeLessThanOrEqual(T);
      expect(wetBulb(T, rh, p)).toBeLessThanOrEqual(T);
      expect(relativeHumidity(T, dew)).toBeGreaterThanOrEqual(0);
      expect(relativeHumidity(T, dew)).toBeLessThanOrEqual(1);
      if (rh >= 0.01 && T > 240) expect(relativeHumidity(T, dew)).toBeCloseTo(rh, 6);
    }),
    { seed: 1 },
  );
});

test('a dew point above the temperature, as packed fields have it, is saturation', () => {
  expect(relativeHumidity(280, 280.02)).toBe(1);
});

test('missing in, missing out', () => {
  const unknown = Number.NaN;
  expect([
    relativeHumidity(unknown, 280),
    relativeHumidity(280, unknown),
    dewPoint(unknown, 0.5),
    dewPoint(280, unknown),
    wetBulb(unknown, 0.5, 1e5),
    wetBulb(280, unknown, 1e5),
    wetBulb(280, 0.5, unknown),
    stationPressure(unknown, 0, 280),
  ]).toEqual(Array(8).fill(unknown));
});
