import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIndexedPng, rgbaOf } from '../../../../test/indexed-png.js';
import type { Rgba } from '../styles/style.js';
import { TILE_STYLES } from '../styles/style-table.js';
import { TILE_AREA } from './painter.js';
import { EMPTY_TILE, encodeIndexedPng } from './tile-png.js';

/** As many colours, none twice; the first is transparent, every third translucent. */
function paletteOf(colours: number): Rgba[] {
  return Array.from({ length: colours }, (_, i) => [i, 255 - i, 7, i === 0 ? 0 : i % 3 === 1 ? 128 : 255]);
}

/** Runs of one index and then of another, as maps have them. */
function runsOf(lengths: readonly number[], colours: number): Uint8Array {
  const pixels = new Uint8Array(TILE_AREA);
  for (let at = 0, run = 0; at < TILE_AREA; at += lengths[run % lengths.length]!, run++)
    pixels.fill((run * 7) % colours, at, at + lengths[run % lengths.length]!);
  return pixels;
}

function rgbaOfIndexes(pixels: Uint8Array, palette: readonly Rgba[]): Uint8Array {
  return Uint8Array.from({ length: pixels.length * 4 }, (_, i) => palette[pixels[i >> 2]!]![i & 3]!);
}

test('every picture is read back as it was, whatever its colours', () => {
  const run = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(
      fc.array(run, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 256 }),
      (lengths, colours) => {
        const [pixels, palette] = [runsOf(lengths, colours), paletteOf(colours)];
        const read = readIndexedPng(encodeIndexedPng(pixels, palette));
        expect([read.width, read.height]).toEqual([256, 256]);
        expect(Buffer.compare(rgbaOf(read), rgbaOfIndexes(pixels, palette))).toBe(0);
      },
    ),
    { numRuns: 15 },
  );
});

test('noise and a picture that begins anywhere in a buffer are read back too', () => {
  const buffer = Uint8Array.from({ length: TILE_AREA + 3 }, (_, i) => ((i * 2_654_435_761) >>> 13) & 63);
  const [pixels, palette] = [buffer.subarray(3), paletteOf(64)];
  const read = readIndexedPng(encodeIndexedPng(pixels, palette));
  expect(Buffer.compare(rgbaOf(read), rgbaOfIndexes(pixels, palette))).toBe(0);
});

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 4],
  [16, 4],
  [17, 8],
  [256, 8],
])('%i colours take %i bits a pixel', (colours, bits) => {
  const { bitDepth, entries } = readIndexedPng(encodeIndexedPng(runsOf([3], colours), paletteOf(colours)));
  expect([bitDepth, entries[0]]).toEqual([bits, colours]);
});

test('only colours that occur are in the file, and opacities only of those that are not opaque', () => {
  const pixels = new Uint8Array(TILE_AREA).fill(200, 100);
  pixels.fill(31, 4000, 5000);
  pixels.fill(33, 6000, 7000);
  const { palette, entries, indexes } = readIndexedPng(encodeIndexedPng(pixels, paletteOf(256)));
  expect(palette).toEqual([
    [0, 255, 7, 0],
    [31, 224, 7, 128],
    [33, 222, 7, 255],
    [200, 55, 7, 255],
  ]);
  expect(entries).toEqual([4, 2]);
  expect([indexes[0], indexes[4500], indexes[6500], indexes[100]]).toEqual([0, 1, 2, 3]);
});

test('a picture without transparent pixels has no opacities', () => {
  const { entries } = readIndexedPng(encodeIndexedPng(new Uint8Array(TILE_AREA).fill(3), paletteOf(9)));
  expect(entries).toEqual([1, 0]);
});

test('the empty tile shows nothing and is small', () => {
  expect(rgbaOf(readIndexedPng(EMPTY_TILE)).every((sample) => sample === 0)).toBe(true);
  expect(EMPTY_TILE.length).toBeLessThan(150);
});

test.each(Object.entries(TILE_STYLES))('all colours of %s survive', (_, { palette }) => {
  const pixels = Uint8Array.from({ length: TILE_AREA }, (__, i) => (i >> 3) % palette.length);
  const read = readIndexedPng(encodeIndexedPng(pixels, palette));
  expect(Buffer.compare(rgbaOf(read), rgbaOfIndexes(pixels, palette))).toBe(0);
});
