/** Finding of `doctor` about station series: last day, age, the last update. */

import { join } from 'node:path';
import { openObjects } from '../../app.js';
import type { Config } from '../../config/config.js';
import { chosenOf } from '../../ingest/feed-choice.js';
import { type StationState, stationStateOf } from '../../ingest/stations/station-state.js';
import { DAY, formatDate } from '../../model/time.js';
import { ago, attemptWords, type Finding, hasFailed, pollWords, type ServedIngests, untriedWords } from './finding.js';

/** Stations report 1 to 3 days late, and the network is made anew every day. */
const LATE_DAYS = 5;

export async function stationFindings(config: Config, served: ServedIngests): Promise<Finding[]> {
  const findings: Finding[] = [];
  const objects = openObjects(config);
  const store = { objects, directory: join(config.dataDirectory, 'staging', 'stations') };
  try {
    for (const feed of chosenOf('stations', config))
      try {
        findings.push(stationFinding(feed.id, await stationStateOf(store, feed), { now: config.clock.now(), served }));
      } catch (error) {
        findings.push(['wrong', feed.id, (error as Error).message]);
      }
    return findings;
  } finally {
    objects.close();
  }
}

/** "days until 2026-11-20; published 3 h ago; polled 3 h ago" */
export function stationFinding(
  name: string,
  { lastDay, publishedAt, hasBase, poll }: StationState,
  { now, served }: { readonly now: number; readonly served: ServedIngests },
): Finding {
  if (lastDay === null && poll.lastSuccess === null && poll.lastFailure === null)
    return ['note', name, untriedWords(served, name)];
  const isLate = lastDay !== null && now / DAY - lastDay > LATE_DAYS + 1;
  const published =
    lastDay === null ? 'nothing published yet' : `days until ${formatDate(lastDay)}${isLate ? ', which is late' : ''}`;
  const parts = [
    published,
    ...(publishedAt === null ? [] : [`published ${ago(publishedAt, now)}`]),
    ...(publishedAt !== null && !hasBase ? ['older years are not loaded yet'] : []),
    ...pollWords(poll, now),
    ...attemptWords(served, name),
  ];
  return [hasFailed(poll) ? 'wrong' : isLate || lastDay === null ? 'note' : 'ok', name, parts.join('; ')];
}
