/** Findings of `doctor` about fires and smoke: published versions and their age, the last poll, the upstream. */

import { join } from 'node:path';
import { openObjects } from '../../app.js';
import type { Config } from '../../config/config.js';
import { chosenOf } from '../../ingest/feed-choice.js';
import { type FireState, fireStateOf } from '../../ingest/fires/fire-state.js';
import { formatInstant } from '../../model/time.js';
import { FIRES_LATE } from '../../products/tiles/frames/single-frames.js';
import { ago, attemptWords, type Finding, hasFailed, pollWords, type ServedIngests, untriedWords } from './finding.js';

export async function fireFindings(config: Config, served: ServedIngests): Promise<Finding[]> {
  const findings: Finding[] = [];
  const objects = openObjects(config);
  const store = { objects, directory: join(config.dataDirectory, 'staging', 'fires') };
  try {
    for (const feed of chosenOf('fires', config))
      try {
        const state = await fireStateOf(store, feed);
        findings.push(fireFinding(feed.id, state, FIRES_LATE[feed.dataset], { now: config.clock.now(), served }));
      } catch (error) {
        findings.push(['wrong', feed.id, (error as Error).message]);
      }
    return findings;
  } finally {
    objects.close();
  }
}

/** "seen until 2026-11-20T06:10:00Z, 3.2 h old; polled 4 min ago; failed 1 min ago: …" */
export function fireFinding(
  name: string,
  { newest, poll }: FireState,
  lateAfter: number,
  { now, served }: { readonly now: number; readonly served: ServedIngests },
): Finding {
  if (newest === null && poll.lastSuccess === null && poll.lastFailure === null)
    return ['note', name, untriedWords(served, name)];
  const isOld = newest !== null && now - newest.validTime > lateAfter;
  const seen = newest && `seen until ${formatInstant(newest.validTime)}, ${ago(newest.validTime, now, 'old')}`;
  const isDamaged = newest?.isPrevious === true;
  const parts = [
    seen === null ? 'nothing published yet' : `${seen}${isOld ? ', which is late' : ''}`,
    ...(isDamaged ? ['the newest version cannot be read, this is the one before'] : []),
    ...pollWords(poll, now),
    ...attemptWords(served, name),
  ];
  return [hasFailed(poll) || isDamaged ? 'wrong' : isOld || newest === null ? 'note' : 'ok', name, parts.join('; ')];
}
