/** The skill that a frame is published with: what its predecessor carried, and what the frames of the store say anew. */

import type { RadarRaster } from '../../decode/radar/raster.js';
import type { NowcastSkill, RadarFrame } from '../../model/radar.js';
import type { FrameHead } from '../../store/radar/radar-reader.js';
import { newestHeld, publishedBefore, recallFrame, recallHead } from './held-frames.js';
import type { RadarSession } from './radar-session.js';
import { type CarriedSkill, isSkillDue, skillOf, verifiedTimes } from './skill.js';

/** Frames that are asked for what they carry; the newest has it, unless it is damaged. */
const MOST_ASKED = 3;

/**
 * Frames that come late are not given to readers, and get none: null. One that comes again, more complete, gets what it had.
 */
export async function skillFor(session: RadarSession, raster: RadarRaster): Promise<NowcastSkill | null> {
  const { validTime } = raster;
  const newest = newestHeld(session);
  if (newest === null || newest > validTime) return null;
  const carried = await carriedSkill(session);
  if (carried !== null && !isSkillDue(validTime, carried)) return carried.skill;
  return skillOf(storedFrames(session, verifiedTimes(validTime, session.held.keys())), raster, carried);
}

async function carriedSkill(session: RadarSession): Promise<CarriedSkill | null> {
  const newestFirst = [...session.held.keys()].sort((a, b) => b - a);
  for (const validTime of newestFirst.slice(0, MOST_ASKED)) {
    const published = await publishedBefore(session, session.rate.dataset);
    const frame = published?.description.validTime === validTime ? published : await recallHead(session, validTime);
    if (frame?.skill && isOfSameWorld(session, frame)) return { validTime, skill: frame.skill };
  }
  return null;
}

/** What was simulated says nothing of the weather. */
function isOfSameWorld({ deps }: RadarSession, { description }: FrameHead): boolean {
  return description.simulated === deps.source.simulated;
}

/** One at a time: each is tens of megabytes. */
async function* storedFrames(session: RadarSession, validTimes: readonly number[]): AsyncGenerator<RadarFrame> {
  for (const validTime of validTimes) {
    const frame = await recallFrame(session, validTime);
    if (frame !== null && isOfSameWorld(session, frame)) yield frame;
  }
}
