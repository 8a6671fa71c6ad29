/** What one running ingest carries along: its connections, threads, counters, and what it tells about itself. */

import type { ProgressEvent } from '../base/progress.js';
import { type Sleep, timerSleep } from '../base/retry.js';
import { formatRun, GFS_STEPS } from '../sources/gfs/cycles.js';
import { createGfsSource, type GfsSource } from '../sources/gfs/gfs-source.js';
import { createHttpDownload, type HttpDownload } from '../sources/http-download.js';
import type { IngestDependencies, StageSeconds } from './ingest-dependencies.js';
import { workInThreads } from './ingest-threads.js';
import { type IngestWork, workHere } from './ingest-work.js';
import { openStagingArea, type StagingArea } from './staging-area.js';

export const GFS_DATASET = 'gfs';
const DEFAULT_THREADS = 2;

export interface IngestSession {
  readonly deps: IngestDependencies;
  readonly http: HttpDownload;
  readonly source: GfsSource;
  readonly staging: StagingArea;
  readonly work: IngestWork;
  readonly sleep: Sleep;
  readonly steps: readonly number[];
  readonly seconds: StageSeconds;
  readonly counts: { reused: number; staged: number };
  /** Tells progress; `text` for people, `facts` for machines. */
  tell(event: string, text: string, facts: ProgressEvent['facts'], lasting?: boolean): void;
  close(): Promise<void>;
}

export function openSession(deps: IngestDependencies): IngestSession {
  const sleep = deps.sleep ?? timerSleep;
  const { clock, log, random } = deps;
  const http = createHttpDownload({ clock, log, random, sleep, ...(deps.http ? { settings: deps.http } : {}) });
  const threads = deps.threads ?? DEFAULT_THREADS;
  const work = threads > 0 ? workInThreads(threads) : workHere();
  const origin = { simulated: deps.source.simulated, region: deps.region };
  return {
    deps,
    http,
    source: createGfsSource(http, deps.source.baseUrl),
    staging: openStagingArea(`${deps.stagingDirectory}/${GFS_DATASET}`, origin, log),
    work,
    sleep,
    steps: deps.steps ?? GFS_STEPS,
    seconds: { download: 0, decode: 0, pack: 0, stage: 0, assemble: 0, compress: 0, write: 0, total: 0 },
    counts: { reused: 0, staged: 0 },
    tell: (event, text, facts, lasting = false) => deps.progress({ event, text, facts, lasting }),
    async close() {
      http.close();
      await work.close();
    },
  };
}

/** "GFS run 2026-11-20 06 UTC" */
export function nameOfRun(referenceTime: number): string {
  const run = formatRun(referenceTime);
  return `GFS run ${run.slice(0, 4)}-${run.slice(4, 6)}-${run.slice(6, 8)} ${run.slice(8)} UTC`;
}
