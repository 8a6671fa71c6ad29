/**
 * Which versions have to be read at which spots: as at one place (`layers/layer-plan.ts`), those that something is left
 * for. Elements that the same versions hold, with the same fades, are walked over as one; one that turned out to have a
 * hole at a spot is walked over again by itself there.
 */

import type { TimeSpan } from '../../model/time.js';
import { fullSpans } from '../layers/layer.js';
import { subtract } from '../time/time-spans.js';
import { ensembleFinder } from './ensemble-parts.js';
import { type Lane, shareOf, stretchesAt } from './lanes.js';
import type { TrackSpots } from './track.js';
import { AWAY, STANDING, type TrackVersion, touchesSpot } from './track-version.js';

/** Spots at which a version has yet to be read, in order. */
export type Unread = ReadonlyMap<TrackVersion, Int32Array>;

/**
 * Asked again after each reading, until there is nothing.
 *
 * @param all  the lanes of each element that is wanted
 * @param changed  spots at which other versions stand than when it was asked last; at first all
 */
export function unreadOf(
  versions: readonly TrackVersion[],
  spots: TrackSpots,
  all: readonly (readonly Lane[])[],
  ensemble: boolean,
  changed: Iterable<number>,
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
  const there = Int32Array.from(changed);
  for (const lanes of distinct(all)) for (let n = 0; n < there.length; n++) walk(lanes, spots, there[n]!, mark);
  for (const lanes of all) for (const i of spotsWithHoles(lanes)) walk(lanes, spots, i, mark);
  const partsAt = ensembleFinder(ensemble ? versions : [], spots);
  for (const i of there) for (const part of partsAt(i)) if (part.standing[i] === STANDING) mark(part, i);
  return new Map([...marks].map(([version, own]) => [version, indicesOf(own)]));
}

type Mark = (version: TrackVersion, i: number) => void;

/** One of those that come to the same, as long as no step is missing. */
function distinct(all: readonly (readonly Lane[])[]): Iterable<Lane[]> {
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
  let open: readonly TimeSpan[] | null = null;
  for (let rank = 0; rank < lanes.length; rank++) {
    const lane = lanes[rank]!;
    const { version, before, after, fadeIn, fadeOut } = lane;
    const standing = version.standing[i]!;
    if (standing === AWAY || !touchesSpot(version, spots, i, before, after)) continue;
    if (standing === STANDING) mark(version, i);
    const stretches = stretchesAt(lane, i);
    const share = shareOf(lane, spots, i);
    const start = spots.starts[i]! - before;
    const end = spots.ends[i]! + after;
    if (share === 1 && isWithin(start, end, stretches, fadeIn, fadeOut)) return;
    open = subtract(open ?? [{ start, end }], fullSpans({ stretches, fadeIn, fadeOut, share }));
    if (open.length === 0) return;
  }
}

/** The common case, without a list of spans. */
function isWithin(
  start: number,
  end: number,
  stretches: readonly TimeSpan[],
  fadeIn: number,
  fadeOut: number,
): boolean {
  const only = stretches[0];
  return stretches.length === 1 && only!.start + fadeIn <= start && only!.end - fadeOut >= end;
}

function indicesOf(marks: Uint8Array): Int32Array {
  const spots: number[] = [];
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) spots.push(i);
  return Int32Array.from(spots);
}
