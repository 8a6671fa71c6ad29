/**
 * From the native steps of a cube (1 h, later 3 h, perhaps with gaps) to regular records (docs/methods/interpolation.md).
 *
 *   instants   PCHIP through the native nodes: monotone between them, so it never leaves their range
 *   totals     cut into quarter hours that sum to the native total exactly and are never negative; every longer total is
 *              a sum of quarters, so hours, days and half-hour time zones agree by construction
 *   steps      the native step that contains a record, for what holds over the step as a whole (phase flags)
 *
 * A native value at times[k] of kind `interval` covers (times[k−1], times[k]]; the first has no interval. Records carry
 * the time at which they begin, so the quarter at 12:00 is cut from the native total labelled 15:00.
 *
 * A gap between nodes of more than six hours, the longest native step there is, is not bridged: a daily cycle fits
 * into it, and the line across would be an invention.
 */

import { HOUR, type TimeSpan } from '../../model/time.js';
import { type Places, pchip, placesAmong, regularTotals } from '../../science/interpolate.js';

/** `count` records, each `step` seconds long; the first begins at `start`, epoch seconds. */
export interface Axis {
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

export const QUARTER = 900;

/** Nodes farther apart have a gap between them. */
export const LONGEST_BRIDGE = 6 * HOUR;

/** End of the last record, epoch seconds. */
export function axisEnd({ start, step, count }: Axis): number {
  return start + step * count;
}

/**
 * A state at `count` instants `start + i × step`; canonical units, NaN before the first node with a value, after the
 * last, and inside gaps of more than six hours.
 *
 * @param times  epoch seconds of the nodes, increasing
 * @param values  one per node, NaN missing
 * @returns `out`, one entry per record
 */
export function instantsOn(
  times: Float64Array,
  values: Float64Array,
  axis: Axis,
  out: Float64Array = new Float64Array(axis.count),
): Float64Array {
  const known = knownNodes(times, values);
  return knownInstantsOn(known.nodes, known.values, axis, out);
}

/** `instantsOn` where every node has a value; of the axis only the `out.length` records from `from` on. */
export function knownInstantsOn(
  times: Float64Array,
  values: Float64Array,
  axis: Axis,
  out: Float64Array,
  from = 0,
): Float64Array {
  return pchip(placesOf(times, axis), values, out, from);
}

export function hasMissing(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i]!)) return true;
  return false;
}

/** The nodes that have a value: a step that lacks the element and a step that is not there are the same gap. */
export function knownNodes(nodes: Float64Array, values: Float64Array): { nodes: Float64Array; values: Float64Array } {
  if (!hasMissing(values)) return { nodes, values };
  const isKnown = (_: number, k: number) => !Number.isNaN(values[k]!);
  return { nodes: nodes.filter(isKnown), values: values.filter(isKnown) };
}

interface KeptPlaces {
  readonly axis: Axis;
  readonly places: Places;
}

/** Elements, and answers of the same hour, are asked for on the same nodes and a few axes: their places are kept. */
const KEPT_AXES = 8;
const keptPlaces = new WeakMap<Float64Array, KeptPlaces[]>();

function placesOf(times: Float64Array, axis: Axis): Places {
  const { start, step, count } = axis;
  let kept = keptPlaces.get(times);
  if (kept === undefined) {
    kept = [];
    keptPlaces.set(times, kept);
  }
  for (const { axis: of, places } of kept)
    if (of.start === start && of.step === step && count <= of.count) return places;
  const places = placesAmong(times, start, step, count, LONGEST_BRIDGE);
  if (kept.length === KEPT_AXES) kept.shift();
  kept.push({ axis, places });
  return places;
}

/**
 * Totals of quarter hours, unit of `totals` per quarter; NaN where the native total is missing or does not reach.
 *
 * @param totals  one per time: what fell since the time before
 * @param from  the first of the quarters that are wanted
 * @returns `out`, one entry per quarter from there on
 */
export function quarterTotals(
  times: Float64Array,
  totals: Float64Array,
  { start, step, count }: Axis,
  out: Float64Array = new Float64Array(count),
  from = 0,
): Float64Array {
  return regularTotals(times, totals, start + from * step, step, out);
}

/** Memory of `meansOn`; nothing in it outlives a call. */
let totalsOfMeans = new Float64Array(512);

/**
 * Means over the records of `axis` from means over native steps, with the same limited slope as totals: the means of an
 * hour's quarters average to the hour's.
 *
 * @param means  one per time: the mean since the time before
 * @param from  the first of the records that are wanted
 * @returns `out`, one entry per record from there on
 */
export function meansOn(
  times: Float64Array,
  means: Float64Array,
  { start, step }: Axis,
  out: Float64Array,
  from = 0,
): Float64Array {
  if (totalsOfMeans.length < times.length) totalsOfMeans = new Float64Array(2 * times.length);
  totalsOfMeans.set(means);
  meansToTotals(times, totalsOfMeans, 0, 1, times.length);
  regularTotals(times, totalsOfMeans, start + from * step, step, out);
  for (let i = 0; i < out.length; i++) out[i] = out[i]! / step;
  return out;
}

/** Makes totals of the means over intervals [from, to): concentrations are divided like totals. */
export function meansToTotals(
  edges: Float64Array,
  values: Float64Array,
  offset: number,
  from: number,
  to: number,
): void {
  for (let k = Math.max(1, from); k < to; k++) values[offset + k] = values[offset + k]! * (edges[k]! - edges[k - 1]!);
}

/** Index k of the native step that contains `instant`, times[k−1] ≤ instant < times[k]; −1 outside. */
export function stepAt(times: Float64Array, instant: number): number {
  const k = stepAfter(times, instant);
  return k === 0 || k === times.length ? -1 : k;
}

/** Index of the first time after `instant`; the number of times when there is none. */
export function stepAfter(times: Float64Array, instant: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Highest (or lowest) value of the windows that lie wholly inside [start, end); NaN when there is none.
 *
 * @param values  one per time: the extreme of the `length` seconds before it, NaN where no window ends
 * @param counts  whether the window that ends at a time is to be looked at
 * @param correction  added to the extreme of the window that ends at a time; asked only of windows inside that count
 */
export function windowExtreme(
  times: Float64Array,
  values: Float64Array,
  length: number,
  { start, end }: TimeSpan,
  which: 'highest' | 'lowest',
  {
    counts = () => true,
    correction = () => 0,
  }: { counts?: (windowEnd: number) => boolean; correction?: (windowEnd: number) => number } = {},
): number {
  let extreme = Number.NaN;
  for (let k = stepAfter(times, start + length - 1); k < times.length && times[k]! <= end; k++) {
    if (Number.isNaN(values[k]!) || !counts(times[k]!)) continue;
    const value = values[k]! + correction(times[k]!);
    if (Number.isNaN(extreme) || (which === 'highest' ? value > extreme : value < extreme)) extreme = value;
  }
  return extreme;
}

/** Index of the native time that is `instant`; −1 when there is none. */
export function nodeAt(times: Float64Array, instant: number): number {
  const k = stepAfter(times, instant) - 1;
  return times[k] === instant ? k : -1;
}
