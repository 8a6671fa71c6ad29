/** Every feed of fires and smoke, in the order in which they are first polled. A new one is a row here. */

import type { ObservationFeedName } from '../../base/config-table.js';
import { type AlertCoverage, meetsRegion } from '../../sources/alert-feed.js';
import { FIRMS_FEED } from '../../sources/firms/firms-feed.js';
import { HMS_FEED } from '../../sources/hms/hms-feed.js';
import type { ObservationFeed } from '../../sources/observation-feed.js';

export const OBSERVATION_FEEDS: readonly ObservationFeed[] = [FIRMS_FEED, HMS_FEED];

/** @throws RangeError */
export function observationFeedOf(id: string): ObservationFeed {
  const feed = OBSERVATION_FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed of fires or smoke "${id}"`);
  return feed;
}

/** The feeds that a configuration asks for: those that it names, or with "auto" those that observe something of the region. */
export function chosenObservationFeeds(
  names: readonly ObservationFeedName[] | 'auto',
  region: AlertCoverage | null,
): readonly ObservationFeed[] {
  return OBSERVATION_FEEDS.filter((feed) =>
    names === 'auto' ? meetsRegion(feed.covers, region) : names.includes(feed.id),
  );
}
