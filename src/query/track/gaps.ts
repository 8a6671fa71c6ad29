/**
 * Elements with missing steps in or near the requested time of a spot. A step without a value is no step, so such an
 * element has its own nodes and its own stretches, made by the rules of one place (`layers/layer.ts`). Only nodes that
 * affect the result are kept: around the time as far as the fades reach, and two more on each side for slopes.
 */

import { MISSING_PACKED } from '../../model/packing.js';
import { frameOf, layerOf, stretchesOfIntervals } from '../layers/layer.js';
import { createNumberArena } from '../layers/number-arena.js';
import { type FourCorners, type PointSeries, seriesOf } from '../layers/point.js';
import { FADES } from '../rules/layer-table.js';
import { meansToTotals, nodeAt } from '../time/series.js';
import { type Steps, stepsAround, stretchesOfInstants } from '../time/time-cuts.js';
import type { Filling } from './filling.js';
import type { Gap } from './windows.js';

/** Nodes kept beyond, for slopes. */
const MARGIN = 2;

/** The steps of an axis around the time of a spot, widened by the fades, in which a gap counts. */
export function stepsSeen({ version, spots, margins }: Filling, i: number, axis: Float64Array, margin = 0): Steps {
  const fades = FADES[version.dataset];
  const start = spots.starts[i]! - margins.before - fades.start;
  const end = spots.ends[i]! + margins.after + fades.end;
  return stepsAround(axis, start, end, margin);
}

/**
 * True where no corner is missing at the steps that are seen before and after a window.
 *
 * @param at  where step 0 stands in a cell
 */
export function isWholeBeside(four: FourCorners, at: number, first: number, count: number, seen: Steps): boolean {
  return isWholeIn(four, at + seen.from, at + first) && isWholeIn(four, at + first + count, at + seen.to);
}

function isWholeIn({ a, b, c, d }: FourCorners, from: number, to: number): boolean {
  for (let k = from; k < to; k++)
    if (a[k] === MISSING_PACKED || b[k] === MISSING_PACKED || c[k] === MISSING_PACKED || d[k] === MISSING_PACKED)
      return false;
  return true;
}

/** Keeps the nodes of columns that share their gaps: the halves of a wind, or all phase flags. */
export function noteGaps(filling: Filling, four: FourCorners, columns: readonly number[], i: number): void {
  const { windows, description } = filling.version;
  const series = seriesOf(description, four);
  for (const column of columns) {
    const known = windows.gaps[column] ?? new Map<number, Gap>();
    windows.gaps[column] = known;
    known.set(i, gapOf(filling, series, column, i));
  }
}

/** The nodes of one element, at the height of the model's own ground. */
function gapOf(filling: Filling, series: PointSeries, column: number, i: number): Gap {
  const { dataset, cuts, windows } = filling.version;
  const { id, kind } = windows.columns[column]!;
  const arena = createNumberArena();
  const source = { dataset, series, cuts, dz: 0, share: 1, arena };
  const layer = layerOf(id, frameOf(source, cuts.reach, kind !== 'instant', FADES[dataset]))!;
  const { from, to } = stepsSeen(filling, i, layer.nodes, MARGIN);
  const nodes = layer.nodes.slice(from, to);
  const values = layer.values.slice(from, to);
  arena.release();
  if (kind === 'mean') meansToTotals(nodes, values, 0, 1, values.length);
  const stretches = kind === 'instant' ? stretchesOfInstants(nodes) : stretchesOfIntervals(nodes, values);
  const temperatures = id === 'pressure_surface' ? temperaturesAt(nodes, series, cuts.whole.times) : null;
  return { nodes, values, temperatures, stretches };
}

/** K, NaN missing; null where the cube has none. */
function temperaturesAt(nodes: Float64Array, series: PointSeries, times: Float64Array): Float64Array | null {
  const all = new Float64Array(times.length);
  if (series.unpack('temperature', 0, all) === 'nothing') return null;
  return nodes.map((node) => all[nodeAt(times, node)]!);
}
