import { expect, test } from 'vitest';
import { thunderProbability } from './thunder.js';

test.each([
  [1, 1000, 1, 3600, 0.64],
  [1, 500, 1, 3600, 0.4],
  [1, 99, 1, 3600, 0],
  [1, 1000, 0.29, 3600, 0],
  [0, 3000, 1, 3600, 0],
  [1, 100, 0.3, 3600, 0.1], // the edges belong to thunder: a tenth of 1.02 flashes
])('%d mm/h, CAPE %d J/kg, cloud %d, %d s: %d', (rate, cape, cloud, seconds, expected) => {
  expect(thunderProbability(rate, cape, cloud, seconds)).toBeCloseTo(expected, 2);
});

test('an hour is four quarters that are drawn alone', () => {
  const quarter = thunderProbability(2, 400, 1, 900);
  expect(thunderProbability(2, 400, 1, 3600)).toBeCloseTo(1 - (1 - quarter) ** 4, 12);
});

test('missing rate, CAPE or cloud: missing, unless the others rule thunder out', () => {
  const unknown = Number.NaN;
  expect(thunderProbability(unknown, 1000, 1, 3600)).toBeNaN();
  expect(thunderProbability(1, unknown, 1, 3600)).toBeNaN();
  expect(thunderProbability(1, 1000, unknown, 3600)).toBeNaN();
  expect(thunderProbability(0, unknown, unknown, 3600)).toBe(0);
});
