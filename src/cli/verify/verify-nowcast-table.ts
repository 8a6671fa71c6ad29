/** Scores of hindcasts as a table for the terminal: for each lead the nowcast, and persistence below it. */

import type { LeadScores, MethodScores } from '../../ingest/verify/lead-scores.js';
import { rowLine, type TableColumn, tableLines } from '../text-table.js';

/** Columns before those of the thresholds, 25 characters. */
const LEAD_COLUMNS: readonly TableColumn[] = [
  { heading: 'min', width: 4, align: 'right' },
  { heading: 'starts', width: 6, align: 'right' },
  { width: 11 },
];

/** Columns of one threshold, 26 characters. */
const EVENT_COLUMNS: readonly TableColumn[] = [
  { heading: 'CSI', width: 6, align: 'right', gap: 0 },
  { heading: 'POD', width: 6, align: 'right', gap: 0 },
  { heading: 'FAR', width: 6, align: 'right', gap: 0 },
  { heading: 'bias', width: 8, align: 'right', gap: 0 },
];

/** Lines of at most 33 + 26 characters for each threshold. */
export function nowcastTable(scores: readonly LeadScores[]): string {
  const thresholds = scores[0]?.nowcast.events.map(({ threshold }) => threshold) ?? [];
  const columns: TableColumn[] = [
    ...LEAD_COLUMNS,
    ...thresholds.flatMap(() => EVENT_COLUMNS),
    { heading: 'Brier', width: 8, align: 'right', gap: 0 },
  ];
  const rows = scores.flatMap((score) => [
    [String(score.lead), String(score.starts), 'nowcast', ...cells(score.nowcast)],
    ['', '', 'persistence', ...cells(score.persistence)],
  ]);
  const above = [{ width: 25 }, ...thresholds.map(() => ({ width: 26, gap: 0 }))];
  const over = ['', ...thresholds.map((threshold) => `  at least ${threshold} mm/h`)];
  return [rowLine(above, over), ...tableLines(columns, rows)].join('\n');
}

function cells({ events, brierScore }: MethodScores): string[] {
  const of = (value: number, decimals = 3) => (Number.isNaN(value) ? '–' : value.toFixed(decimals));
  const ofEvents = events.flatMap((event) => [
    of(event.criticalSuccessIndex),
    of(event.probabilityOfDetection),
    of(event.falseAlarmRatio),
    of(event.frequencyBias),
  ]);
  return [...ofEvents, of(brierScore, 4)];
}
