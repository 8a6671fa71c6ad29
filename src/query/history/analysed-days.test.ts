import { expect, test } from 'vitest';
import { memoryAnalysis } from '../../../test/memory-analysis.js';
import { readAnalysedAir, readAnalysis } from './analysed-days.js';

const DAYS = [20_700, 20_701] as const;

test('temperatures are moved from the ground of the model to the height of the place, by 6.5 K a kilometre', async () => {
  const analysis = memoryAnalysis({ temperature_max: 290, temperature_min: 280, snow_total: 30, elevation: 500 });
  const place = { latitude: 46.5, longitude: 8, elevation: 1500 };
  const { values, clamped } = await readAnalysis(analysis, place, DAYS);
  expect(Array.from(values.get('temperature_max')!)).toEqual([283.5, 283.5].map((value) => expect.closeTo(value, 6)));
  expect(values.get('temperature_min')![0]).toBeCloseTo(273.5, 6);
  expect(values.get('snow_total')![0]).toBe(30);
  expect(clamped).toBe(false);
  const unknown = await readAnalysis(analysis, { ...place, elevation: null }, DAYS);
  expect(unknown.values.get('temperature_max')![0]).toBe(290);
  const summit = await readAnalysis(analysis, { ...place, elevation: 4000 }, DAYS);
  expect(summit.values.get('temperature_max')![0]).toBeCloseTo(290 - 1.5 * 6.5, 6);
  expect(summit.clamped).toBe(true);
});

test('cells on the other side of the date line, whose dates are a day apart, do not count', async () => {
  const analysis = memoryAnalysis({ precipitation: 1 });
  // 180° itself is in UTC+12; the cell east of it in UTC−12
  const { values } = await readAnalysis(analysis, { latitude: 0, longitude: 179.9, elevation: 0 }, DAYS);
  expect(values.get('precipitation')![0]).toBe(1);
  expect(analysis.corners.map(({ longitude }) => longitude)).toEqual([179.75, -180]);
  await readAnalysis(analysis, { latitude: 0, longitude: -179.9, elevation: 0 }, DAYS);
  expect(analysis.corners.map(({ longitude }) => longitude)).toEqual([-179.75]);
});

test.each([
  [90, 0],
  [-90, 120],
  [0, 180],
  [0, -180],
])('a place at %d, %d has days', async (latitude, longitude) => {
  const analysis = memoryAnalysis({ precipitation: 2 });
  const { values } = await readAnalysis(analysis, { latitude, longitude, elevation: 0 }, DAYS);
  expect(values.get('precipitation')![0]).toBe(2);
});

// EPA's breakpoints of 2024: PM2.5 9.0 → 50, 35.4 → 100; PM10 154 → 100
test.each([
  [9.0, 10, 50],
  [35.4, 10, 100],
  [1, 154, 100],
  [Number.NaN, 154, 100],
  [9.0, Number.NaN, 50],
  [Number.NaN, Number.NaN, Number.NaN],
])('daily means of %d and %d µg/m³ are an index of %d', async (pm2_5, pm10, index) => {
  const place = { latitude: 0, longitude: 0, elevation: 0 };
  const air = await readAnalysedAir(memoryAnalysis({ pm2_5, pm10 }), place, DAYS);
  expect([...air.index]).toEqual([index, index]);
});
