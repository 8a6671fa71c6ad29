/** A simulated upstream on a very coarse grid, a published run, and an ingest that can be put back to that state. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SimulatedUpstream, startSimulatedUpstream } from '../../simulator/upstream.js';
import { silentLog } from '../../src/base/log.js';
import type { ProgressEvent } from '../../src/base/progress.js';
import type { ModelContext } from '../../src/ingest/context.js';
import { ingestLatest } from '../../src/ingest/ingest-feed.js';
import type { IngestOutcome } from '../../src/ingest/ingest-outcome.js';
import type { OpenCube } from '../../src/model/cube.js';
import type { DatasetId } from '../../src/model/dataset.js';
import { HOUR } from '../../src/model/time.js';
import { createCubeShelf } from '../../src/store/cubes/cube-shelf.js';
import { createMemoryObjects, type MemoryObjects } from '../../src/store/objects/memory-objects.fixture.js';
import { createMemoryRecords, type MemoryRecords } from '../memory-records.js';

export const RUN_A = Date.UTC(2026, 10, 20, 6) / 1000;
export const RUN_B = RUN_A + 6 * HOUR;
/** Everything of the run before is there, nothing of the run after. */
export const soonAfter = (run: number): number => run + 5.5 * HOUR;

/** Short runs: hourly over one bucket and a half, so that a past of 48 h remains most of the work. Seconds. */
export const LEADS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((hour) => hour * HOUR);
/** Simulated files of a run appear 3 h 40 min after its time and then one after the other. */
const GRID_STEP_DEGREES = 30;

export interface IngestBench {
  readonly upstream: SimulatedUpstream;
  readonly objects: MemoryObjects;
  readonly records: MemoryRecords;
  readonly staging: string;
  readonly events: ProgressEvent[];
  readonly clock: { now(): number };
  setTime(epochSeconds: number): void;
  ingest(more?: Partial<ModelContext>, feed?: DatasetId): Promise<IngestOutcome>;
  /** The published cube of a feed, default GFS, through a reader that knows nothing of before. */
  open(feed?: DatasetId): Promise<OpenCube>;
}

/** A bench on which run A is published. Each call of `restore` gives that state again. */
export async function startBench(): Promise<{ restore(): IngestBench; close(): Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'weatherglass-ingest-'));
  let now = soonAfter(RUN_A);
  const clock = { now: () => now };
  const upstream = await startSimulatedUpstream({ port: 0, seed: 7, gridStepDegrees: GRID_STEP_DEGREES, clock });
  const first = createBench(join(root, 'first'), createMemoryObjects());
  await first.ingest();
  let count = 0;

  function createBench(staging: string, objects: MemoryObjects): IngestBench {
    const records = createMemoryRecords();
    const events: ProgressEvent[] = [];
    return {
      upstream,
      objects,
      records,
      staging,
      events,
      clock,
      setTime: (epochSeconds) => {
        now = epochSeconds;
      },
      ingest: (more = {}, feed = 'gfs') =>
        ingestLatest(
          {
            objects,
            directory: staging,
            source: { baseUrl: upstream.url, simulated: true },
            ledger: records.ledger,
            clock,
            log: silentLog,
            progress: (event) => void events.push(event),
            region: null,
            random: () => 0.5,
            threads: 0,
            sleep: async () => undefined,
            http: { timeouts: HASTE, policy: { attempts: 2, firstPauseSeconds: 1, longestPauseSeconds: 1 } },
            leads: LEADS,
            ...more,
          },
          feed,
        ),
      open: async (feed = 'gfs') => (await createCubeShelf({ objects, clock, log: silentLog }).open(feed))!,
    };
  }

  return {
    restore() {
      upstream.faults.clear();
      now = soonAfter(RUN_A);
      const staging = join(root, String(count++));
      cpSync(join(root, 'first'), staging, { recursive: true });
      const objects = createMemoryObjects();
      for (const [key, bytes] of first.objects.contents) objects.contents.set(key, bytes.slice());
      return createBench(staging, objects);
    },
    async close() {
      await upstream.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Long enough for a busy machine, short enough to wait for. */
export const HASTE = { head: 0.7, idle: 0.7, total: 20 };
