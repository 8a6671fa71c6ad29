import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unpackBzip2 } from '../src/base/bzip2.js';
import { writeBzip2 } from './bzip2-writer.js';

const LIMITS = { bytes: 1e7, tooLarge: () => new Error('too large'), defect: (rule: string) => new Error(rule) };
const WITH_BZIP2 = spawnSync('bzip2', ['--help']).error === undefined;

const CASES: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array(0)],
  ['one octet', Uint8Array.of(7)],
  ['all octets', Uint8Array.from({ length: 256 }, (_, n) => n)],
  ['runs of 3, 4, 5, 258, 259 and 260', Buffer.from([3, 4, 5, 258, 259, 260].map((n) => `${'a'.repeat(n)}b`).join(''))],
  ['one octet 30,000 times', new Uint8Array(30_000)],
  ['a period of two', Uint8Array.from({ length: 1200 }, (_, n) => n & 1)],
  ['several blocks', Uint8Array.from({ length: 50_000 }, (_, n) => (n * n) >> 5)],
];

test.each(CASES)('the library of bzip2 reads back %s', async (_, bytes) => {
  expect(Buffer.from(await unpackBzip2(writeBzip2(bytes), LIMITS)).equals(Buffer.from(bytes))).toBe(true);
});

const ofCommand = WITH_BZIP2 ? test : test.skip;
const without = WITH_BZIP2 ? '' : ' (the bzip2 program is absent)';
ofCommand.each(CASES)(`so does the command, without a word: %s${without}`, (_, bytes) => {
  const input = writeBzip2(bytes);
  expect(execFileSync('bzip2', ['-dc'], { input }).equals(Buffer.from(bytes))).toBe(true);
  expect(spawnSync('bzip2', ['-t'], { input })).toMatchObject({ status: 0, stderr: Buffer.alloc(0) });
});

test('whatever is written is read back', async () => {
  const octets = fc.uint8Array({ maxLength: 400, max: 5 });
  await fc.assert(
    fc.asyncProperty(octets, async (bytes) => {
      expect([...(await unpackBzip2(writeBzip2(bytes), LIMITS))]).toEqual([...bytes]);
    }),
    { seed: 1 },
  );
});
