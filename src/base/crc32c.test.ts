import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32c } from './crc32c.js';

const text = (ascii: string) => Uint8Array.from(ascii, (character) => character.charCodeAt(0));
const counted = (from: number, by: number) => Uint8Array.from({ length: 32 }, (_, i) => from + by * i);

// RFC 3720 appendix B.4 prints each CRC as its bytes on the wire, lowest first: "aa 36 91 8a" is 0x8a9136aa.
test.each([
  ['nothing', new Uint8Array(0), 0],
  ['"123456789", the check value of the CRC catalogue', text('123456789'), 0xe3069283],
  ['32 bytes of zeroes', new Uint8Array(32), 0x8a9136aa],
  ['32 bytes of ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
  ['32 bytes incrementing', counted(0, 1), 0x46dd794e],
  ['32 bytes decrementing', counted(31, -1), 0x113fdb5c],
])('%s has the published checksum', (_, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});

/** The definition itself: one bit at a time, no tables. */
function bitwise(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

test('long strings at any alignment equal the bit-by-bit definition', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(9), (bytes, shift) => {
      const shifted = new Uint8Array(bytes.length + shift);
      shifted.set(bytes, shift);
      expect(crc32c(shifted.subarray(shift))).toBe(bitwise(bytes));
    }),
  );
});
