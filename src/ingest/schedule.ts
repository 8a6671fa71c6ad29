/**
 * When ingests run: one at a time, asked for at every tick, with growing pauses after failures.
 *
 * The ingest itself is a process of its own (`weatherglass ingest gfs --json`), so that decoding a run never delays an
 * answer and a crash in it takes nothing down. What it prints as JSON lines comes in here as events.
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
  start(onEvent: (event: IngestEvent) => void): IngestProcess;
  readonly clock: Clock;
  readonly log: Log;
}

export interface IngestSchedule {
  /** Starts an ingest unless one runs or a pause after a failure lasts; resolves when it has ended. */
  tick(): Promise<void>;
  /** The newest event of the running ingest; null when none runs. */
  latest(): IngestEvent | null;
  /** Failures since the last success. */
  failures(): number;
  /** Begins ticking by a cron pattern, the first tick at once. */
  begin(pattern: string): void;
  /** No more ticks; a running ingest is asked to stop and waited for. */
  end(): Promise<void>;
}

const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 15 * 60;

/** Seconds to wait after the n-th failure in a row: 30 s, doubled each time, at most 15 minutes. */
export function pauseAfterFailures(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), LONGEST_PAUSE_SECONDS);
}

export function createIngestSchedule({ start, clock, log }: IngestScheduleDependencies): IngestSchedule {
  let running: { process: IngestProcess; settled: Promise<void> } | null = null;
  let latest: IngestEvent | null = null;
  let failures = 0;
  let notBefore = Number.NEGATIVE_INFINITY;
  let cron: Cron | null = null;
  let ended = false;

  async function attempt(process: IngestProcess): Promise<void> {
    const code = await process.finished;
    running = null;
    latest = null;
    if (ended) return;
    failures = code === 0 ? 0 : failures + 1;
    notBefore = clock.now() + pauseAfterFailures(failures);
    if (code !== 0)
      log.warn({ code, failures, pauseSeconds: pauseAfterFailures(failures) }, 'ingest failed, trying again later');
  }

  async function tick(): Promise<void> {
    if (ended || running !== null || clock.now() < notBefore) return;
    const process = start((event) => {
      latest = event;
    });
    running = { process, settled: attempt(process) };
    await running.settled;
  }

  return {
    tick,
    latest: () => latest,
    failures: () => failures,
    begin(pattern) {
      cron = new Cron(pattern, { catch: (error) => log.error({ error }, 'ingest could not be started') }, () => tick());
      void cron.trigger();
    },
    async end() {
      ended = true;
      cron?.stop();
      running?.process.stop();
      await running?.settled;
    },
  };
}
