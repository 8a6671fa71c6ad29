/** What the store holds of a feed while it is polled: which rates, which one readers get, and what they say of themselves. */

import { isTagged } from '../../base/errors.js';
import type { RadarDatasetId, RadarFrame } from '../../model/radar.js';
import type { RadarFrameFile } from '../../sources/radar-feed.js';
import { type FrameHead, readFrameHead } from '../../store/radar/radar-reader.js';
import { readPointer } from '../../store/versions/pointer.js';
import { versionOf } from '../../store/versions/timed-version.js';
import type { RadarSession } from './radar-session.js';

type RankedFrame = Pick<RadarFrameFile, 'validTime' | 'rank'>;

/** The latest frame of the rate in the store; null when there is none. */
export function newestHeld({ held }: RadarSession): number | null {
  return held.size === 0 ? null : Math.max(...held.keys());
}

/** True when a frame of this valid time is held that is at least as complete. */
export function isHeld({ held }: RadarSession, { validTime, rank }: RankedFrame): boolean {
  const known = held.get(validTime);
  return known !== undefined && known >= rank;
}

/** True for what readers would get in place of what they have. */
export function isNewest(session: RadarSession, frame: RankedFrame): boolean {
  const newest = newestHeld(session);
  return newest === null || frame.validTime > newest || (frame.validTime === newest && !isHeld(session, frame));
}

/** What readers had of a dataset when it was first asked for; null: nothing, or nothing that can be read. */
export async function publishedBefore(session: RadarSession, dataset: RadarDatasetId): Promise<FrameHead | null> {
  const { published, deps } = session;
  const known = published.get(dataset);
  if (known !== undefined) return known;
  const pointer = await readPointer(deps.objects, dataset);
  const head =
    (pointer && (await readHead(session, dataset, pointer.version))) ??
    (pointer?.previous ? await readHead(session, dataset, pointer.previous) : null);
  published.set(dataset, head);
  return head;
}

/** Null for a frame that is damaged, which is told: a newer one replaces it. */
async function readHead({ deps }: RadarSession, dataset: RadarDatasetId, version: string): Promise<FrameHead | null> {
  try {
    return await readFrameHead(deps.objects, dataset, version);
  } catch (error) {
    if (!isTagged(error, 'object-defect') && !isTagged(error, 'object-missing')) throw error;
    deps.log.warn({ dataset, version, error: error.message }, 'a stored frame cannot be read');
    return null;
  }
}

/** A rate of the store without its field; null when it cannot be read. */
export async function recallHead(session: RadarSession, validTime: number): Promise<FrameHead | null> {
  const { rate, held } = session;
  return readHead(session, rate.dataset, versionOf(validTime, held.get(validTime)));
}

/** A rate of the store; null when it is not there or cannot be read. */
export async function recallFrame({ shelf, rate, deps }: RadarSession, validTime: number): Promise<RadarFrame | null> {
  try {
    return await shelf.at(rate.dataset, validTime);
  } catch (error) {
    if (!isTagged(error, 'object-defect') && !isTagged(error, 'object-missing')) throw error;
    deps.log.warn({ dataset: rate.dataset, validTime, error: error.message }, 'a stored frame cannot be read');
    return null;
  }
}
