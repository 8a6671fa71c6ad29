/**
 * When the feeds of one queue are ingested: one at a time, the one that has waited longest first, and each with its own
 * pause. Queues run beside each other.
 *
 * One at a time, because a large model takes 1.4 GB while it is built. The ingest is a process of its own
 * (`weatherglass ingest gfs --json`), so that decoding a run never delays a response and a crash in it takes nothing down.
 * The JSON lines that it prints come in here as events. It ends by its deadline, so a slow upstream holds up the feeds
 * behind it for no longer; a feed that fails waits for its own pause, and holds up none.
 */

import { Cron } from 'croner';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { IngestState } from '../model/ingest-state.js';
import { type FaultLog, type IngestEnding, listenForEnding } from './fault-log.js';
import type { IngestEvent, IngestProcess } from './ingest-process.js';
import { progressOf, waitingWords } from './ingest-words.js';

export interface IngestScheduleDependencies {
  /** Names of feeds in the order of their first ingests. */
  readonly feeds: readonly string[];
  start(feed: string, onEvent: (event: IngestEvent) => void): IngestProcess;
  /** Seconds until a feed is worth asking again after a success, by its last event; infinite: never. */
  pauseAfterSuccess(feed: string, last: IngestEvent | null): number;
  /** After failures, however many there were; default 15 minutes. */
  readonly longestPauseSeconds?: number;
  /** A steady one: pauses pass where the clock of the weather stands still, and when the machine's is set. */
  readonly clock: Clock;
  readonly log: Log;
  readonly faults: FaultLog;
  titleOf(feed: string): string;
}

export interface IngestSchedule {
  /** Ingests every feed that is due, one after the other; resolves when none is. Does nothing while that goes on. */
  tick(): Promise<void>;
  /** How each feed stands. */
  states(): readonly IngestState[];
  /** Feeds whose first ingest has not ended yet. */
  untried(): readonly string[];
  /** Feeds that wait because they failed are due at once. */
  retry(): void;
  /** Begins ticking by a cron pattern, the first tick at once. */
  begin(pattern: string): void;
  /** No more ticks; a running ingest is asked to stop and waited for. */
  end(): Promise<void>;
}

const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 15 * 60;
/** Feeds that wait are logged when they have waited so long for the same ingest, s, and again after the longer time. */
const FIRST_WAIT_SECONDS = 300;
const NEXT_WAIT_SECONDS = 1800;

/** Seconds to wait after the n-th failure in a row: 30 s, doubled each time, at most `longest`. */
export function pauseAfterFailures(failures: number, longest = LONGEST_PAUSE_SECONDS): number {
  return failures === 0 ? 0 : Math.min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), longest);
}

/** A feed in the queue; times are of the steady clock. */
interface QueueEntry {
  readonly feed: string;
  failures: number;
  failure: string | null;
  /** −∞ until the first ingest has ended. */
  dueAt: number;
  endedAt: number | null;
}

interface RunningIngest {
  readonly queued: QueueEntry;
  readonly process: IngestProcess;
  readonly startedAt: number;
  latest(): IngestEvent | null;
  /** When those who wait for it are logged next. */
  logWaitAt: number;
}

/** State of one queue of a schedule. */
interface Queue {
  readonly deps: IngestScheduleDependencies;
  readonly feeds: readonly QueueEntry[];
  running: RunningIngest | null;
  isEnded: boolean;
}

export function createIngestSchedule(deps: IngestScheduleDependencies): IngestSchedule {
  const feeds = deps.feeds.map(
    (feed): QueueEntry => ({ feed, failures: 0, failure: null, dueAt: Number.NEGATIVE_INFINITY, endedAt: null }),
  );
  const queue: Queue = { deps, feeds, running: null, isEnded: false };
  let round: Promise<void> | null = null;
  let cron: Cron | null = null;

  async function tick(): Promise<void> {
    if (queue.isEnded) return;
    if (round !== null) return logWaiting(queue);
    round = workOff(queue).finally(() => {
      round = null;
    });
    await round;
  }

  return {
    tick,
    states: () => feeds.map((queued) => stateOf(queue, queued)),
    untried: () => feeds.filter(({ endedAt }) => endedAt === null).map(({ feed }) => feed),
    retry() {
      for (const one of feeds) if (one.failures > 0) one.dueAt = Math.min(one.dueAt, deps.clock.now());
    },
    begin(pattern) {
      const failed = (error: unknown) => deps.log.error({ error }, 'ingest could not be started');
      cron = new Cron(pattern, { catch: failed }, () => tick());
      void cron.trigger();
    },
    async end() {
      queue.isEnded = true;
      cron?.stop();
      queue.running?.process.stop();
      await round;
    },
  };
}

