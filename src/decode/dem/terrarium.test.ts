import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTerrarium } from './terrarium.js';

class DemDefect extends Error {}
const defect = (rule: string, value: unknown): Error => new DemDefect(`${rule}; got ${value}`);

function chunk(type: string, body: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type), body]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(body.length);
  framed.set(content, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}

/** A PNG of 8-bit RGB or RGBA in one colour. */
function picture(colour: readonly number[], side = 256): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, colour.length === 1 ? 0 : colour.length === 4 ? 6 : 2], 8);
  const row = [0, ...Array.from({ length: side }, () => colour).flat()];
  const data = deflateSync(Uint8Array.from(Array.from({ length: side }, () => row).flat()));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

test.each([
  [[128, 0, 0], 0],
  [[131, 232, 128], 1000.5],
  [[162, 144, 220], 8848.859375], // Everest, 8848.86 m
  [[126, 80, 0], -432], // the Dead Sea
  [[85, 0, 0], -11008], // the Challenger Deep
  [[131, 232, 128, 255], 1000.5],
])('colour %j is %d m', (colour, height) => {
  const heights = readTerrarium(picture(colour), defect);
  expect(heights).toHaveLength(65_536);
  expect([heights[0], heights[40_000], heights[65_535]]).toEqual([height, height, height]);
});

test.each([
  ['another size', picture([128, 0, 0], 128), /256 × 256 pixels; got 128 × 128/],
  ['a larger size', picture([128, 0, 0], 512), /at most 65536 pixels/],
  ['grey', picture([9]), /red, green and blue/],
  ['a page', Buffer.from('<html>'), /signature/],
])('%s is refused', (_, bytes, message) => {
  expect(() => readTerrarium(bytes, defect)).toThrow(message);
});

test('whatever bytes come, heights or a defect come out', () => {
  const sound = picture([131, 232, 128]);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      fc.nat(sound.length),
      (flips, length) => {
        const bytes = new Uint8Array(sound.subarray(0, length));
        for (const [at, byte] of flips) if (at < length) bytes[at] = byte;
        try {
          expect(readTerrarium(bytes, defect)).toHaveLength(65_536);
        } catch (error) {
          expect(error).toBeInstanceOf(DemDefect);
        }
      },
    ),
    { numRuns: 300 },
  );
});
