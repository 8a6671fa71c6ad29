/** Every feed of fires and smoke, in the order in which they are first polled. A new one is a row here. */

import { meetsRegion } from '../../sources/alert-feed.js';
import type { FireFeed } from '../../sources/fire-feed.js';
import { FIRMS_FEED } from '../../sources/firms/firms-feed.js';
import { HMS_FEED } from '../../sources/hms/hms-feed.js';
import { type Choosable, type FeedSetting, stateOf } from '../feed-choice.js';

export const FIRE_FEEDS: readonly FireFeed[] = [FIRMS_FEED, HMS_FEED];

/** @throws RangeError */
export function fireFeedOf(id: string): FireFeed {
  const feed = FIRE_FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed of fires or smoke "${id}"`);
  return feed;
}

export function choosableFireFeed({ id, covers }: FireFeed): Choosable {
  return { id, isIn: (region) => meetsRegion(covers, region), automatic: 'always', isCropped: false };
}

/** The feeds of fires and smoke that a configuration switches on. */
export function chosenFireFeeds(setting: FeedSetting): readonly FireFeed[] {
  return FIRE_FEEDS.filter((feed) => stateOf(choosableFireFeed(feed), setting) === 'on');
}
