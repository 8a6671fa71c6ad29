/**
 * Packings 5.2 and 5.3: values in groups, each group with its own reference, width and length.
 *
 *   X = group reference + field of the group's width
 *   5.3: X are differences, less their minimum m; undone as running sums over the values that are present
 *     order 1   f₀ given         fᵢ = fᵢ₋₁ + (Xᵢ + m)
 *     order 2   f₀, f₁ given     dᵢ = dᵢ₋₁ + (Xᵢ + m),  fᵢ = fᵢ₋₁ + dᵢ
 *
 * Section 7: [f₀, f₁, m] · references · widths · lengths · fields; the middle three each end on a whole octet.
 * Missing values (code table 5.5) have no bitmap: a field of all ones, or a reference of all ones in a group of width 0,
 * is the primary missing value; one less than that is the secondary one when two are in use. Both become NaN.
 *
 * Everything happens in one pass and one loop, because memory is what costs: unpacking to integers first and summing
 * them afterwards took twice the time. Sums are doubles, since 32-bit fields summed twice do not fit 32-bit integers.
 * Group descriptors are read where they stand, so that no claim of the message takes memory.
 */

import { bitField, WIDEST_SINGLE_LOAD } from '../../../base/bits.js';
import type { FieldSections } from '../sections.js';
import { type ComplexHeader, groupLength, groupReference, groupWidth, readComplexHeader } from './complex-header.js';
import { isSafe, type Unpacking } from './packing-scale.js';

/** @throws GribUnsupportedError, MalformedError as `readComplexHeader` */
export function planComplex(sections: FieldSections): Unpacking {
  const header = readComplexHeader(sections);
  return { fill: (out) => unpackGroups(header, out), isBounded: isSafe(header) };
}

/**
 * The three orders are one recurrence, d = keepDifference·d + X + m and f = keepValue·f + d, whose factors of 0 or 1
 * cost less than a loop for each order would cost in code.
 */
function unpackGroups(header: ComplexHeader, out: Float32Array): void {
  const { view, groups, offset, scale, minimum, missingKinds, order } = header;
  const keepDifference = order === 2 ? 1 : 0;
  const keepValue = order === 0 ? 0 : 1;
  const missingReference = lowestMissing(header.references.bits, missingKinds);
  const start = startSums(header);
  let value = start[0]!;
  let difference = start[1]!;
  let i = 0;
  let at = header.fieldsAt;
  for (let group = 0; group < groups; group++) {
    const reference = groupReference(header, group);
    const least = reference + minimum;
    const width = groupWidth(header, group);
    const end = i + groupLength(header, group);
    if (width === 0 && reference >= missingReference) {
      out.fill(Number.NaN, i, end);
      i = end;
    } else if (width === 0) {
      for (; i < end; i++) {
        difference = keepDifference * difference + least;
        value = keepValue * value + difference;
        out[i] = offset + scale * value;
      }
    } else {
      const missingField = lowestMissing(width, missingKinds);
      const isNarrow = width <= WIDEST_SINGLE_LOAD;
      const down = 32 - width;
      for (; i < end; i++, at += width) {
        const field = isNarrow ? (view.getInt32(at >>> 3) << (at & 7)) >>> down : bitField(view, at, width);
        if (field < missingField) {
          difference = keepDifference * difference + (least + field);
          value = keepValue * value + difference;
          out[i] = offset + scale * value;
        } else out[i] = Number.NaN;
      }
    }
  }
}

/** The lowest number of `width` bits that stands for a missing value; beyond all of them when none does. */
function lowestMissing(width: number, missingKinds: number): number {
  const beyond = width < 31 ? 1 << width : 2 ** width;
  return missingKinds === 0 ? beyond : beyond - missingKinds;
}

/**
 * f and d before the first value, such that the recurrence gives f₀ (and f₁) where the first values that are present
 * stand, whatever the message has there in place of their differences. An array of doubles, because sums that begin as
 * integers stay boxed numbers through the whole loop, which makes it a third slower.
 */
function startSums(header: ComplexHeader): Float64Array {
  const { order, first, minimum } = header;
  if (order === 0) return Float64Array.of(0, 0);
  const [x0 = 0, x1 = 0] = firstPresent(header, order);
  const [f0 = 0, f1 = 0] = first;
  if (order === 1) return Float64Array.of(f0 - (x0 + minimum), 0);
  const beforeSecond = f1 - f0 - (x1 + minimum);
  return Float64Array.of(f0 - beforeSecond, beforeSecond - (x0 + minimum));
}

/** X of the first `count` values that are present; fewer when there are not as many. */
function firstPresent(header: ComplexHeader, count: number): number[] {
  const { view, groups, references, missingKinds } = header;
  const found: number[] = [];
  let at = header.fieldsAt;
  for (let group = 0; group < groups && found.length < count; group++) {
    const reference = groupReference(header, group);
    const width = groupWidth(header, group);
    const length = groupLength(header, group);
    if (width === 0 && reference >= lowestMissing(references.bits, missingKinds)) continue;
    for (let i = 0; i < length && found.length < count; i++) {
      const field = bitField(view, at + i * width, width);
      if (width === 0 || field < lowestMissing(width, missingKinds)) found.push(reference + field);
    }
    at += length * width;
  }
  return found;
}
