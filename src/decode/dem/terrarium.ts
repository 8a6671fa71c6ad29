/**
 * Terrarium tiles: heights as colours of a PNG picture of 256 × 256 pixels in Web Mercator.
 *
 *   m = R · 256 + G + B/256 − 32768          step 1/256 m; (128, 0, 0) is 0 m, (131, 232, 128) is 1000.5 m
 *
 * Source: Tilezen Joerd, docs/formats.md. The sea is its bed, not its surface. An alpha channel, which some copies have,
 * says nothing and is passed over.
 */

import { readPng } from '../png.js';
import type { Defect } from './defect.js';

const SIDE = 256;
const SEA_LEVEL = 32768;

/**
 * Heights of a tile, Float32Array [y, x] of 256 × 256 from the north-western corner, m above mean sea level.
 *
 * Throws what `defect` makes: not a PNG of 8-bit colours with 256 pixels a side.
 */
export function readTerrarium(bytes: Uint8Array, defect: Defect): Float32Array {
  const { width, height, channels, bitDepth, data } = readPng(bytes, { pixels: SIDE * SIDE, defect });
  if (width !== SIDE || height !== SIDE)
    throw defect(`a Terrarium tile has ${SIDE} × ${SIDE} pixels`, `${width} × ${height}`);
  if (channels < 3 || bitDepth !== 8)
    throw defect('a Terrarium tile has red, green and blue of 8 bits', `${channels} channels of ${bitDepth} bits`);
  const heights = new Float32Array(SIDE * SIDE);
  for (let i = 0, at = 0; i < heights.length; i++, at += channels)
    heights[i] = data[at]! * 256 + data[at + 1]! + data[at + 2]! / 256 - SEA_LEVEL;
  return heights;
}
