/** Every feed there is, in the order in which they are ingested when all are due. A new one is a row here. */

import type { DatasetId } from '../model/dataset.js';
import type { Feed } from '../sources/feed.js';
import { GFS_FEED } from '../sources/gfs/gfs-feed.js';

export const FEEDS: readonly Feed[] = [GFS_FEED];

/** @throws RangeError for a dataset that no feed fills */
export function feedOf(id: DatasetId): Feed {
  const feed = FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed "${id}"`);
  return feed;
}
