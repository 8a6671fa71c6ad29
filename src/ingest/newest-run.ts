/** Which run of the feed is the newest whole one: the address that appears after everything else of it says so. */

import type { Clock } from '../base/clock.js';
import { UpstreamError } from '../base/errors.js';
import { createFeedSource, type FeedSource } from '../sources/feed-source.js';
import type { ModelFeed } from '../sources/model-feed.js';
import { runsBefore } from '../sources/runs.js';
import { askOnce } from './poll/frame.js';

const TWO_DAYS = 48 * 3600;
/** Whoever is late by more has lost their place in the bucket: hourly runs are asked for eight, not for 48. */
const MOST_RUNS = 8;

/** Runs that are looked back to, newest first: two days of them, at most eight. */
export function candidateRuns(feed: ModelFeed, now: number): number[] {
  return runsBefore(feed, now, MOST_RUNS).filter((run) => run > now - TWO_DAYS);
}

/**
 * The first of `runs` that is whole; null when none is.
 *
 * @throws UpstreamError  the upstream cannot be asked
 */
export async function newestWholeRun(
  source: FeedSource,
  runs: readonly number[],
  signal?: AbortSignal,
): Promise<number | null> {
  for (const run of runs) if (await source.isComplete(run, signal)) return run;
  return null;
}

export function noWholeRun(feed: ModelFeed, baseUrl: string, runs: readonly number[]): UpstreamError {
  const url = feed.lastUrl(baseUrl, runs[0]!);
  return new UpstreamError('not-yet', url, `none of the last ${runs.length} runs is whole`);
}

/**
 * The last address of the newest whole run, asked once and without patience: for `doctor`.
 *
 * @throws UpstreamError
 */
export async function newestRunUrl(feed: ModelFeed, baseUrl: string, clock: Clock): Promise<string> {
  const runs = candidateRuns(feed, clock.now());
  const run = await askOnce(clock, (http) => newestWholeRun(createFeedSource(http, feed, baseUrl), runs));
  if (run === null) throw noWholeRun(feed, baseUrl, runs);
  return feed.lastUrl(baseUrl, run);
}
