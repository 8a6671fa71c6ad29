/** Archives the nowcasts of a frame that was just published, so that they can be verified later. */

import type { ProgressEvent } from '../../base/progress.js';
import type { RadarNetworkId } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import type { RadarFeed } from '../../sources/radar-feed.js';
import type { FetchContext } from '../context.js';

export interface ArchivedIssue {
  /** Epoch seconds. */
  readonly issueTime: number;
  readonly nowcasts: number;
  /** Days that became too old and were removed. */
  readonly removed: readonly string[];
}

interface Archiving extends Pick<FetchContext, 'log' | 'signal' | 'progress'> {
  archiveNowcasts(network: RadarNetworkId, signal: AbortSignal | undefined): Promise<ArchivedIssue | null>;
}

/** Number of archived nowcasts; null when archiving failed. The frame is published, so the poll has succeeded anyway. */
export async function archiveAfterPoll(
  { log, signal, progress, archiveNowcasts }: Archiving,
  { id, title }: Pick<RadarFeed, 'id' | 'title'>,
): Promise<number | null> {
  const begun = performance.now();
  const tell = (event: string, text: string, facts: ProgressEvent['facts']) =>
    progress({ event, text: `${title}: ${text}`, facts: { feed: id, ...facts }, lasting: true });
  try {
    const archived = await archiveNowcasts(id, signal);
    if (archived === null) return 0;
    const { issueTime, nowcasts, removed } = archived;
    const days = removed.length > 0 ? `, removed those of ${removed.join(', ')}` : '';
    const seconds = Math.round((performance.now() - begun) / 10) / 100;
    const facts = { issue: formatInstant(issueTime), nowcasts, removed: removed.length, seconds };
    tell('archived', `archived ${nowcasts} nowcasts${days}`, facts);
    return nowcasts;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ feed: id, error: reason }, 'nowcasts of this frame are not archived');
    tell('not-archived', `nowcasts are not archived: ${reason}`, { reason });
    return null;
  }
}
