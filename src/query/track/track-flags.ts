/** The models' own phase at spots of a track: as at one place (`layers/phase-flags.ts`), one source gives all four flags. */

import type { ElementId } from '../../model/element.js';
import { HOUR } from '../../model/time.js';
import { orderOf } from '../layers/layer-table.js';
import { FLAG_ROWS, type PhaseFlags, rankOfFlags } from '../layers/phase-flags.js';
import { inOrder } from '../rules/order.js';
import { type Candidate, isKnownAt, weightOf } from './candidates.js';
import { stepValue } from './samplers.js';
import type { TrackSpots } from './track.js';
import type { TrackVersion } from './track-version.js';

/** The flags of one version, in the order of `FLAG_ROWS`; null for those that it lacks. */
type FlagCandidates = (Candidate | null)[];

export interface TrackFlags {
  /** The flags of the step that contains the hour beginning at `time`; the object is used again by the next call. */
  ofHour(i: number, time: number): PhaseFlags;
  /** The flags of the step that ends at `time`. */
  ofStepEnding(i: number, time: number): PhaseFlags;
}

/** @param candidatesOf  those of an element; none where it is not wanted */
export function createTrackFlags(spots: TrackSpots, candidatesOf: (id: ElementId) => readonly Candidate[]): TrackFlags {
  const sources = flagCandidates(candidatesOf);
  const flags: PhaseFlags = { rainFlag: 0, freezingRainFlag: 0, icePelletsFlag: 0, snowFlag: 0 };
  return {
    ofHour: (i, time) => pick(sources, spots, i, time, false, flags),
    ofStepEnding: (i, time) => pick(sources, spots, i, time, true, flags),
  };
}

/** Best first, whichever of the flags they have. */
function flagCandidates(candidatesOf: (id: ElementId) => readonly Candidate[]): FlagCandidates[] {
  const found = new Map<TrackVersion, FlagCandidates>();
  for (const [row, id] of FLAG_ROWS.entries())
    for (const candidate of candidatesOf(id)) {
      const rows = found.get(candidate.version) ?? [null, null, null, null];
      rows[row] = candidate;
      found.set(candidate.version, rows);
    }
  return inOrder([...found.keys()], orderOf(FLAG_ROWS[0])).map((version) => found.get(version)!);
}

function pick(
  sources: readonly FlagCandidates[],
  spots: TrackSpots,
  i: number,
  time: number,
  isEnd: boolean,
  out: PhaseFlags,
): PhaseFlags {
  let chosen: FlagCandidates | null = null;
  let most = -1;
  let rest = 1;
  for (const rows of sources) {
    const set = highest(rows, i, time, isEnd);
    if (Number.isNaN(set)) continue;
    const weight = rest * weightOf(firstKnown(rows, i), spots, i, isEnd ? time : time + HOUR / 2);
    rest -= weight;
    const rank = rankOfFlags(set, weight);
    if (rank <= most) continue;
    most = rank;
    chosen = rows;
  }
  out.rainFlag = flagAt(chosen?.[0], i, time, isEnd);
  out.freezingRainFlag = flagAt(chosen?.[1], i, time, isEnd);
  out.icePelletsFlag = flagAt(chosen?.[2], i, time, isEnd);
  out.snowFlag = flagAt(chosen?.[3], i, time, isEnd);
  return out;
}

/** By it the version is weighed; there is one where a flag is known. */
function firstKnown(rows: FlagCandidates, i: number): Candidate {
  return rows.find((candidate) => candidate !== null && isKnownAt(candidate, i))!;
}

/** The highest flag of a step; NaN when none is known. */
function highest(rows: FlagCandidates, i: number, time: number, isEnd: boolean): number {
  let highest = Number.NaN;
  for (let row = 0; row < rows.length; row++) {
    const flag = flagAt(rows[row], i, time, isEnd);
    if (flag > highest || Number.isNaN(highest)) highest = flag;
  }
  return highest;
}

/** One flag of the step that contains `time`, or ends at it; NaN unknown. */
function flagAt(candidate: Candidate | null | undefined, i: number, time: number, isEnd: boolean): number {
  return candidate && isKnownAt(candidate, i) ? stepValue(candidate, i, time, isEnd) : Number.NaN;
}
