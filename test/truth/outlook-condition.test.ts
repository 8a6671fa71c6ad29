/** The sky of an outlook's dry dates, estimated from the daily range of temperature, against published sunshine of 14 climates. */

import { expect, test } from 'vitest';
import { sunshineShare } from '../../src/science/climatology/sunshine.js';
import { daySky } from '../../src/science/condition.js';

/**
 * Annual mean of possible sunshine, % (NOAA, Comparative Climatic Data, "Sunshine - average percent of possible"), and
 * annual mean of the daily maximum and minimum, °F (NOAA, normals 1981-2010).
 */
const CLIMATES: readonly [place: string, climate: string, sunshine: number, max: number, min: number][] = [
  ['Yuma, Arizona', 'hot desert', 90, 88, 62],
  ['Phoenix, Arizona', 'hot desert', 85, 87, 63],
  ['El Paso, Texas', 'cold desert', 84, 78, 53],
  ['Reno, Nevada', 'cold steppe', 79, 69, 40],
  ['Honolulu, Hawaii', 'tropical trade wind', 71, 85, 71],
  ['Miami, Florida', 'tropical monsoon', 70, 84, 70],
  ['Denver, Colorado', 'steppe', 69, 65, 36],
  ['San Francisco, California', 'mediterranean coast', 66, 64, 51],
  ['New York, New York', 'humid subtropical coast', 58, 62, 48],
  ['Minneapolis, Minnesota', 'humid continental', 58, 55, 37],
  ['New Orleans, Louisiana', 'humid subtropical', 57, 78, 62],
  ['Seattle, Washington', 'marine west coast', 47, 60, 45],
  ['Anchorage, Alaska', 'subarctic', 41, 44, 30],
  ['Juneau, Alaska', 'wet marine', 30, 48, 36],
];

const estimateOf = ([, , , max, min]: (typeof CLIMATES)[number]) => sunshineShare((max - min) / 1.8);

/** Mean error of the share of sunshine, 0..1. */
function meanError(estimate: (row: (typeof CLIMATES)[number]) => number): number {
  return CLIMATES.reduce((sum, row) => sum + Math.abs(estimate(row) - row[2] / 100), 0) / CLIMATES.length;
}

test('the estimated share of sunshine is nearer to the published ones than their own mean is', () => {
  const mean = CLIMATES.reduce((sum, [, , sunshine]) => sum + sunshine / 100, 0) / CLIMATES.length;
  expect(meanError(() => mean)).toBeGreaterThan(0.13);
  expect(meanError(estimateOf)).toBeLessThan(0.12);
});

test('the sky is right in 11 of 14 climates, where no constant is in more than 8', () => {
  const published = CLIMATES.map(([, , sunshine]) => daySky(1 - sunshine / 100));
  const right = CLIMATES.filter((row, i) => daySky(1 - estimateOf(row)) === published[i]);
  expect(right.length).toBeGreaterThanOrEqual(11);
  for (const sky of ['sun', 'partly', 'cloudy'])
    expect(published.filter((each) => each === sky).length, sky).toBeLessThanOrEqual(8);
});
