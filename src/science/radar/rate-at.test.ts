import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateAt, rateDiskKm, shareNeeded } from './rate-at.js';
import { packRates, tiledField } from './tiled-field.js';

const SIDE = 160;

function fieldOf(rate: (row: number, column: number) => number, step = 0.1) {
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => rate(Math.floor(i / SIDE), i % SIDE));
  return tiledField(SIDE, SIDE, step, packRates(values, step));
}

test('at the instant of the frame the rate is that of the pixel', () => {
  const field = fieldOf((row, column) => ((row * 7 + column * 3) % 50) / 10);
  for (const [row, column] of [
    [0, 0],
    [80, 80],
    [127, 128],
    [159, 159],
  ] as const)
    expect(rateAt(field, row, column, 0, 1, 1)).toBeCloseTo(((row * 7 + column * 3) % 50) / 10, 6);
});

test('where it rains the same everywhere it will go on, whatever the lead', () => {
  const field = fieldOf(() => 2.5);
  for (const lead of [0, 1, 17, 60, 119]) expect(rateAt(field, 80.3, 79.8, lead, 1, 1)).toBeCloseTo(2.5, 6);
});

test('the disk grows from the pixel to 62 km at two hours', () => {
  expect(rateDiskKm(0)).toBe(0);
  expect(rateDiskKm(3)).toBe(3);
  expect(rateDiskKm(20)).toBe(12);
  expect(rateDiskKm(120)).toBe(62);
});

test.each([
  [0.1, 0, 0.48],
  [0.01, 0, 0.48],
  [0.1, 120, 0.42],
  [1, 0, 0.46],
  [1, 60, 0.34],
  [10, 40, 0.3],
  [100, 60, 0.2], // 0.12 would be a speck
])('to say %d mm/h in %d minutes takes %d of the disk', (rate, lead, share) => {
  expect(shareNeeded(rate, lead)).toBeCloseTo(share, 12);
});

test('a straight edge of rain is where it is seen to within a tenth of the diameter, whatever the lead', () => {
  const field = fieldOf((_, column) => (column >= 80 ? 0.1 : 0));
  for (const lead of [5, 20, 60, 120]) {
    const tenth = rateDiskKm(lead) / 10 + 0.5;
    expect(rateAt(field, 80, 79.5 - tenth, lead, 1, 1), `${lead} min`).toBe(0);
    expect(rateAt(field, 80, 79.5 + tenth, lead, 1, 1), `${lead} min`).toBeCloseTo(0.1, 6);
  }
});

test('heavy rain lives by less of the disk than it takes to rain at all', () => {
  // A core of radius 9 km is 0.32 of the disk of an hour: enough for 20 mm/h, which takes 0.2, not for rain at all, 0.45.
  const core = (around: number) => fieldOf((row, column) => (Math.hypot(row - 80, column - 80) <= 9 ? 20 : around));
  expect(rateAt(core(0.5), 80, 80, 60, 1, 1)).toBeCloseTo(20, 6);
  expect(rateAt(core(0.5), 80, 90, 15, 1, 1)).toBeCloseTo(0.5, 6);
  expect(rateAt(core(0), 80, 80, 60, 1, 1)).toBe(0);
});

test('a speck does not live for half an hour', () => {
  const speck = fieldOf((row, column) => (row === 80 && column === 80 ? 30 : 0));
  expect(rateAt(speck, 80, 80, 30, 1, 1)).toBe(0);
});

test('less than 0.1 mm/h is said where half of the disk has it, and lets no heavier rain in', () => {
  const field = fieldOf((row, column) => ((row + column) % 3 === 0 ? 2 : 0.05), 0.01);
  expect(rateAt(field, 80, 80, 60, 1, 1)).toBeCloseTo(0.05, 6);
});

test('the middle must be observed; of the rest only what was counts', () => {
  const field = fieldOf((_, column) => (column < 80 ? Number.NaN : 3));
  expect(rateAt(field, 80, 79, 60, 1, 1)).toBeNaN();
  expect(rateAt(field, 80, 80, 60, 1, 1)).toBeCloseTo(3, 6);
  expect(rateAt(field, 80, -4, 60, 1, 1)).toBeNaN();
  expect(rateAt(field, Number.NaN, 80, 60, 1, 1)).toBeNaN();
  const alone = fieldOf((row, column) => (row === 80 && column === 80 ? 3 : Number.NaN));
  expect(rateAt(alone, 80, 80, 120, 1, 1)).toBeNaN();
});

test('on a grid round the globe the disk goes on beyond the seam', () => {
  const field = fieldOf((_, column) => (column < 20 || column >= 140 ? 4 : 0));
  expect(rateAt(field, 80, 0, 30, 1, 1, SIDE)).toBeCloseTo(4, 6);
  expect(rateAt(field, 80, SIDE - 0.2, 30, 1, 1, SIDE)).toBeCloseTo(4, 6);
});

test('pixels that are not square make an ellipse of the disk', () => {
  const rows = fieldOf((row) => (row >= 80 ? 10 : 0.5));
  const wide = rateAt(rows, 77, 80, 60, 1, 1);
  const flat = rateAt(rows, 77, 80, 60, 10, 1); // 3 rows are 30 km
  expect([wide, flat]).toEqual([expect.closeTo(10, 6), expect.closeTo(0.5, 6)]);
});

test('the rate is one that was seen within the disk, and moves with the field', () => {
  const place = fc.integer({ min: 60, max: 90 });
  const shift = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 }),
      place,
      place,
      shift,
      shift,
      fc.integer({ min: 0, max: 50 }),
      (seed, y, x, dy, dx, lead) => {
        const noise = (row: number, column: number) => {
          const mixed = Math.imul(row * 4099 + column * 257 + seed, 0x9e3779b1) >>> 0;
          return mixed % 5 === 0 ? Number.NaN : (mixed % 97) / 10;
        };
        const here = rateAt(fieldOf(noise), y, x, lead, 1, 1);
        expect(
          rateAt(
            fieldOf((row, column) => noise(row - dy, column - dx)),
            y + dy,
            x + dx,
            lead,
            1,
            1,
          ),
        ).toEqual(here);
        if (Number.isNaN(here)) return;
        const radius = rateDiskKm(lead) / 2 + 1;
        const seen = new Set<number>([0]);
        for (let row = Math.floor(y - radius); row <= y + radius; row++)
          for (let column = Math.floor(x - radius); column <= x + radius; column++)
            seen.add(Math.round(noise(row, column) * 10));
        expect(seen).toContain(Math.round(here * 10));
      },
    ),
    { numRuns: 30 },
  );
});
