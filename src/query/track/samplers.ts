/**
 * One element of one version at a spot, at one instant or over one interval: what axes are at one place
 * (`time/series.ts`), by the same formulas. NaN where the version does not know it.
 */

import { elevationShift } from '../../science/downscale.js';
import { pchipAt, totalWithin } from '../../science/interpolate.js';
import { movedPressure, shiftOf } from '../rules/heights.js';
import { LONGEST_BRIDGE, nodeAt, stepAt } from '../time/series.js';
import type { Candidate } from './candidates.js';
import { type Gap, offsetOf } from './windows.js';

/** What is asked of a spot: [from, to), or the instant `from`. */
export type Sampler = (candidate: Candidate, i: number, from: number, to: number) => number;

/** The state at `time`, as high as the ground of the model. */
const sampleInstant: Sampler = ({ version: { windows, cuts }, column }, i, time) => {
  const gap = windows.gaps[column]?.get(i);
  if (gap !== undefined) return pchipAt(gap.nodes, gap.values, 0, lastAt(gap.nodes, 0, time), time, LONGEST_BRIDGE);
  const { times } = cuts.whole;
  const k = lastAt(times, windows.first[i]!, time);
  return pchipAt(times, windows.values, offsetOf(windows, column, i), k, time, LONGEST_BRIDGE);
};

/** Index of the last node at or before `time`, from node `first` on; −1 none. */
function lastAt(nodes: Float64Array, first: number, time: number): number {
  let k = first;
  while (k < nodes.length && nodes[k]! <= time) k++;
  return k === first ? -1 : k - 1;
}

/** The total of [from, to). */
export const sampleTotal: Sampler = ({ version: { windows, cuts }, column }, i, from, to) => {
  const gap = windows.gaps[column]?.get(i);
  if (gap !== undefined) return totalWithin(gap.nodes, gap.values, from, to, intervalAt(gap.nodes, 1, from));
  const { times, edges } = cuts.whole;
  const ahead = edges.length - times.length;
  const j = intervalAt(edges, Math.max(1, windows.first[i]! + ahead), from);
  return totalWithin(edges, windows.values, from, to, j, offsetOf(windows, column, i) - ahead);
};

/** Index of the interval that contains `time`, from interval `first` on. */
function intervalAt(edges: Float64Array, first: number, time: number): number {
  let j = first;
  while (j < edges.length && edges[j]! <= time) j++;
  return j;
}

/** The mean over [from, to). */
export const sampleMean: Sampler = (candidate, i, from, to) => sampleTotal(candidate, i, from, to) / (to - from);

/** A sampler of states that are moved `dz` metres up at each spot. */
export function movedInstants(candidate: Candidate, dz: Float64Array): Sampler {
  const { id } = candidate;
  if (id === 'pressure_surface') return (own, i, time, to) => samplePressure(own, i, time, to, dz[i]!);
  if (shiftOf(id, 1) === 0) return sampleInstant;
  return (own, i, time, to) => sampleInstant(own, i, time, to) + shiftOf(id, dz[i]!);
}

/** The pressures moved at the nodes around an instant; nothing in it outlives a call. */
const moved = new Float64Array(4);

/** Each node is moved with its own temperature, which does not commute with what is between them. */
function samplePressure(candidate: Candidate, i: number, time: number, to: number, dz: number): number {
  if (dz === 0) return sampleInstant(candidate, i, time, to);
  const { windows, cuts } = candidate.version;
  const gap = windows.gaps[candidate.column]?.get(i);
  const nodes = gap?.nodes ?? cuts.whole.times;
  const k = lastAt(nodes, gap === undefined ? windows.first[i]! : 0, time);
  if (k < 0) return Number.NaN;
  const first = Math.max(0, k - 1);
  const end = Math.min(nodes.length, Math.max(k + 3, 3));
  for (let node = first; node < end; node++) moved[node - first] = pressureOfNode(candidate, gap, i, node, dz);
  return pchipAt(nodes, moved, -first, k, time, LONGEST_BRIDGE);
}

function pressureOfNode(candidate: Candidate, gap: Gap | undefined, i: number, node: number, dz: number): number {
  const { windows } = candidate.version;
  const column = windows.indexes.get('temperature');
  const warmth = elevationShift(dz).temperature;
  if (gap !== undefined) return movedPressure(gap.values[node]!, (gap.temperatures?.[node] ?? Number.NaN) + warmth, dz);
  const temperature = column === undefined ? Number.NaN : windows.values[offsetOf(windows, column, i) + node]!;
  return movedPressure(windows.values[offsetOf(windows, candidate.column, i) + node]!, temperature + warmth, dz);
}

/** What stands over the whole step of a version that contains `time`, or ends at it; NaN unknown. */
export function stepValue(
  { version: { windows, cuts }, column }: Candidate,
  i: number,
  time: number,
  isEnd: boolean,
): number {
  const gap = windows.gaps[column]?.get(i);
  const { times, edges } = cuts.whole;
  const nodes = gap?.nodes ?? edges;
  const step = isEnd ? nodeAt(nodes, time) : stepAt(nodes, time);
  if (step < 0) return Number.NaN;
  if (gap !== undefined) return gap.values[step]!;
  const ahead = edges.length - times.length;
  return step < ahead ? Number.NaN : windows.values[offsetOf(windows, column, i) + step - ahead]!;
}

/** Ends of the steps of an interval at a spot, epoch seconds. */
export function edgesAt({ version: { windows, cuts }, column }: Candidate, i: number): Float64Array {
  return windows.gaps[column]?.get(i)?.nodes ?? cuts.whole.edges;
}
