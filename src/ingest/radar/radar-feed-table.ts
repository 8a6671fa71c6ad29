/** Every feed of radar, best first: where two see a place, the first one that is in time answers. A new one is a row here. */

import type { Box } from '../../model/box.js';
import { RADAR_NETWORKS } from '../../model/radar.js';
import { meetsRegion } from '../../sources/alert-feed.js';
import { DWD_RV_FEED } from '../../sources/dwd-rv/dwd-rv-feed.js';
import { MRMS_FEED } from '../../sources/mrms/mrms-feed.js';
import type { RadarFeed } from '../../sources/radar-feed.js';
import { RRQPE_FEED } from '../../sources/rrqpe/rrqpe-feed.js';
import { type Choosable, type FeedSetting, stateOf } from '../feed-choice.js';

export const RADAR_FEEDS: readonly RadarFeed[] = [MRMS_FEED, DWD_RV_FEED, RRQPE_FEED];

/** @throws RangeError */
export function radarFeedOf(id: string): RadarFeed {
  const feed = RADAR_FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed of radar "${id}"`);
  return feed;
}

/** A named feed outside the region stays on: frames are kept whole. */
export function choosableRadarFeed({ id, covers, isAutomatic }: RadarFeed): Choosable {
  const isIn = (region: Box) => meetsRegion(covers, region);
  return { id, isIn, automatic: isAutomatic ? 'always' : 'with-region', isCropped: false };
}

/** The feeds of radar that a configuration switches on. */
export function chosenRadarFeeds(setting: FeedSetting): readonly RadarFeed[] {
  return RADAR_FEEDS.filter((feed) => stateOf(choosableRadarFeed(feed), setting) === 'on');
}

/** From frame to frame, s. */
export function cadenceOf({ id }: Pick<RadarFeed, 'id'>): number {
  return RADAR_NETWORKS.find((network) => network.id === id)!.cadence;
}
