import { expect, test } from 'vitest';
import { radarWeight, radarWeightByCorrelations } from './radar-weight.js';

test.each([
  [0, 1],
  [60, 1],
  [90, 0.75],
  [120, 0.5],
  [149, 0.2583],
  [200, 0],
])('at a lead of %d min: %d', (lead, expected) => {
  expect(radarWeight(lead)).toBeCloseTo(expected, 4);
});

test.each([
  [1, 0.5, 1],
  [0.5, 1, 0],
  [0.6, 0.6, 0.5],
  [1, 1, 0.5],
  [0.8, 0.6, 0.64], // 0.64 / (0.36 + 0.64)
])('correlations of %d by radar and %d by the model: %d', (radar, model, expected) => {
  expect(radarWeightByCorrelations(radar, model)).toBeCloseTo(expected, 12);
});

test('unknown stays unknown', () => {
  expect(radarWeight(Number.NaN)).toBeNaN();
  expect(radarWeightByCorrelations(Number.NaN, 0.5)).toBeNaN();
});
