/** Scores of hindcasts as a table for the terminal: for each lead the nowcast, and persistence below it. */

import type { LeadScores, MethodScores } from '../../ingest/verify/lead-scores.js';

const EVENT_WIDTH = 26;

/** Lines of at most 20 + 26 characters for each threshold. */
export function nowcastTable(scores: readonly LeadScores[]): string {
  const thresholds = scores[0]?.nowcast.events.map(({ threshold }) => threshold) ?? [];
  const over = thresholds.map((threshold) => `  at least ${threshold} mm/h`.padEnd(EVENT_WIDTH)).join('');
  const names = thresholds.map(() => '   CSI   POD   FAR    bias').join('');
  const lines = scores.flatMap((score) => [
    `${String(score.lead).padStart(4)}  ${String(score.starts).padStart(6)}  nowcast    ${cells(score.nowcast)}`,
    `${' '.repeat(14)}persistence${cells(score.persistence)}`,
  ]);
  return [`${' '.repeat(25)}${over}`.trimEnd(), ` min  starts${' '.repeat(13)}${names}   Brier`, ...lines].join('\n');
}

function cells({ events, brierScore }: MethodScores): string {
  const of = (value: number, width: number, decimals = 3) =>
    (Number.isNaN(value) ? '–' : value.toFixed(decimals)).padStart(width);
  const columns = events.map(
    (event) =>
      of(event.criticalSuccessIndex, 6) +
      of(event.probabilityOfDetection, 6) +
      of(event.falseAlarmRatio, 6) +
      of(event.frequencyBias, 8),
  );
  return `${columns.join('')}${of(brierScore, 8, 4)}`;
}
