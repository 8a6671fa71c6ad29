/** Finds and keeps what is missing of a version in and near the window of a spot. */

import { MISSING_PACKED } from '../../model/packing.js';
import type { TimeSpan } from '../../model/time.js';
import { FADES } from '../layers/layer-table.js';
import { combineFlagsInto, combineInto, type FourCorners } from '../layers/point.js';
import { stepAfter } from '../time/series.js';
import { firstFrom } from '../time/time-cuts.js';
import type { Filling } from './filling.js';
import { gapOfInstants, gapOfIntervals } from './gaps.js';
import type { Column, Gap, Windows } from './windows.js';

/** What is looked at, widened by the fades. */
function spanSeen({ version, spots, margins }: Filling, i: number): TimeSpan {
  const fades = FADES[version.dataset];
  return { start: spots.starts[i]! - margins.before - fades.start, end: spots.ends[i]! + margins.after + fades.end };
}

/** The steps [from, to) in which a gap counts. */
export interface StepsSeen {
  readonly from: number;
  readonly to: number;
}

export function stepsSeen(filling: Filling, i: number): StepsSeen {
  const { times } = filling.version.cuts.whole;
  const { start, end } = spanSeen(filling, i);
  return { from: Math.max(0, stepAfter(times, start) - 1), to: Math.min(times.length, firstFrom(times, end) + 1) };
}

/** Whether no corner is missing at the steps that are seen before and after a window. */
export function isWholeBeside(
  four: FourCorners,
  at: number,
  first: number,
  count: number,
  { from, to }: StepsSeen,
): boolean {
  return isWholeIn(four, at + from, at + first) && isWholeIn(four, at + first + count, at + to);
}

function isWholeIn({ a, b, c, d }: FourCorners, from: number, to: number): boolean {
  for (let k = from; k < to; k++)
    if (a[k] === MISSING_PACKED || b[k] === MISSING_PACKED || c[k] === MISSING_PACKED || d[k] === MISSING_PACKED)
      return false;
  return true;
}

export function noteGap(filling: Filling, four: FourCorners, index: number, i: number): void {
  const { windows, cuts } = filling.version;
  const column = windows.columns[index]!;
  const values = unpackWhole(filling, four, column);
  if (column.partner >= 0) {
    const other = unpackWhole(filling, four, windows.columns[column.partner]!);
    for (let k = 0; k < values.length; k++) if (Number.isNaN(other[k]!)) values[k] = Number.NaN;
  }
  const span = spanSeen(filling, i);
  const gap =
    column.kind === 'instant'
      ? gapOfInstants(cuts.whole, values, temperaturesFor(filling, four, column), span)
      : gapOfIntervals(cuts.whole, values, column.kind === 'mean', span);
  setGap(windows, index, i, gap);
  // What one half of a wind lacks the other lacks too, whether or not it has gaps of its own.
  if (column.partner >= 0 && !windows.gaps[column.partner]?.has(i)) noteGap(filling, four, column.partner, i);
}

/** All four at once: a step that lacks one has none of them. */
export function noteFlagGaps(filling: Filling, four: FourCorners, i: number): void {
  const { version, flagRows, flagColumns } = filling;
  const { windows, cuts } = version;
  const steps = cuts.whole.times.length;
  const all = new Float64Array(flagRows.length * steps);
  const rows = flagRows.map((_, flag) => flag * steps);
  combineFlagsInto(four, flagRows, 0, steps, all, rows);
  for (const [flag, index] of flagColumns.entries()) {
    const own = all.subarray(flag * steps, (flag + 1) * steps);
    setGap(windows, index, i, gapOfIntervals(cuts.whole, own, false, spanSeen(filling, i)));
  }
}

function unpackWhole({ version }: Filling, four: FourCorners, { row, packing: { step, base } }: Column): Float64Array {
  const steps = version.cuts.whole.times.length;
  const values = new Float64Array(steps);
  combineInto(four, row * steps, steps, step, base, values, 0);
  return values;
}

/** Null for what is no pressure of the ground, and where there are none. */
function temperaturesFor(filling: Filling, four: FourCorners, { id }: Column): Float64Array | null {
  const { columns, indexes } = filling.version.windows;
  const index = indexes.get('temperature');
  return id !== 'pressure_surface' || index === undefined ? null : unpackWhole(filling, four, columns[index]!);
}

function setGap(windows: Windows, index: number, i: number, gap: Gap): void {
  const known = windows.gaps[index] ?? new Map<number, Gap>();
  windows.gaps[index] = known;
  known.set(i, gap);
}
