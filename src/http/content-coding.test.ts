import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Coding, encode, negotiateCoding } from './content-coding.js';

test.each<[header: string | undefined, coding: Coding]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['gzip;q=1.0, br;q=0.9', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity, br;q=0.5', 'identity'],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['identity;q=0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=2', 'identity'],
  ['gzip;q=x', 'identity'],
  ['deflate', 'identity'],
  [', ,;', 'identity'],
])('Accept-Encoding %s is answered with %s', (header, coding) => {
  expect(negotiateCoding(header)).toBe(coding);
});

test('any header is answered with some coding', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'gzipbr*;q=0.,1 identy') }), (header) => {
      expect(['identity', 'gzip', 'br']).toContain(negotiateCoding(header));
    }),
  );
});

test('what is encoded decodes to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (array) => {
      const bytes = Buffer.from(array);
      expect(brotliDecompressSync(await encode(bytes, 'br'))).toEqual(bytes);
      expect(gunzipSync(await encode(bytes, 'gzip'))).toEqual(bytes);
      expect(await encode(bytes, 'identity')).toBe(bytes);
    }),
    { numRuns: 20 },
  );
});
