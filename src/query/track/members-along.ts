/** What the members of the ensemble say of an hour at every spot (`layers/members.ts`). */

import { HOUR } from '../../model/time.js';
import { reachesWithin } from '../../science/interpolate.js';
import { type EnsemblePart, ensembleOf, MEMBERS, rankHourly } from '../layers/members.js';
import { createNumberArena, type NumberArena } from '../layers/number-arena.js';
import { stepAt } from '../time/series.js';
import { ensembleFinder } from './ensemble-parts.js';
import type { MemberCounts, TrackSpots } from './track.js';
import { checkTime } from './track-values.js';
import type { TrackVersion } from './track-version.js';
import { offsetOf } from './windows.js';

/** @param versions  what stands at a spot was read there, as far as it has a say */
export function countMembers(
  versions: readonly TrackVersion[],
  spots: TrackSpots,
  hours: Float64Array,
  threshold: number,
): MemberCounts {
  const counts = { known: new Float64Array(spots.count), exceeding: new Float64Array(spots.count) };
  const partsAt = ensembleFinder(versions, spots);
  for (let i = 0; i < spots.count; i++) {
    const hour = hours[i]!;
    if (Number.isNaN(hour)) continue;
    checkTime(spots, MEMBER, i, hour, hour + HOUR);
    const parts = partsAt(i);
    const only = parts.length === 1 ? parts[0] : parts.find((part) => hasNeighbours(part, parts, hour));
    if (only !== undefined) countInPart(only, i, hour, threshold, counts);
    else if (parts.length > 1) countAcross(parts, i, hour, threshold, counts);
  }
  return counts;
}

/** Whether the totals beside that of an hour are those of the part itself, and no part before it knows better. */
function hasNeighbours(part: TrackVersion, parts: readonly TrackVersion[], hour: number): boolean {
  const { edges } = part.cuts.whole;
  const j = stepAt(edges, hour);
  const before = parts[0] === part ? Number.NEGATIVE_INFINITY : parts[0]!.cuts.reach.end;
  return j >= 2 && edges[j - 2]! >= before && (part !== parts[0] || j < edges.length - 1);
}

const MEMBER = { id: MEMBERS[0]!, before: 0 };

function countInPart(part: TrackVersion, i: number, hour: number, threshold: number, counts: MemberCounts): void {
  const { windows, cuts } = part;
  const { times, edges } = cuts.whole;
  const j = stepAt(edges, hour);
  if (j < 1 || edges[j]! < hour + HOUR) return;
  let known = 0;
  let exceeding = 0;
  for (let member = 0; member < windows.columns.length; member++) {
    const offset = offsetOf(windows, member, i) - edges.length + times.length;
    if (Number.isNaN(windows.values[offset + j]!)) continue;
    known++;
    if (reachesWithin(edges, windows.values, offset, j, hour, hour + HOUR, threshold)) exceeding++;
  }
  counts.known[i] = known;
  counts.exceeding[i] = exceeding;
}

/** Makes `rankedMembers` of a track. */
export function createRankedMembers(
  versions: readonly TrackVersion[],
  spots: TrackSpots,
): (i: number, hour: number) => Float64Array {
  const partsAt = ensembleFinder(versions, spots);
  const ranking = new Float64Array(MEMBERS.length);
  return (i, hour) => {
    checkTime(spots, MEMBER, i, hour, hour + HOUR);
    for (const { windows, cuts } of partsAt(i)) {
      const { times, edges } = cuts.whole;
      const j = stepAt(edges, hour);
      // Of two parts the first one counts as far as it reaches.
      if (j < 1 || edges[j]! < hour + HOUR) continue;
      const totals = ranking.subarray(0, windows.columns.length);
      for (let member = 0; member < totals.length; member++)
        totals[member] = windows.values[offsetOf(windows, member, i) - edges.length + times.length + j]!;
      return rankHourly(totals, edges[j]! - edges[j - 1]!);
    }
    return ranking.subarray(0, 0);
  };
}

/** Near the end of the first part: the totals on the other side of it say how its last one is divided. */
function countAcross(
  parts: readonly TrackVersion[],
  i: number,
  hour: number,
  threshold: number,
  { known, exceeding }: MemberCounts,
): void {
  const arena = createNumberArena();
  const members = ensembleOf(
    parts.map((part) => partAt(part, i, arena)),
    arena,
  );
  members?.count(
    { start: hour, step: HOUR, count: 1 },
    threshold,
    exceeding.subarray(i, i + 1),
    known.subarray(i, i + 1),
  );
  arena.release();
}

/** What the window of a spot holds of a part. */
function partAt({ dataset, description, windows, cuts }: TrackVersion, i: number, arena: NumberArena): EnsemblePart {
  const { times, edges } = cuts.whole;
  const ahead = edges.length - times.length;
  const [first, end] = [windows.first[i]!, windows.first[i]! + windows.count[i]!];
  const from = Math.max(0, first + ahead - 1);
  const totals = MEMBERS.map((id) => {
    const column = windows.indexes.get(id);
    if (column === undefined) return null;
    const offset = offsetOf(windows, column, i) - ahead;
    const own = arena.take(end + ahead - from).fill(Number.NaN);
    for (let edge = Math.max(from, first + ahead); edge < end + ahead; edge++)
      own[edge - from] = windows.values[offset + edge]!;
    return own;
  });
  return { dataset, referenceTime: description.referenceTime, edges: edges.subarray(from, end + ahead), totals };
}
