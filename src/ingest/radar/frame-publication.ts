/** From a frame that was read to one that readers get. */

import type { RadarRaster } from '../../decode/radar/raster.js';
import type { NowcastSkill, RadarDatasetId, RadarFrame } from '../../model/radar.js';
import { publishFrame, removeOldFrames } from '../../store/radar/radar-writer.js';
import { readPointer } from '../../store/versions/pointer.js';
import { versionOf } from '../../store/versions/timed-version.js';
import type { FrameMotion } from './frame-motion.js';
import { newestHeld, recallFrame } from './held-frames.js';
import { type RadarSession, timed } from './radar-session.js';

/** Rates are kept for motion and for looking back at how nowcasts came true; of the others only the newest is used, s. */
const KEPT_RATES = 3 * 3600;
const KEPT_COMPANIONS = 1800;

/**
 * Stores a frame; readers get it where it is the newest of its dataset.
 *
 * @param motion  null for what is no rate
 * @param skill  null where nothing is known of it
 */
export async function publish(
  { deps, seconds }: RadarSession,
  dataset: RadarDatasetId,
  { validTime, grid, field, rank = 0 }: RadarRaster & { readonly rank?: number },
  motion: FrameMotion | null,
  skill: NowcastSkill | null = null,
): Promise<RadarFrame> {
  const createdAt = deps.clock.now();
  const frame: RadarFrame = {
    description: {
      dataset,
      version: versionOf(validTime, rank),
      validTime,
      createdAt,
      simulated: deps.source.simulated,
      grid,
      motion: motion && { source: motion.source, frameTimes: motion.frameTimes },
    },
    field,
    motion: motion?.field ?? null,
    skill,
  };
  await timed(seconds, 'write', () => publishFrame(deps.objects, frame, createdAt));
  return frame;
}

/** @param newest  valid time of the newest frame, epoch seconds: that of the data, so that old files given by hand stay */
export async function removeOld(session: RadarSession, dataset: RadarDatasetId, newest: number): Promise<void> {
  const keepSeconds = dataset === session.rate.dataset ? KEPT_RATES : KEPT_COMPANIONS;
  await removeOldFrames(session.deps.objects, dataset, { now: newest, keepSeconds });
}

/**
 * After a kill between a frame and the pointer to it: readers are pointed to it now. One that cannot be read counts as not
 * held, and is fetched again.
 */
export async function completePublication(session: RadarSession): Promise<void> {
  const { deps, rate, held } = session;
  for (let newest = newestHeld(session); newest !== null; newest = newestHeld(session)) {
    const pointer = await readPointer(deps.objects, rate.dataset);
    if (pointer?.version === versionOf(newest, held.get(newest))) return;
    const frame = await recallFrame(session, newest);
    if (frame !== null) return publishFrame(deps.objects, frame, deps.clock.now());
    held.delete(newest);
  }
}
