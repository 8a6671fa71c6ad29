/**
 * Tiles as PNG files of palette indexes: colour type 3, one IDAT, no filters (PNG specification, third edition, W3C 2025,
 * sections 5, 7, 9, 10 and 11).
 *
 *   signature | IHDR | PLTE r g b … | tRNS a … | IDAT zlib(rows: 0, pixels …) | IEND
 *
 * A tile shows few of its style's colours. The palette has only those, the transparent ones first, so that tRNS can end
 * where opaque ones begin, and up to 2, 4 or 16 of them take 1, 2 or 4 bits a pixel: less to deflate, and fewer bytes.
 */

import { constants, crc32, deflateSync } from 'node:zlib';
import { TILE_PIXELS } from '../../../grid/web-mercator.js';
import { type Rgba, TRANSPARENT } from '../styles/style.js';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const INDEXED = 3;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME = 12;
/**
 * Measured on tiles of all layers (`bench/tiles.ts`). Packed pixels: level 4 makes a fifth less bytes than level 1 or runs
 * alone, for 0.07 ms; level 6 takes 0.3 ms for another tenth. Where a pixel is a byte, runs are all there is to find: as
 * small as level 4, in half the time. One output buffer, large enough for all but noise.
 */
const PACKED = { level: 4, chunkSize: 32_768 } as const;
const RUNS = { level: 1, strategy: constants.Z_RLE, chunkSize: 32_768 } as const;

/** Pixels that are compared as one number. */
const GROUP = 4;

/** A tile that shows nothing. */
export const EMPTY_TILE: Uint8Array = encodeIndexedPng(new Uint8Array(TILE_PIXELS * TILE_PIXELS), [TRANSPARENT]);

/**
 * @param pixels  indexes into the palette, [row][column] of `TILE_PIXELS` × `TILE_PIXELS`
 * @param palette  at most 256 colours
 */
export function encodeIndexedPng(pixels: Uint8Array, palette: readonly Rgba[]): Uint8Array {
  const used = coloursUsed(pixels, palette);
  const bits = bitDepth(used.length);
  const rows = packRows(pixels, placesOf(used), bits);
  const colours = used.map((index) => palette[index]!);
  const opacities = colours.map((colour) => colour[3]).filter((alpha) => alpha < 255);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', headerOf(bits)),
    chunk('PLTE', Uint8Array.from(colours.flatMap((colour) => colour.slice(0, 3)))),
    ...(opacities.length > 0 ? [chunk('tRNS', Uint8Array.from(opacities))] : []),
    chunk('IDAT', deflateSync(rows, bits === 8 ? RUNS : PACKED)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** Indexes that occur, those of colours that are not opaque first. */
function coloursUsed(pixels: Uint8Array, palette: readonly Rgba[]): number[] {
  const used = Array.from(palette.keys());
  const occurs = occurrences(pixels);
  const isOpaque = (index: number): number => (palette[index]![3] === 255 ? 1 : 0);
  return used
    .filter((index) => occurs[index] === 1)
    .sort((one, other) => isOpaque(one) - isOpaque(other) || one - other);
}

/*
 * Neighbouring pixels mostly have one colour. Both passes over a tile take four pixels as one number, and do nothing but
 * repeat themselves where it is the number before.
 */

function occurrences(pixels: Uint8Array): Uint8Array {
  const occurs = new Uint8Array(256);
  const groups = groupsOf(pixels);
  let before = ~groups[0]!;
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i]!;
    if (group === before) continue;
    before = group;
    occurs[group & 255] = 1;
    occurs[(group >>> 8) & 255] = 1;
    occurs[(group >>> 16) & 255] = 1;
    occurs[group >>> 24] = 1;
  }
  return occurs;
}

/** Signed: what does not fit in 31 bits would be kept as a double. */
function groupsOf(pixels: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = pixels.byteOffset % GROUP === 0 ? pixels : pixels.slice();
  return new Int32Array(buffer, byteOffset, length / GROUP);
}

function bitDepth(colours: number): 1 | 2 | 4 | 8 {
  if (colours <= 2) return 1;
  if (colours <= 4) return 2;
  return colours <= 16 ? 4 : 8;
}

/** Place of each index in the trimmed palette. */
function placesOf(used: readonly number[]): Uint8Array {
  const places = new Uint8Array(256);
  used.forEach((index, place) => {
    places[index] = place;
  });
  return places;
}

/** Rows as PNG has them: filter type 0, then pixels, the leftmost in the highest bits. */
function packRows(pixels: Uint8Array, places: Uint8Array, bits: 1 | 2 | 4 | 8): Uint8Array {
  const groups = groupsOf(pixels);
  const groupsAcross = TILE_PIXELS / GROUP;
  const rows = new Uint8Array(((TILE_PIXELS * bits) / 8 + 1) * TILE_PIXELS);
  let before = ~groups[0]!;
  let packed = 0;
  for (let row = 0, at = 0, to = 0; row < TILE_PIXELS; row++) {
    to++;
    for (const end = at + groupsAcross; at < end; at++) {
      const group = groups[at]!;
      if (group !== before) {
        before = group;
        packed = packGroup(pixels, at * GROUP, places, bits);
      }
      if (bits === 1) {
        rows[to] = at % 2 === 0 ? packed << 4 : rows[to]! | packed;
        to += at % 2;
      } else for (let shift = 4 * bits - 8; shift >= 0; shift -= 8) rows[to++] = packed >>> shift;
    }
  }
  return rows;
}

/** Four pixels as one number, the leftmost in its highest bits. */
function packGroup(pixels: Uint8Array, at: number, places: Uint8Array, bits: number): number {
  const left = (places[pixels[at]!]! << bits) | places[pixels[at + 1]!]!;
  const right = (places[pixels[at + 2]!]! << bits) | places[pixels[at + 3]!]!;
  return (left << (2 * bits)) | right;
}

function headerOf(bits: number): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, TILE_PIXELS);
  view.setUint32(4, TILE_PIXELS);
  header.set([bits, INDEXED], 8);
  return header;
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(CHUNK_FRAME + body.length);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(body, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length);
  return bytes;
}
