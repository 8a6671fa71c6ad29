/** How a feed of radar stands, for who looks at it: what is stored, how the last polls went, what the upstream has. */

import type { Clock } from '../../base/clock.js';
import { UpstreamError } from '../../base/errors.js';
import { silentLog } from '../../base/log.js';
import type { RadarFrameFile } from '../../sources/radar-feed.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { createRadarShelf } from '../../store/radar/radar-shelf.js';
import { askOnce } from '../poll/frame.js';
import { listFrames } from './radar-listing.js';
import { type RadarMemory, type RefusedFile, recallRadar } from './radar-memory.js';
import type { PolledNetwork } from './radar-outcome.js';

export interface RadarState {
  /** Valid time of the newest rate in the store, epoch seconds; null when there is none. */
  readonly newest: number | null;
  /** Null when it was never polled. */
  readonly poll: Pick<RadarMemory, 'lastSuccess' | 'lastFailure' | 'failure'> | null;
  /** The file that was refused last; null: none that still matters. */
  readonly refusal: RefusedFile | null;
}

export async function radarStateOf(
  { objects, directory }: { readonly objects: ObjectStore; readonly directory: string },
  feed: PolledNetwork,
): Promise<RadarState> {
  const shelf = createRadarShelf({ objects, clock: { now: () => 0 }, log: silentLog });
  const times = await shelf.validTimes(feed.products[0]!.dataset);
  const memory = await recallRadar(directory, feed.id);
  const refused = [...(memory?.refused.values() ?? [])].filter(({ times }) => times > 0);
  const refusal = refused.reduce<RefusedFile | null>((last, one) => (last && last.at > one.at ? last : one), null);
  return { newest: times.at(-1) ?? null, poll: memory, refusal };
}

/** How far back a frame is looked for, s. */
const WINDOW = 3600;

/**
 * The newest rate that the upstream names.
 *
 * @throws UpstreamError, MalformedError
 */
export async function newestFrameOf(feed: PolledNetwork, baseUrl: string, clock: Clock): Promise<RadarFrameFile> {
  const now = clock.now();
  const range = { from: now - WINDOW, to: now, signal: undefined };
  const [newest] = await askOnce(clock, (http) => listFrames(http, feed.products[0]!, baseUrl, range));
  if (newest === undefined)
    throw new UpstreamError('not-yet', baseUrl, `names no frame of ${feed.title} of the last hour`);
  return newest;
}
