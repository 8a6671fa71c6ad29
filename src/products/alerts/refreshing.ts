/** When the view of alerts is refreshed: soon after a change in our own records, and every ten seconds for what others changed. */

import type { Log } from '../../base/log.js';
import { type Sleep, timerSleep } from '../../base/retry.js';
import type { AlertRecords } from '../../model/records.js';

/** Longest time until the polls of another process are seen, s. */
const EVERY = 10;
/**
 * From a change to the refresh, s: a poll hands over its documents one by one, a thousand of them in a minute, and each
 * refresh costs the event loop some tens of milliseconds.
 */
const SETTLE = 0.5;

export interface Refreshing {
  /** No more refreshes; one that is under way is waited for. */
  end(): Promise<void>;
}

export interface RefreshingDependencies {
  readonly records: Pick<AlertRecords, 'onChange'>;
  /** A failure is logged, and tried again in its time. */
  refresh(): Promise<void>;
  readonly log: Log;
  readonly sleep?: Sleep;
}

/** Begins with a refresh at once. */
export function keepRefreshed({ records, refresh, log, sleep = timerSleep }: RefreshingDependencies): Refreshing {
  const stop = new AbortController();
  let pause = new AbortController();
  const forget = records.onChange(() => pause.abort());
  const sleeping = (seconds: number, ...signals: AbortSignal[]) =>
    sleep(seconds, AbortSignal.any([stop.signal, ...signals])).catch((error: unknown) => {
      if (!stop.signal.aborted && !signals.some(({ aborted }) => aborted)) throw error;
    });

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      pause = new AbortController(); // before the refresh, so that what changes during it is not missed
      try {
        await refresh();
      } catch (error) {
        log.warn({ error: String(error) }, 'stored alerts could not be read, answers stand on those read before');
      }
      await sleeping(EVERY, pause.signal);
      await sleeping(SETTLE);
    }
  }

  const running = run();
  return {
    async end() {
      forget();
      stop.abort();
      await running;
    },
  };
}
