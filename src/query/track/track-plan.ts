/**
 * Which versions have to be read at which spots: as at one place (`layers/layer-plan.ts`), those that something is left
 * for. Elements that the same versions hold, with the same fades, are walked over as one; one that turned out to have a
 * gap at a spot is walked over again by itself there. Where one did not come in time all that may answer are read at once:
 * what is left of the time is enough for one more wait, not for one after the other.
 */

import type { TimeSpan } from '../../model/time.js';
import { fullSpans } from '../rules/weights.js';
import { subtract } from '../time/time-spans.js';
import { type Candidate, EVERY_ELEMENT, shareOf, stretchesAt } from './candidates.js';
import { ensembleFinder } from './ensemble-parts.js';
import type { TrackSpots } from './track.js';
import { AWAY, STANDING, type TrackVersion, touchesSpot } from './track-version.js';

/** Elements that are still to be read of versions at each spot: a set (`candidates.ts`), 0 nothing. */
export type Unread = ReadonlyMap<TrackVersion, Int32Array>;

/**
 * Asked again after each reading, until there is nothing.
 *
 * @param all  the candidates of each element that is wanted
 * @param changed  spots at which other versions stand than when it was asked last; at first all
 * @param hurried  1 at spots at which a version did not come in time
 */
export function unreadOf(
  versions: readonly TrackVersion[],
  spots: TrackSpots,
  all: readonly (readonly Candidate[])[],
  ensemble: boolean,
  changed: Int32Array,
  hurried: Uint8Array,
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
  for (const { candidates, elements } of distinct(all))
    for (let n = 0; n < changed.length; n++) walk(candidates, elements, spots, changed[n]!, hurried, mark);
  for (const candidates of all)
    for (const i of spotsWithGaps(candidates)) walk(candidates, candidates[0]!.element, spots, i, hurried, mark);
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

interface CandidateClass {
  readonly candidates: readonly Candidate[];
  elements: number;
}

/** Elements that come to the same, as long as no step is missing, as one. */
function distinct(all: readonly (readonly Candidate[])[]): Iterable<CandidateClass> {
  const found = new Map<string, CandidateClass>();
  for (const candidates of all) {
    if (candidates[0] === undefined) continue;
    const { element } = candidates[0];
    const parts = candidates.map(({ version: { dataset, isOlder, late }, before, after, ofIntervals, fadeOut }) =>
      [dataset, isOlder, late, before, after, ofIntervals, fadeOut].join(' '),
    );
    const key = parts.join();
    const known = found.get(key);
    if (known !== undefined) known.elements |= element;
    else
      found.set(key, { candidates: candidates.map((candidate) => ({ ...candidate, column: -1 })), elements: element });
  }
  return found.values();
}

function spotsWithGaps(candidates: readonly Candidate[]): Set<number> {
  return new Set(candidates.flatMap(({ version, column }) => [...(version.windows.gaps[column]?.keys() ?? [])]));
}

/** Marks what is not read and may have a say: best first, until nothing of the time is left. */
function walk(
  candidates: readonly Candidate[],
  elements: number,
  spots: TrackSpots,
  i: number,
  hurried: Uint8Array,
  mark: Mark,
): void {
  let open: readonly TimeSpan[] | null = null;
  for (let rank = 0; rank < candidates.length; rank++) {
    const candidate = candidates[rank]!;
    const { version, before, after, fadeIn, fadeOut } = candidate;
    const standing = version.standing[i]!;
    if (standing === AWAY || !touchesSpot(version, spots, i, before, after)) continue;
    if (standing === STANDING || (version.windows.filled[i]! & elements) !== elements) mark(version, i, elements);
    if (hurried[i] !== 0) continue;
    const stretches = stretchesAt(candidate, i);
    const share = shareOf(candidate, spots, i);
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
