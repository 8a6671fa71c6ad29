/** The ledger's side of an ingest of the terrain: begun, published, failed or stopped, and why. */

import type { TileWindow } from '../../grid/web-mercator.js';
import type { IngestRecord } from '../../model/records.js';
import type { HttpTraffic } from '../../sources/http-download.js';
import { TERRAIN_DATASET } from '../../store/terrain/terrain-layout.js';
import { endingOf, faultOf } from '../ingest-fault.js';
import type { Count, PublishedTerrain, TerrainContext } from './terrain-making.js';

/** How far back attempts are looked for that ended without a word. */
const LOOK_BACK = 10;

/** We hold the lock, so an attempt that still counts as running was killed. */
async function closeAbandoned({ ledger, clock }: TerrainContext): Promise<void> {
  for (const attempt of await ledger.recent(TERRAIN_DATASET, LOOK_BACK))
    if (attempt.status === 'running')
      await ledger.record({
        ...attempt,
        status: 'failed',
        finishedAt: clock.now(),
        outcome: 'ended without a word; the tiles that it stored are used by the next attempt',
      });
}

/** Runs the ingest and records how it went. */
export async function keepTerrainRecord(
  deps: TerrainContext,
  { across, down }: TileWindow,
  traffic: () => HttpTraffic,
  ingest: (count: Count) => Promise<PublishedTerrain>,
): Promise<PublishedTerrain> {
  const { ledger, clock, signal } = deps;
  await closeAbandoned(deps);
  const startedAt = clock.now();
  let stepsDone = 0;
  const record = (status: IngestRecord['status'], outcome: string | null): Promise<void> =>
    ledger.record({
      feed: TERRAIN_DATASET,
      referenceTime: Math.floor(startedAt),
      status,
      startedAt,
      finishedAt: status === 'running' ? null : clock.now(),
      stepsDone,
      stepsTotal: across * down,
      bytesDownloaded: traffic().bytes,
      outcome,
    });
  await record('running', null);
  try {
    const outcome = await ingest((done) => {
      stepsDone = done;
    });
    await record('published', outcome.version);
    return outcome;
  } catch (error) {
    await record(endingOf({ signal }, error), faultOf(error).reason);
    throw error;
  }
}
