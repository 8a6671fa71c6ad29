/**
 * The time axis of one cube, cut to what is looked at. Cuts are remembered: elements on the same cut share one array,
 * by which their places on an axis are found again.
 *
 * An interval belongs to the step at its end. The first step of a run has one too, though no step stands before it: it
 * reaches back as far as the next one is long, and not beyond the reference time (GEFS, from step 3: 0–3; its second
 * part, from step 246: 240–246). A cube that begins before its run, with the leads of earlier ones, has no such step.
 */

import type { CubeDescription } from '../model/cube.js';
import type { TimeSpan } from '../model/time.js';
import { LONGEST_BRIDGE } from './series.js';

/** The steps [from, to). */
export interface Cut {
  readonly from: number;
  readonly to: number;
  /** Epoch seconds. */
  readonly times: Float64Array;
  /**
   * Ends of the intervals, the first with its beginning where that is known: then it is one longer than `times`.
   */
  readonly edges: Float64Array;
  /** Where instants are known without a hole, if every step is there. */
  readonly stretches: readonly TimeSpan[];
}

export interface TimeCuts {
  /** From the first time, or the beginning of the first interval, to the last time. */
  readonly reach: TimeSpan;
  /** The steps that touch `span` widened by `before` and `after`, seconds, and two more on each side for slopes. */
  around(span: TimeSpan, before: number, after: number): Cut;
}

const MARGIN = 2;

export function createTimeCuts({ times, referenceTime }: CubeDescription): TimeCuts {
  const first = times[0]!;
  const begin = referenceTime < first ? Math.max(referenceTime, 2 * first - (times[1] ?? first)) : first;
  const edges = begin < first ? Float64Array.of(begin, ...times) : times;
  const ahead = edges.length - times.length;
  const kept: Cut[] = [];

  function cut(from: number, to: number): Cut {
    const known = kept.find((each) => each.from === from && each.to === to);
    if (known !== undefined) return known;
    const whole = from === 0 && to === times.length;
    const own = whole ? times : times.subarray(from, to);
    const made: Cut = {
      from,
      to,
      times: own,
      stretches: stretchesOfInstants(own),
      edges: whole ? edges : edges.subarray(Math.max(0, from + ahead - 1), to + ahead),
    };
    kept.push(made);
    return made;
  }

  return {
    reach: { start: begin, end: times[times.length - 1]! },
    around({ start, end }, before, after) {
      let from = 0;
      while (from < times.length && times[from]! <= start - before) from++;
      let to = from;
      while (to < times.length && times[to]! < end + after) to++;
      return cut(Math.max(0, from - 1 - MARGIN), Math.min(times.length, to + 1 + MARGIN));
    },
  };
}

/** Nodes farther apart than the longest bridge have a hole between them. */
export function stretchesOfInstants(nodes: Float64Array): TimeSpan[] {
  const stretches: TimeSpan[] = [];
  let first = 0;
  for (let k = 1; k <= nodes.length; k++) {
    if (k < nodes.length && nodes[k]! - nodes[k - 1]! <= LONGEST_BRIDGE) continue;
    stretches.push({ start: nodes[first]!, end: nodes[k - 1]! });
    first = k;
  }
  return nodes.length === 0 ? [] : stretches;
}
