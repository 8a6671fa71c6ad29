/** Every feed of fires and smoke, in the order in which they are first polled. A new one is a row here. */

import { meetsRegion } from '../../sources/alert-feed.js';
import { FIRMS_FEED } from '../../sources/firms/firms-feed.js';
import { HMS_FEED } from '../../sources/hms/hms-feed.js';
import type { ObservationFeed } from '../../sources/observation-feed.js';
import { type Choosable, type FeedSetting, stateOf } from '../feed-choice.js';

export const OBSERVATION_FEEDS: readonly ObservationFeed[] = [FIRMS_FEED, HMS_FEED];

/** @throws RangeError */
export function observationFeedOf(id: string): ObservationFeed {
  const feed = OBSERVATION_FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed of fires or smoke "${id}"`);
  return feed;
}

export function choosableObservationFeed({ id, covers }: ObservationFeed): Choosable {
  return { id, isIn: (region) => meetsRegion(covers, region), automatic: 'always', isCropped: false };
}

/** The feeds of fires and smoke that a configuration switches on. */
export function chosenObservationFeeds(setting: FeedSetting): readonly ObservationFeed[] {
  return OBSERVATION_FEEDS.filter((feed) => stateOf(choosableObservationFeed(feed), setting) === 'on');
}
