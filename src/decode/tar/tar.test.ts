import { expect, test } from 'vitest';
import { isTagged } from '../../base/errors.js';
import { tarOf } from '../radar/composite.fixture.js';
import { readTar } from './tar.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const ARCHIVE = tarOf([
  ['a/000.h5', bytes('first')],
  ['folder/', new Uint8Array(), '5'],
  ['empty', new Uint8Array()],
  ['long', bytes('x'.repeat(513))],
]);

function refusal(archive: Uint8Array): string {
  try {
    readTar(archive);
  } catch (error) {
    if (isTagged(error, 'malformed')) return error.message;
    throw error;
  }
  return 'read';
}

/** The archive with other bytes in it, the sum of the header set right again. */
function patched(at: number, text: string): Uint8Array {
  const archive = Buffer.from(ARCHIVE);
  archive.write(text, at, 'latin1');
  archive.write('        ', 148);
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
}

test('files come in order, folders do not, and nothing is copied', () => {
  const entries = readTar(ARCHIVE);
  expect(entries.map((entry) => [entry.name, new TextDecoder().decode(entry.bytes)])).toEqual([
    ['a/000.h5', 'first'],
    ['empty', ''],
    ['long', 'x'.repeat(513)],
  ]);
  expect(entries.every((entry) => entry.bytes.buffer === ARCHIVE.buffer)).toBe(true);
});

test('the empty blocks at the end may be missing, and anything may follow them', () => {
  expect(readTar(ARCHIVE.subarray(0, ARCHIVE.length - 1024))).toHaveLength(3);
  expect(readTar(Buffer.concat([ARCHIVE, bytes('?'.repeat(600))]))).toHaveLength(3);
  expect(readTar(new Uint8Array(1024))).toEqual([]);
});

test('the prefix of a long name is part of it', () => {
  expect(readTar(patched(345, 'rv/2026'))[0]!.name).toBe('rv/2026/a/000.h5');
});

test.each([
  ['nothing', new Uint8Array(), 'malformed tar: an archive begins with a header of 512 bytes; got "0 bytes"'],
  ['a page', bytes('<html>'.repeat(100)), 'checksum of the header at byte 0 is an octal number'],
  ['a flipped letter', Buffer.from(ARCHIVE).fill('b', 0, 1), 'the header at byte 0 has the checksum'],
  ['a size behind the end', patched(124, '00000100000'), '"a/000.h5" is inside the'],
  ['a size that is none', patched(124, '-0000000005'), 'size of "a/000.h5" is an octal number; got "-0000000005"'],
  ['a binary size', patched(124, '\x80\0\0\0\0\0\0\0\0\0\0'), 'size of "a/000.h5" is an octal number'],
  ['the last file cut off', ARCHIVE.subarray(0, 512 * 5), '"long" is inside the'],
])('an archive with %s is refused', (_, archive, reason) => {
  expect(refusal(archive)).toContain(reason);
});

test('an archive of very many files is refused', () => {
  const many = tarOf(Array.from({ length: 1001 }, (_, i) => [String(i), new Uint8Array()] as const));
  expect(refusal(many)).toContain('at most 1000 entries');
});
