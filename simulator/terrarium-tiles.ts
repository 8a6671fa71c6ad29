/**
 * Terrarium tiles of the simulated ground: /terrarium/{zoom}/{x}/{y}.png, 256 × 256 pixels of Web Mercator.
 *
 *   R · 256 + G + B/256 − 32768 = height of the ground at the pixel's centre, m, to 0.25 m; water 0
 *
 * (The real tiles hold the bed of the sea; the simulated world has none.) Every pixel is `groundAt` itself, 0.2 µs each,
 * except in blocks that can only be water: the land fraction is a cubic B-spline of boxes of 0 and 1, so it changes by
 * at most 1 a box, and from the middle of a block one knows whether its coast can be inside. Two thirds of the globe go
 * that way.
 */

import { crc32, deflateSync } from 'node:zlib';
import { latitudeOfPixel, longitudeOfPixel, TILE_PIXELS } from '../src/grid/web-mercator.js';
import { groundAt } from './terrain.js';
import { TERRAIN_BOX_DEGREES } from './terrain-table.js';

const BLOCK = 16;
const SEA_LEVEL = 32768;
/** m. Finer ones would be noise that nobody stores, and twice the bytes. */
const STEP = 0.25;
const CHANNELS = 3;
const ROW_BYTES = 1 + TILE_PIXELS * CHANNELS;
/** Land fraction above which there is ground. */
const COAST = 0.5;

/** Whether a tile of this address exists. */
export function isTile(zoom: number, x: number, y: number): boolean {
  const inside = (n: number): boolean => Number.isInteger(n) && n >= 0 && n < 2 ** zoom;
  return Number.isInteger(zoom) && zoom >= 0 && zoom <= 15 && inside(x) && inside(y);
}

/**
 * The PNG file of a tile.
 *
 * @throws RangeError  there is no such tile
 */
export function terrariumTile(zoom: number, x: number, y: number): Uint8Array {
  if (!isTile(zoom, x, y)) throw new RangeError(`no tile ${zoom}/${x}/${y}`);
  const rows = new Uint8Array(ROW_BYTES * TILE_PIXELS);
  for (let top = 0; top < TILE_PIXELS; top += BLOCK)
    for (let left = 0; left < TILE_PIXELS; left += BLOCK)
      drawBlock(rows, { zoom, x: x * TILE_PIXELS, y: y * TILE_PIXELS }, left, top);
  return encodePng(rows);
}

interface Origin {
  readonly zoom: number;
  /** The tile's first pixel in the world. */
  readonly x: number;
  readonly y: number;
}

function drawBlock(rows: Uint8Array, { zoom, x, y }: Origin, left: number, top: number): void {
  const latitudeAt = (row: number): number => latitudeOfPixel(y + row, zoom);
  const longitudeAt = (column: number): number => longitudeOfPixel(x + column, zoom);
  const water = isWater(
    { north: latitudeAt(top), south: latitudeAt(top + BLOCK) },
    { west: longitudeAt(left), east: longitudeAt(left + BLOCK) },
  );
  for (let row = top; row < top + BLOCK; row++) {
    const latitude = latitudeAt(row + 0.5);
    for (let column = left; column < left + BLOCK; column++) {
      const height = water ? 0 : groundAt(latitude, longitudeAt(column + 0.5)).elevation;
      const code = Math.floor((height + SEA_LEVEL) / STEP + 0.5) * STEP * 256;
      const at = row * ROW_BYTES + 1 + column * CHANNELS;
      rows[at] = code >> 16;
      rows[at + 1] = code >> 8;
      rows[at + 2] = code;
    }
  }
}

function isWater(
  { north, south }: { readonly north: number; readonly south: number },
  { west, east }: { readonly west: number; readonly east: number },
): boolean {
  const boxes = (north - south + (east - west)) / TERRAIN_BOX_DEGREES / 2; // from the middle to a corner
  return groundAt((north + south) / 2, (west + east) / 2).landness + boxes < COAST;
}

/** Rows of 8-bit RGB, each with its filter type before it: 0, which a height's slow bytes need no better than. */
function encodePng(rows: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(TILE_PIXELS, 0);
  header.writeUInt32BE(TILE_PIXELS, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(rows, { level: 1 });
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  );
}

function chunk(type: string, body: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(body.length, 0);
  framed.set(content, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}
