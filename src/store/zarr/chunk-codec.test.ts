import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeChunk, encodeChunk, largestStoredBytes } from './chunk-codec.js';

/** A series like weather's: smooth, so that it really gets compressed. */
const smooth = new Uint8Array(Int16Array.from({ length: 1000 }, (_, i) => 500 * Math.sin(i / 20)).buffer);

test('what was encoded decodes to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 5000 }), async (raw) => {
      const stored = await encodeChunk(raw);
      expect(stored.length).toBeLessThanOrEqual(largestStoredBytes(raw.length));
      expect(new Uint8Array(await decodeChunk(stored, raw.length, 'k', 0))).toEqual(raw);
    }),
    { numRuns: 50 },
  );
});

test('no single flipped bit gets through', async () => {
  const stored = await encodeChunk(smooth);
  for (let bit = 0; bit < stored.length * 8; bit += 7) {
    const damaged = stored.slice();
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    await expect(decodeChunk(damaged, smooth.length, 'k', 64)).rejects.toMatchObject({
      tag: 'object-defect',
      key: 'k',
      offset: 64,
    });
  }
});

test('no cut-off tail gets through', async () => {
  const stored = await encodeChunk(smooth);
  for (let length = 0; length < stored.length; length += 5)
    await expect(decodeChunk(stored.subarray(0, length), smooth.length, 'k', 0)).rejects.toMatchObject({
      tag: 'object-defect',
    });
});

test('a sound chunk of another size is refused before it is decompressed', async () => {
  const stored = await encodeChunk(smooth);
  await expect(decodeChunk(stored, smooth.length * 2, 'k', 0)).rejects.toThrow('a chunk of 2000 bytes has 4000');
});
