/** States of ingests in words: for the log, readiness and `doctor`. */

import type { IngestState } from '../model/ingest-state.js';
import type { IngestEvent } from './ingest-process.js';

const STAGES: Readonly<Record<string, NonNullable<IngestState['stage']>>> = {
  step: 'downloading',
  past: 'downloading',
  tile: 'downloading',
  shard: 'building',
};

/** Progress of an ingest, from one of its events. */
export function progressOf(event: IngestEvent | null): Pick<IngestState, 'stage' | 'done' | 'of'> {
  const stage = STAGES[event?.event ?? ''] ?? null;
  const count = (value: unknown): number | null => (stage !== null && typeof value === 'number' ? value : null);
  return { stage, done: count(event?.done), of: count(event?.of) };
}

/** "downloading for 12 min, 34%" */
export function runningWords({ stage, done, of, runningSeconds }: IngestState): string {
  const share = done === null || of === null ? '' : `, ${Math.floor((100 * done) / of)}%`;
  return `${stage ?? 'under way'} for ${durationWords(runningSeconds ?? 0)}${share}`;
}

/** "HRRR and ICON-EU are waiting for NBM, which has been downloading for 12 min, 34%" */
export function waitingWords(
  waiting: readonly string[],
  running: IngestState,
  titleOf: (feed: string) => string,
): string {
  const titles = waiting.map(titleOf);
  const all = titles.length > 1 ? `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)} are` : `${titles[0]} is`;
  return `${all} waiting for ${titleOf(running.feed)}, which has been ${runningWords(running)}`;
}

/** "40 s", "12 min", "3.5 h". */
export function durationWords(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 360) / 10} h`;
}
