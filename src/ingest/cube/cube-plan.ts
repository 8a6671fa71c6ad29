/**
 * What goes where in a cube: for each element and time, the slice and the arithmetic that give the value. Pure.
 *
 * An element that is an instant comes from the newest run that has a slice for the time; one that belongs to an
 * interval from the newest run that has one behind it, so at the run's own time (lead 0) from the previous run.
 * Where that slice lacks the element the other one is asked.
 *
 * Feeds give totals and means from the start of a bucket (GFS: of six hours; ECMWF: of the whole run), cubes hold those
 * of the native step. With the step from p to t, a bucket from s, A its value at t and B at p:
 *
 *   s = p                       A
 *   s < p, total                A − B
 *   s < p, mean                 ((t − s) A − (p − s) B) / (t − p)
 *   s < p, no B, spread         (t − p) / (e − s) of the total from s to e, which may end after t
 *   else                        missing: what fell between is not known
 *   instants of a "mean"        (A + B) / 2
 *
 * Extremes and chances cannot be taken apart; those of a "window" are kept where it has the feed's length.
 */

import { ELEMENTS, type ElementId, elementOf } from '../../model/element.js';
import type { SliceContent, SliceLayer } from '../staging/slice-format.js';
import { createPlaceIndex, type LayerPlace, type PlaceIndex } from './layer-places.js';

export type { LayerPlace } from './layer-places.js';

export type CellRule =
  | { readonly rule: 'missing' }
  | { readonly rule: 'copy'; readonly from: LayerPlace }
  /** `weights` × (value, before). */
  | {
      readonly rule: 'combine';
      readonly from: LayerPlace;
      readonly before: LayerPlace;
      readonly weights: readonly [number, number];
    };

export interface CubePlan {
  readonly elements: readonly ElementId[];
  /** Epoch seconds, strictly increasing. */
  readonly times: readonly number[];
  /** [time][element] */
  readonly rules: readonly (readonly CellRule[])[];
}

/** What a plan must know of the feed besides its slices. */
export interface FeedHabits {
  /** Length of the windows of the feed's extremes, s. */
  readonly windowSeconds: number;
  /** Elements whose totals of several steps are spread evenly over them. */
  readonly spread: ReadonlySet<ElementId>;
}

const SIX_HOURS = 6 * 3600;
const MISSING: CellRule = { rule: 'missing' };
/** Windows that are of six hours whatever a feed does with its extremes. */
const SIX_HOUR_WINDOWS: ReadonlySet<ElementId> = new Set(['probability_6h']);
/** The chance of rain in two hours is no sum: it is taken as it is, or not at all. */
const INDIVISIBLE: ReadonlySet<ElementId> = new Set(['probability_1h']);

/**
 * @param slices  in any order; two may have the same valid time
 * @param times  the axis; slices of other times serve only to be subtracted
 */
export function planCube(
  slices: readonly SliceContent[],
  times: readonly number[],
  { windowSeconds, spread }: FeedHabits = { windowSeconds: SIX_HOURS, spread: new Set() },
): CubePlan {
  const index = createPlaceIndex(slices);
  const elements = ELEMENTS.map(({ id }) => id).filter((id) => index.has(id));
  const rules = times.map((time, i) =>
    elements.map((element): CellRule => {
      const step = { element, time, previous: times[i - 1] };
      if (elementOf(element).kind === 'window')
        return windowRule(index, step, SIX_HOUR_WINDOWS.has(element) ? SIX_HOURS : windowSeconds);
      const rule = stepRule(index, step);
      return rule.rule === 'missing' && spread.has(element) ? spreadRule(index, step) : rule;
    }),
  );
  return { elements, times, rules };
}

/** One element at one time, and the time before it on the axis. */
interface Step {
  readonly element: ElementId;
  readonly time: number;
  readonly previous: number | undefined;
}

function windowRule(index: PlaceIndex, { element, time }: Step, seconds: number): CellRule {
  const from = index.newest(element, time, true);
  const interval = from && index.layer(from).interval;
  return from && interval && time - interval.start === seconds ? { rule: 'copy', from } : MISSING;
}

function stepRule(index: PlaceIndex, step: Step): CellRule {
  const { element, time, previous } = step;
  const { kind } = elementOf(element);
  const from = index.newest(element, time, kind !== 'instant');
  if (from === null) return MISSING;
  const { interval } = index.layer(from);
  if (interval === null) return kind === 'mean' ? meanOfEnds(index, from, step) : { rule: 'copy', from };
  // a gust is the highest of the hours before, however many: it is not a total that hours could be taken from
  if (interval.process === 'maximum' || interval.process === 'minimum') return { rule: 'copy', from };
  if (previous === undefined)
    return interval.process === 'average' && kind !== 'mean' ? { rule: 'copy', from } : MISSING;
  if (interval.start === previous) return { rule: 'copy', from };
  return interval.start > previous || INDIVISIBLE.has(element) ? MISSING : takeApart(index, from, step);
}

/** The run's own value at the time before, or whichever is newest there. */
function meanOfEnds(index: PlaceIndex, from: LayerPlace, { element, previous }: Step): CellRule {
  if (previous === undefined) return MISSING;
  const before = index.ofRun(element, previous, index.referenceTime(from)) ?? index.newest(element, previous, false);
  const isInstant = before !== null && index.layer(before).interval === null;
  return isInstant ? { rule: 'combine', from, before, weights: [0.5, 0.5] } : MISSING;
}

function takeApart(index: PlaceIndex, from: LayerPlace, { element, time, previous }: Step): CellRule {
  const interval = index.layer(from).interval!;
  const before = index.ofRun(element, previous!, index.referenceTime(from));
  const earlier = before && index.layer(before).interval;
  if (!before || !earlier || earlier.start !== interval.start || earlier.process !== interval.process) return MISSING;
  const [whole, part] = [time - interval.start, previous! - interval.start];
  const step = time - previous!;
  const weights = interval.process === 'average' ? ([whole / step, -part / step] as const) : ([1, -1] as const);
  return { rule: 'combine', from, before, weights };
}

/** The even share of the shortest total that covers the step; the newest run's, where several have one. */
function spreadRule(index: PlaceIndex, { element, time, previous }: Step): CellRule {
  if (previous === undefined) return MISSING;
  const total = index.covering(element, previous, time);
  if (total === null) return MISSING;
  const weights = [(time - previous) / (total.end - total.start), 0] as const;
  return { rule: 'combine', from: total.place, before: total.place, weights };
}

/**
 * Times of a cube from slices that were given by hand: their valid times, and before a step whose total or mean began
 * after the time before it, that beginning (with nothing known there).
 */
export function timesOfSlices(slices: readonly SliceContent[]): number[] {
  const valid = [...new Set(slices.map(({ validTime }) => validTime))].sort((a, b) => a - b);
  const before = new Map(valid.map((time, i) => [time, valid[i - 1] ?? Number.NEGATIVE_INFINITY]));
  const starts = slices.flatMap(({ validTime, layers }) =>
    layers.flatMap((layer) => startOf(layer)).filter((start) => start > before.get(validTime)!),
  );
  return [...new Set([...valid, ...starts])].sort((a, b) => a - b);
}

/** Of a total or a mean; extremes and chances of windows need no time at their beginning. */
function startOf({ element, interval }: SliceLayer): number[] {
  const isBucket = interval?.process === 'accumulation' || interval?.process === 'average';
  return isBucket && elementOf(element).kind !== 'window' ? [interval.start] : [];
}
