/**
 * Fast bit fields of section 7, the only loops of the decoder that run once per point.
 *
 * A field is cut out of one 32-bit load: shift its first bit to the top, then down to the bottom. That reads up to four
 * octets past the last field, which are always there, since section 8 or another section follows section 7 in the
 * message. It is the reason why the view reaches to the end of the message.
 */

import { malformed, type Section } from './sections.js';

/** Bit offsets are 31-bit integers, so that they stay small integers in the machine. */
const LONGEST_SECTION = 2 ** 28 - 1;
const DATA_OCTET = 6;

/** The packed octets of section 7 and what follows them in the message. Position 0 is octet 6. */
export function viewPacked(section: Section, message: Uint8Array): DataView {
  if (section.bytes.length > LONGEST_SECTION)
    throw malformed(section, 'octets 1-4', `length is at most ${LONGEST_SECTION}`, section.bytes.length);
  const start = section.offset + DATA_OCTET - 1;
  return new DataView(message.buffer, message.byteOffset + start, message.length - start);
}

/** Bits that section 7 holds. */
export function packedBits(section: Section): number {
  return (section.bytes.length - DATA_OCTET + 1) * 8;
}

/** Bit field of 0 to 32 bits at bit `at`, at any alignment; one of no bits is 0 and reads nothing. */
export function packedField(view: DataView, at: number, width: number): number {
  if (width === 0) return 0;
  const octet = at >>> 3;
  const skip = at & 7;
  return ((view.getInt32(octet) << skip) | (view.getUint8(octet + 4) >>> (8 - skip))) >>> (32 - width);
}

/** Widest field that is inside one 32-bit load at every alignment. */
export const WIDEST_SINGLE_LOAD = 25;
