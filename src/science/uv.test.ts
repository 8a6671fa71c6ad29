import { expect, test } from 'vitest';
import { clearSkyUv, cloudFactor, elevationFactor, uvIndex } from './uv.js';

const zenith = (degrees: number) => Math.cos((degrees * Math.PI) / 180);

test.each([
  [0, 300, 12.5],
  [30, 300, 8.83],
  [60, 300, 2.34],
  [30, 350, 7.3],
])('clear sky, sun %d° from the zenith, %d DU: %d (Madronich 2007)', (degrees, ozone, expected) => {
  expect(clearSkyUv(zenith(degrees), ozone)).toBeCloseTo(expected, 2);
});

test.each([
  [0, 1],
  [0.25, 0.937],
  [0.5, 0.858],
  [0.75, 0.73],
  [0.9, 0.478],
  [1, 0.31],
])('cloud of %d lets %d through', (cloud, factor) => {
  expect(cloudFactor(cloud)).toBeCloseTo(factor, 3);
});

test('the arithmetic of the EPA: 280 mW/m² at 1 km under broken cloud is 8.67', () => {
  expect((280 / 25) * elevationFactor(1000) * cloudFactor(0.75)).toBeCloseTo(8.67, 2);
});

test('night is 0 whatever else is unknown; the edge of night too', () => {
  expect(uvIndex(-0.2, Number.NaN, Number.NaN, Number.NaN)).toBe(0);
  expect(uvIndex(0, 300, 0, 0)).toBe(0);
});

test('unknown ozone is 300 DU, unknown height sea level, unknown cloud or sun missing', () => {
  expect(uvIndex(1, Number.NaN, Number.NaN, 0)).toBeCloseTo(12.5, 9);
  expect(uvIndex(1, 300, 0, Number.NaN)).toBeNaN();
  expect(uvIndex(Number.NaN, 300, 0, 0)).toBeNaN();
});

test('nothing exceeds 20', () => {
  expect(uvIndex(1, 200, 5000, 0)).toBe(20);
});
