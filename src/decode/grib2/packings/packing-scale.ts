/**
 * What every numeric packing shares (section 5): Y = (R + X·2^E) / 10^D = offset + X × scale.
 *
 *   6-9 number of packed points · 10-11 template · 12-15 R, IEEE single · 16-17 E · 18-19 D · 20 bits
 *
 * E and D are sign-and-magnitude. Division by 10^D, not multiplication by 10^−D: powers of ten up to 22 are exact.
 */

import { GribUnsupportedError } from '../../../base/errors.js';
import { floatOctets, malformed, octet, octets, type Section, signedOctets } from '../sections.js';

export interface PackingScale {
  readonly offset: number;
  readonly scale: number;
  /** Bits of a packed value (simple packing) or of a group reference (complex packing), 0 to 32. */
  readonly bits: number;
}

/** What a packing makes of sections 5 and 7 once all their claims were checked. */
export interface Unpacking {
  /** Writes one value per packed point, NaN missing. */
  readonly fill: (out: Float32Array) => void;
  /** True when no value can be too large for a 32-bit float, whatever the data. */
  readonly isBounded: boolean;
}

export const WIDEST_BITS = 32;

/** With smaller ones nothing overflows: differences of 33 bits, summed twice over the most points, stay below 10^26. */
const SAFE_SCALE = 1e12;
const SAFE_OFFSET = 1e38;

/** True when R, E and D alone rule out that a value overflows. */
export function isSafe({ scale, offset }: Pick<PackingScale, 'scale' | 'offset'>): boolean {
  return scale < SAFE_SCALE && Math.abs(offset) < SAFE_OFFSET;
}

/** The field of packings with a scale whose values take no bits: all of them are R / 10^D. */
export function constantField(header: PackingScale): Unpacking {
  return { fill: (out) => void out.fill(header.offset), isBounded: isSafe(header) };
}

export function readPackedCount(section: Section): number {
  return octets(section, 6, 4);
}

export function readPackingTemplate(section: Section): number {
  return octets(section, 10, 2);
}

/** @throws MalformedError when R, E and D do not give finite numbers */
export function readPackingScale(section: Section): PackingScale {
  const reference = floatOctets(section, 12);
  if (!Number.isFinite(reference)) throw malformed(section, 'octets 12-15', 'reference value is finite', reference);
  const binary = signedOctets(section, 16, 2);
  const decimal = signedOctets(section, 18, 2);
  const bits = octet(section, 20);
  if (bits > WIDEST_BITS) throw new GribUnsupportedError(`bits per value over ${WIDEST_BITS}`, bits);
  const offset = reference / 10 ** decimal;
  const scale = 2 ** binary / 10 ** decimal;
  if (!Number.isFinite(offset) || !Number.isFinite(scale))
    throw malformed(
      section,
      'octets 16-19',
      'R / 10^D and 2^E / 10^D are finite',
      `R ${reference} E ${binary} D ${decimal}`,
    );
  return { offset, scale, bits };
}
