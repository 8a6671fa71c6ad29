/**
 * What of a version is unpacked for its spots, and which steps: those around the time of a spot. Where a source has others
 * below it, a gap within the length of its fades counts too, since it is faded into.
 */

import type { ElementId } from '../../model/element.js';
import { FLAGS, type FlagRow, flagRowsOf } from '../layers/point.js';
import { ENSEMBLE } from '../rules/layer-table.js';
import { stepsAround } from '../time/time-cuts.js';
import type { TrackSpots } from './track.js';
import type { TrackVersion } from './track-version.js';
import type { Column } from './windows.js';

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

/** Places where gaps are looked for: windows and members know none; nearness to those of the last source says nothing. */
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

/** Sets which steps a spot needs: those around its time, one more on each side for slopes. */
export function measureWindow({ version: { windows, cuts }, spots, margins }: Filling, i: number): void {
  const { times } = cuts.whole;
  const { from, to } = stepsAround(times, spots.starts[i]! - margins.before, spots.ends[i]! + margins.after, 1);
  windows.first[i] = from;
  windows.count[i] = to - from;
}
