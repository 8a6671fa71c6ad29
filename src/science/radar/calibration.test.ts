import { expect, test } from 'vitest';
import { calibratedChance } from './calibration.js';

const CURVES = [
  { leadMinutes: 10, raw: [0, 0.5, 1], observed: [0.02, 0.4, 0.9], samples: 500 },
  { leadMinutes: 30, raw: [0.1, 0.9], observed: [0.2, 0.6], samples: 300 },
];

test.each([
  ['on a point', 10, 0.5, 0.4],
  ['between points', 10, 0.75, 0.65],
  ['below the first point: its own', 30, 0.05, 0.2],
  ['above the last point: its own', 30, 1, 0.6],
  ['between leads', 20, 0.5, 0.4], // halfway between 0.4 and 0.4
  ['nearer to the later lead', 25, 1, 0.675], // 0.25 × 0.9 + 0.75 × 0.6
  ['before the first lead: its own', 0, 0.5, 0.4],
  ['after the last lead: its own', 110, 0.9, 0.6],
  ['an exact 0 stays 0', 10, 0, 0],
])('%s', (_, lead, raw, expected) => {
  expect(calibratedChance(CURVES, lead, raw)).toBeCloseTo(expected, 12);
});

test('without curves a chance stands as it is, and unknown stays unknown', () => {
  expect(calibratedChance([], 30, 0.3)).toBe(0.3);
  expect(calibratedChance(CURVES, 30, Number.NaN)).toBeNaN();
});
