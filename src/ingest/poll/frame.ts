/** Frame of every ingest that fetches: a lock for each feed, connections with its limits, and their end. */

import type { Clock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import { timerSleep } from '../../base/retry.js';
import { createHttpDownload, type HttpDownload, type HttpSettings } from '../../sources/http-download.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import type { FetchContext } from '../context.js';

/** Opens downloads; what a test sets in the context wins over the settings of the feed. */
export function openHttp(context: FetchContext, settings: Partial<HttpSettings> = {}): HttpDownload {
  const { clock, log, random, sleep = timerSleep, http } = context;
  return createHttpDownload({ clock, log, random, sleep, settings: { ...settings, ...http } });
}

interface LockContext extends Pick<FetchContext, 'log' | 'signal'> {
  readonly directory: string;
}

/**
 * Works while no other ingest of `name` does.
 *
 * @param name  a feed, or a part of it that is ingested apart
 * @throws DirectoryLockedError  another process works on it
 */
export async function locked<Outcome>(
  context: LockContext,
  name: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const lock = await lockDirectory(`${context.directory}/${name}`, context);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Runs a poll with the lock of its feed and with downloads, and closes both.
 *
 * @throws DirectoryLockedError  another poll of the feed is running
 */
export function polling<Outcome>(
  context: FetchContext & LockContext,
  name: string,
  http: HttpDownload,
  poll: (http: HttpDownload) => Promise<Outcome>,
): Promise<Outcome> {
  return locked(context, name, () => poll(http)).finally(() => http.close());
}

/** Asks an upstream once and without patience: for `doctor`. */
export async function askOnce<Answer>(clock: Clock, ask: (http: HttpDownload) => Promise<Answer>): Promise<Answer> {
  const policy = { attempts: 1, firstPauseSeconds: 0, longestPauseSeconds: 0 };
  const http = openHttp({ clock, log: silentLog, random: () => 0, progress: () => undefined }, { policy });
  try {
    return await ask(http);
  } finally {
    http.close();
  }
}
