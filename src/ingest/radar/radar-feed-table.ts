/** Every feed of radar, best first: where two see a place, the first one that is in time answers. A new one is a row here. */

import { RADAR_NETWORKS, type RadarNetworkId } from '../../model/radar.js';
import { type AlertCoverage, meetsRegion } from '../../sources/alert-feed.js';
import { DWD_RV_FEED } from '../../sources/dwd-rv/dwd-rv-feed.js';
import { MRMS_FEED } from '../../sources/mrms/mrms-feed.js';
import type { RadarFeed } from '../../sources/radar-feed.js';
import { RRQPE_FEED } from '../../sources/rrqpe/rrqpe-feed.js';

export const RADAR_FEEDS: readonly RadarFeed[] = [MRMS_FEED, DWD_RV_FEED, RRQPE_FEED];

/** @throws RangeError */
export function radarFeedOf(id: string): RadarFeed {
  const feed = RADAR_FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed of radar "${id}"`);
  return feed;
}

/**
 * The feeds that a configuration asks for: those that it names; with "auto" those that see the region, and without a
 * region those that are not too large to ask for by saying nothing.
 */
export function chosenRadarFeeds(
  names: readonly RadarNetworkId[] | 'auto',
  region: AlertCoverage | null,
): readonly RadarFeed[] {
  return RADAR_FEEDS.filter((feed) => {
    if (names !== 'auto') return names.includes(feed.id);
    return region === null ? feed.isAutomatic : meetsRegion(feed.covers, region);
  });
}

/** From frame to frame, s. */
export function cadenceOf({ id }: Pick<RadarFeed, 'id'>): number {
  return RADAR_NETWORKS.find((network) => network.id === id)!.cadence;
}
