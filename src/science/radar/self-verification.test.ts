import fc from 'fast-check';
import { expect, test } from 'vitest';
import { uniformMotion } from '../../../test/memory-radar.js';
import { noReliabilityCounts } from './reliability-counts.js';
import { countChances, type PlaceLattice, verificationPlaces } from './self-verification.js';
import { packRates, tiledField } from './tiled-field.js';

const SIZE = 120;
const LATTICE: PlaceLattice = { spacing: 6, offset: 2, weight: 0.25, around: 0 };
const KILOMETRE = () => ({ row: 1, column: 1 });

const field = (rate: (row: number, column: number) => number) =>
  tiledField(
    SIZE,
    SIZE,
    0.1,
    packRates(
      Float32Array.from({ length: SIZE * SIZE }, (_, i) => rate(Math.floor(i / SIZE), i % SIZE)),
      0.1,
    ),
  );
/** Rain to the west of a column. */
const rainTo = (column: number) => field((_, x) => (x < column ? 2 : 0));
const sum = (list: ArrayLike<number>) => Array.from(list).reduce((total, value) => total + value, 0);

function verified(from: Parameters<typeof field>[0], came: Parameters<typeof field>[0], u: number, lead: number) {
  const counts = noReliabilityCounts();
  const places = verificationPlaces(field(came), LATTICE, KILOMETRE);
  const nowcast = { field: field(from), motion: uniformMotion(SIZE, SIZE, u, 0), leadMinutes: lead };
  countChances(nowcast, places, counts);
  return counts;
}

test('places are the observed pixels of the lattice, wet from 0.1 mm/h on', () => {
  const came = field((row, column) => (column < 60 ? (row < 60 ? Number.NaN : 0.1) : 0));
  const places = verificationPlaces(came, LATTICE, (row, column) => ({ row: 1, column: 1 + row + column }));
  expect(places.rows).toHaveLength(300); // 20 × 20 less a quarter
  expect(sum(places.wet)).toBe(100);
  const at = places.rows.findIndex((row, k) => row === 62 && places.columns[k] === 8);
  expect([places.wet[at], places.kmPerRow[at], places.kmPerColumn[at]]).toEqual([1, 1, 71]);
});

test('rain that moved as it was expected to: whole disks came true, and what only touched it did not', () => {
  const counts = verified(
    (_, column) => (column < 50 ? 2 : 0),
    (_, column) => (column < 80 ? 2 : 0),
    1,
    30,
  );
  const [pairs, observed] = [[...counts.pairs], [...counts.observed]];
  expect(observed[9]).toBe(pairs[9]);
  expect(observed[0]).toBe(0);
  // 20 rows of the lattice; disks of a radius of 15 pixels lie on both sides of the edge at 5 of its columns (68 to 92), and
  // at the first of them nine tenths and more are wet.
  expect(sum(pairs.slice(0, 9))).toBe(0.25 * 20 * 4);
});

test('the chance is counted as it was given: at the edge half of the disk', () => {
  const counts = noReliabilityCounts();
  const places = verificationPlaces(rainTo(60), { ...LATTICE, spacing: 1000, offset: 60 }, KILOMETRE);
  countChances({ field: rainTo(60), motion: uniformMotion(SIZE, SIZE, 0, 0), leadMinutes: 20 }, places, counts);
  // A disk of radius 10 has 317 pixels, of which 21 in the column of the edge: (317 − 21) / 2 to the west of it. Echoes
  // of some size make it a little smaller.
  expect(counts.forecast[4]! / 0.25).toBeCloseTo(148 / 317, 2);
  expect([...counts.observed]).toEqual(new Array(10).fill(0));
});

function shareOnGrid(row: number, column: number, radius: number): number {
  let [all, inside] = [0, 0];
  for (let y = row - radius; y <= row + radius; y++)
    for (let x = column - radius; x <= column + radius; x++) {
      if ((y - row) ** 2 + (x - column) ** 2 > radius ** 2) continue;
      all += 1;
      if (y >= 0 && x >= 0 && y < SIZE && x < SIZE) inside += 1;
    }
  return inside / all;
}

test('where no rain was near, or less than half of the disk was known, there is no pair', () => {
  expect(
    sum(
      verified(
        () => 0,
        () => 5,
        1,
        60,
      ).pairs,
    ),
  ).toBe(0);
  const beyond = verified(
    () => 5,
    () => 5,
    1,
    60,
  );
  let known = 0;
  for (let row = 2; row < SIZE; row += 6)
    for (let column = 2; column < SIZE; column += 6) known += shareOnGrid(row, column - 60, 30) >= 0.5 ? 0.25 : 0;
  expect(known).toBeGreaterThan(40);
  expect(sum(beyond.pairs)).toBe(known);
  expect(
    sum(
      verified(
        () => Number.NaN,
        () => 5,
        0,
        10,
      ).pairs,
    ),
  ).toBe(0);
});

test('never more came true than were counted, and no chance lies outside its tenth', () => {
  const waves = (a: number, b: number) => (row: number, column: number) =>
    Math.max(0, 4 * Math.sin(row / a) * Math.cos(column / b));
  const size = fc.integer({ min: 3, max: 40 });
  fc.assert(
    fc.property(size, size, size, fc.integer({ min: 1, max: 120 }), (a, b, c, lead) => {
      const { pairs, forecast, observed } = verified(waves(a, b), waves(b, c), 0.5, lead);
      for (let bin = 0; bin < 10; bin++) {
        expect(observed[bin]!).toBeLessThanOrEqual(pairs[bin]!);
        if (pairs[bin] === 0) continue;
        const chance = forecast[bin]! / pairs[bin]!;
        expect(chance).toBeGreaterThan(bin / 10 - 1e-9);
        expect(chance).toBeLessThan((bin + 1) / 10 + 1e-9);
      }
    }),
    { numRuns: 20 },
  );
});
