/** Packing 5.0: every value in the same number of bits; no bits at all when the field is constant. */

import { bitField, WIDEST_SINGLE_LOAD } from '../../../base/bits.js';
import { type FieldSections, malformed } from '../sections.js';
import { packedBits, viewPacked } from './packed-bits.js';
import { isSafe, type PackingScale, readPackedCount, readPackingScale, type Unpacking } from './packing-scale.js';

/** @throws MalformedError when section 7 is shorter than section 5 claims */
export function planSimple({ packing, data, message }: FieldSections): Unpacking {
  const header = readPackingScale(packing);
  const needed = readPackedCount(packing) * header.bits;
  if (needed > packedBits(data))
    throw malformed(data, 'octets 6-', `holds the ${needed} bits that section 5 claims`, packedBits(data));
  const view = viewPacked(data, message);
  return { fill: (out) => unpackSimple(view, header, out), isBounded: isSafe(header) };
}

function unpackSimple(view: DataView, { offset, scale, bits }: PackingScale, out: Float32Array): void {
  if (bits === 0) out.fill(offset);
  else if (bits === 8) for (let i = 0; i < out.length; i++) out[i] = offset + scale * view.getUint8(i);
  else if (bits === 16) for (let i = 0; i < out.length; i++) out[i] = offset + scale * view.getUint16(i * 2);
  else if (bits <= WIDEST_SINGLE_LOAD) unpackNarrow(view, offset, scale, bits, out);
  else for (let i = 0; i < out.length; i++) out[i] = offset + scale * bitField(view, i * bits, bits);
}

function unpackNarrow(view: DataView, offset: number, scale: number, bits: number, out: Float32Array): void {
  const down = 32 - bits;
  for (let i = 0, at = 0; i < out.length; i++, at += bits)
    out[i] = offset + scale * ((view.getInt32(at >>> 3) << (at & 7)) >>> down);
}
