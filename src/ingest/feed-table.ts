/** Every feed there is, in the order in which they are first ingested. A new one is a row here. */

import type { FeedName } from '../config/config-table.js';
import { cellsCovering } from '../grid/grid.js';
import type { Box } from '../model/box.js';
import type { DatasetId } from '../model/dataset.js';
import { AQM_FEED } from '../sources/aqm/aqm-feed.js';
import { ECMWF_IFS_FEED } from '../sources/ecmwf/ecmwf-feed.js';
import type { Feed } from '../sources/feed.js';
import { GEFS_AEROSOL_FEED } from '../sources/gefs/gefs-aerosol-feed.js';
import { GEFS_EXTENDED_FEED, GEFS_FEED } from '../sources/gefs/gefs-feed.js';
import { GFS_FEED } from '../sources/gfs/gfs-feed.js';
import { HRRR_EXTENDED_FEED, HRRR_FEED, HRRR_SUBHOURLY_FEED } from '../sources/hrrr/hrrr-feed.js';
import { ICON_EU_FEED } from '../sources/icon/icon-eu-feed.js';
import { NBM_FEED } from '../sources/nbm/nbm-feed.js';
import { type Choosable, type FeedSetting, stateOf } from './feed-choice.js';

export const FEEDS: readonly Feed[] = [
  GFS_FEED,
  ECMWF_IFS_FEED,
  HRRR_FEED,
  HRRR_EXTENDED_FEED,
  HRRR_SUBHOURLY_FEED,
  NBM_FEED,
  ICON_EU_FEED,
  GEFS_FEED,
  GEFS_EXTENDED_FEED,
  AQM_FEED,
  GEFS_AEROSOL_FEED,
];

/** @throws RangeError for a dataset that no feed fills */
export function feedOf(id: DatasetId): Feed {
  const feed = FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed "${id}"`);
  return feed;
}

/** True where the grid of a feed has cells for the region. */
export function isInRegion({ grid }: Pick<Feed, 'grid'>, region: Box | null): boolean {
  return region === null || cellsCovering(grid, region) !== null;
}

/** GFS is always on: without it no place outside the regional models has a forecast. */
export function choosableModel(feed: Feed): Choosable {
  const { id } = feed;
  const automatic = id === 'gfs' ? 'always' : 'with-region';
  return { id: id as FeedName, isIn: (region) => isInRegion(feed, region), automatic, isCropped: true };
}

/** The models that a configuration switches on, in the order of `FEEDS`. */
export function chosenFeeds(setting: FeedSetting): readonly Feed[] {
  return FEEDS.filter((feed) => stateOf(choosableModel(feed), setting) === 'on');
}
