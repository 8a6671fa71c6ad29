/** What `doctor` finds out about fires and smoke: what is published and its age, the last poll, the upstream. */

import { openObjects } from '../../app.js';
import type { Config } from '../../base/config.js';
import { observationFeedOf } from '../../ingest/fires/observation-feed-table.js';
import { type ObservationState, observationStateOf, offeredFiles } from '../../ingest/fires/observation-state.js';
import { formatInstant } from '../../model/time.js';
import { OBSERVATION_LATE } from '../../products/tiles/frames/observation-frames.js';
import { addressSettingOf, configuredObservations } from '../feed-names.js';
import { observationDirectory } from '../ingest/ingest-work.js';
import { ago, attemptWords, type Finding, hasFailed, pollWords, type ServedIngests, untriedWords } from './finding.js';

export async function observationFindings(config: Config, served: ServedIngests): Promise<Finding[]> {
  const findings: Finding[] = [];
  const objects = openObjects(config);
  const store = { objects, directory: observationDirectory(config) };
  try {
    for (const { name } of configuredObservations(config))
      try {
        const feed = observationFeedOf(name);
        const state = await observationStateOf(store, feed);
        findings.push(
          observationFinding(name, state, OBSERVATION_LATE[feed.dataset], { now: config.clock.now(), served }),
        );
      } catch (error) {
        findings.push(['wrong', name, (error as Error).message]);
      }
    return findings;
  } finally {
    objects.close();
  }
}

/** "seen until 2026-11-20T06:10:00Z, 3.2 h old; polled 4 min ago; failed 1 min ago: …" */
export function observationFinding(
  name: string,
  { newest, poll }: ObservationState,
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

/** One after the other: it is a look, no race. */
export async function observationUpstreamFindings(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name } of configuredObservations(config)) {
    const what = `${name} upstream`;
    try {
      const address = config.addresses[addressSettingOf(name)];
      const { there, missing } = await offeredFiles(observationFeedOf(name), address, config.clock);
      const none = there.length === 0;
      const words =
        missing.length > 0 ? `${there.length} files; not there: ${missing.join(' ')}` : (there[0] ?? address);
      findings.push([none ? 'wrong' : missing.length > 0 ? 'note' : 'ok', what, none ? `${words}: no file` : words]);
    } catch (error) {
      findings.push(['wrong', what, (error as Error).message]);
    }
  }
  return findings;
}
