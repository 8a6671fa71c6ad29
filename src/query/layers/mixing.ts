/**
 * One series out of several layers (`rules/mixture.ts`). Each layer is brought to the axis by its own nodes, states by PCHIP
 * and totals by the conserving split, and only then mixed: what is mixed conserves what its layers conserve. Where the best
 * layer counts fully the others are not sampled.
 */

import { addValue, createMixture, finishMix, startMix } from '../rules/mixture.js';
import { sharesOf, weightAt } from '../rules/weights.js';
import { type Axis, axisEnd, knownInstantsOn, meansOn, quarterTotals } from '../time/series.js';
import type { Layer } from './layer.js';

/** How a layer comes to an axis: the `out.length` records from `from` on. Returns `out`. */
type Sampling = (
  nodes: Float64Array,
  values: Float64Array,
  axis: Axis,
  out: Float64Array,
  from?: number,
) => Float64Array;

/** A state at the instants of `axis`; NaN where no layer knows it. Returns `out`. */
export function mixInstants(layers: readonly Layer[], axis: Axis, out: Float64Array): Float64Array {
  return mix(layers, axis, 0, knownInstantsOn, out);
}

/** Totals of the bins of `axis`, unit of the element per bin; NaN where no layer knows all of a bin. Returns `out`. */
export function mixTotals(layers: readonly Layer[], axis: Axis, out: Float64Array): Float64Array {
  return mix(layers, axis, 0.5, quarterTotals, out);
}

/** Means over the bins of `axis`; NaN where no layer knows all of a bin. Returns `out`. */
export function mixMeans(layers: readonly Layer[], axis: Axis, out: Float64Array): Float64Array {
  return mix(layers, axis, 0.5, meansOn, out);
}

/** Memory of one mix at a time; nothing in it outlives the call. */
const mixture = createMixture(512);
let samples = new Float64Array(512);

/** @param middle  where in its bin a record is weighed: 0 at its beginning, 0.5 in its middle */
function mix(layers: readonly Layer[], axis: Axis, middle: number, sampled: Sampling, out: Float64Array): Float64Array {
  const [only] = layers;
  if (only === undefined) return out.fill(Number.NaN);
  if (layers.length === 1) return sampled(only.nodes, only.values, axis, out);
  const { count } = axis;
  if (samples.length < count) samples = new Float64Array(2 * count);
  startMix(mixture, out);
  for (let i = 0; i < layers.length && mixture.left > 0; i++) addLayer(layers[i]!, axis, middle, sampled, out);
  return finishMix(mixture, out);
}

/** Adds a layer where the ones before it left something. */
function addLayer(layer: Layer, axis: Axis, middle: number, sampled: Sampling, out: Float64Array): void {
  const { rest } = mixture;
  const [from, to] = recordsWithin(layer, axis);
  for (let i = from; i < to; ) {
    if (rest[i] === 0) {
      i++;
      continue;
    }
    const first = i;
    while (i < to && rest[i]! > 0) i++;
    const values = sampled(layer.nodes, layer.values, axis, samples.subarray(0, i - first), first);
    addRun(layer, axis, first, middle, values, out);
  }
}

/** Adds the values of a run of records, of which the first is record `first` of the axis. */
function addRun(
  layer: Layer,
  { start, step }: Axis,
  first: number,
  middle: number,
  values: Float64Array,
  out: Float64Array,
): void {
  const { start: fullStart, end: fullEnd } = layer.full;
  for (let i = 0, k = first; i < values.length; i++, k++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const time = start + (k + middle) * step;
    const isFull = time >= fullStart && time <= fullEnd;
    addValue(mixture, k, value, isFull ? 1 : weightAt(layer, time), out);
  }
}

/** The records [from, to) that touch the time of a layer. */
function recordsWithin({ nodes }: Layer, axis: Axis): [from: number, to: number] {
  if (nodes.length === 0 || nodes[nodes.length - 1]! < axis.start || nodes[0]! >= axisEnd(axis)) return [0, 0];
  const from = Math.max(0, Math.floor((nodes[0]! - axis.start) / axis.step)) | 0;
  const to = Math.min(axis.count, Math.ceil((nodes[nodes.length - 1]! - axis.start) / axis.step) + 1) | 0;
  return [from, to];
}

export interface Share {
  readonly layer: Layer;
  /** 0..1; the shares of a time sum to 1 where any layer has a value. */
  readonly weight: number;
  /** The layer's own value. */
  readonly value: number;
}

/** The share of each layer that has a value in one record, best first. */
export function sharesIn(layers: readonly Layer[], axis: Axis, middle: number, sampled: Sampling): Share[] {
  const time = axis.start + middle * axis.step;
  const known = layers.flatMap((layer) => {
    const value = sampled(layer.nodes, layer.values, axis, new Float64Array(1))[0]!;
    return Number.isNaN(value) ? [] : [{ layer, value }];
  });
  const weights = sharesOf(known.map(({ layer }) => weightAt(layer, time)));
  return known.map((each, rank) => ({ ...each, weight: weights[rank]! }));
}
