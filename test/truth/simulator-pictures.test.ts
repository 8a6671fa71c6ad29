/** Fields as pictures, packing 5.41: through the service's own reader, and through ecCodes where it is installed. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mosaicMessage } from '../../simulator/grib2-encoder/mosaic-message.js';
import { packPicture } from '../../simulator/grib2-encoder/packing.js';
import type { PictureBits } from '../../simulator/grib2-encoder/png-picture.js';
import { mrmsGrid } from '../../simulator/radar/mrms-grid.js';
import { readFields } from '../../src/decode/grib2/field.js';

const HEAD = { category: 6, number: 1, level: 0, validTime: Date.UTC(2026, 10, 20, 6, 2, 39) / 1000 };
const ECCODES = 'grib_get_data';

function messageOf(values: Float32Array, columns: number, decimalScale: number, bits: PictureBits): Uint8Array {
  const grid = { ...mrmsGrid(0.05, null), rows: values.length / columns, columns };
  return mosaicMessage({ ...HEAD, grid }, packPicture(values, { decimalScale, columns, bits }));
}

test('any picture comes back', () => {
  const pictures = fc.record({
    columns: fc.integer({ min: 1, max: 40 }),
    rows: fc.integer({ min: 1, max: 12 }),
    bits: fc.constantFrom<PictureBits[]>(8, 16, 24),
    seed: fc.integer({ min: 1, max: 1e6 }),
    smooth: fc.boolean(),
  });
  fc.assert(
    fc.property(pictures, ({ columns, rows, bits, seed, smooth }) => {
      const range = Math.min(2 ** bits, 2 ** 23) - 1;
      const noise = (n: number) => ((n * 7919 * seed) % 104_729) / 104_729;
      const values = Float32Array.from(
        { length: rows * columns },
        (_, n) => Math.floor((smooth ? 0.5 + 0.4 * Math.sin(n / 30) : noise(n)) * range) - 3,
      );
      const [field] = readFields(messageOf(values, columns, 0, bits));
      expect(field!.decodeValues()).toEqual(values);
      expect(field!.time.validTime).toBe(HEAD.validTime);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['more values than pixels tell apart', Float32Array.of(0, 300), 8],
  ['a missing value', Float32Array.of(0, Number.NaN), 16],
] as const)('%s has no picture', (_, values, bits) => {
  expect(() => packPicture(values, { decimalScale: 0, columns: 2, bits })).toThrow(RangeError);
});

/** Rain in the middle, nothing around it, and a border that nobody sees. */
const RATES = Float32Array.from({ length: 60 * 40 }, (_, n) => {
  const [row, column] = [Math.floor(n / 60), n % 60];
  if (row < 3 || column > 55) return -3;
  return Math.max(0, Math.round(10 * (12 - Math.hypot(row - 20, column - 25))) / 10);
});

test('ecCodes reads the same values', (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'weatherglass-pictures-'));
  try {
    for (const [decimals, bits] of [
      [1, 8],
      [1, 16],
      [2, 16],
      [1, 24],
    ] as const) {
      const file = join(directory, `${decimals}-${bits}.grib2`);
      writeFileSync(file, messageOf(RATES, 60, decimals, bits));
      const read = readWithEcCodes(file);
      if (read === null) context.skip('grib_get_data (ecCodes) is not on the PATH');
      expect(read!).toHaveLength(RATES.length);
      for (const [n, value] of read!.entries()) expect(Math.abs(value - RATES[n]!)).toBeLessThan(1e-5);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** Null where it is not installed. */
function readWithEcCodes(file: string): number[] | null {
  try {
    const text = execFileSync(ECCODES, ['-F', '%.6f', file], { encoding: 'utf8' });
    const lines = text.split('\n').filter((line) => /^\s*-?\d/.test(line));
    return lines.map((line) => Number(line.trim().split(/\s+/)[2]));
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (absent && process.env.WEATHERGLASS_REQUIRE_ALL !== '1') return null;
    throw error;
  }
}
