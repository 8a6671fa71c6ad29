/** Sets of time spans, as lists that are in order and do not touch. */

import type { TimeSpan } from '../../model/time.js';

/** The parts of `spans` outside all of `removed`. An instant at the end of a removed span still counts as inside. */
export function subtract(spans: readonly TimeSpan[], removed: readonly TimeSpan[]): readonly TimeSpan[] {
  let left = spans;
  for (const each of removed) left = without(left, each);
  return left;
}

function without(spans: readonly TimeSpan[], removed: TimeSpan): TimeSpan[] {
  const left: TimeSpan[] = [];
  for (const span of spans) {
    const { start, end } = span;
    if (removed.end <= start || removed.start >= end) left.push(span);
    else {
      if (start < removed.start) left.push({ start, end: removed.start });
      if (removed.end < end) left.push({ start: removed.end, end });
    }
  }
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

/** The spans in order, those that meet as one; empty ones are left out. */
export function merged(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= start) continue;
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
