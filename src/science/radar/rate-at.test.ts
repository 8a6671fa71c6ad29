import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateAt, rateDiskKm, shareNeeded } from './rate-at.js';
import { packRates, tiledField } from './tiled-field.js';

const SIDE = 160;
/** Echoes without a size of their own. */
const WIDE_KM = 1e9;

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

test.each([
  [0, 20, 0],
  [20, 15, 7.5],
  [40, 10, 7.5],
  [120, 1e12, 90],
  [120, 10, 9],
])('at a lead of %d min, in echoes of %d km, the disk is %d km wide', (lead, echo, diameter) => {
  expect(rateDiskKm(lead, echo)).toBeCloseTo(diameter, 5);
});

test.each([
  [0, 20, 0.5], // the pixel alone
  [1, 0.5, 0.5],
  [20, 20, 0.354],
  [30, 10, 0.251],
  [60, 1, 0.1], // 0.06 would be a speck
])(
  'a rate with echoes of its own takes of a disk of %d pixels, when they are of %d, the share %d',
  (disk, echo, share) => {
    expect(shareNeeded(disk, echo)).toBeCloseTo(share, 3);
  },
);

test('a straight edge of rain is where it is seen to within a tenth of the diameter, whatever the lead', () => {
  const field = fieldOf((_, column) => (column >= 80 ? 0.1 : 0));
  for (const lead of [5, 20, 60, 120]) {
    const tenth = rateDiskKm(lead, WIDE_KM) / 10 + 0.5;
    expect(rateAt(field, 80, 79.5 - tenth, lead, 1, 1), `${lead} min`).toBe(0);
    expect(rateAt(field, 80, 79.5 + tenth, lead, 1, 1), `${lead} min`).toBeCloseTo(0.1, 6);
  }
});

test.each([
  ['a shower of 5 km in radius', 5, 0, 15],
  ['one of 9 km', 9, 0, 30],
  ['one of 20 km', 20, 0, 60],
  ['a core of 9 km in wide light rain', 9, 0.5, 15],
])('%s keeps its area to within a quarter', (_name, radius, around, lead) => {
  const field = fieldOf((row, column) => (Math.hypot(row - 80, column - 80) <= radius ? 20 : around));
  let pixels = 0;
  for (let row = 40; row < 120; row++)
    for (let column = 40; column < 120; column++) if (rateAt(field, row, column, lead, 1, 1) >= 10) pixels += 1;
  expect(pixels / (Math.PI * radius * radius)).toBeGreaterThan(0.75);
  expect(pixels / (Math.PI * radius * radius)).toBeLessThan(1.25);
});

test('a core that is much smaller than the disk is not told apart from the rain around it', () => {
  const field = fieldOf((row, column) => (Math.hypot(row - 80, column - 80) <= 3 ? 20 : 0.5));
  expect(rateAt(field, 80, 80, 90, 1, 1)).toBeCloseTo(0.5, 6);
});

test('a speck does not live for half an hour', () => {
  const speck = fieldOf((row, column) => (row === 80 && column === 80 ? 30 : 0));
  expect(rateAt(speck, 80, 80, 30, 1, 1)).toBe(0);
});

test('less than 0.1 mm/h is said where half of the disk has it, and lets no heavier rain in', () => {
  const field = fieldOf((row, column) => ((row + column) % 4 === 0 ? 2 : 0.05), 0.01);
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
  const band = fieldOf((row) => (Math.abs(row - 80) <= 2 ? 10 : 0.5));
  const wide = rateAt(band, 80, 80, 60, 1, 1);
  const flat = rateAt(band, 80, 80, 60, 10, 1); // 5 rows are 50 km
  expect([wide, flat]).toEqual([expect.closeTo(0.5, 6), expect.closeTo(10, 6)]);
});

test('the rate is one that was seen within the disk', () => {
  const place = fc.integer({ min: 60, max: 90 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 }),
      place,
      place,
      fc.integer({ min: 0, max: 50 }),
      (seed, y, x, lead) => {
        const noise = (row: number, column: number) => {
          const mixed = Math.imul(row * 4099 + column * 257 + seed, 0x9e3779b1) >>> 0;
          return mixed % 5 === 0 ? Number.NaN : (mixed % 97) / 10;
        };
        const here = rateAt(fieldOf(noise), y, x, lead, 1, 1);
        if (Number.isNaN(here)) return;
        const radius = rateDiskKm(lead, WIDE_KM) / 2 + 1;
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
