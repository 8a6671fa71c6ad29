/** Sets of time spans, as lists that are in order and do not touch. */

import type { TimeSpan } from '../model/time.js';

/** What of `spans` lies outside all of `holes`. */
export function subtract(spans: readonly TimeSpan[], holes: readonly TimeSpan[]): TimeSpan[] {
  let left = [...spans];
  for (const hole of holes)
    left = left.flatMap(({ start, end }) => {
      if (hole.end <= start || hole.start >= end) return [{ start, end }];
      const parts: TimeSpan[] = [];
      if (start < hole.start) parts.push({ start, end: hole.start });
      // The end of a hole belongs to what follows: an instant there still counts.
      if (hole.end < end) parts.push({ start: hole.end, end });
      return parts;
    });
  return left;
}

/** The shortest span that holds all; from +∞ to −∞ for none. */
export function hullOf(spans: readonly TimeSpan[]): TimeSpan {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return { start, end };
}
