/**
 * When a feed is worth asking again after a successful ingest: not before its next run can be whole, then every few
 * minutes. Upstreams are public buckets, and asking takes a process of ours besides.
 */

import type { DatasetId } from '../model/dataset.js';
import { DAY } from '../model/time.js';
import { feedsOf } from '../sources/feeds.js';
import { parseRun } from '../sources/runs.js';
import type { IngestEvent } from './ingest-process.js';
import { runAfter } from './run-steps.js';

/** Share of a feed's usual latency before which no run was ever whole. */
const EARLIEST = 0.8;

/**
 * Seconds from now; infinite where asking is of no use.
 *
 * @param feed  id of a feed; "terrain", which does not change, is looked at once a day
 * @param last  the last event of its ingest
 * @param now  epoch seconds, by the clock of the weather
 * @param pollSeconds  how often to ask for a run that may be whole
 */
export function pauseAfterSuccess(feed: string, last: IngestEvent | null, now: number, pollSeconds: number): number {
  if (last?.event === 'outside-region') return Number.POSITIVE_INFINITY;
  const row = feedsOf('model').find(({ id }) => id === (feed as DatasetId));
  if (row === undefined) return DAY;
  const run = typeof last?.run === 'string' ? parseRun(last.run) : null;
  if (run === null) return pollSeconds;
  return Math.max(pollSeconds, runAfter(row, run) + EARLIEST * row.latency - now);
}
