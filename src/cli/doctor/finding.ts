/** A line of `doctor`, and the words in it that tell ages and how polls went. */

import type { PollState } from '../../model/records.js';

export type Finding = readonly ['ok' | 'note' | 'wrong', string, string];

const HOUR = 3600;

/** One line each, with its end; what was found stands below each other. */
export function findingLines(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(([, what]) => what.length)) + 2;
  return findings.map(([state, what, detail]) => `${state.padEnd(6)}${what.padEnd(width)}${detail}\n`);
}

/** "7.3 h"; from four days on "5 days". */
export function hours(seconds: number): string {
  return seconds < 96 * HOUR
    ? `${Math.round((seconds / HOUR) * 10) / 10} h`
    : `${Math.round(seconds / 24 / HOUR)} days`;
}

/** "4 min ago", "3.2 h old". */
export function ago(at: number, now: number, word: 'ago' | 'old' = 'ago'): string {
  const seconds = Math.max(0, Math.round(now - at));
  if (seconds < 30 && word === 'ago') return 'just now';
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
