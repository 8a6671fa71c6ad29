/** Packings against messages that other programs wrote, and worked examples of the manual. */

import { expect, test } from 'vitest';
import { PICTURES } from '../../png-pictures.fixture.js';
import { readFields } from '../field.js';
import * as fixture from '../message.fixture.js';
import { ECCODES_MESSAGES } from './eccodes-messages.fixture.js';
import { preparePackings } from './jpeg2000.js';
import { levels, packedRow, RUN_LEVELS, RUN_NUMBERS, scaled } from './packed-messages.fixture.js';

const decode = (message: Uint8Array) => [...readFields(message)[0]!.decodeValues()];

test.each(ECCODES_MESSAGES)('ecCodes’ %s of %i bits, missing values %s', (_, bits, hasMissing, base64) => {
  const most = 2 ** bits;
  const value = (i: number) => (i === 0 ? 0 : i === 1 ? most - 1 : (7919 * i * i) % most) - 20;
  const expected = Array.from({ length: 187 }, (_, i) => (hasMissing && i % 5 === 3 ? Number.NaN : value(i)));
  expect(decode(Buffer.from(base64, 'base64'))).toEqual(expected);
});

test('what JPEG 2000 needs may be prepared any number of times', async () => {
  await expect(Promise.all([preparePackings(), preparePackings()])).resolves.toHaveLength(2);
  await preparePackings();
});

const JPEG = [0, 255];
const CCSDS = [14, 16, 0, 128];

test.each([
  ['5.40', 40, JPEG],
  ['5.41', 41, []],
  ['5.42', 42, CCSDS],
])('packing %s of no bits is R / 10^D everywhere', (_, template, rest) => {
  const message = packedRow(template, 3, [...scaled(0, { reference: 2731.5, decimal: 1 }), ...rest], []);
  expect(decode(message)).toEqual(Array(3).fill(Math.fround(273.15)));
});

const READ_PIXELS = PICTURES.filter(([channels, depth]) => channels === 1 || (channels > 2 && depth === 8));

test.each(READ_PIXELS)('pixels of %i samples of %i bits are one big-endian integer', (channels, depth, base64) => {
  const values = decode(packedRow(41, 70, scaled(16, { reference: -3, binary: 1 }), Buffer.from(base64, 'base64')));
  const sample = (s: number, y: number) =>
    BigInt(Math.floor(((37 * s * s + 101 * y * y + 11 * s * y + 7 * s * y * y) * 259) / 8) % 2 ** depth);
  const pixel = (i: number) => {
    let integer = 0n;
    for (let c = 0; c < channels; c++)
      integer = (integer << BigInt(depth)) | sample((i % 7) * channels + c, Math.floor(i / 7));
    return Math.fround(-3 + 2 * Number(integer));
  };
  expect(values).toEqual(Array.from({ length: 70 }, (_, i) => pixel(i)));
});

test.each([
  [2, 8, 70, 'unsupported GRIB PNG pixels: 2 samples of 8 bits'],
  [3, 16, 70, 'unsupported GRIB PNG pixels: 3 samples of 16 bits'],
  [1, 8, 71, 'the PNG picture has the 71 packed points; got "7 × 10"'],
  [1, 8, 69, 'a PNG picture has at most 69 pixels; got "7 × 10"'],
])('a picture of %i samples of %i bits for %i points is refused', (channels, depth, points, message) => {
  const base64 = PICTURES.find(([c, d]) => c === channels && d === depth)![2];
  expect(() => decode(packedRow(41, points, scaled(16), Buffer.from(base64, 'base64')))).toThrow(message);
});

test.each([
  ['single', 1, [...fixture.floatOctets(-0.1), 0x7f, 0xc0, 0, 0], [Math.fround(-0.1), Number.NaN]],
  [
    'double',
    2,
    [0x40, 0x09, 0x21, 0xfb, 0x54, 0x44, 0x2d, 0x18, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0],
    [Math.fround(Math.PI), Number.NaN],
  ],
])('IEEE numbers of %s precision, NaN missing', (_, precision, data, expected) => {
  expect(decode(packedRow(4, 2, [precision], data))).toEqual(expected);
});

test.each([
  ['quadruple precision', 3, Array(32).fill(0), 'unsupported GRIB code table 5.7 precision: 3'],
  ['too few octets', 1, [0, 0, 0, 0], 'section 7 octets 6-: holds the 64 bits'],
  ['an infinite value', 1, [...fixture.floatOctets(1), 0x7f, 0x80, 0, 0], 'fits a 32-bit float'],
  ['a double that no single holds', 2, [0x7f, 0xef, ...Array(14).fill(0)], 'fits a 32-bit float'],
])('IEEE: %s is refused', (_, precision, data, message) => {
  expect(() => decode(packedRow(4, 2, [precision], data))).toThrow(message);
});

test('runs of levels: digits above the highest level, level 0 is missing, D scales the table', () => {
  const values = decode(packedRow(200, RUN_LEVELS.length, levels(4, 10, { entries: 12, decimal: 2 }), RUN_NUMBERS));
  expect(values).toEqual(RUN_LEVELS.map((level) => (level === 0 ? Number.NaN : Math.fround(level / 10))));
});

test.each<[string, number, number[], number[], string]>([
  ['more bits than a level can need', 21, levels(17, 10), RUN_NUMBERS, 'bits of a run-length number: 17'],
  ['no bits', 21, levels(0, 10), RUN_NUMBERS, 'bits of a run-length number: 0'],
  ['levels beyond the table', 21, levels(4, 10, { entries: 9 }), RUN_NUMBERS, 'levels are in the table of 9; got 10'],
  ['levels beyond the bits', 21, levels(3, 10), RUN_NUMBERS, 'levels fit 3 bits; got 10'],
  ['a table that is not there', 21, levels(4, 10).slice(0, 8), RUN_NUMBERS, 'lie inside the section'],
  ['a digit without a level', 21, levels(4, 10), [0xc3], 'a run begins with a level of at most 10; got 12'],
  ['runs that are too short', 23, levels(4, 10), RUN_NUMBERS, 'runs add up to the 23 packed points; got 22'],
  ['a run that is too long', 4, levels(4, 10), [0x3f], 'a run stays inside the 4 packed points; got 5'],
  ['a table without bounds', 21, levels(4, 10, { decimal: -127 }), RUN_NUMBERS, 'fit a 32-bit float'],
])('run length: %s is refused', (_, points, header, data, message) => {
  expect(() => decode(packedRow(200, points, header, data))).toThrow(message);
});
