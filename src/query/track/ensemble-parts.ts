/** Which parts of the ensemble have a say at a spot (`layers/members.ts`). */

import { ENSEMBLE } from '../layers/layer-table.js';
import { LONGEST_BRIDGE } from '../time/series.js';
import type { TrackSpots } from './track.js';
import { AWAY, type TrackVersion } from './track-version.js';

/**
 * Finds the parts that stand at a spot and reach over its time or the two steps before it or the one after, in the order
 * of time: how a total is divided hangs on those beside it, also across the end of a part. The list is used again by the
 * next call.
 */
export function ensembleFinder(
  versions: readonly TrackVersion[],
  { starts, ends }: TrackSpots,
): (i: number) => readonly TrackVersion[] {
  const byPart = ENSEMBLE.map((dataset) => versions.filter((version) => version.dataset === dataset));
  const found: TrackVersion[] = [];
  return (i) => {
    found.length = 0;
    let from = starts[i]! - 2 * LONGEST_BRIDGE;
    for (const own of byPart)
      for (const version of own) {
        const { reach } = version.cuts;
        if (version.standing[i] === AWAY || reach.start >= ends[i]! + LONGEST_BRIDGE || reach.end < from) continue;
        found.push(version);
        from = Math.max(from, reach.end);
      }
    return found;
  };
}
