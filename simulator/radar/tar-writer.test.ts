import { expect, test } from 'vitest';
import { writeTar } from './tar-writer.js';

test('an archive has the header of the real ones before each file, and ends in whole records', () => {
  const archive = writeTar(
    [{ name: 'composite_rv_20250923_0855_000-hd5', bytes: new Uint8Array(700).fill(1) }],
    1_758_617_863,
  );
  expect(archive.length % 10_240).toBe(0);
  const text = (at: number, length: number) => Buffer.from(archive.subarray(at, at + length)).toString('latin1');
  expect(text(0, 34)).toBe('composite_rv_20250923_0855_000-hd5');
  // As in the archive of that time: mode, then the time of the file, and GNU's magic.
  expect([text(100, 7), text(124, 11), text(136, 11), text(257, 8)]).toEqual([
    '0000644',
    '00000001274',
    '15064460407',
    'ustar  \0',
  ]);
  const sum = archive.subarray(0, 512).reduce((total, octet, n) => total + (n >= 148 && n < 156 ? 32 : octet), 0);
  expect(Number.parseInt(text(148, 6), 8)).toBe(sum);
  expect([...archive.subarray(512, 1212)].every((octet) => octet === 1)).toBe(true);
  expect([...archive.subarray(1212)].every((octet) => octet === 0)).toBe(true);
});
