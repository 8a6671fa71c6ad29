/**
 * Which versions have to be read at which spots: as at one place (`layers/layer-plan.ts`), those that something is left
 * for. Elements that the same versions hold, with the same fades, are walked over as one; one that turned out to have a
 * hole at a spot is walked over again by itself there. Where one did not come in time all that may answer are read at once:
 * what is left of the time is enough for one more wait, not for one after the other.
 */

import type { TimeSpan } from '../../model/time.js';
import { fullSpans } from '../layers/layer.js';
import { subtract } from '../time/time-spans.js';
import { ensembleFinder } from './ensemble-parts.js';
import { EVERY_ELEMENT, type Lane, shareOf, stretchesAt } from './lanes.js';
import type { TrackSpots } from './track.js';
import { AWAY, STANDING, type TrackVersion, touchesSpot } from './track-version.js';

/** What has yet to be read of versions at each spot: a set of elements (`lanes.ts`), 0 nothing. */
export type Unread = ReadonlyMap<TrackVersion, Int32Array>;

/**
 * Asked again after each reading, until there is nothing.
 *
 * @param all  the lanes of each element that is wanted
 * @param changed  spots at which other versions stand than when it was asked last; at first all
 * @param pressed  1 at spots at which a version did not come in time
 */
export function unreadOf(
  versions: readonly TrackVersion[],
  spots: TrackSpots,
  all: readonly (readonly Lane[])[],
  ensemble: boolean,
  changed: Int32Array,
  pressed: Uint8Array,
): Unread {
  const marks = new Map<TrackVersion, Int32Array>();
  const mark = (version: TrackVersion, i: number, elements: number) => {
    let own = marks.get(version);
    if (own === undefined) {
      own = new Int32Array(spots.count);
      marks.set(version, own);
    }
    own[i] = own[i]! | elements;
  };
  for (const { lanes, elements } of distinct(all))
    for (let n = 0; n < changed.length; n++) walk(lanes, elements, spots, changed[n]!, pressed, mark);
  for (const lanes of all)
    for (const i of spotsWithHoles(lanes)) walk(lanes, lanes[0]!.element, spots, i, pressed, mark);
  if (ensemble) markEnsemble(versions, spots, changed, mark);
  return marks;
}

/** All members together, as far as the parts have a say. */
function markEnsemble(versions: readonly TrackVersion[], spots: TrackSpots, changed: Int32Array, mark: Mark): void {
  const partsAt = ensembleFinder(versions, spots);
  for (let n = 0; n < changed.length; n++) {
    const i = changed[n]!;
    for (const part of partsAt(i)) if (part.standing[i] === STANDING) mark(part, i, EVERY_ELEMENT);
  }
}

type Mark = (version: TrackVersion, i: number, elements: number) => void;

interface LaneClass {
  readonly lanes: readonly Lane[];
  elements: number;
}

/** Elements that come to the same, as long as no step is missing, as one. */
function distinct(all: readonly (readonly Lane[])[]): Iterable<LaneClass> {
  const found = new Map<string, LaneClass>();
  for (const lanes of all) {
    if (lanes[0] === undefined) continue;
    const { element } = lanes[0];
    const parts = lanes.map(({ version: { dataset, isOlder, late }, before, after, ofIntervals, fadeOut }) =>
      [dataset, isOlder, late, before, after, ofIntervals, fadeOut].join(' '),
    );
    const key = parts.join();
    const known = found.get(key);
    if (known !== undefined) known.elements |= element;
    else found.set(key, { lanes: lanes.map((lane) => ({ ...lane, column: -1 })), elements: element });
  }
  return found.values();
}

function spotsWithHoles(lanes: readonly Lane[]): Set<number> {
  return new Set(lanes.flatMap(({ version, column }) => [...(version.windows.holes[column]?.keys() ?? [])]));
}

/** Marks what is not read and may have a say: best first, until nothing of the time is left. */
function walk(
  lanes: readonly Lane[],
  elements: number,
  spots: TrackSpots,
  i: number,
  pressed: Uint8Array,
  mark: Mark,
): void {
  let open: readonly TimeSpan[] | null = null;
  for (let rank = 0; rank < lanes.length; rank++) {
    const lane = lanes[rank]!;
    const { version, before, after, fadeIn, fadeOut } = lane;
    const standing = version.standing[i]!;
    if (standing === AWAY || !touchesSpot(version, spots, i, before, after)) continue;
    if (standing === STANDING || (version.windows.filled[i]! & elements) !== elements) mark(version, i, elements);
    if (pressed[i] !== 0) continue;
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
