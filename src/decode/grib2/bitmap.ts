/**
 * Section 6: which points have a value at all. One bit per point in scan order, 1 = present.
 *
 *   octet 6   0 a bitmap follows · 1-253 one that a centre keeps · 254 the latest one of this message · 255 none
 */

import { GribUnsupportedError } from '../../base/errors.js';
import { type FieldSections, malformed, octet, type Section } from './sections.js';

const NONE = 255;
const PREVIOUS = 254;
const FIRST_BIT_OCTET = 7;

const SET_BITS = Uint8Array.from({ length: 256 }, (_, octet) => {
  let count = 0;
  for (let rest = octet; rest > 0; rest >>= 1) count += rest & 1;
  return count;
});

/**
 * The bits of the field's bitmap, at least one per point; null when every point has a value.
 *
 * @throws GribUnsupportedError for a bitmap that only its centre knows
 * @throws MalformedError when it is shorter than the grid, or 254 refers to none
 */
export function readBitmap({ bitmap, definedBitmap }: FieldSections, points: number): Uint8Array | null {
  const indicator = octet(bitmap, 6);
  if (indicator === NONE) return null;
  if (indicator !== 0 && indicator !== PREVIOUS) throw new GribUnsupportedError('predefined bitmap', indicator);
  const source: Section | null = definedBitmap;
  if (!source) throw malformed(bitmap, 'octet 6', 'a bitmap was defined earlier in the message', indicator);
  const needed = Math.ceil(points / 8);
  const bits = source.bytes.subarray(FIRST_BIT_OCTET - 1);
  if (bits.length < needed)
    throw malformed(
      source,
      `octets ${FIRST_BIT_OCTET}-`,
      `a bitmap of ${points} points has ${needed} octets`,
      bits.length,
    );
  return bits;
}

/** Number of points that have a value. */
export function countPresent(bits: Uint8Array, points: number): number {
  const whole = points >> 3;
  let count = 0;
  for (let i = 0; i < whole; i++) count += SET_BITS[bits[i]!]!;
  const rest = points & 7;
  return rest === 0 ? count : count + SET_BITS[bits[whole]! & (0xff00 >> rest)]!;
}

/**
 * Moves `packed` values from the tail of `values` to their points; the others become NaN. In place: going forward, the
 * value to be read is never behind the point to be written. Most octets of a bitmap are all ones or all zeros.
 */
export function spreadByBitmap(values: Float32Array, packed: number, bits: Uint8Array): void {
  const { length } = values;
  let next = length - packed;
  for (let first = 0; first < length; first += 8) {
    const octet = bits[first >> 3]!;
    const end = Math.min(first + 8, length);
    if (octet === 0xff) for (let point = first; point < end; point++) values[point] = values[next++]!;
    else if (octet === 0) for (let point = first; point < end; point++) values[point] = Number.NaN;
    else
      for (let point = first; point < end; point++)
        values[point] = ((octet << (point & 7)) & 0x80) === 0 ? Number.NaN : values[next++]!;
  }
}
