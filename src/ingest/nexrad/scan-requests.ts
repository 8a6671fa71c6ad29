/**
 * Has sweeps fetched when somebody wants to see them, each by a process of its own (`weatherglass ingest nexrad KTLX`), so
 * that decoding one never delays an answer.
 *
 *   asked                               answered
 *   fetched less than a minute ago      how that ended, at once
 *   being fetched                       with those who wait for it
 *   failed of late                      `failed`, at once: 30 s, doubled with each failure, at most 5 minutes
 *   else                                it is fetched, or waits for one of two that are
 *
 * Nobody waits for longer than the deadline: that is `pending`, the fetch goes on, and who asks later finds what it brought.
 * More than sixteen radars that wait are `pending` at once, so a map that is dragged over
 * the continent cannot pile up work. There is one entry for each radar of the network at the most, and it goes when nobody
 * has asked for an hour.
 */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Sleep, timerSleep } from '../../base/retry.js';
import { isRadarSite } from '../../model/radar-sites-table.js';
import type { ScanAnswer, ScanOutcome, ScanRequests } from '../../model/timed-version.js';
import { type EndingListener, type FaultLog, listenForEnding } from '../fault-log.js';
import type { IngestEvent, IngestProcess } from '../ingest-process.js';
import { pauseAfterFailures } from '../schedule.js';

const CADENCE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 300;
const DEADLINE_SECONDS = 10;
const AT_ONCE = 2;
const MOST_WAITING = 16;
const IDLE_SECONDS = 3600;

export interface ScanRequestDependencies {
  /** Starts fetching a radar; what the process prints comes in as events. */
  start(site: string, onEvent: (event: IngestEvent) => void): IngestProcess;
  /** A steady one. */
  readonly clock: Clock;
  readonly log: Log;
  readonly faults: FaultLog;
  readonly sleep?: Sleep;
  /** For how long somebody who asks may wait, s; default 10. */
  readonly deadlineSeconds?: number;
}

export interface RunningScanRequests extends ScanRequests {
  /** Nothing more is fetched; what is under way is asked to stop and waited for. */
  end(): Promise<void>;
}

/** What is known of a radar. */
interface Asked {
  /** How the last fetch ended; null: none has. */
  outcome: ScanOutcome | null;
  failures: number;
  /** Not fetched again before, on the steady clock. */
  dueAt: number;
  askedAt: number;
  /** The fetch that is under way or waits for its turn. */
  fetching: Promise<ScanOutcome> | null;
}

export function createScanRequests(deps: ScanRequestDependencies): RunningScanRequests {
  const { clock, log, faults, sleep = timerSleep, deadlineSeconds = DEADLINE_SECONDS } = deps;
  const sites = new Map<string, Asked>();
  const turns = createTurns();

  async function fetchSite(site: string, asked: Asked): Promise<ScanOutcome> {
    const listener = listenForEnding();
    const outcome = await turns
      .take((stopped) => runProcess(site, stopped, listener))
      .catch((error: unknown): ScanOutcome => {
        log.error({ site, error: String(error) }, 'fetching a sweep could not be started');
        return 'failed';
      });
    asked.fetching = null;
    asked.outcome = outcome;
    asked.failures = outcome === 'failed' ? asked.failures + 1 : 0;
    const pause = pauseAfterFailures(asked.failures, LONGEST_PAUSE_SECONDS) || CADENCE_SECONDS;
    asked.dueAt = clock.now() + pause;
    if (!turns.isEnded()) faults.ended(`nexrad ${site}`, listener.ending(outcome === 'failed' ? 1 : 0), pause);
    return outcome;
  }

  async function runProcess(site: string, stopped: AbortSignal, listener: EndingListener): Promise<ScanOutcome> {
    let isSilent = false;
    const child = deps.start(site, (event) => {
      listener.take(event);
      if (event.event === 'silent') isSilent = true;
    });
    const stop = () => child.stop();
    stopped.addEventListener('abort', stop, { once: true });
    const code = await child.finished;
    stopped.removeEventListener('abort', stop);
    if (code !== 0) return 'failed';
    return isSilent ? 'silent' : 'published';
  }

  function forgetIdle(now: number): void {
    for (const [site, { fetching, askedAt }] of sites)
      if (fetching === null && now - askedAt > IDLE_SECONDS) sites.delete(site);
  }

  return {
    async refresh(site) {
      if (!isRadarSite(site)) return 'silent';
      const now = clock.now();
      forgetIdle(now);
      const asked = sites.get(site) ?? { outcome: null, failures: 0, dueAt: -Infinity, askedAt: now, fetching: null };
      sites.set(site, asked);
      asked.askedAt = now;
      if (asked.fetching === null) {
        if (asked.outcome !== null && now < asked.dueAt) return asked.outcome;
        if (turns.isEnded()) return 'failed';
        if (turns.isFull()) return 'pending';
        asked.fetching = fetchSite(site, asked);
      }
      return withinDeadline(asked.fetching, deadlineSeconds, sleep);
    },
    end: () => turns.end(),
  };
}

async function withinDeadline(fetching: Promise<ScanOutcome>, seconds: number, sleep: Sleep): Promise<ScanAnswer> {
  const done = new AbortController();
  const late = sleep(seconds, done.signal).then(
    (): ScanAnswer => 'pending',
    (): ScanAnswer => 'pending', // it was done in time, and nobody looks at this
  );
  const outcome = await Promise.race([fetching, late]);
  done.abort();
  return outcome;
}

/** So many at once, the others in the order in which they came. */
function createTurns() {
  const stop = new AbortController();
  const waiting: (() => void)[] = [];
  const running = new Set<Promise<ScanOutcome>>();
  let taken = 0;

  /** Whoever ends hands its turn on, so that nobody slips in between. */
  function pass(): void {
    const next = waiting.shift();
    if (next === undefined) taken--;
    else next();
  }

  async function take(work: (stopped: AbortSignal) => Promise<ScanOutcome>): Promise<ScanOutcome> {
    if (taken < AT_ONCE) taken++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const run = stop.signal.aborted ? Promise.resolve<ScanOutcome>('failed') : work(stop.signal);
    running.add(run);
    try {
      return await run;
    } finally {
      running.delete(run);
      pass();
    }
  }

  return {
    take,
    isEnded: () => stop.signal.aborted,
    isFull: () => waiting.length >= MOST_WAITING,
    async end() {
      stop.abort();
      await Promise.allSettled(running);
    },
  };
}
