/**
 * Packing 5.4: IEEE 754 numbers as they are, big-endian. Section 5 octet 12: 1 single, 2 double, 3 quadruple precision.
 *
 * Doubles are rounded to single precision, which all values here have. NaN is a missing value.
 */

import { endianness } from 'node:os';
import { GribUnsupportedError } from '../../../base/errors.js';
import { type FieldSections, malformed, octet } from '../sections.js';
import { packedBits, viewPacked } from './packed-bits.js';
import { readPackedCount, type Unpacking } from './packing-scale.js';

const SINGLE = 1;
const DOUBLE = 2;
const IS_LITTLE_ENDIAN = endianness() === 'LE';

/** @throws GribUnsupportedError for quadruple precision, MalformedError when section 7 is too short */
export function planIeee({ packing, data, message }: FieldSections): Unpacking {
  const precision = octet(packing, 12);
  if (precision !== SINGLE && precision !== DOUBLE)
    throw new GribUnsupportedError('code table 5.7 precision', precision);
  const needed = readPackedCount(packing) * 32 * precision;
  if (needed > packedBits(data))
    throw malformed(data, 'octets 6-', `holds the ${needed} bits that section 5 claims`, packedBits(data));
  const view = viewPacked(data, message);
  const fill = precision === SINGLE ? fillSingles : fillDoubles;
  return { fill: (out) => fill(view, out), isBounded: false };
}

/** Octets as they are, then turned round all at once, which is twice as fast as reading number by number. */
function fillSingles(view: DataView, out: Float32Array): void {
  const octets = Buffer.from(out.buffer, out.byteOffset, out.byteLength);
  octets.set(new Uint8Array(view.buffer, view.byteOffset, out.byteLength));
  if (IS_LITTLE_ENDIAN) octets.swap32();
}

function fillDoubles(view: DataView, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = view.getFloat64(8 * i);
}
