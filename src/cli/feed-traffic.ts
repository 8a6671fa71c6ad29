/** Downloads of the configured feeds, and feeds that "auto" leaves out, in words for the banner and `doctor`. */

import {
  chosenFeeds,
  type FeedSetting,
  type FeedState,
  MOST_AUTOMATIC_GIGABYTES,
  stateOf,
} from '../ingest/feed-choice.js';
import { gigabytesPerDay } from '../sources/feed.js';
import { FEEDS, type Feed, feedOf } from '../sources/feeds.js';

function feedsIn(state: FeedState, setting: FeedSetting): Feed[] {
  return FEEDS.filter((feed) => stateOf(feed, setting) === state);
}

/** Rounds to the precision of the figures: "20", "9.9", "0.3", "0.002". */
export function roundGigabytes(gigabytes: number): string {
  return String(gigabytes >= 10 ? Math.round(gigabytes) : Number(gigabytes.toPrecision(gigabytes < 1 ? 1 : 2)));
}

/** "about 13 GB a day (gfs 9.9, mrms 0.7, others 0.1)" */
export function trafficInWords(setting: FeedSetting): string {
  const shares = chosenFeeds(setting).map((feed) => ({ name: feed.id, gigabytes: gigabytesPerDay(feed) }));
  const large = shares.filter(({ gigabytes }) => gigabytes >= LEAST_NAMED).sort((a, b) => b.gigabytes - a.gigabytes);
  const named = large.map(({ name, gigabytes }) => `${name} ${roundGigabytes(gigabytes)}`);
  return `about ${roundGigabytes(sumOf(shares))} GB a day${named.length > 0 ? ` (${named.join(', ')})` : ''}`;
}

/** Smaller shares are not listed, GB a day. */
const LEAST_NAMED = 0.1;

function sumOf(shares: readonly { readonly gigabytes: number }[]): number {
  return shares.reduce((sum, { gigabytes }) => sum + gigabytes, 0);
}

/** "3 GB", the first run of GFS with the two days before it. */
export function firstRunInWords(): string {
  const { megabytes, firstMegabytes = megabytes } = feedOf('model', 'gfs').traffic!;
  return `${roundGigabytes(firstMegabytes / 1000)} GB`;
}

/**
 * Feeds that "auto" leaves out, the reason, and the setting that adds one; null if it leaves out nothing.
 *
 * "hrrr 7.8, hrrr-subhourly 20 GB a day: above 5 GB a day a feed is on by name only, e.g. WEATHERGLASS_FEEDS=auto,hrrr"
 */
export function leftOutInWords(setting: FeedSetting): string | null {
  const left = [...feedsIn('needs-region', setting), ...feedsIn('too-large', setting)];
  const isLarge = (feed: Feed) => gigabytesPerDay(feed) > MOST_AUTOMATIC_GIGABYTES;
  const reasons = [
    leftOut(
      left.filter((feed) => !isLarge(feed)),
      'without WEATHERGLASS_REGION they are on by name only',
    ),
    leftOut(left.filter(isLarge), `above ${MOST_AUTOMATIC_GIGABYTES} GB a day a feed is on by name only`),
  ].filter((reason) => reason !== null);
  if (reasons.length === 0) return null;
  const example = ['auto', ...setting.feeds.named, left[0]!.id];
  return `${reasons.join('; ')}, e.g. WEATHERGLASS_FEEDS=${example.join(',')}`;
}

function leftOut(feeds: readonly Feed[], why: string): string | null {
  const listed = feeds.map((feed) => `${feed.id} ${roundGigabytes(gigabytesPerDay(feed))}`);
  return listed.length === 0 ? null : `${listed.join(', ')} GB a day: ${why}`;
}

/** Feeds that are named and do not cover the region. */
export function namedOutside(setting: FeedSetting): readonly string[] {
  return feedsIn('outside', setting)
    .map(({ id }) => id)
    .filter((id) => setting.feeds.named.includes(id));
}
