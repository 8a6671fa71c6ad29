import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../model/radar.js';
import {
  bilinearAt,
  bytesOf,
  coarseOf,
  createTiling,
  denseOf,
  packedAt,
  packRates,
  tiledField,
  valueAt,
} from './tiled-field.js';

/** Boxes of one value each on a field of one value: some tiles are uniform, some are not. */
const fields = fc
  .record({
    rows: fc.integer({ min: 1, max: 300 }),
    columns: fc.integer({ min: 1, max: 300 }),
    ground: fc.constantFrom(0, UNOBSERVED, 7),
    boxes: fc.array(fc.tuple(fc.nat(299), fc.nat(299), fc.nat(40), fc.constantFrom(0, 1, 300, 65_534, UNOBSERVED)), {
      maxLength: 6,
    }),
  })
  .map(({ rows, columns, ground, boxes }) => {
    const packed = new Uint16Array(rows * columns).fill(ground);
    for (const [top, left, side, value] of boxes)
      for (let row = top; row < Math.min(rows, top + side); row++)
        for (let column = left; column < Math.min(columns, left + side); column++)
          packed[row * columns + column] = value;
    return { rows, columns, packed };
  });

test('every pixel of a field is the one that was put there, whatever the pieces it came in', () => {
  const property = fc.property(fields, fc.integer({ min: 1, max: 200 }), ({ rows, columns, packed }, piece) => {
    const tiling = createTiling(rows, columns, 0.1);
    for (let row = 0; row < rows; row += piece)
      tiling.addRows(row, packed.subarray(row * columns, Math.min(rows, row + piece) * columns));
    const field = tiling.finish();
    expect(isDeepStrictEqual(field, tiledField(rows, columns, 0.1, packed))).toBe(true);
    const dense = denseOf(field);
    packed.forEach((value, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      if (packedAt(field, row, column) !== value) throw new Error(`pixel ${row}, ${column}`);
      const expected = value === UNOBSERVED ? Number.NaN : value * 0.1;
      if (!Object.is(valueAt(field, row, column), expected)) throw new Error(`value ${row}, ${column}`);
      if (!Object.is(dense[i], Math.fround(expected))) throw new Error(`dense ${row}, ${column}`);
    });
  });
  fc.assert(property, { numRuns: 25 });
});

test('blocks are the means of the pixels that were observed', () => {
  const property = fc.property(fields, fc.constantFrom(1, 3, 4, 5, 128, 200, 256), (given, factor) => {
    const { rows, columns, packed } = given;
    const coarse = coarseOf(tiledField(rows, columns, 0.1, packed), factor);
    expect([coarse.rows, coarse.columns]).toEqual([Math.ceil(rows / factor), Math.ceil(columns / factor)]);
    for (let y = 0; y < coarse.rows; y++)
      for (let x = 0; x < coarse.columns; x++) {
        const seen: number[] = [];
        for (let row = y * factor; row < Math.min(rows, (y + 1) * factor); row++)
          for (let column = x * factor; column < Math.min(columns, (x + 1) * factor); column++)
            if (packed[row * columns + column] !== UNOBSERVED) seen.push(packed[row * columns + column]!);
        const mean = seen.reduce((sum, value) => sum + value, 0) / seen.length;
        if (!Object.is(coarse.values[y * coarse.columns + x], Math.fround(mean * 0.1)))
          throw new Error(`block ${y}, ${x}: ${coarse.values[y * coarse.columns + x]} is ${mean * 0.1}`);
      }
  });
  fc.assert(property, { numRuns: 15 });
});

test('tiles without any difference are one number, and what reaches beyond the grid was not observed', () => {
  const field = tiledField(200, 300, 1, new Uint16Array(200 * 300).fill(4));
  expect(field.tiles.map((tile) => typeof tile)).toEqual(['number', 'number', 'object', 'object', 'object', 'object']);
  expect((field.tiles[2] as Uint16Array)[44]).toBe(UNOBSERVED);
  expect((field.tiles[2] as Uint16Array)[43]).toBe(4);
  expect(bytesOf(field)).toBe(2 * 8 + 4 * 128 * 128 * 2);
});

test.each([
  ['nothing', 0, 0],
  ['a value', 2.5, 25],
  ['less than half a step', 0.04, 0],
  ['more than half a step', 0.06, 1],
  ['not observed', Number.NaN, UNOBSERVED],
  ["the upstream's code for no coverage", -3, UNOBSERVED],
  ['beyond the largest', 1e6, 65_534],
])('%s is packed: %d in steps of 0.1 is %d', (_, value, packed) => {
  expect(packRates(Float32Array.of(value), 0.1)[0]).toBe(packed);
});

const HOLED = tiledField(3, 3, 1, Uint16Array.of(0, 10, 20, 30, 40, 50, 60, UNOBSERVED, 80));

test.each([
  ['on a pixel', 1, 1, 40],
  ['between two columns', 0, 1.25, 12.5],
  ['between two rows', 0.5, 0, 15],
  ['between four', 0.5, 0.5, 20],
  ['with a share in the hole', 1.5, 1.5, Number.NaN],
  ['on the row of the hole, without a share in it', 1, 1.5, 45],
  ['on the last corner', 2, 2, 80],
  ['beyond the last column', 1, 2.1, Number.NaN],
  ['before the first row', -0.1, 1, Number.NaN],
])('%s: %d, %d is %d', (_, row, column, value) => {
  expect(bilinearAt(HOLED, row, column)).toBe(value);
});

test.each([
  ['a row that was left out', () => createTiling(9, 4, 1).addRows(1, new Uint16Array(4))],
  ['half a row', () => createTiling(9, 4, 1).addRows(0, new Uint16Array(6))],
  ['a row too many', () => createTiling(1, 4, 1).addRows(0, new Uint16Array(8))],
  ['an end before the last row', () => createTiling(2, 4, 1).finish()],
  ['a field without columns', () => createTiling(2, 0, 1)],
  ['a factor of half a pixel', () => coarseOf(HOLED, 0.5)],
])('%s is a bug of the caller', (_, act) => {
  expect(act).toThrow(RangeError);
});
