import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendChecksum } from './chunk-codec.js';
import { decodeIndex, encodeIndex } from './shard-index.js';

const LARGEST = 40_000;

test('offsets beyond 4 GB, absent chunks and lengths come back', () => {
  const entry = fc.tuple(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 0, max: LARGEST }));
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 50 }), (entries) => {
      const lengths = Uint32Array.from(entries, ([, length]) => length);
      const offsets = Float64Array.from(entries, ([offset, length]) => (length === 0 ? 0 : offset));
      const stored = encodeIndex({ offsets, lengths });
      expect(decodeIndex(stored, entries.length, LARGEST, 'k')).toEqual({ offsets, lengths });
    }),
  );
});

test('an index is laid out as the Zarr specification says', () => {
  const stored = encodeIndex({ offsets: Float64Array.of(2 ** 32 + 5, 0), lengths: Uint32Array.of(7, 0) });
  const view = new DataView(stored.buffer);
  const words = [0, 8, 16, 24].map((at) => view.getBigUint64(at, true));
  expect(words).toEqual([2n ** 32n + 5n, 7n, 2n ** 64n - 1n, 2n ** 64n - 1n]);
  expect(stored.length).toBe(2 * 16 + 4);
});

const entries = (...words: bigint[]) => appendChecksum(new Uint8Array(BigUint64Array.from(words).buffer));

test.each([
  ['a chunk larger than a chunk can be', entries(0n, 40_001n), -20],
  ['a chunk of no bytes', entries(0n, 0n), -20],
  ['a chunk of 4 GB and one byte', entries(0n, 2n ** 32n + 1n), -20],
  ['an offset that no disk has', entries(2n ** 60n, 10n), -20],
  ['an absent chunk with an offset', entries(3n, 2n ** 64n - 1n), -20],
  ['two entries for one chunk', entries(0n, 10n, 10n, 10n), -36],
  ['no entry', entries(), -4],
  ['a wrong checksum', entries(0n, 10n).fill(0, 16), -20],
  ['less than a checksum', new Uint8Array(3), -3],
])('%s is a defect, counted from the end', (_, stored, offset) => {
  expect(() => decodeIndex(stored, 1, LARGEST, 'k')).toThrow(expect.objectContaining({ tag: 'object-defect', offset }));
});
