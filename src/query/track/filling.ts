/**
 * From the cells around a spot to its window: which steps are kept, the corners combined into them, and what is missing
 * nearby. Where a source has others below it, a hole within the length of its fades counts too, since it is faded into.
 */

import type { ElementId } from '../../model/element.js';
import { MISSING_PACKED } from '../../model/packing.js';
import type { TimeSpan } from '../../model/time.js';
import { ENSEMBLE, FADES } from '../layers/layer-table.js';
import { combineFlagsInto, combineInto, FLAGS, type FlagRow, type FourCorners, flagRowsOf } from '../layers/point.js';
import { stepAfter } from '../time/series.js';
import { firstFrom } from '../time/time-cuts.js';
import { type Hole, holeOfInstants, holeOfIntervals } from './holes.js';
import type { TrackSpots } from './track.js';
import type { TrackVersion } from './track-version.js';
import { type Column, offsetOf, scaleMeans, type Windows } from './windows.js';

/** What the windows of a version have to hold besides the time of the spots, seconds. */
export interface Margins {
  readonly before: number;
  /** Windows of hours that end after the time of a spot say something of it. */
  readonly after: number;
}

/** How the windows of one version are filled. */
export interface Filling {
  readonly version: TrackVersion;
  readonly spots: TrackSpots;
  readonly margins: Margins;
  /** The set of elements that each spot needs. */
  readonly needs: Int32Array;
  readonly plain: readonly PlainColumn[];
  readonly flagRows: readonly FlagRow[];
  /** The column of each. */
  readonly flagColumns: readonly number[];
  /** The set of elements that stand on flags. */
  readonly flagElements: number;
}

/** A column that is no flag. */
interface PlainColumn {
  readonly index: number;
  /** The set of those that stand on it. */
  readonly elements: number;
  readonly seeks: Seeking;
}

/** Where holes are looked for: windows and members know none; of the last source's the nearness says nothing. */
type Seeking = 'nowhere' | 'inside' | 'beside';

/**
 * @param needs  the set of elements that each spot needs
 * @param elementsOn  the set of elements that stand on a column
 * @param isLast  whether no source stands below this one for an element
 */
export function createFilling(
  version: TrackVersion,
  spots: TrackSpots,
  margins: Margins,
  needs: Int32Array,
  elementsOn: (id: ElementId) => number,
  isLast: (id: ElementId) => boolean,
): Filling {
  const { description, dataset, windows } = version;
  const flagRows = flagRowsOf(description).filter(({ id }) => windows.indexes.has(id));
  const seekingOf = ({ id, kind }: Column): Seeking => {
    if (kind === 'window' || ENSEMBLE.includes(dataset)) return 'nowhere';
    return isLast(id) ? 'inside' : 'beside';
  };
  return {
    version,
    spots,
    margins,
    needs,
    plain: windows.columns.flatMap((column, index) =>
      FLAGS.has(column.id) ? [] : [{ index, elements: elementsOn(column.id), seeks: seekingOf(column) }],
    ),
    flagRows,
    flagColumns: flagRows.map(({ id }) => windows.indexes.get(id)!),
    flagElements: flagRows.reduce((set, { id }) => set | elementsOn(id), 0),
  };
}

/** Says which steps a spot needs: those around its time, one more on each side for slopes. */
export function measureWindow({ version: { windows, cuts }, spots, margins }: Filling, i: number): void {
  const { times } = cuts.whole;
  const first = Math.max(0, stepAfter(times, spots.starts[i]! - margins.before) - 2);
  const end = Math.min(times.length, firstFrom(times, spots.ends[i]! + margins.after) + 2);
  windows.first[i] = first;
  windows.count[i] = end - first;
}

/** Puts what the cells have of a spot into its window, for which there is room. */
export function fillWindow(filling: Filling, four: FourCorners, i: number): void {
  const { version, plain } = filling;
  const { windows, cuts } = version;
  const { times, edges } = cuts.whole;
  const [first, count] = [windows.first[i]!, windows.count[i]!];
  const ahead = edges.length - times.length;
  const seen = stepsSeen(filling, i);
  // What was unpacked before is unpacked again: the window is a new one.
  const needs = filling.needs[i]! | windows.filled[i]!;
  windows.filled[i] = needs;
  for (const { index, elements, seeks } of plain) {
    if ((elements & needs) === 0) continue;
    const { row, packing, kind } = windows.columns[index]!;
    const { step, base } = packing;
    const offset = offsetOf(windows, index, i);
    const at = row * times.length;
    const isWhole = combineInto(four, at + first, count, step, base, windows.values, offset + first);
    if (kind === 'mean') scaleMeans(edges, windows.values, offset - ahead, first + ahead, first + ahead + count);
    if (seeks === 'nowhere') continue;
    if (!isWhole || (seeks === 'beside' && !isWholeBeside(four, at, first, count, seen)))
      noteHole(filling, four, index, i);
  }
  if ((filling.flagElements & needs) !== 0) fillFlags(filling, four, i, seen);
}

