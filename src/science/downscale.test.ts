import { expect, test } from 'vitest';
import { elevationShift, elevationStep, LARGEST_ADJUSTMENT_M } from './downscale.js';

test('a kilometre up is 6.5 K colder with a dew point 5.2 K lower, and down the reverse', () => {
  for (const direction of [1, -1]) {
    const { temperature, dewPoint } = elevationShift(direction * 1000);
    expect(temperature).toBeCloseTo(-6.5 * direction, 9);
    expect(dewPoint).toBeCloseTo(-5.2 * direction, 9);
  }
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
