import { expect, test } from 'vitest';
import { adjustToElevation, elevationStep, LARGEST_ADJUSTMENT_M } from './downscale.js';

test('a kilometre up is 6.5 K colder with a dew point 5.2 K lower, and down the reverse', () => {
  const up = adjustToElevation({ temperature: 290, dewPoint: 280 }, 1000);
  expect(up.temperature).toBeCloseTo(283.5, 9);
  expect(up.dewPoint).toBeCloseTo(274.8, 9);
  const back = adjustToElevation(up, -1000);
  expect(back.temperature).toBeCloseTo(290, 9);
  expect(back.dewPoint).toBeCloseTo(280, 9);
});

test('air that saturates on the way up keeps its dew point at its temperature', () => {
  expect(adjustToElevation({ temperature: 280, dewPoint: 280 }, 500)).toEqual({
    temperature: 276.75,
    dewPoint: 276.75,
  });
});

test('one missing number leaves the other', () => {
  expect(adjustToElevation({ temperature: 280, dewPoint: Number.NaN }, 100).temperature).toBeCloseTo(279.35, 9);
  expect(adjustToElevation({ temperature: 280, dewPoint: Number.NaN }, 100).dewPoint).toBeNaN();
});

test.each([
  [500, 300, 200, false],
  [0, 1500, -1500, false],
  [0, 1501, -LARGEST_ADJUSTMENT_M, true],
  [4807, 1200, LARGEST_ADJUSTMENT_M, true],
  [Number.NaN, 300, 0, false],
  [300, Number.NaN, 0, false],
])('from %d m over a model ground of %d m: step %d m, clamped %s', (place, model, dz, clamped) => {
  expect(elevationStep(place, model)).toEqual({ dz, clamped });
});
