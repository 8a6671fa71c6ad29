import { expect, test } from 'vitest';
import { chanceAt, chanceDiskKm } from './chance-at.js';
import { packRates, tiledField } from './tiled-field.js';
import { wetMaskOf, wetShare } from './wet-share.js';

const SIDE = 256;
const MIDDLE = SIDE / 2;

function fieldOf(rate: (row: number, column: number) => number) {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => rate(Math.floor(i / SIDE), i % SIDE));
  return tiledField(SIDE, SIDE, 0.1, packRates(values, 0.1));
}

test.each([
  [0, 30, 0],
  [10, 1e9, 10],
  [60, 60, 45], // half of 60, half of 30
  [30, 10, 0.25 * 30 + 0.75 * 7.5],
  [120, 10, 120],
  [150, 10, 120],
])('at a lead of %d min, in echoes of %d km, the disk is %d km wide', (lead, echo, diameter) => {
  expect(chanceDiskKm(lead, echo)).toBeCloseTo(diameter, 4);
});

test('at the instant of the frame the chance is that of the pixel, 0 or 1', () => {
  const field = fieldOf((row, column) => ((row + column) % 2 === 0 ? 1 : 0));
  expect([chanceAt(field, 80, 80, 0, 1, 1), chanceAt(field, 80, 81, 0, 1, 1)]).toEqual([1, 0]);
});

test.each([1, 3, 6, 12, 30, 60, 100])('on a straight edge of wide rain the chance is a half, %d min ahead', (lead) => {
  const field = fieldOf((_, column) => (column >= MIDDLE ? 2 : 0));
  expect(chanceAt(field, MIDDLE, MIDDLE - 0.5, lead, 1, 1)).toBeCloseTo(0.5, 0);
  expect(Math.abs(chanceAt(field, MIDDLE, MIDDLE - 0.5, lead, 1, 1) - 0.5)).toBeLessThan(0.1);
  const reach = lead / 2 + 2;
  expect(chanceAt(field, MIDDLE, MIDDLE - 0.5 - reach, lead, 1, 1)).toBe(0);
  expect(chanceAt(field, MIDDLE, MIDDLE - 0.5 + reach, lead, 1, 1)).toBe(1);
});

test('a large disk is counted pixel by pixel', () => {
  const field = fieldOf((row, column) => ((row * 31 + column * 17) % 5 === 0 ? 1 : 0));
  const wide = fieldOf(() => 1);
  const radius = chanceDiskKm(120, 1e9) / 2;
  expect(chanceAt(field, MIDDLE, MIDDLE, 120, 1, 1)).toBe(wetShare(wetMaskOf(field), MIDDLE, MIDDLE, radius, radius));
  expect(chanceAt(wide, MIDDLE, MIDDLE, 120, 1, 1)).toBe(1);
});

test('a shower of 6 km is surer for a quarter of an hour than one that is known to within 15 km', () => {
  const field = fieldOf((row, column) => (Math.hypot((row % 64) - 32, (column % 64) - 32) <= 6 ? 2 : 0));
  const inDisk = wetShare(wetMaskOf(field), 96, 96, 7.5, 7.5);
  expect(inDisk).toBeLessThan(0.7);
  expect(chanceAt(field, 96, 96, 15, 1, 1)).toBeGreaterThan(0.9);
});

test.each([4, 60])(
  '%d min ahead nothing is said where less than half of the disk was observed, unless less is asked',
  (lead) => {
    const field = fieldOf((_, column) => (column > MIDDLE ? Number.NaN : 1));
    const beyond = MIDDLE + 2;
    expect(chanceAt(field, MIDDLE, MIDDLE - 1, lead, 1, 1)).toBe(1);
    expect(chanceAt(field, MIDDLE, beyond, lead, 1, 1)).toBeNaN();
    expect(chanceAt(field, MIDDLE, MIDDLE + 1, 60, 1, 1, 0, 0)).toBe(1);
  },
);
