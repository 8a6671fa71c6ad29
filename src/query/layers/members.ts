/**
 * The members of the ensemble at a place: each its own series of totals, the nearer part of the run followed by the
 * farther one. The two parts are of one member, and of one run but for the hours in which only one of them has come in
 * anew, so the second goes on where the first ends, without a fade.
 */

import type { DatasetId } from '../../model/dataset.js';
import { type ElementId, ENSEMBLE_MEMBERS, memberElement } from '../../model/element.js';
import { HOUR, type TimeSpan } from '../../model/time.js';
import { countExceedances, regularTotals, totalWithin } from '../../science/interpolate.js';
import { type Axis, stepAfter, stepAt } from '../time/series.js';
import type { NumberArena } from './number-arena.js';
import type { Source } from './sources.js';

export const MEMBERS: readonly ElementId[] = Array.from({ length: ENSEMBLE_MEMBERS }, (_, member) =>
  memberElement(member),
);

/** What one source gives of the members. */
export interface EnsemblePart {
  readonly dataset: DatasetId;
  readonly referenceTime: number;
  /** Epoch seconds; totals[k] fell in (edges[k − 1], edges[k]], the first has no known beginning. */
  readonly edges: Float64Array;
  /** One for each member, null for those that are missing. */
  readonly totals: readonly (Float64Array | null)[];
}

export interface Ensemble {
  readonly referenceTime: number;
  /** How many members there are. */
  readonly members: number;
  /** Counts in each bin of `axis` the members whose total is known, and of those the ones with `threshold` mm or more. */
  count(axis: Axis, threshold: number, exceeding: Float64Array, known: Float64Array): void;
  /** mm of one member in each bin of `axis`, NaN unknown. Returns `out`, one entry per bin. */
  totals(member: number, axis: Axis, out: Float64Array): Float64Array;
  /**
   * Ranks the amounts of the members in the step that contains an instant, mm an hour, smallest first, unknown ones left out.
   * Valid until the next call.
   */
  rankedAt(instant: number): Float64Array;
  /** mm of each member in a span, NaN where any of it is unknown. Returns `out`, one entry per member. */
  totalsWithin(span: TimeSpan, out: Float64Array): Float64Array;
}

export function membersIn(sources: readonly Source[], span: TimeSpan, arena: NumberArena): EnsemblePart[] {
  return sources.flatMap(({ dataset, series, cuts, description: { referenceTime } }) => {
    if (series === null) return [];
    const { from, edges, times: steps } = cuts.around(span, 0, 0);
    const ahead = edges.length - steps.length;
    const totals = MEMBERS.map((id) => {
      const values = arena.take(edges.length);
      values.fill(Number.NaN, 0, ahead);
      return series.unpack(id, from, values.subarray(ahead)) === 'nothing' ? null : values;
    });
    return [{ dataset, referenceTime, edges, totals }];
  });
}

/** Null where there is no ensemble. */
export function ensembleOf(parts: readonly EnsemblePart[], arena: NumberArena): Ensemble | null {
  const [near, far] = parts;
  if (near === undefined) return null;
  const { referenceTime, edges, totals } = far === undefined ? near : joined(near, far, arena);
  const members = totals.filter((values) => values !== null);
  if (members.length === 0) return null;
  const ranking = new Float64Array(members.length);
  let rankedStep = -1;
  let ranked: Float64Array = ranking;
  return {
    referenceTime,
    members: members.length,
    count({ start, step }, threshold, exceeding, known) {
      countExceedances(edges, members, start, step, threshold, exceeding, known);
    },
    totals: (member, axis, out) => regularTotals(edges, members[member]!, axis.start, axis.step, out),
    rankedAt(instant) {
      const step = stepAt(edges, instant);
      if (step === rankedStep || step < 1) return step < 1 ? ranking.subarray(0, 0) : ranked;
      for (const [member, values] of members.entries()) ranking[member] = values[step]!;
      rankedStep = step;
      ranked = rankHourly(ranking, edges[step]! - edges[step - 1]!);
      return ranked;
    },
    totalsWithin({ start, end }, out) {
      const first = Math.max(1, stepAfter(edges, start));
      for (const [member, values] of members.entries()) out[member] = totalWithin(edges, values, start, end, first);
      return out;
    },
  };
}

/**
 * Makes amounts an hour of totals over `seconds` and sorts them in place, smallest first; NaN left out. Sorting by insertion
 * takes a third of the time of the method of arrays for so few numbers.
 */
export function rankHourly(totals: Float64Array, seconds: number): Float64Array {
  let count = 0;
  for (let i = 0; i < totals.length; i++) {
    const hourly = (totals[i]! * HOUR) / seconds;
    if (Number.isNaN(hourly)) continue;
    let at = count++;
    for (; at > 0 && totals[at - 1]! > hourly; at--) totals[at] = totals[at - 1]!;
    totals[at] = hourly;
  }
  return totals.subarray(0, count);
}

/** The nearer part, and of the farther one what begins after it. A pause between the two is unknown. */
function joined(near: EnsemblePart, far: EnsemblePart, arena: NumberArena): EnsemblePart {
  const end = near.edges[near.edges.length - 1]!;
  let from = 0;
  while (from < far.edges.length && far.edges[from]! < end) from++;
  const meets = far.edges[from] === end;
  if (meets) from++;
  const ahead = near.edges.length;
  const join = (a: Float64Array, b: Float64Array) => {
    const both = arena.take(ahead + b.length - from);
    both.set(a);
    both.set(b.subarray(from), ahead);
    return both;
  };
  const totals = near.totals.map((values, member) => {
    if (values === null) return null;
    const later = far.totals[member] ?? new Float64Array(far.edges.length).fill(Number.NaN);
    const both = join(values, later);
    // The far part's first total began in the pause, not at the near part's end.
    if (!meets && ahead < both.length) both[ahead] = Number.NaN;
    return both;
  });
  return { ...near, edges: join(near.edges, far.edges), totals };
}
