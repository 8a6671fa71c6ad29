/**
 * The versions that may answer an element, best first, and how much each counts at a spot and time: what layers are at
 * one place (`layers/layer.ts`, `layers/layer-plan.ts`).
 */

import { type ElementId, elementOf } from '../../model/element.js';
import type { TimeSpan } from '../../model/time.js';
import { holdsElement, isOfIntervals } from '../layers/element-rows.js';
import { FADES, fadesOf, orderOf } from '../rules/layer-table.js';
import { inOrder } from '../rules/order.js';
import { edgeShare, rampAt } from '../rules/weights.js';
import { SIX_HOURS } from '../weather/blend.js';
import type { TrackSpots, TrackWant } from './track.js';
import { AWAY, READ, type TrackVersion, touchesSpot } from './track-version.js';

/** One version as a source of one element. */
export interface Candidate {
  readonly id: ElementId;
  /** The element as a set of wanted ones. */
  readonly element: number;
  readonly version: TrackVersion;
  /** Column of the version's windows; −1: gaps are ignored. */
  readonly column: number;
  /** Totals and means belong to the time between two steps. */
  readonly ofIntervals: boolean;
  /** Seconds before the time of a spot from which on the element is looked at. */
  readonly before: number;
  /** Seconds after it: windows that end later say something of it. */
  readonly after: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Where it counts, if every step is there. */
  readonly stretches: readonly TimeSpan[];
  /** Those that answer where this one does not, whether or not they have the element. */
  readonly below: readonly TrackVersion[];
}

/**
 * Sets of wanted elements are bits, so that of a source that is needed for one element not all are unpacked. There are
 * fewer elements than bits; of more, some would share one, and be unpacked together.
 */
function elementBit(want: number): number {
  return 1 << (want % 32);
}

export const EVERY_ELEMENT = ~0;

/** The candidates of an element, the `want`th of those that are wanted. */
export function candidatesOf(
  versions: readonly TrackVersion[],
  { id, before = 0 }: TrackWant,
  want: number,
): Candidate[] {
  const element = elementBit(want);
  const ofIntervals = isOfIntervals(id);
  const ordered = inOrder(versions, orderOf(id));
  return ordered.flatMap((version, rank) => {
    if (!holdsElement(version.description, id)) return [];
    const { start, end } = fadesOf(version.dataset, id);
    const { reach, whole } = version.cuts;
    const stretches = ofIntervals ? [reach] : whole.stretches;
    const column = version.windows.indexes.get(id) ?? -1;
    const [after, below] = [afterOf(id), ordered.slice(rank + 1)];
    return [
      { id, element, version, column, ofIntervals, before, after, fadeIn: start, fadeOut: end, stretches, below },
    ];
  });
}

/** How long after the time of a spot an element still says something of it, s. */
function afterOf(id: ElementId): number {
  return elementOf(id).kind === 'window' ? SIX_HOURS : 0;
}

/** True where the element was read of the candidate at a spot. */
export function isKnownAt({ version: { standing, windows }, element }: Candidate, i: number): boolean {
  return standing[i] === READ && (windows.filled[i]! & element) !== 0;
}

/** 0 at the edge of the grid, 1 inside. */
export function shareOf({ version, below, before, after }: Candidate, spots: TrackSpots, i: number): number {
  const width = FADES[version.dataset].edge;
  const inside = version.places.edges[i]!;
  if (inside >= width) return 1;
  let farthest = 0;
  for (const other of below)
    if (other.standing[i] !== AWAY && touchesSpot(other, spots, i, before, after))
      farthest = Math.max(farthest, other.places.edges[i]!);
  return edgeShare(inside, farthest, width);
}

/** Span in which a candidate that is read counts at a spot. */
export function stretchesAt({ version: { windows }, column, stretches }: Candidate, i: number): readonly TimeSpan[] {
  return column < 0 ? stretches : (windows.gaps[column]?.get(i)?.stretches ?? stretches);
}

/** 0..1 */
export function weightOf(candidate: Candidate, spots: TrackSpots, i: number, time: number): number {
  return shareOf(candidate, spots, i) * rampAt(stretchesAt(candidate, i), candidate.fadeIn, candidate.fadeOut, time);
}
