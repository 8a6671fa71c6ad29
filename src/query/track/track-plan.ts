/**
 * Which versions have to be read at which spots: as at one place (`layers/layer-plan.ts`), those that something is left
 * for. Elements that the same versions hold, with the same fades, are walked over as one; one that turned out to have a
 * hole at a spot is walked over again by itself there.
 */

import type { TimeSpan } from '../../model/time.js';
import { fullSpans } from '../layers/layer.js';
import { ENSEMBLE } from '../layers/layer-table.js';
import { LONGEST_BRIDGE } from '../time/series.js';
import { subtract } from '../time/time-spans.js';
import { type Lane, lanesOf, shareOf, stretchesAt } from './lanes.js';
import type { TrackSpots, TrackWant } from './track.js';
import { AWAY, STANDING, type TrackVersion, touchesSpot } from './track-version.js';

/** Spots at which a version has yet to be read, in order. */
export type Unread = ReadonlyMap<TrackVersion, Int32Array>;

/** Asked again after each reading, until there is nothing. */
export function unreadOf(
  versions: readonly TrackVersion[],
  spots: TrackSpots,
  wants: readonly TrackWant[],
  ensemble: boolean,
): Unread {
  const marks = new Map<TrackVersion, Uint8Array>();
  const mark = (version: TrackVersion, i: number) => {
    let own = marks.get(version);
    if (own === undefined) {
      own = new Uint8Array(spots.count);
      marks.set(version, own);
    }
    own[i] = 1;
  };
  const all = wants.map(({ id, before = 0 }) => lanesOf(versions, id, before));
  for (const lanes of distinct(all)) for (let i = 0; i < spots.count; i++) walk(lanes, spots, i, mark);
  for (const lanes of all) for (const i of spotsWithHoles(lanes)) walk(lanes, spots, i, mark);
  if (ensemble) for (let i = 0; i < spots.count; i++) walkEnsemble(versions, spots, i, mark);
  return new Map([...marks].map(([version, own]) => [version, indicesOf(own)]));
}

type Mark = (version: TrackVersion, i: number) => void;

/** One of those that come to the same, as long as no step is missing. */
function distinct(all: readonly Lane[][]): Iterable<Lane[]> {
  const found = new Map<string, Lane[]>();
  for (const lanes of all) {
    const key = lanes.map(({ version: { dataset, isOlder, late }, before, after, ofIntervals, fadeOut }) =>
      [dataset, isOlder, late, before, after, ofIntervals, fadeOut].join(' '),
    );
    found.set(
      key.join(),
      lanes.map((lane) => ({ ...lane, column: -1 })),
    );
  }
  return found.values();
}

function spotsWithHoles(lanes: readonly Lane[]): Set<number> {
  return new Set(lanes.flatMap(({ version, column }) => [...(version.windows.holes[column]?.keys() ?? [])]));
}

/** Marks what is not read and may have a say: best first, until nothing of the time is left. */
function walk(lanes: readonly Lane[], spots: TrackSpots, i: number, mark: Mark): void {
  const first = lanes[0];
  if (first === undefined) return;
  const span = { start: spots.starts[i]! - first.before, end: spots.ends[i]! + first.after };
  let open: readonly TimeSpan[] = [span];
  for (const lane of lanes) {
    const { version, fadeIn, fadeOut } = lane;
    const standing = version.standing[i]!;
    if (standing === AWAY || !touchesSpot(version, spots, i, lane.before, lane.after)) continue;
    const stretches = standing === STANDING ? [version.cuts.reach] : stretchesAt(lane, i);
    if (standing === STANDING) mark(version, i);
    const share = shareOf(lane, spots, i);
    if (share === 1 && isWithin(span, stretches, fadeIn, fadeOut)) return;
    open = subtract(open, fullSpans({ stretches, fadeIn, fadeOut, share }));
    if (open.length === 0) return;
  }
}

/** The common case, without a list of spans. */
function isWithin({ start, end }: TimeSpan, stretches: readonly TimeSpan[], fadeIn: number, fadeOut: number): boolean {
  const only = stretches[0];
  return stretches.length === 1 && only!.start + fadeIn <= start && only!.end - fadeOut >= end;
}

/** Marks the parts of the ensemble that may have a say. */
function walkEnsemble(versions: readonly TrackVersion[], spots: TrackSpots, i: number, mark: Mark): void {
  for (const { standing, part } of ensembleAt(versions, spots, i)) if (standing === STANDING) mark(part, i);
}

/**
 * The parts of the ensemble that stand at a spot and reach over its time or the two steps before it or the one after, in
 * the order of time: how a total is divided hangs on those beside it, also across the end of a part.
 */
export function ensembleAt(
  versions: readonly TrackVersion[],
  { starts, ends }: TrackSpots,
  i: number,
): { part: TrackVersion; standing: number }[] {
  const end = ends[i]! + LONGEST_BRIDGE;
  let from = starts[i]! - 2 * LONGEST_BRIDGE;
  return ENSEMBLE.flatMap((dataset) => {
    const part = versions.find((version) => version.dataset === dataset && version.standing[i] !== AWAY);
    if (part === undefined) return [];
    const { reach } = part.cuts;
    if (reach.start >= end || reach.end < from) return [];
    from = Math.max(from, reach.end);
    return [{ part, standing: part.standing[i]! }];
  });
}

function indicesOf(marks: Uint8Array): Int32Array {
  const spots: number[] = [];
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) spots.push(i);
  return Int32Array.from(spots);
}
