import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedData, testWithSharedData } from '../../test/shared-data.js';
import { wholeMessages } from './grib-framing.js';

/** A message of `length` octets with a right Section 0 and end, and nothing between. */
function message(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.write('GRIB');
  bytes[7] = 2;
  bytes.writeBigUInt64BE(BigInt(length), 8);
  bytes.write('7777', length - 4);
  return bytes;
}

test('messages in a row are told apart by the length in Section 0', () => {
  const parts = wholeMessages(Buffer.concat([message(30), message(20), message(44)]));
  expect(parts?.map(({ length }) => length)).toEqual([30, 20, 44]);
});

const broken = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = message(40);
  change(bytes);
  return bytes;
};
test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['no GRIB at the beginning', broken((b) => b.write('GRUB'))],
  ['no 7777 where the length says', broken((b) => b.write('7776', 36))],
  ['a length beyond the bytes', broken((b) => b.writeBigUInt64BE(41n, 8))],
  ['a length of 2^63', broken((b) => b.writeBigUInt64BE(1n << 63n, 8))],
  ['a length below the smallest message', broken((b) => b.writeBigUInt64BE(0n, 8))],
  ['an offset that is a few hundred bytes late', Buffer.concat([message(900), message(40)]).subarray(300)],
  ['a range that ends early', message(40).subarray(0, 39)],
  ['a rest', Buffer.concat([message(40), Buffer.from('GRIB')])],
])('not framed: %s', (_, bytes) => {
  expect(wholeMessages(bytes)).toBeNull();
});

testWithSharedData('a real file is messages from its first byte to its last', () => {
  const bytes = readFileSync(sharedData('grib2', 'pygrib', 'gfs.t12z.pgrbf120.2p5deg.grib2'));
  let joints = 0;
  for (let at = bytes.indexOf('7777GRIB'); at >= 0; at = bytes.indexOf('7777GRIB', at + 1)) joints++;
  const messages = wholeMessages(bytes)!;
  expect(messages).toHaveLength(joints + 1);
  expect(messages.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length);
});
