import { expect, test } from 'vitest';
import { blended, weightOfKnown } from './blending.js';

const UNKNOWN = Number.NaN;

test.each([
  ['both known', 4, 2, 0.75, 0.75, 3.5],
  ['the radar alone counts', 4, 2, 1, 1, 4],
  ['the radar counts nothing', 4, 2, 0, 0, 2],
  ['only the radar knows', 4, UNKNOWN, 0.5, 1, 4],
  ['only the model knows', UNKNOWN, 2, 0.5, 0, 2],
  ['nobody knows', UNKNOWN, UNKNOWN, 0.5, 0, UNKNOWN],
])('%s', (_name, radar, model, weight, counts, rate) => {
  expect(weightOfKnown(radar, model, weight)).toBe(counts);
  expect(blended(counts, radar, model)).toBe(rate);
});