/** Where the flags of a spot go; nothing in it outlives a call. */
const places: number[] = [];

function fillFlags(filling: Filling, four: FourCorners, i: number, seen: StepsSeen): void {
  const { version, flagRows, flagColumns } = filling;
  const { windows, cuts } = version;
  const [first, count] = [windows.first[i]!, windows.count[i]!];
  for (let flag = 0; flag < flagColumns.length; flag++) places[flag] = offsetOf(windows, flagColumns[flag]!, i) + first;
  const isWhole = combineFlagsInto(four, flagRows, first, count, windows.values, places);
  if (isWhole && flagRows.every(({ offset }) => isWholeBeside(four, offset, first, count, seen))) return;
  const steps = cuts.whole.times.length;
  const all = new Float64Array(flagRows.length * steps);
  const rows = flagRows.map((_, flag) => flag * steps);
  combineFlagsInto(four, flagRows, 0, steps, all, rows);
  for (const [flag, index] of flagColumns.entries()) {
    const own = all.subarray(flag * steps, (flag + 1) * steps);
    setHole(windows, index, i, holeOfIntervals(cuts.whole, own, false, spanSeen(filling, i)));
  }
}

/** What is looked at, widened by the fades. */
function spanSeen({ version, spots, margins }: Filling, i: number): TimeSpan {
  const fades = FADES[version.dataset];
  return { start: spots.starts[i]! - margins.before - fades.start, end: spots.ends[i]! + margins.after + fades.end };
}

/** The steps [from, to) in which a hole counts. */
interface StepsSeen {
  readonly from: number;
  readonly to: number;
}

function stepsSeen(filling: Filling, i: number): StepsSeen {
  const { times } = filling.version.cuts.whole;
  const { start, end } = spanSeen(filling, i);
  return { from: Math.max(0, stepAfter(times, start) - 1), to: Math.min(times.length, firstFrom(times, end) + 1) };
}

/** Whether no corner is missing at the steps that are seen before and after a window. */
function isWholeBeside(four: FourCorners, at: number, first: number, count: number, { from, to }: StepsSeen): boolean {
  return isWholeIn(four, at + from, at + first) && isWholeIn(four, at + first + count, at + to);
}

function isWholeIn({ a, b, c, d }: FourCorners, from: number, to: number): boolean {
  for (let k = from; k < to; k++)
    if (a[k] === MISSING_PACKED || b[k] === MISSING_PACKED || c[k] === MISSING_PACKED || d[k] === MISSING_PACKED)
      return false;
  return true;
}

function noteHole(filling: Filling, four: FourCorners, index: number, i: number): void {
  const { windows, cuts } = filling.version;
  const column = windows.columns[index]!;
  const values = unpackWhole(filling, four, column);
  if (column.partner >= 0) {
    const other = unpackWhole(filling, four, windows.columns[column.partner]!);
    for (let k = 0; k < values.length; k++) if (Number.isNaN(other[k]!)) values[k] = Number.NaN;
  }
  const span = spanSeen(filling, i);
  const hole =
    column.kind === 'instant'
      ? holeOfInstants(cuts.whole, values, temperaturesFor(filling, four, column), span)
      : holeOfIntervals(cuts.whole, values, column.kind === 'mean', span);
  setHole(windows, index, i, hole);
  // What one half of a wind lacks the other lacks too, whether or not it has holes of its own.
  if (column.partner >= 0 && !windows.holes[column.partner]?.has(i)) noteHole(filling, four, column.partner, i);
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

function setHole(windows: Windows, index: number, i: number, hole: Hole): void {
  const known = windows.holes[index] ?? new Map<number, Hole>();
  windows.holes[index] = known;
  known.set(i, hole);
}
