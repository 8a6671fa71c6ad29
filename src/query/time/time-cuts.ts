/**
 * The time axis of one cube, cut to what is looked at. Cuts are remembered for as long as the version is open: elements
 * and answers on the same cut share one array, by which their places on an axis are found again.
 *
 * An interval belongs to the step at its end. The first step of a run has one too, though no step stands before it: it
 * reaches back as far as the next one is long, and not beyond the reference time (GEFS, from step 3: 0–3; its second
 * part, from step 246: 240–246). A cube that begins before its run, with the leads of earlier ones, has no such step.
 */

import type { CubeDescription } from '../../model/cube.js';
import type { TimeSpan } from '../../model/time.js';
import { LONGEST_BRIDGE, stepAfter } from './series.js';

export interface Cut extends Steps {
  /** Epoch seconds. */
  readonly times: Float64Array;
  /**
   * Ends of the intervals, the first with its beginning where that is known: then it is one longer than `times`.
   */
  readonly edges: Float64Array;
  /** Spans in which instants are known without a gap, if every step is there. */
  readonly stretches: readonly TimeSpan[];
}

export interface TimeCuts {
  /** From the first time, or the beginning of the first interval, to the last time. */
  readonly reach: TimeSpan;
  /** All steps. */
  readonly whole: Cut;
  /** The steps that touch `span` widened by `before` and `after`, seconds, and two more on each side for slopes. */
  around(span: TimeSpan, before: number, after: number): Cut;
}

const MARGIN = 2;
/** Cuts of a version; beyond them all are made anew. */
const KEPT_CUTS = 64;
const known = new WeakMap<CubeDescription, TimeCuts>();

/** The same for the same version. */
export function timeCutsOf(description: CubeDescription): TimeCuts {
  const cuts = known.get(description) ?? createTimeCuts(description);
  known.set(description, cuts);
  return cuts;
}

function createTimeCuts({ times, referenceTime }: CubeDescription): TimeCuts {
  const first = times[0]!;
  const begin = referenceTime < first ? Math.max(referenceTime, 2 * first - (times[1] ?? first)) : first;
  const edges = begin < first ? Float64Array.of(begin, ...times) : times;
  const ahead = edges.length - times.length;
  const kept = new Map<number, Cut>();

  function cutOut(from: number, to: number): Cut {
    const whole = from === 0 && to === times.length;
    const own = whole ? times : times.subarray(from, to);
    return {
      from,
      to,
      times: own,
      stretches: stretchesOfInstants(own),
      edges: whole ? edges : edges.subarray(Math.max(0, from + ahead - 1), to + ahead),
    };
  }

  return {
    reach: { start: begin, end: times[times.length - 1]! },
    whole: cutOut(0, times.length),
    around({ start, end }, before, after) {
      const { from, to } = stepsAround(times, start - before, end + after, MARGIN);
      const key = from * (times.length + 1) + to;
      const found = kept.get(key);
      if (found !== undefined) return found;
      if (kept.size === KEPT_CUTS) kept.clear();
      const made = cutOut(from, to);
      kept.set(key, made);
      return made;
    },
  };
}

/** The steps [from, to). */
export interface Steps {
  readonly from: number;
  readonly to: number;
}

/** The steps that touch [start, end], with `margin` more on each side as far as there are such. */
export function stepsAround(times: Float64Array, start: number, end: number, margin: number): Steps {
  const inside = stepAfter(times, start);
  const from = Math.max(0, inside - 1 - margin);
  return { from, to: Math.min(times.length, Math.max(inside, firstFrom(times, end)) + 1 + margin) };
}

/** Index of the first time that is not before `instant`; the number of times when there is none. */
function firstFrom(times: Float64Array, instant: number): number {
  const after = stepAfter(times, instant);
  return times[after - 1] === instant ? after - 1 : after;
}

/** Nodes farther apart than the longest bridge have a gap between them. */
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
