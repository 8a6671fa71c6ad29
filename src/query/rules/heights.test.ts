import { expect, test } from 'vitest';
import type { DatasetId } from '../../model/dataset.js';
import { heightOfPlace } from './heights.js';
import { edgeShare, farthestOf } from './weights.js';

const KM = 1000;
const source = (edgeDistance: number, elevation = Number.NaN, dataset: DatasetId = 'hrrr') => ({
  dataset,
  edgeDistance,
  elevation,
});
const ROUND_THE_GLOBE = source(Number.POSITIVE_INFINITY, 100, 'gfs');

test.each<[name: string, inside: number, below: readonly number[], share: number]>([
  ['at the edge nothing', 0, [Number.POSITIVE_INFINITY], 0],
  ['half way in a half', 75, [Number.POSITIVE_INFINITY], 0.5],
  ['from 150 km on all', 150, [Number.POSITIVE_INFINITY], 1],
  ['deep inside all', 2000, [Number.POSITIVE_INFINITY], 1],
  ['with nothing below all, also at the edge', 0, [], 1],
  ['with what ends at the same edge all', 10, [10], 1],
  ['and with what ends a cell later', 10, [65], 1],
  ['where the others reach 110 km on, the fade is 50 km wide', 25, [135], 0.5],
  ['the one that reaches farthest counts', 75, [80, 1000], 0.5],
])('%s', (_name, inside, below, share) => {
  const others = below.map((each) => source(each * KM));
  expect(edgeShare(inside * KM, farthestOf(others), 150 * KM)).toBeCloseTo(share, 9);
});

test('a source round the globe has no edge', () => {
  expect(edgeShare(Number.POSITIVE_INFINITY, 9e9, 150 * KM)).toBe(1);
});

test('the height of a place goes over from one ground to the next as the sources do', () => {
  const at = (inside: number) => heightOfPlace([source(inside * KM, 500), ROUND_THE_GLOBE]);
  expect([at(0), at(75), at(150)]).toEqual([100, 300, 500]);
});

test('sources without a ground are passed over; without any the height is not known', () => {
  expect(heightOfPlace([source(900 * KM), ROUND_THE_GLOBE])).toBe(100);
  expect(heightOfPlace([source(20 * KM, 500), source(900 * KM)])).toBe(500);
  expect(heightOfPlace([source(900 * KM)])).toBeNaN();
  expect(heightOfPlace([])).toBeNaN();
});
