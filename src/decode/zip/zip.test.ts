import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isTagged } from '../../base/errors.js';
import { unzip, type ZipLimits } from './zip.js';

const LIMITS: ZipLimits = { entries: 10, entryBytes: 1e6, bytes: 2e6, ratio: 100 };
const text = (value: string) => new TextEncoder().encode(value);
const HELLO = 'Unwetter über Grün, '.repeat(100);

function refusal(bytes: Uint8Array, limits = LIMITS): string {
  try {
    unzip(bytes, limits);
  } catch (error) {
    if (isTagged(error, 'malformed')) return error.message;
    throw error;
  }
  return 'read';
}

/** Bytes of `archive` with a number written over them, little end first. */
function patched(archive: Uint8Array, at: number, value: number): Uint8Array {
  const bytes = archive.slice();
  new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
}

/** Offset of the first entry of the directory. */
const directoryOf = (archive: Uint8Array) => new DataView(archive.buffer).getUint32(archive.length - 6, true);

test('stored and deflated files come in order, folders do not; names are labels', () => {
  const archive = zipSync({
    'b.xml': text(HELLO),
    'folder/': new Uint8Array(),
    '../../über.xml': [text('stored'), { level: 0 }],
    empty: new Uint8Array(),
  });
  const read = unzip(archive, LIMITS).map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]);
  expect(read).toEqual([
    ['b.xml', HELLO],
    ['../../über.xml', 'stored'],
    ['empty', ''],
  ]);
  const shifted = new Uint8Array(archive.length + 3);
  shifted.set(archive, 3);
  expect(unzip(shifted.subarray(3), LIMITS)).toHaveLength(3);
});

test('an archive without files has none', () => {
  expect(unzip(zipSync({}), LIMITS)).toEqual([]);
});

const archive = zipSync({ a: text(HELLO), b: text('second') });
const directory = directoryOf(archive);

test.each([
  ['nothing', new Uint8Array(), 'must end in a central directory'],
  ['something else', text('x'.repeat(100_000)), 'must end in a central directory'],
  ['one that was cut off', archive.slice(0, -1), 'must end in a central directory'],
  ['a directory elsewhere', patched(archive, archive.length - 6, 1), 'must list 2 entries in its directory; got 0'],
  ['a directory behind the end', patched(archive, archive.length - 6, 0xffffffff), 'must list 2 entries'],
  ['a size that is too small', patched(archive, directory + 24, 5), '"a": must have 5 bytes as listed; got "more"'],
  ['a size that is too large', patched(archive, directory + 24, 3000), '"a": must have 3000 bytes as listed; got 2200'],
  ['a size of 4 GB', patched(archive, directory + 24, 0xffffffff), 'files must have at most 1000000 bytes'],
  ['packed data behind the end', patched(archive, directory + 20, 99999), 'must have the data that are listed'],
  ['packed data that end early', patched(archive, directory + 20, 10), 'must'],
  ['no local header', patched(archive, directory + 42, 7), 'must have a local header where it is listed'],
  ['another checksum', patched(archive, directory + 16, 1), 'must have the CRC-32 that is listed'],
  ['encryption', patched(archive, directory + 8, 0x80001), 'must not be encrypted'],
  ['another method', patched(archive, directory + 10, 12), 'must be stored or deflated; got "method 12"'],
])('an archive with %s is refused', (_, bytes, reason) => {
  expect(refusal(bytes)).toContain(reason);
});

test('limits hold before anything is unpacked', () => {
  const zeros = zipSync({ a: new Uint8Array(900_000), b: new Uint8Array(900_000), c: new Uint8Array(900_000) });
  expect(refusal(zeros)).toContain('files must shrink at most 100 times');
  expect(refusal(zeros, { ...LIMITS, ratio: 2000 })).toContain('must have at most 2000000 bytes unpacked; got 2700000');
  expect(refusal(zeros, { ...LIMITS, entryBytes: 1000 })).toContain('files must have at most 1000 bytes; got 900000');
  expect(refusal(zeros, { ...LIMITS, entries: 2 })).toContain('must have at most 2 files; got 3');
});

test('two files of one name are refused', () => {
  const twice = zipSync({ aa: text('1'), ab: text('2') });
  const name = directoryOf(twice) + 46;
  const at = twice.indexOf('b'.charCodeAt(0), name);
  const bytes = twice.slice();
  bytes[at] = 'a'.charCodeAt(0);
  expect(refusal(bytes)).toContain('must have each name once');
});
