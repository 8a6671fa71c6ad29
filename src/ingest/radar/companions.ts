/**
 * What accompanies a rate: flag of precipitation, hail, lightning, quality of the radar. The newest of each, once the rate
 * is out. One that fails takes nothing away: the one before it is used until it is too old.
 */

import { isTagged } from '../../base/errors.js';
import type { RadarDatasetId } from '../../model/radar.js';
import type { RadarProductFeed } from '../../sources/radar-feed.js';
import { faultOf } from '../ingest-fault.js';
import { tellFault } from '../poll/poll-record.js';
import { publish, removeOld } from './frame-publication.js';
import { isAhead } from './frame-quality.js';
import { readFrameFile } from './frame-reading.js';
import { listFrames } from './radar-listing.js';
import { isWorthFetching } from './radar-memory.js';
import { noteLost, type RadarSession } from './radar-session.js';

/** Files tried of each, newest first. */
const MOST_TRIED = 2;
/** Beyond this age a companion says nothing of the rate any more, s. */
const OLDEST = 1800;

/**
 * @param rateTime  valid time of the published rate, epoch seconds
 * @throws the signal's reason
 */
export async function publishCompanions(session: RadarSession, rateTime: number): Promise<RadarDatasetId[]> {
  const published: RadarDatasetId[] = [];
  for (const product of session.feed.products) {
    if (!product.isOptional) continue;
    if (session.gaveUp !== null) break; // the next rate must not wait for each of seven to time out
    session.deps.signal?.throwIfAborted();
    try {
      if (await publishNewest(session, product, rateTime)) published.push(product.dataset);
    } catch (error) {
      session.deps.signal?.throwIfAborted();
      if (!isTagged(error, 'upstream') && !isTagged(error, 'malformed')) throw error;
      noteLost(session, error);
      tellFault(session.deps.progress, session.feed, product.dataset, faultOf(error));
    }
  }
  return published;
}

async function publishNewest(session: RadarSession, product: RadarProductFeed, rateTime: number): Promise<boolean> {
  const { deps, now, memory, shelf, http } = session;
  const held = (await shelf.validTimes(product.dataset)).at(-1) ?? Number.NEGATIVE_INFINITY;
  if (held >= rateTime) return false;
  const from = Math.max(held + 1, rateTime - OLDEST);
  const listed = await listFrames(http, product, deps.source.baseUrl, { from, to: now, signal: deps.signal });
  const wanted = listed.filter(
    ({ url, validTime }) => !isAhead(validTime, session) && isWorthFetching(memory, url, now),
  );
  for (const file of wanted.slice(0, MOST_TRIED)) {
    const raster = await readFrameFile(session, product, file);
    if (raster === null) continue;
    await publish(session, product.dataset, raster, null);
    memory.read.set(file.url, now);
    await removeOld(session, product.dataset, raster.validTime);
    return true;
  }
  return false;
}
