import { expect, test } from 'vitest';
import { airQualityIndex, WINDOW_HOURS } from './air-quality-window.js';

const same = (value: number) => new Float64Array(WINDOW_HOURS).fill(value);

// EPA's breakpoints of 2024: PM2.5 9.0 → 50, 35.4 → 100; PM10 154 → 100; ozone of eight hours 0.070 ppm → 100
for (const [name, fine, coarse, ozone, index] of [
  ['fine particles', 35.4, 10, 20, 100],
  ['coarse particles', 1, 154, 20, 100],
  ['ozone, in ppb', 1, 10, 70, 100],
  ['an hour of much ozone beside a fair mean', 1, 10, 54, 50],
  ['what is known', 9, Number.NaN, Number.NaN, 50],
  ['nothing', Number.NaN, Number.NaN, Number.NaN, Number.NaN],
] as const)
  test(`the index follows ${name}`, () => {
    expect(airQualityIndex(same(fine), same(coarse), same(ozone))).toBe(index);
  });

test('particles count by their NowCast, the newest hour first', () => {
  // The mean that EPA's weights give is 17.4 µg/m³: (100 − 51) / (35.4 − 9.1) × (17.4 − 9.1) + 51
  const hours = Float64Array.of(13, 16, 10, 21, 74, 64, 53, 82, 90, 75, 80, 50);
  const none = same(Number.NaN);
  expect(airQualityIndex(hours, none, none)).toBe(66);
});

test('ozone needs six of its eight hours', () => {
  const none = same(Number.NaN);
  const known = (hours: number) => same(70).fill(Number.NaN, hours);
  expect(airQualityIndex(none, none, known(6))).toBe(100);
  expect(airQualityIndex(none, none, known(5))).toBeNaN();
});
