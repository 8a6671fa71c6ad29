/**
 * Memory of one read: many short series out of a few blocks. A small typed array of its own costs a microsecond to
 * allocate and as much again to collect, and one answer has a hundred of them.
 */

const BLOCK = 8192;

export interface NumberArena {
  /** `count` numbers that nobody else holds, not cleared. */
  take(count: number): Float64Array;
}

export function createNumberArena(): NumberArena {
  let block = new Float64Array(0);
  let used = 0;
  return {
    take(count) {
      if (used + count > block.length) {
        block = new Float64Array(Math.max(BLOCK, count));
        used = 0;
      }
      used += count;
      return block.subarray(used - count, used);
    },
  };
}
