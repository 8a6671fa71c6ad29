/**
 * Packing 5.41: the packed integers are the pixels of one PNG picture.
 *
 *   grey of 1, 2, 4, 8, 16 bits · RGB of 24 bits and RGBA of 32 bits, whose bytes are one big-endian integer
 *
 * The picture says how wide its pixels are; octet 20 may tell another number (encoders write the bits they needed before
 * rounding them up to what PNG has) and only counts when it is 0, which is a constant field without a picture.
 */

import { GribUnsupportedError } from '../../../base/errors.js';
import { type PngImage, readPng } from '../../png.js';
import { type FieldSections, malformed } from '../sections.js';
import { packedOctets } from './packed-bits.js';
import {
  constantField,
  isSafe,
  type PackingScale,
  readPackedCount,
  readPackingScale,
  type Unpacking,
} from './packing-scale.js';

const GREY = 1;
const WIDEST_GREY = 16;

/** @throws MalformedError for a broken picture or one of another size, GribUnsupportedError for other pixels */
export function planPng({ packing, data }: FieldSections): Unpacking {
  const header = readPackingScale(packing);
  if (header.bits === 0) return constantField(header);
  const points = readPackedCount(packing);
  const defect = (rule: string, value: number | string) => malformed(data, 'octets 6-', rule, value);
  const picture = readPng(packedOctets(data), { pixels: points, defect });
  const { width, height, channels, bitDepth } = picture;
  if (width * height !== points)
    throw defect(`the PNG picture has the ${points} packed points`, `${width} × ${height}`);
  if (channels === 2 || (channels > GREY && bitDepth !== 8))
    throw new GribUnsupportedError('PNG pixels', `${channels} samples of ${bitDepth} bits`);
  return { fill: (out) => scalePixels(picture, header, out), isBounded: isSafe(header) };
}

function scalePixels(
  { width, height, channels, bitDepth, data }: PngImage,
  header: PackingScale,
  out: Float32Array,
): void {
  const { offset, scale } = header;
  const bits = channels * bitDepth;
  const { length } = out;
  if (bits < 8) scaleNarrow(data, { width, height, bits }, header, out);
  else if (bits === 8) for (let i = 0; i < length; i++) out[i] = offset + scale * data[i]!;
  else if (bits === WIDEST_GREY)
    for (let i = 0; i < length; i++) out[i] = offset + scale * ((data[2 * i]! << 8) | data[2 * i + 1]!);
  else if (bits === 24)
    for (let i = 0, at = 0; i < length; i++, at += 3)
      out[i] = offset + scale * ((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
  else {
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    for (let i = 0; i < length; i++) out[i] = offset + scale * view.getUint32(4 * i);
  }
}

/** 1, 2 or 4 bits: each row begins on a whole byte. */
function scaleNarrow(
  data: Uint8Array,
  { width, height, bits }: { width: number; height: number; bits: number },
  { offset, scale }: PackingScale,
  out: Float32Array,
): void {
  const rowBytes = Math.ceil((width * bits) / 8);
  const mask = (1 << bits) - 1;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const bit = column * bits;
      const byte = data[row * rowBytes + (bit >> 3)]!;
      out[row * width + column] = offset + scale * ((byte >> (8 - bits - (bit & 7))) & mask);
    }
}
