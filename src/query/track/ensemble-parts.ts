/** Which parts of the ensemble have a say at a spot (`layers/members.ts`). */

import { ENSEMBLE } from '../rules/layer-table.js';
import { partsOver } from '../rules/order.js';
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
  const ordered = ENSEMBLE.flatMap((dataset) => versions.filter((version) => version.dataset === dataset));
  const here: TrackVersion[] = [];
  const found: TrackVersion[] = [];
  return (i) => {
    here.length = 0;
    found.length = 0;
    for (const version of ordered) if (version.standing[i] !== AWAY) here.push(version);
    return partsOver(here, starts[i]! - 2 * LONGEST_BRIDGE, ends[i]! + LONGEST_BRIDGE, found);
  };
}