async function workOff(queue: Queue): Promise<void> {
  for (let next = nextDue(queue); next !== null && !queue.isEnded; next = nextDue(queue)) await ingest(queue, next);
}

/** The feed that has waited longest; at first by their order. */
function nextDue(queue: Queue): QueueEntry | null {
  return dueFeeds(queue).reduce<QueueEntry | null>(
    (first, one) => (first === null || one.dueAt < first.dueAt ? one : first),
    null,
  );
}

function dueFeeds({ deps, feeds, running }: Queue): QueueEntry[] {
  return feeds.filter((one) => one !== running?.queued && one.dueAt <= deps.clock.now());
}

async function ingest(queue: Queue, queued: QueueEntry): Promise<void> {
  const { deps } = queue;
  const listener = listenForEnding();
  let latest: IngestEvent | null = null;
  const process = deps.start(queued.feed, (event) => {
    listener.take(event);
    latest = event;
  });
  const startedAt = deps.clock.now();
  queue.running = { queued, process, startedAt, latest: () => latest, logWaitAt: startedAt + FIRST_WAIT_SECONDS };
  const code = await process.finished;
  queue.running = null;
  if (!queue.isEnded) noteEnding(queue, queued, listener.ending(code), latest);
}

function noteEnding({ deps }: Queue, queued: QueueEntry, ending: IngestEnding, last: IngestEvent | null): void {
  const { clock, log, faults, titleOf } = deps;
  const { feed } = queued;
  const hasStaged = !ending.isSuccess && ending.staged > 0;
  const isFailure = !ending.isSuccess && !hasStaged;
  if (hasStaged) {
    const words = `${titleOf(feed)}: ${ending.faults[0]?.reason}; the next ingest goes on from what is staged`;
    log.info({ feed, staged: ending.staged }, words);
  }
  queued.failures = isFailure ? queued.failures + 1 : 0;
  queued.failure = isFailure ? (ending.faults.at(-1)?.reason ?? null) : null;
  queued.endedAt = clock.now();
  const pauseSeconds = ending.isSuccess
    ? deps.pauseAfterSuccess(feed, last)
    : pauseAfterFailures(queued.failures, deps.longestPauseSeconds);
  queued.dueAt = clock.now() + pauseSeconds;
  faults.ended(feed, hasStaged ? { ...ending, isSuccess: true, faults: [] } : ending, pauseSeconds);
}

function logWaiting(queue: Queue): void {
  const { deps, running } = queue;
  const waiting = dueFeeds(queue).map(({ feed }) => feed);
  if (running === null || waiting.length === 0 || deps.clock.now() < running.logWaitAt) return;
  running.logWaitAt += NEXT_WAIT_SECONDS;
  const state = stateOf(queue, running.queued);
  const { feed, stage, done, of, runningSeconds } = state;
  deps.log.info({ waiting, feed, stage, done, of, runningSeconds }, waitingWords(waiting, state, deps.titleOf));
}

function stateOf({ deps, running }: Queue, queued: QueueEntry): IngestState {
  const { feed, failures, failure, dueAt, endedAt } = queued;
  const now = deps.clock.now();
  const own = running?.queued === queued ? running : null;
  const waitsFor = own === null && dueAt <= now ? (running?.queued.feed ?? null) : null;
  const state = own !== null ? 'running' : waitsFor === null ? 'idle' : 'waiting';
  return {
    ...{ feed, state, waitsFor, failures, failure },
    runningSeconds: own && now - own.startedAt,
    ...progressOf(own?.latest() ?? null),
    endedSeconds: endedAt === null ? null : now - endedAt,
    nextSeconds: state === 'idle' && Number.isFinite(dueAt) ? Math.max(0, dueAt - now) : null,
  };
}
