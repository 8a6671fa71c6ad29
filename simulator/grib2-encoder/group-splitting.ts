/**
 * Splits a series of integers into groups for complex packing (code table 5.4, general group splitting).
 *
 * A group stores its smallest value once and the rest in as many bits as its own range needs, so a good split follows
 * the field: long narrow groups where it is smooth, short wide ones where it is not. Three passes, linear in time:
 *
 *   1. blocks of 8 values
 *   2. neighbours merge while one head saved is worth the bits that the wider range costs (a stack: merging may cascade)
 *   3. borders move by single values from the wider group to the narrower where they fit, so lengths are of any size
 *
 * NCEP's encoder weighs every value and also picks the order of differencing by field; packed again here, a real GFS
 * file of 343 messages comes out 6% larger.
 * With missing values (management 1) all bits set means missing, so widths keep that pattern free.
 */

import { bitWidth } from './bits.js';

const BLOCK = 8;
/** Bits of a group's head (reference, width, length): what a merge saves. */
const HEAD = 20;
const LONGEST = 511;
/** Marks a missing value in the series. */
export const MISSING = 0x7fffffff;

export interface Groups {
  readonly count: number;
  /** Per group: first index, number of values, smallest value (0 when all are missing), bits per value. */
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
  readonly references: Int32Array;
  readonly widths: Int32Array;
  /** 1 when the group has only missing values. */
  readonly empty: Uint8Array;
}

interface Stack {
  top: number;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
  readonly lows: Int32Array;
  readonly highs: Int32Array;
  readonly widths: Int32Array;
  /** 1 where some value is missing. */
  readonly gaps: Uint8Array;
}

/** Groups of `series`; values are at least 0 and below 2^30, or `MISSING`. */
export function splitGroups(series: Int32Array, withMissing: boolean): Groups {
  const capacity = Math.ceil(series.length / BLOCK) + 1;
  const ints = () => new Int32Array(capacity);
  const gaps = new Uint8Array(capacity);
  const stack: Stack = { top: 0, starts: ints(), lengths: ints(), lows: ints(), highs: ints(), widths: ints(), gaps };
  for (let start = 0; start < series.length; start += BLOCK) {
    pushBlock(stack, series, start, Math.min(BLOCK, series.length - start), withMissing);
    while (stack.top > 1 && mergeTop(stack, withMissing));
  }
  moveBorders(stack, series, withMissing);
  return groupsOf(stack, series);
}

function pushBlock(stack: Stack, series: Int32Array, start: number, length: number, withMissing: boolean): void {
  let low = MISSING;
  let high = -1;
  let gap = 0;
  for (let i = start; i < start + length; i++) {
    const value = series[i]!;
    if (value === MISSING) gap = 1;
    else {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  const at = stack.top++;
  stack.starts[at] = start;
  stack.lengths[at] = length;
  stack.lows[at] = low;
  stack.highs[at] = high;
  stack.gaps[at] = gap;
  stack.widths[at] = widthOf(low, high, gap, withMissing);
}

function widthOf(low: number, high: number, gap: number, withMissing: boolean): number {
  if (high < low) return 0; // all missing: told by the reference
  if (!withMissing || (high === low && gap === 0)) return bitWidth(high - low);
  return bitWidth(high - low + 1);
}

/** Merges the two topmost groups when that saves bits. */
function mergeTop(stack: Stack, withMissing: boolean): boolean {
  const b = stack.top - 1;
  const a = b - 1;
  const length = stack.lengths[a]! + stack.lengths[b]!;
  if (length > LONGEST) return false;
  const low = Math.min(stack.lows[a]!, stack.lows[b]!);
  const high = Math.max(stack.highs[a]!, stack.highs[b]!);
  const gap = stack.gaps[a]! | stack.gaps[b]!;
  const width = widthOf(low, high, gap, withMissing);
  const apart = HEAD + stack.widths[a]! * stack.lengths[a]! + stack.widths[b]! * stack.lengths[b]!;
  if (width * length > apart) return false;
  stack.lengths[a] = length;
  stack.lows[a] = low;
  stack.highs[a] = high;
  stack.gaps[a] = gap;
  stack.widths[a] = width;
  stack.top = b;
  return true;
}

/** Hands single values over each border to the narrower neighbour, as long as its reference and width hold them. */
function moveBorders(stack: Stack, series: Int32Array, withMissing: boolean): void {
  const fits = (value: number, group: number) => {
    if (value === MISSING || stack.highs[group]! < stack.lows[group]!) return false;
    const offset = value - stack.lows[group]!;
    const width = stack.widths[group]!;
    const largest = (1 << width) - (withMissing && width > 0 ? 2 : 1);
    return offset >= 0 && offset <= largest;
  };
  for (let b = 1; b < stack.top; b++) {
    const a = b - 1;
    if (stack.widths[a]! > stack.widths[b]!)
      while (stack.lengths[a]! > 1 && stack.lengths[b]! < LONGEST && fits(series[stack.starts[b]! - 1]!, b)) {
        stack.lengths[a]!--;
        stack.lengths[b]!++;
        stack.starts[b]!--;
      }
    else if (stack.widths[a]! < stack.widths[b]!)
      while (stack.lengths[b]! > 1 && stack.lengths[a]! < LONGEST && fits(series[stack.starts[b]!]!, a)) {
        stack.lengths[a]!++;
        stack.lengths[b]!--;
        stack.starts[b]!++;
      }
  }
}

function groupsOf(stack: Stack, series: Int32Array): Groups {
  const count = stack.top;
  const empty = new Uint8Array(count);
  for (let g = 0; g < count; g++)
    if (stack.highs[g]! < stack.lows[g]!) {
      empty[g] = 1;
      stack.lows[g] = 0;
    }
  if (count > 0 && stack.starts[count - 1]! + stack.lengths[count - 1]! !== series.length)
    throw new RangeError(`groups end at ${stack.starts[count - 1]! + stack.lengths[count - 1]!} of ${series.length}`);
  const { starts, lengths, lows: references, widths } = stack;
  return { count, starts, lengths, references, widths, empty };
}
