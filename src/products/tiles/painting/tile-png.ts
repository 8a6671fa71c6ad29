/**
 * Tiles as PNG files of palette indexes (PNG specification, third edition, W3C 2025, sections 5, 7, 9 and 11).
 */

import { crc32, deflateSync } from 'node:zlib';
import { TILE_PIXELS } from '../../../grid/web-mercator.js';
import type { Rgba } from '../styles/style.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * @param pixels  indexes into the palette, [row][column] of `TILE_PIXELS` × `TILE_PIXELS`
 * @param palette  at most 256 colours
 */
export function encodeIndexedPng(pixels: Uint8Array, palette: readonly Rgba[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(TILE_PIXELS, 0);
  header.writeUInt32BE(TILE_PIXELS, 4);
  header.set([8, 3], 8);
  const rows = Buffer.alloc((TILE_PIXELS + 1) * TILE_PIXELS);
  for (let row = 0; row < TILE_PIXELS; row++)
    rows.set(pixels.subarray(row * TILE_PIXELS, (row + 1) * TILE_PIXELS), row * (TILE_PIXELS + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(([red, green, blue]) => [red, green, blue]))),
    chunk('tRNS', Buffer.from(palette.map(([, , , alpha]) => alpha))),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(body.length + 12);
  bytes.writeUInt32BE(body.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(body, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, body.length + 8)), body.length + 8);
  return bytes;
}
