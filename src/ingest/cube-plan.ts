/**
 * What goes where in a cube: for each element and time, the slice and the arithmetic that give the value. Pure.
 *
 * An element that is an instant comes from the newest run that has a slice for the time; one that belongs to an
 * interval from the newest run that has one behind it, so at the run's own time (f000) from the previous run's f006.
 * Where that slice lacks the element the other one is asked.
 *
 * Feeds give totals and means from the start of a bucket (GFS: of six hours), cubes hold those of the native step.
 * With the step from p to t, a bucket from s, A its value at t and B at p:
 *
 *   s = p            A
 *   s < p, total     A − B
 *   s < p, mean      ((t − s) A − (p − s) B) / (t − p)
 *   else             missing: what fell between is not known
 *
 * Extremes cannot be taken apart; they are kept where the window is whole, six hours.
 */

import { ELEMENTS, type ElementId, elementOf } from '../model/element.js';
import type { SliceContent, SliceLayer } from './slice-format.js';

/** A layer of a slice, both by position. */
export interface LayerPlace {
  readonly slice: number;
  readonly layer: number;
}

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

const WINDOW_SECONDS = 6 * 3600;
const MISSING: CellRule = { rule: 'missing' };

/**
 * @param slices  in any order; two may have the same valid time
 * @param times  the axis; slices of other times serve only to be subtracted
 */
export function planCube(slices: readonly SliceContent[], times: readonly number[]): CubePlan {
  const present = new Set(slices.flatMap(({ layers }) => layers.map(({ element }) => element)));
  const elements = ELEMENTS.map(({ id }) => id).filter((id) => present.has(id));
  const rules = times.map((time, i) => elements.map((element) => ruleOf(slices, element, time, times[i - 1])));
  return { elements, times, rules };
}

function ruleOf(
  slices: readonly SliceContent[],
  element: ElementId,
  time: number,
  previous: number | undefined,
): CellRule {
  const { kind } = elementOf(element);
  const place = findLayer(slices, element, time, kind !== 'instant');
  if (place === null) return MISSING;
  const { interval } = layerAt(slices, place);
  if (interval === null) return { rule: 'copy', from: place };
  if (interval.process === 'maximum' || interval.process === 'minimum')
    return time - interval.start === WINDOW_SECONDS ? { rule: 'copy', from: place } : MISSING;
  if (previous === undefined) return interval.process === 'average' ? { rule: 'copy', from: place } : MISSING;
  if (interval.start === previous) return { rule: 'copy', from: place };
  return interval.start > previous ? MISSING : takeApart(slices, place, time, previous);
}

/** The newest run's layer for the time. `behind`: prefer a step that has an interval behind it. */
function findLayer(
  slices: readonly SliceContent[],
  element: ElementId,
  time: number,
  behind: boolean,
): LayerPlace | null {
  let best: LayerPlace | null = null;
  const rank = ({ referenceTime }: SliceContent): number =>
    behind && referenceTime === time ? Number.NEGATIVE_INFINITY : referenceTime;
  slices.forEach((slice, index) => {
    const layer = slice.layers.findIndex((candidate) => candidate.element === element);
    if (slice.validTime !== time || layer < 0) return;
    if (best === null || rank(slice) > rank(slices[best.slice]!)) best = { slice: index, layer };
  });
  return best;
}

function takeApart(slices: readonly SliceContent[], from: LayerPlace, time: number, previous: number): CellRule {
  const { element, interval } = layerAt(slices, from);
  const { referenceTime } = slices[from.slice]!;
  const holds = ({ layers }: SliceContent): boolean => layers.some((one) => one.element === element);
  const slice = slices.findIndex(
    (one) => one.validTime === previous && one.referenceTime === referenceTime && holds(one),
  );
  if (slice < 0) return MISSING;
  const before = { slice, layer: slices[slice]!.layers.findIndex((one) => one.element === element) };
  const earlier = layerAt(slices, before).interval;
  if (earlier === null || earlier.start !== interval!.start || earlier.process !== interval!.process) return MISSING;
  const [whole, part] = [time - interval!.start, previous - interval!.start];
  const step = time - previous;
  const weights = interval!.process === 'average' ? ([whole / step, -part / step] as const) : ([1, -1] as const);
  return { rule: 'combine', from, before, weights };
}

function layerAt(slices: readonly SliceContent[], { slice, layer }: LayerPlace): SliceLayer {
  return slices[slice]!.layers[layer]!;
}

/**
 * Times of a cube from slices that were given by hand: their valid times, and before a step whose total or mean began
 * after the time before it, that beginning (with nothing known there).
 */
export function timesOfSlices(slices: readonly SliceContent[]): number[] {
  const valid = [...new Set(slices.map(({ validTime }) => validTime))].sort((a, b) => a - b);
  const starts = valid.flatMap((time, i) => {
    const previous = valid[i - 1] ?? Number.NEGATIVE_INFINITY;
    return slices
      .filter(({ validTime }) => validTime === time)
      .flatMap(({ layers }) => layers)
      .filter(({ interval }) => interval?.process === 'accumulation' || interval?.process === 'average')
      .map(({ interval }) => interval!.start)
      .filter((start) => start > previous);
  });
  return [...new Set([...valid, ...starts])].sort((a, b) => a - b);
}
