/** A line of `doctor`, and the words in it that tell ages and how polls went. */

import { durationWords, runningWords } from '../../ingest/ingest-words.js';
import type { IngestState } from '../../model/ingest-state.js';
import type { PollState } from '../../model/records.js';
import { HOUR } from '../../model/time.js';
import { feedTitle } from '../../sources/feeds.js';
import { tableLines } from '../text-table.js';

export type Finding = readonly ['ok' | 'note' | 'wrong', string, string];

const FINDING_COLUMNS = [{ width: 5 }, { gap: 1 }, {}];

/** One line for each finding, with its line end. */
export function findingLines(findings: readonly Finding[]): string[] {
  return tableLines(FINDING_COLUMNS, findings).map((line) => `${line}\n`);
}

/** "7.3 h"; from four days on "5 days". */
export function hours(seconds: number): string {
  return seconds < 96 * HOUR
    ? `${Math.round((seconds / HOUR) * 10) / 10} h`
    : `${Math.round(seconds / 24 / HOUR)} days`;
}

/** "40 s ago", "4 min ago", "3.2 h old". */
export function ago(at: number, now: number, word: 'ago' | 'old' = 'ago'): string {
  const seconds = Math.max(0, Math.round(now - at));
  if (seconds < 10 && word === 'ago') return 'just now';
  if (seconds < 60 && word === 'ago') return `${seconds} s ago`;
  return seconds < 2 * HOUR ? `${Math.round(seconds / 60)} min ${word}` : `${hours(seconds)} ${word}`;
}

type PollEnds = Pick<PollState, 'lastSuccess' | 'lastFailure' | 'failure'>;

/** True when the newest poll failed. */
export function hasFailed({ lastSuccess, lastFailure }: PollEnds): boolean {
  return lastFailure !== null && lastFailure > (lastSuccess ?? Number.NEGATIVE_INFINITY);
}

/** "polled 4 min ago", "failed 1 min ago: …" */
export function pollWords(poll: PollEnds, now: number): string[] {
  const { lastSuccess, lastFailure, failure } = poll;
  const last = lastSuccess === null ? 'never polled with success' : `polled ${ago(lastSuccess, now)}`;
  return hasFailed(poll) ? [last, `failed ${ago(lastFailure ?? now, now)}: ${failure}`] : [last];
}

/** Feeds of a running service, as doctor knows them. */
export interface ServedIngests {
  readonly isServed: boolean;
  /** By the names of the feeds that it ingests. */
  readonly ingests: ReadonlyMap<string, IngestState>;
}

/** Says why a feed was never tried. */
export function untriedWords({ isServed, ingests }: ServedIngests, name: string): string {
  if (!isServed) return 'not tried yet; no service is running';
  const state = ingests.get(name);
  if (state === undefined) return 'not tried yet; the running service does not ingest it';
  return attemptWords({ ingests }, name).join('; ') || 'not tried yet; the first attempt is about to begin';
}

/** Says what is running, or what follows a failure: "downloading for 12 min, 34%", "next attempt in 20 s". */
export function attemptWords({ ingests }: Pick<ServedIngests, 'ingests'>, name: string): string[] {
  const state = ingests.get(name);
  if (state?.state === 'running') return [runningWords(state)];
  const other = ingests.get(state?.waitsFor ?? '');
  if (other !== undefined) return [`waits for ${feedTitle(other.feed)}, which has been ${runningWords(other)}`];
  if (state === undefined || state.failures === 0 || state.nextSeconds === null) return [];
  return [`next attempt in ${durationWords(state.nextSeconds)}`];
}
