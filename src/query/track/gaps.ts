/**
 * An element of a version at a spot that lacks steps in or near the time that is looked at. A step without a value is no
 * step, so its nodes are its own, and so are the stretches by which it counts (`layers/layer.ts`). Of the whole axis those
 * nodes are kept that can have a say: the known ones around the time, as far as the fades reach, and a few beyond.
 */

import type { TimeSpan } from '../../model/time.js';
import { stretchesOfIntervals } from '../layers/layer.js';
import { stepAfter } from '../time/series.js';
import { type Cut, firstFrom, stretchesOfInstants } from '../time/time-cuts.js';
import { type Gap, scaleMeans } from './windows.js';

/** Nodes beyond, for slopes. */
const MARGIN = 2;

/**
 * @param values  one for each step of the axis, NaN missing
 * @param span  what is looked at, with the fades
 */
export function gapOfInstants(
  { times }: Cut,
  values: Float64Array,
  temperatures: Float64Array | null,
  { start, end }: TimeSpan,
): Gap {
  const known: number[] = [];
  let from = 0;
  let to = -1;
  for (let k = 0; k < times.length && (to < 0 || known.length < to); k++) {
    if (Number.isNaN(values[k]!)) continue;
    if (times[k]! <= start) from = Math.max(0, known.length - MARGIN);
    known.push(k);
    if (to < 0 && times[k]! >= end) to = known.length + MARGIN;
  }
  const kept = known.slice(from);
  const nodes = Float64Array.from(kept, (k) => times[k]!);
  return {
    nodes,
    values: Float64Array.from(kept, (k) => values[k]!),
    temperatures: temperatures && Float64Array.from(kept, (k) => temperatures[k]!),
    stretches: stretchesOfInstants(nodes),
  };
}

/** @param areMeans  true for means over the intervals, false for totals */
export function gapOfIntervals(
  { times, edges }: Cut,
  values: Float64Array,
  areMeans: boolean,
  { start, end }: TimeSpan,
): Gap {
  const ahead = edges.length - times.length;
  const from = Math.max(0, stepAfter(edges, start) - 1 - MARGIN);
  const to = Math.min(edges.length, firstFrom(edges, end) + 1 + MARGIN);
  const nodes = edges.slice(from, to);
  const own = new Float64Array(nodes.length).fill(Number.NaN);
  for (let k = 1; k < own.length; k++) own[k] = values[from + k - ahead]!;
  if (areMeans) scaleMeans(nodes, own, 0, 1, own.length);
  return { nodes, values: own, temperatures: null, stretches: stretchesOfIntervals(nodes, own) };
}
