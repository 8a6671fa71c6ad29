import { expect, test } from 'vitest';
import { onsetUncertainty } from './onset.js';

test.each([
  [5, 40, 2, 2],
  [30, 40, 2, 6],
  [60, 40, 2, 10],
  [30, 40, 10, 8],
  [30, 8, 5, 20],
])('rain %d min away at %d km/h, frames every %d min: ± %d min', (lead, speed, cadence, expected) => {
  expect(onsetUncertainty(lead, speed, cadence)).toBe(expected);
});

test('it never falls with the lead, never rises with the speed, and ends at an hour', () => {
  for (let lead = 1; lead < 150; lead++)
    for (const speed of [0, 9, 20, 80]) {
      const here = onsetUncertainty(lead, speed, 5);
      expect(onsetUncertainty(lead + 1, speed, 5)).toBeGreaterThanOrEqual(here);
      expect(onsetUncertainty(lead, speed + 10, 5)).toBeLessThanOrEqual(here);
    }
  expect(onsetUncertainty(115, 0, 10)).toBe(60);
  expect(onsetUncertainty(1, 500, 1)).toBe(1);
});
