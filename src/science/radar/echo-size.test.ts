import { expect, test } from 'vitest';
import { ECHO_RATES, echoSizesAt } from './echo-size.js';
import { packRates, tiledField } from './tiled-field.js';

const SIDE = 384;
const MIDDLE = SIDE / 2;

function fieldOf(rate: (row: number, column: number) => number) {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => rate(Math.floor(i / SIDE), i % SIDE));
  return tiledField(SIDE, SIDE, 0.1, packRates(values, 0.1));
}

function sizesAt(field: ReturnType<typeof fieldOf>, row = MIDDLE, column = MIDDLE, around = 0): number[] {
  const sizes = new Float64Array(ECHO_RATES.length);
  echoSizesAt(field, row, column, around, sizes);
  return [...sizes];
}

/** Round showers of a radius, 45 pixels apart. */
const showers =
  (radius: number, rate = 2) =>
  (row: number, column: number) =>
    Math.hypot((row % 45) - 22, (column % 45) - 22) <= radius ? rate : 0;

/** The mean share that is wet of disks of 12 pixels round the wet pixels, of one shower, pixel by pixel. */
function meanShare(radius: number): number {
  const isWet = showers(radius);
  let [sum, count] = [0, 0];
  for (let row = 0; row < 45; row++)
    for (let column = 0; column < 45; column++) {
      if (isWet(row, column) === 0) continue;
      let [wet, pixels] = [0, 0];
      for (let dy = -6; dy <= 6; dy++)
        for (let dx = -6; dx <= 6; dx++) {
          if (dy * dy + dx * dx > 36) continue;
          pixels += 1;
          if (isWet(row + dy + 45, column + dx + 45) > 0) wet += 1;
        }
      sum += wet / pixels;
      count += 1;
    }
  return sum / count;
}

test.each([4, 7, 12, 18])('in showers of radius %d the size is that of the mean share round their pixels', (radius) => {
  const mean = meanShare(radius);
  const size = sizesAt(fieldOf(showers(radius)))[0]!;
  expect(size / ((12 * mean) / (1 - mean))).toBeGreaterThan(0.85);
  expect(size / ((12 * mean) / (1 - mean))).toBeLessThan(1.15);
});

test('wide rain is larger than any shower, and heavy cores in it are as small as they are', () => {
  const field = fieldOf((row, column) => 0.5 + showers(5, 10)(row, column));
  const [light, , heavy] = sizesAt(field);
  expect(light).toBeGreaterThan(500);
  expect(heavy! / sizesAt(fieldOf(showers(5)))[0]!).toBeCloseTo(1, 0);
});

test('where it does not rain sizes are those that are expected, each half of the one before', () => {
  expect(sizesAt(fieldOf(() => 0))).toEqual([20, 10, 5, 2.5].map((size) => expect.closeTo(size, 4)));
  expect(sizesAt(fieldOf(() => Number.NaN))).toEqual([20, 10, 5, 2.5].map((size) => expect.closeTo(size, 4)));
});

test('a lone pixel of rain in a hole of the coverage says nothing, and stops nothing', () => {
  const [row, column] = [MIDDLE - (MIDDLE % 4), MIDDLE - (MIDDLE % 4)];
  const inHole = (y: number, x: number) => Math.max(Math.abs(y - row), Math.abs(x - column)) <= 6;
  const field = fieldOf((y, x) => (y === row && x === column ? 2 : inHole(y, x) ? Number.NaN : 0));
  expect(sizesAt(field)).toEqual([20, 10, 5, 2.5].map((size) => expect.closeTo(size, 4)));
});

test('small showers beside wide rain have sizes of their own, and between them sizes have no edges', () => {
  const field = fieldOf((row, column) => (column < 128 ? 2 : column >= 256 ? showers(5)(row, column) : 0));
  const along = Array.from({ length: 24 }, (_, cell) => sizesAt(field, MIDDLE, 16 * cell + 8)[0]!);
  expect(along[0]! / along.at(-1)!).toBeGreaterThan(5);
  for (let cell = 1; cell < along.length; cell++) {
    const ratio = along[cell]! / along[cell - 1]!;
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(1.3);
  }
});

test('the order in which places are asked changes nothing', () => {
  const rain = showers(9);
  const [one, other] = [fieldOf(rain), fieldOf(rain)];
  const places = [10, 100, 200, 300, 380].flatMap((row) => [5, 150, 370].map((column) => [row, column] as const));
  const forward = places.map(([row, column]) => sizesAt(one, row, column));
  const backward = places.toReversed().map(([row, column]) => sizesAt(other, row, column));
  expect(backward.toReversed()).toEqual(forward);
});

test('on a grid round the globe tiles beyond the seam count, and places beyond the grid take the nearest on it', () => {
  const west = fieldOf((row, column) => (column < 128 ? showers(9)(row, column) : 0));
  const east = fieldOf((row, column) => (column >= 256 ? showers(9)(row, column - 256) : 0));
  expect(sizesAt(east, MIDDLE, SIDE + 8, SIDE)).toEqual(sizesAt(east, MIDDLE, 8, SIDE));
  expect(sizesAt(east, MIDDLE, 8, SIDE)[0]! / sizesAt(west, MIDDLE, 128 + 8, SIDE)[0]!).toBeCloseTo(1, 0);
  expect(sizesAt(east, -5, SIDE + 3)).toEqual(sizesAt(east, 0, SIDE - 1));
});
