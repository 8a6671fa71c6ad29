/** JPEG 2000 as no GRIB encoder writes it. Whole pictures are in packings.test.ts. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFields } from '../field.js';
import { unsignedOctets } from '../message.fixture.js';
import { octets, readSections } from '../sections.js';
import { ECCODES_MESSAGES } from './eccodes-messages.fixture.js';
import { refineRow } from './jpeg2000-long-row.js';
import { packedRow, scaled } from './packed-messages.fixture.js';

/** ecCodes' picture of 12 bits: its codestream is what section 7 holds. */
const MESSAGE = Buffer.from(
  ECCODES_MESSAGES.find(([packing, bits, hasMissing]) => packing === 'grid_jpeg' && bits === 12 && !hasMissing)![3],
  'base64',
);
const STREAM = readSections(MESSAGE)[0]!.data.bytes.subarray(5);
const POINTS = octets(readSections(MESSAGE)[0]!.packing, 6, 4);

const decode = (stream: Uint8Array, points = POINTS) =>
  readFields(packedRow(40, points, [...scaled(12, { reference: -20 }), 0, 255], stream))[0]!.decodeValues();
const changed = (at: number, ...octets: number[]) => {
  const copy = Uint8Array.from(STREAM);
  copy.set(octets, at);
  return copy;
};

/** Byte of the first marker of a kind, by annex A of the standard. */
const marker = (second: number) => STREAM.findIndex((octet, at) => octet === 0xff && STREAM[at + 1] === second);
const CODING_STYLE = marker(0x52);

test('the codestream alone decodes', () => {
  expect(decode(STREAM).slice(0, 3)).toEqual(Float32Array.of(-20, 4075, ((7919 * 4) % 4096) - 20));
});

test.each<[string, Uint8Array, string]>([
  ['no codestream', Uint8Array.of(0, 0, 0, 12, 0x6a, 0x50), 'begin with a codestream'],
  ['no octets', new Uint8Array(), 'begin with a codestream'],
  ['a marker longer than the data', STREAM.subarray(0, 30), 'lies inside the data; got 41'],
  ['another size', changed(8, 0, 0, 0, 16), 'the JPEG 2000 picture has the 187 packed points; got "16 × 11"'],
  ['no columns', changed(8, 0, 0, 0, 0), 'is not empty; got "0 0 to 0 11"'],
  ['a picture that does not begin at 0', changed(16, 0, 0, 0, 1), 'begins at 0'],
  ['tiles of one point', changed(24, 0, 0, 0, 0), 'JPEG 2000 tiles over 1024: Infinity'],
  ['three components', changed(40, 0, 3), 'JPEG 2000 components: 3, 1 × 1'],
  ['signed samples', changed(42, 0x8b), 'JPEG 2000 samples other than unsigned of 16 bits: 139'],
  ['samples of 24 bits', changed(42, 23), 'JPEG 2000 samples other than unsigned of 16 bits: 23'],
  ['own precincts', changed(CODING_STYLE + 4, 1), 'JPEG 2000 coding style: 1'],
  ['thousands of layers', changed(CODING_STYLE + 6, 0xff, 0xff), 'JPEG 2000 layers over 64: 65535'],
  ['small code blocks', changed(CODING_STYLE + 10, 1, 4), 'JPEG 2000 code blocks below 16: 8 × 64'],
  ['a change of progression', changed(CODING_STYLE, 0xff, 0x5f), 'JPEG 2000 marker: ff5f'],
  ['a tile part longer than the data', changed(marker(0x90) + 6, 0, 0xff), 'a JPEG 2000 tile part at byte'],
  ['data that are cut off', STREAM.subarray(0, STREAM.length - 40), 'malformed GRIB, byte 172: section 7 octets 6-'],
  [
    'headers that end early',
    Uint8Array.from([...STREAM.subarray(0, 45), 0xff, 0xd9]),
    'JPEG 2000 data decode; got "[WARNING]',
  ],
])('%s is refused, and the next message is read as ever', (_, stream, message) => {
  expect(() => decode(stream)).toThrow(message);
  expect(decode(STREAM)[1]).toBe(4075);
});

/** The picture's size and its tile's, octets 8 and 24; the code block's, behind the coding style. */
const sized = (columns: number, rows: number, block: readonly number[] = [4, 4]) => {
  const copy = changed(CODING_STYLE + 10, ...block);
  for (const at of [8, 24])
    copy.set(
      [columns, rows].flatMap((side) => unsignedOctets(side, 4)),
      at,
    );
  return copy;
};

test.each([
  ['more points than the decoder has memory for', STREAM, 2 ** 24 + 1, 'JPEG 2000 pixels over 16777216: 16777217'],
  ['columns that its binding cannot count', sized(65536, 2), 2 * 65536, 'JPEG 2000 sides over 65535: 65536'],
  ['a row that no grid makes countable', sized(65536, 1), 65536, 'JPEG 2000 sides over 65535: 65536'],
  ['rows that its binding cannot count', sized(1, 65536), 65536, 'JPEG 2000 sides over 65535: 65536'],
  [
    'more code blocks than a square has',
    sized(2 ** 21, 1, [2, 2]),
    2 ** 21,
    'JPEG 2000 code blocks over 65536: 131072',
  ],
])('%s are refused', (_, stream, points, message) => {
  expect(() => decode(stream, points)).toThrow(message);
});

test('a row longer than 65,535 points gets a grid of the same columns whose counted samples are all of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 65536, max: 2 ** 24 }), (points) => {
      const picture = refineRow(sized(points, 1), points);
      fc.pre(picture !== null);
      const { stream, width, height } = picture;
      const view = new DataView(stream.buffer);
      const [columns, rows] = [view.getUint32(8), view.getUint32(12)];
      expect([view.getUint32(24), view.getUint32(28)]).toEqual([columns, rows]);
      expect([Math.ceil(columns / stream[43]!), Math.ceil(rows / stream[44]!)]).toEqual([points, 1]);
      expect([columns % 65536, rows % 65536]).toEqual([width, height]);
      expect(columns).toBeLessThan(2 ** 31);
      expect(width * height - points).toBeGreaterThanOrEqual(0);
      expect(width * height - points).toBeLessThan(height);
    }),
  );
});

test('fewer than two in a thousand rows of up to 4 million points have no such grid', () => {
  const lengths = Array.from({ length: 2000 }, (_, i) => 65536 + 2063 * i);
  expect(lengths.filter((points) => refineRow(new Uint8Array(64), points) === null).length).toBeLessThan(4);
});
