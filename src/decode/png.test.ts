import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PngLimits, readPng } from './png.js';
import { PICTURES } from './png-pictures.fixture.js';

const [WIDTH, HEIGHT] = [7, 10];
const LIMITS: PngLimits = { pixels: 1000, defect: (rule, value) => new Error(`${rule}; got ${value}`) };

const fixture = (channels: number, bitDepth: number) =>
  Buffer.from(PICTURES.find(([c, b]) => c === channels && b === bitDepth)![2], 'base64');

test.each(PICTURES)('a picture by libpng of %i channels of %i bits', (channels, bitDepth, base64) => {
  const picture = readPng(Buffer.from(base64, 'base64'), LIMITS);
  expect(picture).toMatchObject({ width: WIDTH, height: HEIGHT, channels, bitDepth });
  const rowBits = Math.ceil((WIDTH * channels * bitDepth) / 8) * 8;
  const bits = [...picture.data].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  for (let y = 0; y < HEIGHT; y++)
    for (let s = 0; s < WIDTH * channels; s++) {
      const at = y * rowBits + s * bitDepth;
      const sum = 37 * s * s + 101 * y * y + 11 * s * y + 7 * s * y * y;
      const expected = Math.floor((sum * 259) / 8) % 2 ** bitDepth;
      expect(Number.parseInt(bits.slice(at, at + bitDepth), 2)).toBe(expected);
    }
});

function chunk(type: string, body: Uint8Array | readonly number[]): Buffer {
  const named = Buffer.concat([Buffer.from(type), Buffer.from(body)]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(named.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([frame, named, sum]);
}

function header({ width = WIDTH, height = HEIGHT, bitDepth = 8, colour = 0, interlace = 0 } = {}): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([bitDepth, colour, 0, 0, interlace], 8);
  return chunk('IHDR', body);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunk('IEND', []);
const ROWS = chunk('IDAT', deflateSync(Buffer.alloc((WIDTH + 1) * HEIGHT)));
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
const changed = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
};

test('picture data in many chunks, with ancillary ones between them and bytes after the last', () => {
  const deflated = deflateSync(Buffer.from([0, 1, 2, 0, 3, 4]));
  const parts = [...deflated].map((byte) => chunk('IDAT', [byte]));
  const small = header({ width: 2, height: 2 });
  const bytes = png(
    small,
    chunk('tEXt', [1, 2]),
    chunk('PLTE', [0, 0, 0]),
    ...parts,
    chunk('IDAT', []),
    END,
    Buffer.from('behind'),
  );
  expect([...readPng(bytes, LIMITS).data]).toEqual([1, 2, 3, 4]);
});

test.each<[string, Buffer, string]>([
  ['no bytes', Buffer.alloc(0), 'begins with its signature; got '],
  ['another signature', changed(fixture(1, 8), 1), 'begins with its signature'],
  ['a file that ends in a chunk', fixture(1, 8).subarray(0, 60), 'lies inside the 60 bytes'],
  ['no last chunk', png(header(), ROWS), 'lies inside the'],
  ['no header', png(ROWS, END), 'the first PNG chunk is an IHDR'],
  ['a second header', png(header(), header(), ROWS, END), 'must be understood'],
  ['a palette', png(header({ colour: 3 }), ROWS, END), 'colour type is 0, 2, 4 or 6; got 3'],
  ['a depth that RGB has not', png(header({ colour: 2, bitDepth: 4 }), ROWS, END), 'has 8, 16 bits; got 4'],
  ['an interlaced picture', png(header({ interlace: 1 }), ROWS, END), 'interlace methods are 0; got 0 0 1'],
  ['no rows', png(header({ height: 0 }), ROWS, END), 'sides of a PNG picture'],
  ['a wrong checksum', changed(fixture(1, 8), 48), 'has the checksum'],
  ['more pixels than allowed', png(header({ width: 1001, height: 1 }), ROWS, END), 'at most 1000 pixels; got 1001 × 1'],
  ['picture data that are too short', png(header({ height: 11 }), ROWS, END), 'inflate to 88 bytes; got 80'],
  ['picture data that are too long', png(header({ height: 9 }), ROWS, END), 'inflate to 72 bytes; got ERR_BUFFER_TOO'],
  ['picture data that are not deflated', png(header(), chunk('IDAT', [1, 2, 3]), END), 'got Z_DATA_ERROR'],
  ['no picture data', png(header(), END), '0 deflated bytes hold at most 0; got 80'],
  ['an unknown filter', png(header(), chunk('IDAT', deflateSync(Buffer.alloc(80, 5))), END), 'row is 0 to 4; got 5'],
])('%s is refused', (_, bytes, message) => {
  expect(() => readPng(bytes, LIMITS)).toThrow(message);
});

test('a short file that claims a large picture is refused before it is unpacked', () => {
  const bytes = png(header({ width: 2 ** 15, height: 2 ** 15, bitDepth: 16, colour: 6 }), ROWS, END);
  expect(() => readPng(bytes, { ...LIMITS, pixels: 2 ** 31 })).toThrow('deflated bytes hold at most');
});

test('rows of any filter are what was filtered', () => {
  const picture = fc.record({
    width: fc.integer({ min: 1, max: 9 }),
    channels: fc.constantFrom(1, 3, 4),
    rows: fc.array(fc.record({ filter: fc.integer({ min: 0, max: 4 }), seed: fc.integer({ min: 0, max: 255 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
  });
  fc.assert(
    fc.property(picture, ({ width, channels, rows }) => {
      const size = width * channels;
      const plain = rows.map(({ seed }) => Buffer.from(Array.from({ length: size }, (_, i) => (seed * (i + 3)) % 251)));
      const filtered = rows.map(({ filter }, y) =>
        filterRow(filter, plain[y]!, plain[y - 1] ?? Buffer.alloc(size), channels),
      );
      const colour = { 1: 0, 3: 2, 4: 6 }[channels]!;
      const head = header({ width, height: rows.length, colour });
      const image = readPng(png(head, chunk('IDAT', deflateSync(Buffer.concat(filtered))), END), LIMITS);
      expect(Buffer.from(image.data).equals(Buffer.concat(plain))).toBe(true);
    }),
  );
});

/** Table 9.1 of the specification, the other way round. */
function filterRow(filter: number, row: Buffer, above: Buffer, pixel: number): Buffer {
  const predicted = (i: number) => {
    const a = row[i - pixel] ?? 0;
    const b = above[i]!;
    const c = i < pixel ? 0 : above[i - pixel]!;
    const nearest = [a, b, c].reduce((best, each) =>
      distance(each, a + b - c) < distance(best, a + b - c) ? each : best,
    );
    return [0, a, b, (a + b) >> 1, nearest][filter]!;
  };
  return Buffer.from([filter, ...row.map((value, i) => value - predicted(i))]);
}

const distance = (a: number, b: number) => Math.abs(a - b);
