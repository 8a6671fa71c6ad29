/** Downloads of the configured feeds, and feeds that "auto" leaves out, in words for the banner and `doctor`. */

import { ALERT_FEEDS, choosableAlertFeed } from '../ingest/alerts/alert-feed-table.js';
import { type Choosable, type FeedSetting, type FeedState, stateOf } from '../ingest/feed-choice.js';
import { choosableModel, FEEDS } from '../ingest/feed-table.js';
import {
  FEED_TRAFFIC,
  type FetchingFeed,
  gigabytesPerDay,
  MOST_AUTOMATIC_GIGABYTES,
  roundGigabytes,
} from '../ingest/feed-traffic-table.js';
import { choosableFireFeed, FIRE_FEEDS } from '../ingest/fires/fire-feed-table.js';
import { choosableRadarFeed, RADAR_FEEDS } from '../ingest/radar/radar-feed-table.js';
import { configuredZones } from './feed-names.js';

/** Every feed of a model, radar, fires, smoke and alerts. */
export const CHOOSABLE_FEEDS: readonly Choosable[] = [
  ...FEEDS.map(choosableModel),
  ...RADAR_FEEDS.map(choosableRadarFeed),
  ...FIRE_FEEDS.map(choosableFireFeed),
  ...ALERT_FEEDS.map(choosableAlertFeed),
];

function feedsIn(state: FeedState, setting: FeedSetting): FetchingFeed[] {
  return CHOOSABLE_FEEDS.filter((feed) => stateOf(feed, setting) === state).map(({ id }) => id);
}

/** Feeds that are on, the shapes of zones among them. */
function downloadingFeeds(setting: FeedSetting): readonly FetchingFeed[] {
  return [...feedsIn('on', setting), ...configuredZones(setting)];
}

/** "about 13 GB a day (gfs 9.9, mrms 0.7, others 0.1)" */
export function trafficInWords(setting: FeedSetting): string {
  const shares = downloadingFeeds(setting).map((name) => ({ name, gigabytes: gigabytesPerDay(name) }));
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
  const { megabytes, firstMegabytes = megabytes } = FEED_TRAFFIC.gfs;
  return `${roundGigabytes(firstMegabytes / 1000)} GB`;
}

/**
 * Feeds that "auto" leaves out, the reason, and the setting that adds one; null if it leaves out nothing.
 *
 * "hrrr 7.8, hrrr-subhourly 20 GB a day: above 5 GB a day a feed is on by name only, e.g. WEATHERGLASS_FEEDS=auto,hrrr"
 */
export function leftOutInWords(setting: FeedSetting): string | null {
  const left = [...feedsIn('needs-region', setting), ...feedsIn('too-large', setting)];
  const isLarge = (name: FetchingFeed) => gigabytesPerDay(name) > MOST_AUTOMATIC_GIGABYTES;
  const reasons = [
    leftOut(
      left.filter((name) => !isLarge(name)),
      'without WEATHERGLASS_REGION they are on by name only',
    ),
    leftOut(left.filter(isLarge), `above ${MOST_AUTOMATIC_GIGABYTES} GB a day a feed is on by name only`),
  ].filter((reason) => reason !== null);
  if (reasons.length === 0) return null;
  const example = ['auto', ...setting.feeds.named, left[0]];
  return `${reasons.join('; ')}, e.g. WEATHERGLASS_FEEDS=${example.join(',')}`;
}

function leftOut(names: readonly FetchingFeed[], why: string): string | null {
  const listed = names.map((name) => `${name} ${roundGigabytes(gigabytesPerDay(name))}`);
  return listed.length === 0 ? null : `${listed.join(', ')} GB a day: ${why}`;
}

/** Feeds that are named and do not cover the region. */
export function namedOutside(setting: FeedSetting): readonly string[] {
  return feedsIn('outside', setting).filter((name) => setting.feeds.named.includes(name));
}
