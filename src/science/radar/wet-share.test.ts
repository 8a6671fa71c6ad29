import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TiledField, UNOBSERVED } from '../../model/radar.js';
import { diskShape } from './pixel-mask.js';
import { packedAt, tiledField } from './tiled-field.js';
import { wetMaskBytes, wetMaskOf, wetShare } from './wet-share.js';

/** Dry, wet and unobserved patches of 8 × 8 to 128 × 128 pixels, so that some tiles are all alike and some are not. */
const fields = fc
  .record({
    rows: fc.integer({ min: 1, max: 300 }),
    columns: fc.integer({ min: 1, max: 300 }),
    patch: fc.constantFrom(8, 40, 128),
    kinds: fc.array(fc.constantFrom(0, 0, 1, 30, UNOBSERVED), { minLength: 1, maxLength: 40 }),
  })
  .map(({ rows, columns, patch, kinds }) => {
    const kindAt = (row: number, column: number) =>
      kinds[(Math.floor(row / patch) * 7 + Math.floor(column / patch) * 3) % kinds.length]!;
    const packed = Uint16Array.from({ length: rows * columns }, (_, i) => kindAt(Math.floor(i / columns), i % columns));
    return tiledField(rows, columns, 0.1, packed);
  });

/** Centre and radii, pixels. */
interface Disk {
  readonly row: number;
  readonly column: number;
  readonly high: number;
  readonly wide: number;
}

/** Every pixel looked at: the definition. */
function countedShare(field: TiledField, { row, column, high, wide }: Disk, around: number): number {
  let [pixels, observed, wet] = [0, 0, 0];
  const [y0, x0] = [Math.round(row), Math.round(column)];
  for (let y = Math.ceil(-high); y <= high; y++)
    for (let x = Math.ceil(-wide); x <= wide; x++) {
      const inside = y === 0 ? Math.abs(x) <= wide : Math.abs(x) <= (wide / high) * Math.sqrt(high * high - y * y);
      if (!inside) continue;
      pixels += 1;
      const wrapped = around > 0 ? (((x0 + x) % around) + around) % around : x0 + x;
      const packed = packedAt(field, y0 + y, wrapped);
      if (packed === UNOBSERVED) continue;
      observed += 1;
      wet += packed >= 1 ? 1 : 0;
    }
  return observed === 0 || observed < pixels / 2 ? Number.NaN : wet / observed;
}

const places = fc.record({
  row: fc.double({ min: -60, max: 360, noNaN: true }),
  column: fc.double({ min: -60, max: 360, noNaN: true }),
  high: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 40, noNaN: true })),
  wide: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 70, noNaN: true })),
});

test('the share is what counting pixel by pixel gives, across tiles, at edges and holes, for long pixels', () => {
  fc.assert(
    fc.property(fields, places, (field, { row, column, high, wide }) => {
      const share = wetShare(wetMaskOf(field), row, column, high, wide);
      expect(share).toBe(countedShare(field, { row, column, high, wide }, 0));
    }),
    { numRuns: 300 },
  );
});

test('round the globe the first column follows the last', () => {
  fc.assert(
    fc.property(fields, places, (field, { row, column, high, wide }) => {
      const around = field.columns;
      const narrow = Math.min(wide, (around - 1) / 2);
      const share = wetShare(wetMaskOf(field), row, column, high, narrow, around);
      expect(share).toBe(countedShare(field, { row, column, high, wide: narrow }, around));
    }),
    { numRuns: 300 },
  );
});

/** pysteps' case of the local Lagrangian probability: a block of 5 × 5 wet pixels in 20 × 20. */
const isBlock = (row: number, column: number) => row >= 5 && row < 10 && column >= 5 && column < 10;
const block = tiledField(
  20,
  20,
  0.1,
  Uint16Array.from({ length: 400 }, (_, i) => (isBlock(Math.floor(i / 20), i % 20) ? 10 : 0)),
);

test('pysteps: with slope 0 the probability is the field as 0 and 1', () => {
  for (let row = 0; row < 20; row++)
    for (let column = 0; column < 20; column++)
      expect(wetShare(wetMaskOf(block), row, column, 0, 0)).toBe(isBlock(row, column) ? 1 : 0);
});

test.each([1, 2, 5, 9])(
  'pysteps: with a disk of radius %d it is the share of wet lattice points, in 0..1',
  (radius) => {
    for (let row = 0; row < 20; row++)
      for (let column = 0; column < 20; column++) {
        const [observed, wet] = pointsAround(row, column, radius);
        const isEnough = observed >= diskShape(radius, radius).pixels / 2;
        expect(wetShare(wetMaskOf(block), row, column, radius, radius)).toBe(isEnough ? wet / observed : Number.NaN);
      }
    expect(wetShare(wetMaskOf(block), 7, 7, radius, radius)).toBe(radius <= 2 ? 1 : 25 / pointsAround(7, 7, radius)[0]);
  },
);

/** Lattice points of a circle that lie on the 20 × 20 pixels, and those of them in the block. */
function pointsAround(y: number, x: number, radius: number): [number, number] {
  let [observed, wet] = [0, 0];
  for (let row = 0; row < 20; row++)
    for (let column = 0; column < 20; column++) {
      if (Math.hypot(row - y, column - x) > radius) continue;
      observed += 1;
      wet += isBlock(row, column) ? 1 : 0;
    }
  return [observed, wet];
}

test('wet is 0.1 mm/h, whatever the steps of the packing', () => {
  const shareOf = (step: number, packed: number) =>
    wetShare(wetMaskOf(tiledField(1, 1, step, Uint16Array.of(packed))), 0, 0, 0, 0);
  expect([shareOf(0.1, 0), shareOf(0.1, 1)]).toEqual([0, 1]);
  expect([shareOf(0.012, 8), shareOf(0.012, 9)]).toEqual([0, 1]); // 0.096 and 0.108 mm/h
});

test('what was not observed is neither dry nor wet: half a disk must be', () => {
  const half = (unobserved: number) =>
    tiledField(
      1,
      9,
      0.1,
      Uint16Array.from({ length: 9 }, (_, i) => (i < unobserved ? UNOBSERVED : i === 8 ? 1 : 0)),
    );
  expect(wetShare(wetMaskOf(half(4)), 0, 4, 0, 4)).toBe(1 / 5);
  expect(wetShare(wetMaskOf(half(5)), 0, 4, 0, 4)).toBeNaN();
});

test('tiles that are all alike cost a mask nothing', () => {
  const packed = new Uint16Array(256 * 256);
  packed[0] = 1;
  const mask = wetMaskOf(tiledField(256, 256, 0.1, packed));
  expect(wetShare(mask, 128, 128, 120, 120)).toBe(0);
  expect(wetMaskBytes(mask)).toBeLessThan(128 * 20 + 12 * 8 + 1);
});

test('a radius that is no size is refused', () => {
  expect(() => diskShape(-1, 2)).toThrow(RangeError);
  expect(() => diskShape(2, Number.NaN)).toThrow(RangeError);
  expect(() => diskShape(Number.POSITIVE_INFINITY, 1)).toThrow(RangeError);
});
