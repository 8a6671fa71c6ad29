import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitField, float32, signMagnitude, uint32, uint64, unsigned } from './bits.js';

const octets = (...values: number[]) => Uint8Array.from(values);
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer);

test('integers are big-endian', () => {
  const bytes = octets(0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0);
  expect(uint32(bytes, 4)).toBe(0x9abcdef0);
  expect(unsigned(bytes, 1, 3)).toBe(0x345678);
  expect(uint64(octets(0, 0, 0, 2, 0, 0, 0, 1), 0)).toBe(2 ** 33 + 1);
});

test.each([
  ['80 01 is −1, by regulation 92.1.5', [0x80, 0x01], -1],
  ['00 01 is 1', [0x00, 0x01], 1],
  ['80 00 is zero', [0x80, 0x00], 0],
  ['ff ff is −32767', [0xff, 0xff], -32767],
  ['one octet', [0x85], -5],
  ['four octets', [0x80, 0, 1, 0], -256],
])('sign and magnitude: %s', (_, bytes, value) => {
  expect(signMagnitude(octets(...bytes), 0, bytes.length)).toBe(value);
});

test('single precision floats', () => {
  expect(float32(octets(0xff, 0x44, 0x88, 0xe0, 0x00), 1)).toBe(1095);
});

test('12 bits of A5 E0 are 2654, by the test vector of grib-go', () => {
  expect(bitField(viewOf(octets(0xa5, 0xe0, 0, 0, 0)), 0, 12)).toBe(0xa5e);
});

test('a field of no bits is 0, also past the end', () => {
  expect(bitField(viewOf(octets(0xff)), 8, 0)).toBe(0);
});

test('a bit field is what the bits of the octets spell, at any alignment and width', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 32 }), (array, at, width) => {
      const bits = Array.from(array, (octet) => octet.toString(2).padStart(8, '0')).join('');
      expect(bitField(viewOf(array), at, width)).toBe(Number.parseInt(bits.slice(at, at + width), 2));
    }),
    { seed: 1 },
  );
});
