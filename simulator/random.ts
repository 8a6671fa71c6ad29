/**
 * Randomness without state: a number that belongs to its coordinates, so that any part of the world can be evaluated
 * alone, in any order, on any machine. Mixing steps of MurmurHash3 (public domain); equal keys give equal numbers.
 */

function mixed(hash: number, word: number): number {
  const k = Math.imul(Math.imul(word, 0xcc9e2d51) ^ (word >>> 15), 0x1b873593);
  const h = hash ^ k;
  return Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64;
}

/** Uniform number in [0, 1) of four integers. */
export function uniformAt(a: number, b: number, c: number, d: number): number {
  let h = mixed(mixed(mixed(mixed(0x9747b28c, a | 0), b | 0), c | 0), d | 0);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Standard normal number of four integers, cut at ±3 so that no simulated error is absurd. */
export function normalAt(a: number, b: number, c: number, d: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformAt(a, b, c, 2 * d)));
  const value = radius * Math.cos(2 * Math.PI * uniformAt(a, b, c, 2 * d + 1));
  return Math.min(3, Math.max(-3, value));
}
