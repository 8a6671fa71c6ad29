/** Findings of `doctor` about station reports: the published version and its age, the last poll. */

import { join } from 'node:path';
import { openObjects } from '../../app.js';
import type { Config } from '../../config/config.js';
import { chosenOf } from '../../ingest/feed-choice.js';
import { type ReportState, reportStateOf } from '../../ingest/reports/report-state.js';
import { HOUR } from '../../model/time.js';
import { ago, attemptWords, type Finding, hasFailed, pollWords, type ServedIngests, untriedWords } from './finding.js';

/** Some station of the world reports every minute; an hour without any report is a fault, s. */
const LATE = HOUR;

export async function reportFindings(config: Config, served: ServedIngests): Promise<Finding[]> {
  const findings: Finding[] = [];
  const objects = openObjects(config);
  const store = { objects, directory: join(config.dataDirectory, 'staging', 'reports') };
  try {
    for (const feed of chosenOf('reports', config))
      try {
        const state = await reportStateOf(store, feed);
        findings.push(reportFinding(feed.id, state, { now: config.clock.now(), served }));
      } catch (error) {
        findings.push(['wrong', feed.id, (error as Error).message]);
      }
    return findings;
  } finally {
    objects.close();
  }
}

/** "3912 stations, newest report 4 min old; polled 1 min ago; failed 40 s ago: …" */
export function reportFinding(
  name: string,
  { newest, poll }: ReportState,
  { now, served }: { readonly now: number; readonly served: ServedIngests },
): Finding {
  if (newest === null && poll.lastSuccess === null && poll.lastFailure === null)
    return ['note', name, untriedWords(served, name)];
  const isOld = newest !== null && now - newest.validTime > LATE;
  const age = newest && `${newest.stations} stations, newest report ${ago(newest.validTime, now, 'old')}`;
  const parts = [
    age === null ? 'nothing published yet' : `${age}${isOld ? ', which is late' : ''}`,
    ...pollWords(poll, now),
    ...attemptWords(served, name),
  ];
  return [hasFailed(poll) ? 'wrong' : isOld || newest === null ? 'note' : 'ok', name, parts.join('; ')];
}
