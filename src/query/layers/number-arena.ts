/**
 * Memory of one read: many short series out of a few blocks. A small typed array of its own costs a microsecond to
 * allocate and as much again to collect, and one answer has hundreds of them; blocks that are given back are used again.
 */

const BLOCK = 8192;
/** Blocks kept for the next reads, 64 KiB each: those of a dozen answers at once. */
const KEPT_BLOCKS = 48;

const free: Float64Array[] = [];

export interface NumberArena {
  /** `count` numbers that nobody else holds, not cleared. */
  take(count: number): Float64Array;
  /** Gives everything back that was taken: none of it may be looked at any more. */
  release(): void;
}

export function createNumberArena(): NumberArena {
  const blocks: Float64Array[] = [];
  let block: Float64Array = new Float64Array(0);
  let used = 0;
  return {
    take(count) {
      if (used + count > block.length) {
        block = count > BLOCK ? new Float64Array(count) : (free.pop() ?? new Float64Array(BLOCK));
        blocks.push(block);
        used = 0;
      }
      used += count;
      return block.subarray(used - count, used);
    },
    release() {
      for (const each of blocks.splice(0)) if (each.length === BLOCK && free.length < KEPT_BLOCKS) free.push(each);
      block = new Float64Array(0);
      used = 0;
    },
  };
}
