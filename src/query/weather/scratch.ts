/**
 * Working memory of answers. An answer goes through some sixty arrays of a few hundred numbers that are gone when its
 * columns are made; a small typed array costs a microsecond to allocate and as much again to collect, which was a
 * fifth of the whole. Here they are slices of a block that the next answer uses again.
 *
 * Safe because everything between `reset` and the finished columns runs without awaiting: two answers never share it.
 */

const BLOCK = 1 << 15;

export interface Scratch {
  /** `count` zeros, until the next `reset`. */
  zeros(count: number): Float64Array<ArrayBuffer>;
  /** `count` NaN, until the next `reset`. */
  missing(count: number): Float64Array<ArrayBuffer>;
  /** Gives up everything that was handed out. */
  reset(): void;
}

export function createScratch(): Scratch {
  let block = new Float64Array(BLOCK);
  let used = 0;
  const take = (count: number) => {
    if (used + count > block.length) {
      block = new Float64Array(Math.max(BLOCK, count));
      used = 0;
    }
    used += count;
    return block.subarray(used - count, used);
  };
  return {
    zeros: (count) => take(count).fill(0),
    missing: (count) => take(count).fill(Number.NaN),
    reset: () => {
      used = 0;
    },
  };
}
