import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeBzip2 } from '../../simulator/bzip2-writer.js';
import { type Bzip2Limits, isBzip2, unpackBzip2 } from './bzip2.js';

const LIMITS: Bzip2Limits = {
  bytes: 1e6,
  tooLarge: () => new Error('too large'),
  defect: (rule) => new Error(`defect: ${rule}`),
};
const base64 = (text: string) => Buffer.from(text, 'base64');

/** Made by `echo -n … | bzip2`. */
const HELLO = base64('QlpoOTFBWSZTWRkxZT0AAACBAAJEoAAhmmgzTQczi7kinChIDJiynoA=');
const EMPTY = base64('QlpoORdyRThQkAAAAAA=');
/** `head -c 100000000 /dev/zero | bzip2` */
const ZEROS = base64(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1nEYApVAD7RQALAAABAAAggADDMCapppUiDaipEHi7kinChIcCoiS4=',
);

const textOf = async (packed: Uint8Array) => Buffer.from(await unpackBzip2(packed, LIMITS)).toString();

test('a file of bzip2 is told by its first octets and unpacked', async () => {
  expect(isBzip2(HELLO)).toBe(true);
  expect(isBzip2(Buffer.from('GRIB'))).toBe(false);
  expect(await textOf(HELLO)).toBe('hello');
  expect(await textOf(EMPTY)).toBe('');
});

test('streams one after the other are one file, as parallel packers write it', async () => {
  expect(await textOf(Buffer.concat([HELLO, HELLO, HELLO]))).toBe('hellohellohello');
});

test.each<[string, Uint8Array, string]>([
  ['that is empty', new Uint8Array(0), 'defect'],
  ['of something else', Buffer.from('<html>no such file</html>'), 'defect'],
  ['that ends too soon', HELLO.subarray(0, 30), 'defect'],
  ['with a wrong checksum', HELLO.map((octet, n) => (n === 12 ? octet ^ 1 : octet)), 'defect'],
  ['whose second stream is damaged', Buffer.concat([HELLO, HELLO.subarray(0, 30)]), 'defect'],
  ['of a hundred octets that stand for a hundred million', ZEROS, 'too large'],
])('a file %s is refused, and the next one is read', async (_, packed, reason) => {
  await expect(unpackBzip2(packed, LIMITS)).rejects.toThrow(reason);
  expect(await textOf(HELLO)).toBe('hello');
});

test('the limit is for all streams together, and exact', async () => {
  const twice = Buffer.concat([HELLO, HELLO]);
  for (const bytes of [4, 5, 9]) await expect(unpackBzip2(twice, { ...LIMITS, bytes })).rejects.toThrow('too large');
  expect(await unpackBzip2(twice, { ...LIMITS, bytes: 10 })).toHaveLength(10);
});

test('damage anywhere ends in a value or an error of the caller', async () => {
  const packed = writeBzip2(Uint8Array.from({ length: 3000 }, (_, n) => (n * n) >> 3));
  await fc.assert(
    fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const damaged = packed.map((octet, n) => (n === at ? octet ^ flip : octet));
      const outcome = await unpackBzip2(damaged, LIMITS).catch((error: Error) => error.message);
      expect(typeof outcome === 'string' ? /^(defect|too large)/.test(outcome) : outcome.length <= 1e6).toBe(true);
    }),
    { seed: 1, numRuns: 60 },
  );
});

test('nothing is left hanging on the process', async () => {
  const counts = () => ['uncaughtException', 'unhandledRejection'].map((event) => process.listenerCount(event));
  const before = counts();
  await unpackBzip2(new Uint8Array(1), LIMITS).catch(() => undefined);
  await unpackBzip2(HELLO, LIMITS);
  expect(counts()).toEqual(before);
});
