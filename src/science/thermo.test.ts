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

/** Relative humidity, %, at depressions of the wet bulb by 1 to 10 °C: a printed table for schools (FOSS), near sea level. */
const PRINTED: Readonly<Record<number, readonly number[]>> = {
  11: [89, 78, 67, 57, 47, 38, 28, 19, 11, 2],
  15: [90, 80, 71, 62, 54, 45, 37, 29, 22, 14],
  20: [91, 83, 75, 67, 59, 52, 45, 38, 32, 26],
  25: [92, 85, 77, 71, 64, 57, 51, 45, 40, 34],
  30: [93, 86, 80, 73, 67, 61, 56, 50, 45, 40],
  34: [93, 87, 81, 75, 69, 64, 59, 54, 49, 44],
};

test.each(Object.entries(PRINTED))(
  'wet bulb of air of %s °C agrees with the printed psychrometric table',
  (celsius, row) => {
    const T = Number(celsius);
    for (const [i, percent] of row.entries())
      expect(Math.abs(wetBulb(T + K, percent / 100, 101_325) - K - (T - i - 1))).toBeLessThan(0.25);
  },
);

test('wet bulb of 40 °C and a dew point of 7 °C is 20 °C (ASHRAE Fundamentals, example of moist air)', () => {
  expect(Math.abs(wetBulb(40 + K, relativeHumidity(40 + K, 7 + K), 101_325) - K - 20)).toBeLessThan(0.2);
});

/** WMO-No. 8, annex 4.B: e = es(Tw) − 6.53e-4 (1 + 0.000944 Tw) p (T − Tw), a ventilated psychrometer; °C and hPa. */
function humidityOfPsychrometer(T: number, Tw: number, hPa: number): number {
  const e = saturationVapourPressureHpa(Tw + K) - 6.53e-4 * (1 + 0.000944 * Tw) * hPa * (T - Tw);
  return e / saturationVapourPressureHpa(T + K);
}

test('wet bulb is within 0.2 K of the ventilated psychrometer of WMO-No. 8, from 550 to 1050 hPa', () => {
  for (const hPa of [550, 700, 850, 899, 901, 1013, 1050])
    for (let T = -20; T <= 40; T += 2)
      for (const depression of [0.5, 1, 2, 4, 8, 12, 16]) {
        const humidity = humidityOfPsychrometer(T, T - depression, hPa);
        if (!(humidity >= 0.02)) continue;
        const Tw = wetBulb(T + K, humidity, hPa * 100) - K;
        expect(Math.abs(Tw - (T - depression)), `${T} °C, ${depression} K, ${hPa} hPa`).toBeLessThan(0.2);
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
