/**
 * When ingests run: one at a time, whichever feed has waited longest, with a pause of its own for each feed.
 *
 * One at a time, because a large model takes 1.5 GB while it is built. The ingest itself is a process of its own
 * (`weatherglass ingest gfs --json`), so that decoding a run never delays an answer and a crash in it takes nothing down.
 * What it prints as JSON lines comes in here as events. A feed that fails waits for its own pause, and holds up nobody.
 */

import { Cron } from 'croner';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';

/** One line of an ingest's progress: an event name and its facts. */
export interface IngestEvent {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** A started ingest. `finished` resolves with its exit code; `stop` asks it to end. */
export interface IngestProcess {
  readonly finished: Promise<number>;
  stop(): void;
}

export interface IngestScheduleDependencies {
  /** Names of feeds in the order of their first ingests. */
  readonly feeds: readonly string[];
  start(feed: string, onEvent: (event: IngestEvent) => void): IngestProcess;
  /** Seconds until a feed is worth asking again after a success, by the last thing that it said; infinite: never. */
  pauseAfterSuccess(feed: string, last: IngestEvent | null): number;
  /** After failures, however many there were; default 15 minutes. */
  readonly longestPauseSeconds?: number;
  /** A steady one: pauses pass where the clock of the weather stands still, and when the machine's is set. */
  readonly clock: Clock;
  readonly log: Log;
}

export interface IngestSchedule {
  /** Ingests every feed that is due, one after the other; resolves when none is. Does nothing while that goes on. */
  tick(): Promise<void>;
  /** The newest event of the running ingest, with its feed; null when none runs. */
  latest(): (IngestEvent & { readonly feed: string }) | null;
  /** Failures of the feed since its last success. */
  failures(feed: string): number;
  /** Feeds whose first ingest has not ended yet. */
  untried(): readonly string[];
  /** Begins ticking by a cron pattern, the first tick at once. */
  begin(pattern: string): void;
  /** No more ticks; a running ingest is asked to stop and waited for. */
  end(): Promise<void>;
}

const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 15 * 60;

/** Seconds to wait after the n-th failure in a row: 30 s, doubled each time, at most `longest`. */
export function pauseAfterFailures(failures: number, longest = LONGEST_PAUSE_SECONDS): number {
  return failures === 0 ? 0 : Math.min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), longest);
}

interface Turn {
  readonly feed: string;
  failures: number;
  /** On the clock of the machine; −∞ until the first ingest has ended. */
  dueAt: number;
}

export function createIngestSchedule(deps: IngestScheduleDependencies): IngestSchedule {
  const { clock, log } = deps;
  const turns = deps.feeds.map((feed): Turn => ({ feed, failures: 0, dueAt: Number.NEGATIVE_INFINITY }));
  let round: Promise<void> | null = null;
  let process: IngestProcess | null = null;
  let latest: (IngestEvent & { readonly feed: string }) | null = null;
  let cron: Cron | null = null;
  let ended = false;

  async function ingest(turn: Turn): Promise<void> {
    const { feed } = turn;
    latest = { event: 'started', feed };
    process = deps.start(feed, (event) => {
      latest = { ...event, feed };
    });
    const code = await process.finished;
    const last = latest;
    process = null;
    latest = null;
    if (ended) return;
    turn.failures = code === 0 ? 0 : turn.failures + 1;
    const pauseSeconds =
      code === 0 ? deps.pauseAfterSuccess(feed, last) : pauseAfterFailures(turn.failures, deps.longestPauseSeconds);
    turn.dueAt = clock.now() + pauseSeconds;
    if (code !== 0)
      log.warn({ feed, code, failures: turn.failures, pauseSeconds }, 'ingest failed, trying again later');
  }

  /** Whoever has waited longest; at first by their order. */
  function nextDue(): Turn | null {
    const due = turns.filter(({ dueAt }) => dueAt <= clock.now());
    return due.reduce<Turn | null>((first, turn) => (first === null || turn.dueAt < first.dueAt ? turn : first), null);
  }

  async function workOff(): Promise<void> {
    for (let turn = nextDue(); turn !== null && !ended; turn = nextDue()) await ingest(turn);
  }

  async function tick(): Promise<void> {
    if (ended || round !== null) return;
    round = workOff().finally(() => {
      round = null;
    });
    await round;
  }

  return {
    tick,
    latest: () => latest,
    failures: (feed) => turns.find((turn) => turn.feed === feed)?.failures ?? 0,
    untried: () => turns.filter(({ dueAt }) => dueAt === Number.NEGATIVE_INFINITY).map(({ feed }) => feed),
    begin(pattern) {
      cron = new Cron(pattern, { catch: (error) => log.error({ error }, 'ingest could not be started') }, () => tick());
      void cron.trigger();
    },
    async end() {
      ended = true;
      cron?.stop();
      process?.stop();
      await round;
    },
  };
}
