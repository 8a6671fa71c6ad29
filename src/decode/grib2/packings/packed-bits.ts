/**
 * Section 7 as a view that the bit reader can use, and its bounds.
 *
 * The view reaches to the end of the message, not of the section: the reader loads up to four octets past the last
 * field, and they are always there, since section 8 or another section follows section 7.
 */

import { malformed, type Section } from '../sections.js';

/** Bit offsets stay 31-bit integers, which the machine handles as such. */
const LONGEST_SECTION = 2 ** 28 - 1;
const HEAD_OCTETS = 5;

/** The packed octets of section 7 and what follows them in the message. Position 0 is octet 6. */
export function viewPacked(section: Section, message: Uint8Array): DataView {
  if (section.bytes.length > LONGEST_SECTION)
    throw malformed(section, 'octets 1-4', `length is at most ${LONGEST_SECTION}`, section.bytes.length);
  const start = section.offset + HEAD_OCTETS;
  return new DataView(message.buffer, message.byteOffset + start, message.length - start);
}

/** The packed octets of section 7 alone. */
export function packedOctets(section: Section): Uint8Array {
  return section.bytes.subarray(HEAD_OCTETS);
}

/** Bits that section 7 holds. */
export function packedBits(section: Section): number {
  return (section.bytes.length - HEAD_OCTETS) * 8;
}
