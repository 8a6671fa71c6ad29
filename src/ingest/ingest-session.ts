/** What one running ingest carries along: its connections, threads, counters, and what it tells about itself. */

import type { ProgressEvent } from '../base/progress.js';
import { type Sleep, timerSleep } from '../base/retry.js';
import { startWorkerThread, type WorkerThread } from '../base/worker-thread.js';
import { type DatasetId, datasetTitle } from '../model/dataset.js';
import type { Grid } from '../model/field.js';
import { createFeedSource, type FeedSource } from '../sources/feed-source.js';
import { feedOf } from '../sources/feeds.js';
import type { HttpDownload } from '../sources/http-download.js';
import type { ModelFeed } from '../sources/model-feed.js';
import { formatRun } from '../sources/runs.js';
import { type AcceptedGrids, openAcceptedGrids } from './accepted-grid.js';
import type { ModelContext } from './context.js';
import type { EncodedShards } from './cube/band-shard.js';
import { downloadSignal } from './ingest-deadline.js';
import type { StageSeconds } from './ingest-outcome.js';
import { type IngestWork, type WorkAnswer, type WorkTask, workHere } from './ingest-work.js';
import { openHttp } from './poll/frame.js';
import { type FeedRuns, leadsOfStatics } from './run-steps.js';
import { isCutOut } from './staging/known-grid.js';
import type { StagedStep } from './staging/stage-step.js';
import { openStagingArea, type StagingArea } from './staging/staging-area.js';

const DEFAULT_THREADS = 2;

export interface IngestSession {
  readonly deps: ModelContext;
  readonly feed: ModelFeed;
  readonly runs: FeedRuns;
  leadOfStatics(referenceTime: number): number;
  readonly http: HttpDownload;
  readonly source: FeedSource;
  /** Ends the downloads: aborted when the ingest is to end, or its deadline is over. */
  readonly downloading: AbortSignal | undefined;
  readonly staging: StagingArea;
  readonly grids: AcceptedGrids;
  readonly work: IngestWork;
  readonly sleep: Sleep;
  readonly seconds: StageSeconds;
  readonly counts: { reused: number; staged: number };
  /** Tells progress; `text` for people, `facts` for machines. */
  tell(event: string, text: string, facts: ProgressEvent['facts'], lasting?: boolean): void;
  close(): Promise<void>;
}

/** @throws RangeError  there is no such feed */
export function openSession(deps: ModelContext, feedId: DatasetId): IngestSession {
  const feed = feedOf('model', feedId);
  const sleep = deps.sleep ?? timerSleep;
  const { log } = deps;
  const { baseUrl, simulated } = deps.source;
  const http = openHttp(deps);
  const threads = deps.threads ?? DEFAULT_THREADS;
  const work = threads > 0 ? workInThreads(threads) : workHere();
  const runs = { feed, baseUrl, leads: deps.leads ?? null };
  const directory = `${deps.directory}/${feed.id}`;
  const grids = openAcceptedGrids({ directory, feed: feed.id, simulated, acceptNew: deps.acceptGrid ?? false, log });
  const isKnown = (grid: Grid) => isCutOut(feed, grid, { simulated, accepted: grids.current() });
  return {
    deps,
    feed,
    runs,
    leadOfStatics: leadsOfStatics(runs),
    http,
    source: createFeedSource(http, feed, baseUrl),
    downloading: downloadSignal(deps),
    staging: openStagingArea(directory, { simulated, region: deps.region }, log, isKnown),
    grids,
    work,
    sleep,
    seconds: { download: 0, decode: 0, pack: 0, stage: 0, assemble: 0, compress: 0, write: 0, total: 0 },
    counts: { reused: 0, staged: 0 },
    tell: (event, text, facts, lasting = false) =>
      deps.progress({ event, text, facts: { feed: feed.id, ...facts }, lasting }),
    async close() {
      http.close();
      await work.close();
    },
  };
}

/** "GFS run 2026-11-20 06 UTC" */
export function nameOfRun(feed: DatasetId, referenceTime: number): string {
  const run = formatRun(referenceTime);
  return `${datasetTitle(feed)} run ${run.slice(0, 4)}-${run.slice(4, 6)}-${run.slice(6, 8)} ${run.slice(8)} UTC`;
}

/** `count` threads from the compiled entry beside this file, started when the first work comes. */
function workInThreads(count: number): IngestWork {
  const threads: WorkerThread<WorkTask, WorkAnswer>[] = [];

  function run(task: WorkTask, transfer: ArrayBuffer[]): Promise<WorkAnswer> {
    while (threads.length < count) threads.push(startThread());
    const thread = threads.reduce((idlest, one) => (one.pending < idlest.pending ? one : idlest));
    return thread.run(task, transfer);
  }

  return {
    lanes: count,
    stage: (task) => run({ kind: 'stage', task }, buffersOf(task.messages)) as Promise<StagedStep>,
    shards: (task) => run({ kind: 'shards', task }, []) as Promise<EncodedShards>,
    async close() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

/** Messages are views of a few downloads: each buffer moves once. Views of Node's own pool must not be moved. */
function buffersOf(messages: readonly Uint8Array[]): ArrayBuffer[] {
  const buffers = new Set(messages.map(({ buffer }) => buffer as ArrayBuffer));
  return [...buffers];
}

/** Values of fields live outside of a thread's heap: what is left for its nursery is little. */
const YOUNG_MEGABYTES = 6;

function startThread(): WorkerThread<WorkTask, WorkAnswer> {
  return startWorkerThread({
    name: 'ingest',
    entry: new URL('./worker.js', import.meta.url),
    limits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
}
