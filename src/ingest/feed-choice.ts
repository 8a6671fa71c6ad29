/** Decides which feeds a configuration switches on, why others stay off, and in which order they are ingested. */

import type { Config } from '../config/config.js';
import { gigabytesPerDay, type QueuedFeed } from '../sources/feed.js';
import { FEEDS, type Feed, type FeedKind, type FeedOf, feedsOf, isInRegion } from '../sources/feeds.js';

export type FeedSetting = Pick<Config, 'profile' | 'region' | 'feeds'>;

/** Limit for feeds that are not named, GB a day. GFS is exempt, because every product needs it. */
export const MOST_AUTOMATIC_GIGABYTES = 5;

/**
 * on; off: not asked for; outside: it does not cover the region; too-large: above `MOST_AUTOMATIC_GIGABYTES`, so "auto"
 * leaves it out; needs-region: "auto" leaves it out while no region is configured.
 */
export type FeedState = 'on' | 'off' | 'outside' | 'too-large' | 'needs-region';

/** The demo's upstream is simulated, so traffic limits nothing there. A model outside the region has nothing to keep. */
export function stateOf(feed: Feed, setting: FeedSetting): FeedState {
  const { profile, region, feeds } = setting;
  const isNamed = feeds.named.includes(feed.id);
  if (!isNamed && !isAutomatic(feed, setting)) return 'off';
  if ((!isNamed || feed.kind === 'model') && !isInRegion(feed, region)) return 'outside';
  if (isNamed || profile === 'demo' || feed.automatic !== 'with-region') return 'on';
  if (region === null) return 'needs-region';
  return gigabytesPerDay(feed) > MOST_AUTOMATIC_GIGABYTES ? 'too-large' : 'on';
}

function isAutomatic({ automatic }: Feed, setting: FeedSetting): boolean {
  if (!setting.feeds.isAuto) return false;
  if (automatic === 'with-alerts') return chosenOf('alerts', setting).length > 0;
  return automatic === 'always' || automatic === 'with-region';
}

/** Feeds that a configuration switches on, in the order of their first ingest. */
export function chosenFeeds(setting: FeedSetting): readonly Feed[] {
  return FEEDS.filter((feed) => stateOf(feed, setting) === 'on');
}

export function chosenOf<Kind extends FeedKind>(kind: Kind, setting: FeedSetting): readonly FeedOf<Kind>[] {
  return feedsOf(kind).filter((feed) => stateOf(feed, setting) === 'on');
}

/** Chosen feeds that wait for each other: models, terrain and the shapes of zones. */
export function queuedFeeds(setting: FeedSetting): readonly (Feed & QueuedFeed)[] {
  return chosenFeeds(setting).filter((feed): feed is Feed & QueuedFeed => 'queue' in feed);
}

/** Queues of feeds that are ingested one after the other: with two, those of the globe and the regional ones. */
export function ingestQueues(setting: FeedSetting, count: 1 | 2): readonly (readonly (Feed & QueuedFeed)[])[] {
  const feeds = queuedFeeds(setting);
  if (count === 1) return [feeds];
  const queues = (['global', 'regional'] as const).map((name) => feeds.filter(({ queue }) => queue === name));
  return queues.filter((queue) => queue.length > 0);
}
