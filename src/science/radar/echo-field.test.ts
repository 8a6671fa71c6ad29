import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../model/radar.js';
import { type EchoField, echoField, pooledEchoes } from './echo-field.js';
import { tiledField } from './tiled-field.js';

const STEP = 0.1;

function echoAt({ columns, dbz, tile }: EchoField, row: number, column: number): number {
  const found = tile((row >>> 7) * Math.ceil(columns / 128) + (column >>> 7));
  return dbz[typeof found === 'number' ? found : found[((row & 127) << 7) | (column & 127)]!]!;
}

/** Boxes of even rain and holes on dry ground, so that some tiles are one number. */
function fieldOf(rows: number, columns: number, boxes: readonly (readonly number[])[]): Uint16Array {
  const packed = new Uint16Array(rows * columns);
  for (const [top = 0, left = 0, height = 0, width = 0, value = 0] of boxes)
    for (let row = top; row < Math.min(rows, top + height); row++)
      for (let column = left; column < Math.min(columns, left + width); column++)
        packed[row * columns + column] = value > 900 ? UNOBSERVED : value;
  return packed;
}

/** The mean of 300 R^1.4 over observed pixels, pixel by pixel. */
function pooledByHand(packed: Uint16Array, rows: number, columns: number, cell: readonly number[]): number {
  const [row = 0, column = 0, rowFactor = 1, columnFactor = 1] = cell;
  let [sum, count] = [0, 0];
  for (let y = row * rowFactor; y < Math.min(rows, (row + 1) * rowFactor); y++)
    for (let x = column * columnFactor; x < Math.min(columns, (column + 1) * columnFactor); x++) {
      const value = packed[y * columns + x]!;
      if (value === UNOBSERVED) continue;
      count++;
      const z = 300 * (value * STEP) ** 1.4;
      sum += z > 1 ? z : 0;
    }
  if (count < (rowFactor * columnFactor) / 2) return Number.NaN;
  return sum === 0 ? 0 : Math.max(0, 10 * Math.log10(sum / count));
}

const FACTOR = fc.integer({ min: 1, max: 40 });
const BOX = fc.tuple(fc.nat(300), fc.nat(300), fc.integer({ min: 1, max: 290 }), fc.nat(290), fc.nat(1200));

test('a cell has the mean reflectivity factor of its pixels, whatever the tiles and the factors', () => {
  fc.assert(
    fc.property(fc.array(BOX, { maxLength: 6 }), FACTOR, FACTOR, (boxes, rowFactor, columnFactor) => {
      const [rows, columns] = [290, 305];
      const packed = fieldOf(rows, columns, boxes);
      const pooled = pooledEchoes(tiledField(rows, columns, STEP, packed), rowFactor, columnFactor);
      expect([pooled.rows, pooled.columns]).toEqual([Math.ceil(rows / rowFactor), Math.ceil(columns / columnFactor)]);
      for (let n = 0; n < 60; n++) {
        const [row, column] = [(n * 97) % pooled.rows, (n * 61) % pooled.columns];
        const expected = pooledByHand(packed, rows, columns, [row, column, rowFactor, columnFactor]);
        const found = echoAt(pooled, row, column);
        if (Number.isNaN(expected)) expect(found).toBeNaN();
        else expect(Math.abs(found - expected)).toBeLessThan(0.006);
      }
    }),
    { seed: 7, numRuns: 60 },
  );
});

test('cells of one pixel are the field itself, to 0.01 dBZ', () => {
  const packed = fieldOf(200, 200, [[30, 40, 90, 70, 122]]);
  const field = tiledField(200, 200, STEP, packed);
  const [whole, pooled] = [echoField(field), pooledEchoes(field, 1, 1)];
  for (const [row, column] of [
    [0, 0],
    [60, 60],
    [119, 109],
    [150, 150],
  ] as const)
    expect(echoAt(pooled, row, column)).toBeCloseTo(echoAt(whole, row, column), 2);
});

test('a cell of half a pixel is refused', () => {
  expect(() => pooledEchoes(tiledField(4, 4, STEP, new Uint16Array(16)), 0.5, 1)).toThrow(RangeError);
});
