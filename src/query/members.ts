/**
 * The members of the ensemble at a place: each its own series of totals, the nearer part of the run followed by the
 * farther one. The two parts are of one run and one member, so the second goes on where the first ends, without a fade.
 */

import type { DatasetId } from '../model/dataset.js';
import { ENSEMBLE_MEMBERS, memberElement } from '../model/element.js';
import type { TimeSpan } from '../model/time.js';
import { regularTotals } from '../science/interpolate.js';
import type { LayeredPoint } from './layers.js';
import type { Axis } from './series.js';

/** Every member element: what is wanted of the ensemble is all of it. */
export const MEMBERS = Array.from({ length: ENSEMBLE_MEMBERS }, (_, member) => memberElement(member));

export interface Ensemble {
  /** Time over which members are known. */
  readonly reach: TimeSpan;
  /** How many members there are. */
  readonly members: number;
  /** mm in each bin of an axis of `out.length` / members bins; [member, bin], NaN unknown. Returns `out`. */
  totals(axis: Axis, out: Float64Array): Float64Array;
}

/** Null where there is no ensemble. */
export function ensembleOf(point: LayeredPoint): Ensemble | null {
  const parts = MEMBERS.map((id) => point.layers(id)).filter((layers) => layers.length > 0);
  const [first] = parts;
  if (first === undefined) return null;
  const series = parts.map(joined);
  const { nodes } = series[0]!;
  return {
    reach: { start: nodes[0]!, end: nodes[nodes.length - 1]! },
    members: series.length,
    totals(axis, out) {
      for (const [member, { nodes, values }] of series.entries()) {
        const own = out.subarray(member * axis.count, (member + 1) * axis.count);
        regularTotals(nodes, values, axis.start, axis.step, own);
      }
      return out;
    },
  };
}

interface Steps {
  readonly dataset?: DatasetId;
  readonly nodes: Float64Array;
  readonly values: Float64Array;
}

/** The nearer part, and of the farther one what begins after it. A pause between the two is unknown. */
function joined(parts: readonly Steps[]): Steps {
  const [near, far] = [...parts].sort((a, b) => a.nodes[0]! - b.nodes[0]!);
  if (far === undefined) return near!;
  const end = near!.nodes[near!.nodes.length - 1]!;
  let from = 0;
  while (from < far.nodes.length && far.nodes[from]! < end) from++;
  const meets = far.nodes[from] === end;
  const nodes = [...near!.nodes, ...far.nodes.subarray(meets ? from + 1 : from)];
  const values = [...near!.values, ...far.values.subarray(meets ? from + 1 : from)];
  // Where they do not meet, the far part's first value has its beginning before the pause: that step is unknown.
  if (!meets && from < far.nodes.length) values[near!.nodes.length] = Number.NaN;
  return { nodes: Float64Array.from(nodes), values: Float64Array.from(values) };
}
