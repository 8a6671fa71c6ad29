import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNOBSERVED } from '../../model/radar.js';
import { withoutClutter } from './clutter.js';
import { packedAt, tiledField } from './tiled-field.js';

/** Rows of characters: "#" an echo of 1 mm/h, "?" not observed, else dry. */
function fieldOf(picture: readonly string[], shiftRows = 0, shiftColumns = 0) {
  const rows = picture.length + shiftRows;
  const columns = picture[0]!.length + shiftColumns;
  const packed = new Uint16Array(rows * columns);
  picture.forEach((line, row) => {
    [...line].forEach((character, column) => {
      const value = character === '#' ? 10 : character === '?' ? UNOBSERVED : 0;
      packed[(row + shiftRows) * columns + column + shiftColumns] = value;
    });
  });
  return tiledField(rows, columns, 0.1, packed);
}

function pictureOf(field: ReturnType<typeof fieldOf>, shiftRows = 0, shiftColumns = 0): string[] {
  return Array.from({ length: field.rows - shiftRows }, (_, row) =>
    Array.from({ length: field.columns - shiftColumns }, (_, column) => {
      const packed = packedAt(field, row + shiftRows, column + shiftColumns);
      return packed === UNOBSERVED ? '?' : packed > 0 ? '#' : '.';
    }).join(''),
  );
}

const EIGHT = ['###....', '###..#.', '##.....', '......?'];
const NINE = ['###....', '###....', '###....', '......?'];
const DIAGONAL = ['#......', '.#...#.', '..#.#.#', '...#...', '#.....?', '.#.....', '#......'];
const RING = ['.###...', '.#.#...', '.###...', '....#..'];

test.each([
  ['eight pixels, and one alone', EIGHT, ['.......', '.......', '.......', '......?'], 9],
  ['nine pixels stay', NINE, NINE, 0],
  [
    'pixels that touch by corners are echoes of seven and of three',
    DIAGONAL,
    DIAGONAL.map((line) => line.replaceAll('#', '.')),
    10,
  ],
  ['a ring and what touches it by a corner are nine', RING, RING, 0],
])('echoes of fewer than nine pixels: %s', (_, before, after, pixels) => {
  const cleaned = withoutClutter(fieldOf(before), 9);
  expect(pictureOf(cleaned.field)).toEqual(after);
  expect(cleaned.pixels).toBe(pixels);
});

test.each([
  [126, 125],
  [127, 127],
  [0, 128],
])('tiles have no seams: shifted by %i rows and %i columns nothing changes', (rows, columns) => {
  for (const picture of [EIGHT, NINE, DIAGONAL, RING]) {
    const plain = pictureOf(withoutClutter(fieldOf(picture), 9).field);
    expect(pictureOf(withoutClutter(fieldOf(picture, rows, columns), 9).field, rows, columns)).toEqual(plain);
  }
});

test('a field without clutter keeps its tiles, and one that becomes dry is one number a tile', () => {
  const field = fieldOf(NINE, 200, 200);
  expect(withoutClutter(field, 9).field.tiles).toEqual(field.tiles);
  const small = withoutClutter(fieldOf(['#'], 5, 5), 9).field;
  expect(
    [...Array(6).keys()].flatMap((row) => [...Array(6).keys()].map((column) => packedAt(small, row, column))),
  ).toEqual(Array(36).fill(0));
  expect(withoutClutter(field, 1).field).toBe(field);
});

/** Components by filling from each pixel, the plainest way there is. */
function filled(wet: readonly boolean[], columns: number, least: number): boolean[] {
  const rows = wet.length / columns;
  const after = [...wet];
  const seen = new Set<number>();
  for (let start = 0; start < wet.length; start++) {
    if (!wet[start] || seen.has(start)) continue;
    const echo = [start];
    seen.add(start);
    for (const pixel of echo)
      for (const [dy, dx] of [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x] as const))) {
        const [y, x] = [Math.floor(pixel / columns) + dy, (pixel % columns) + dx];
        const next = y * columns + x;
        if (y < 0 || x < 0 || y >= rows || x >= columns || !wet[next] || seen.has(next)) continue;
        seen.add(next);
        echo.push(next);
      }
    if (echo.length < least) for (const pixel of echo) after[pixel] = false;
  }
  return after;
}

test('whatever the picture, it is what filling from each pixel gives', () => {
  const columns = 140; // more than a tile
  const pictures = fc.array(fc.boolean(), { minLength: columns * 7, maxLength: columns * 7 });
  fc.assert(
    fc.property(pictures, fc.integer({ min: 2, max: 12 }), fc.integer({ min: 1, max: 3 }), (bits, least, thin) => {
      const wet = bits.map((bit, i) => bit && i % thin === 0);
      const field = tiledField(7, columns, 0.1, Uint16Array.from(wet, Number));
      const { field: cleaned, pixels } = withoutClutter(field, least);
      const expected = filled(wet, columns, least);
      expect(expected.map((_, i) => packedAt(cleaned, Math.floor(i / columns), i % columns) > 0)).toEqual(expected);
      expect(pixels).toBe(wet.filter(Boolean).length - expected.filter(Boolean).length);
    }),
    { numRuns: 60, seed: 6 },
  );
});
