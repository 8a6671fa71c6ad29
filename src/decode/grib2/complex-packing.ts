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
 * Values pass through a small block of doubles, which stays in the first cache and holds every integer that can occur:
 * 32-bit fields summed twice do not fit 32-bit integers. Group descriptors are read where they stand, once to check
 * that they add up, once to unpack; nothing is allocated by a claim of the message.
 */

import { bitField, WIDEST_SINGLE_LOAD } from '../../base/bits.js';
import { type ComplexHeader, readComplexHeader } from './complex-header.js';
import type { FieldSections } from './sections.js';

const BLOCK = 2048;

/** Checks the claims of sections 5 and 7; the function it returns fills `out`, one value per packed point. */
export function planComplex(sections: FieldSections): (out: Float32Array) => void {
  const header = readComplexHeader(sections);
  return (out) => unpackComplex(header, out);
}

function unpackComplex(header: ComplexHeader, out: Float32Array): void {
  const block = new Float64Array(BLOCK);
  const groups = createGroupCursor(header);
  const sum: RunningSum = { seen: 0, value: 0, difference: 0 };
  for (let done = 0; done < out.length; done += BLOCK) {
    const count = Math.min(BLOCK, out.length - done);
    fillBlock(header, groups, block, count);
    finishBlock(header, sum, block, out.subarray(done, done + count));
  }
}

/** Where the next value is: in which group, how many it still has, and at which bit. */
interface GroupCursor {
  group: number;
  left: number;
  width: number;
  reference: number;
  bit: number;
}

function createGroupCursor({ fieldsAt }: ComplexHeader): GroupCursor {
  return { group: -1, left: 0, width: 0, reference: 0, bit: fieldsAt };
}

function enterNextGroup(
  { view, references, widths, lengths, lastLength, groups }: ComplexHeader,
  cursor: GroupCursor,
): void {
  const group = ++cursor.group;
  cursor.reference = bitField(view, references.at + group * references.bits, references.bits);
  cursor.width = widths.base + bitField(view, widths.at + group * widths.bits, widths.bits);
  const code = bitField(view, lengths.at + group * lengths.bits, lengths.bits);
  cursor.left = group === groups - 1 ? lastLength : lengths.base + lengths.step * code;
}

/** The next `count` values X; NaN where missing. */
function fillBlock(header: ComplexHeader, cursor: GroupCursor, block: Float64Array, count: number): void {
  for (let done = 0; done < count; ) {
    while (cursor.left === 0) enterNextGroup(header, cursor);
    const end = Math.min(count, done + cursor.left);
    if (cursor.width === 0) block.fill(constantOf(header, cursor.reference), done, end);
    else {
      unpackGroup(header.view, cursor, block, done, end);
      if (header.missingKinds > 0) blankMissing(block, done, end, cursor, header.missingKinds);
    }
    cursor.left -= end - done;
    cursor.bit += (end - done) * cursor.width;
    done = end;
  }
}

function unpackGroup(
  view: DataView,
  { bit, width, reference }: GroupCursor,
  block: Float64Array,
  from: number,
  to: number,
): void {
  if (width > WIDEST_SINGLE_LOAD) {
    for (let i = from, at = bit; i < to; i++, at += width) block[i] = reference + bitField(view, at, width);
    return;
  }
  const down = 32 - width;
  for (let i = from, at = bit; i < to; i++, at += width)
    block[i] = reference + ((view.getInt32(at >>> 3) << (at & 7)) >>> down);
}

function blankMissing(
  block: Float64Array,
  from: number,
  to: number,
  { width, reference }: GroupCursor,
  kinds: number,
): void {
  const lowestMissing = reference + 2 ** width - kinds;
  for (let i = from; i < to; i++) if (block[i]! >= lowestMissing) block[i] = Number.NaN;
}

function constantOf({ missingKinds, references }: ComplexHeader, reference: number): number {
  const isMissing = missingKinds > 0 && reference >= 2 ** references.bits - missingKinds;
  return isMissing ? Number.NaN : reference;
}

/** State of the running sums between blocks; `seen` counts values that are present. */
interface RunningSum {
  seen: number;
  value: number;
  difference: number;
}

function finishBlock(header: ComplexHeader, sum: RunningSum, block: Float64Array, out: Float32Array): void {
  const { order, offset, scale } = header;
  if (order === 0) {
    for (let i = 0; i < out.length; i++) out[i] = offset + scale * block[i]!;
    return;
  }
  const start = finishFirstValues(header, sum, block, out);
  if (order === 1) sumOnce(header, sum, block, out, start);
  else sumTwice(header, sum, block, out, start);
}

/** The first one or two present values are given, not summed. Returns the index of the first value to be summed. */
function finishFirstValues(header: ComplexHeader, sum: RunningSum, block: Float64Array, out: Float32Array): number {
  const { order, first, offset, scale } = header;
  let i = 0;
  for (; i < out.length && sum.seen < order; i++) {
    if (Number.isNaN(block[i]!)) {
      out[i] = Number.NaN;
      continue;
    }
    sum.difference = first[sum.seen]! - sum.value;
    sum.value = first[sum.seen++]!;
    out[i] = offset + scale * sum.value;
  }
  return i;
}

function sumOnce(header: ComplexHeader, sum: RunningSum, block: Float64Array, out: Float32Array, start: number): void {
  const { offset, scale, minimum } = header;
  let value = sum.value;
  for (let i = start; i < out.length; i++) {
    const x = block[i]!;
    if (Number.isNaN(x)) out[i] = x;
    else {
      value += x + minimum;
      out[i] = offset + scale * value;
    }
  }
  sum.value = value;
}

function sumTwice(header: ComplexHeader, sum: RunningSum, block: Float64Array, out: Float32Array, start: number): void {
  const { offset, scale, minimum } = header;
  let { value, difference } = sum;
  for (let i = start; i < out.length; i++) {
    const x = block[i]!;
    if (Number.isNaN(x)) out[i] = x;
    else {
      difference += x + minimum;
      value += difference;
      out[i] = offset + scale * value;
    }
  }
  sum.value = value;
  sum.difference = difference;
}
