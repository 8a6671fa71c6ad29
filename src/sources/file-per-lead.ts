/** Parts of the many feeds that have one file for each lead. */

import type { FeedFile, FeedPart } from './model-feed.js';

/** @param leads  s */
export function filePerLead(
  referenceTime: number,
  leads: readonly number[],
  index: FeedFile['index'],
  urlOf: (lead: number) => string,
): FeedPart[] {
  return leads.map((lead) => ({ referenceTime, leads: [lead], files: [{ url: urlOf(lead), index }] }));
}
