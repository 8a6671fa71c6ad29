/** The order of sources, at one place and along a route. */

import type { DatasetId } from '../../model/dataset.js';
import type { TimeCuts } from '../time/time-cuts.js';

/** Facts that the order of a source depends on. */
export interface Ranked {
  readonly dataset: DatasetId;
  /** Its newest run is older than it should be: it serves where nothing else does. */
  readonly late: boolean;
}

/** Sources of `order`, those in time before late ones, best first. */
export function inOrder<Source extends Ranked>(sources: readonly Source[], order: readonly DatasetId[]): Source[] {
  const found: Source[] = [];
  for (const late of [false, true])
    for (const dataset of order)
      for (const source of sources) if (source.dataset === dataset && source.late === late) found.push(source);
  return found;
}

/** True where a source has steps in [start, end). */
export function touches({ cuts: { reach } }: { readonly cuts: TimeCuts }, start: number, end: number): boolean {
  return reach.start < end && reach.end >= start;
}

/**
 * The parts of the ensemble that reach over any of [start, end) that the parts before them do not.
 *
 * @param parts  in the order of time
 * @returns `out`
 */
export function partsOver<Part extends { readonly cuts: TimeCuts }>(
  parts: readonly Part[],
  start: number,
  end: number,
  out: Part[],
): Part[] {
  let from = start;
  for (const part of parts) {
    if (!touches(part, from, end)) continue;
    out.push(part);
    from = Math.max(from, part.cuts.reach.end);
  }
  return out;
}
