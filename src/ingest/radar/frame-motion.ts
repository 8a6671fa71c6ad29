/**
 * The motion of a frame, from the best that there is:
 *
 *   radar    two or three frames about ten minutes apart that show it
 *   earlier  what the frame before it had seen, an hour ago at most: after a gap, or where too little rain is left
 *   model    winds of a model
 *   none     nothing moves
 *
 * `earlier` comes before the model: the storms are those of an hour ago.
 */

import { isDeepStrictEqual } from 'node:util';
import { isTagged } from '../../base/errors.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import type { Grid } from '../../model/field.js';
import type { MotionField, MotionSource, TiledField } from '../../model/radar.js';
import { estimateMotion } from '../../science/radar/motion/estimate-motion.js';
import { coarseOf } from '../../science/radar/tiled-field.js';
import type { RadarFrameFile } from '../../sources/radar-feed.js';
import { createCubeShelf } from '../../store/cubes/cube-shelf.js';
import type { FrameHead } from '../../store/radar/radar-reader.js';
import { type ReadRaster, readFrameFile } from './frame-reading.js';
import { publishedBefore, recallFrame } from './held-frames.js';
import { modelMotion } from './model-motion.js';
import { motionFactorOf } from './motion-factor.js';
import { type RadarSession, type SeenFrame, timed } from './radar-session.js';

/** Frames that motion is looked for in. */
const MOST_FRAMES = 3;
/** No motion is carried on for longer, s. */
const OLDEST_MOTION = 3600;

export interface FrameMotion {
  readonly field: MotionField;
  readonly source: MotionSource;
  /** Epoch seconds, rising; of `radar` and `earlier` the frames that it was seen in. */
  readonly frameTimes: readonly number[];
}

/** What motion may be looked for in besides the frames that are held. */
export interface Fetching {
  readonly files: readonly RadarFrameFile[];
  /** Frames that were fetched for it, which the caller may store. */
  readonly fetched: ReadRaster[];
}

/**
 * Where the upstream does not answer any more, in what is held: the frame that is there must not wait for older ones.
 *
 * @param fetching  null: only in what is held
 */
export async function motionOf(
  session: RadarSession,
  raster: RadarRaster,
  fetching: Fetching | null,
): Promise<FrameMotion> {
  const { seconds } = session;
  const { grid, validTime } = raster;
  const times = [validTime];
  const frames = [see(session, raster).coarse];
  while (frames.length < MOST_FRAMES) {
    const before = await frameSeenBefore(session, times[0]!, grid, fetching);
    if (before === null) break;
    times.unshift(before.validTime);
    frames.unshift(before.coarse);
  }
  const model = await modelWind(session, raster);
  if (frames.length > 1) {
    const options = {
      factor: motionFactorOf(grid),
      nativeRows: grid.rows,
      nativeColumns: grid.columns,
      fallback: model,
    };
    const { field } = await timed(seconds, 'motion', () => estimateMotion(frames, times, options));
    if (field !== null) return { field, source: 'radar', frameTimes: times };
  }
  const earlier = earlierMotion(await publishedBefore(session, session.rate.dataset), raster);
  if (earlier !== null) return earlier;
  return model === null ? stillness(grid) : { field: model, source: 'model', frameTimes: [] };
}

/**
 * What the published model says, as far as it can be read: a damaged run must not keep a frame from being published. Read
 * once for the frames of an hour, over which this wind hardly changes.
 */
async function modelWind(session: RadarSession, { grid, validTime }: RadarRaster): Promise<MotionField | null> {
  const { deps, seconds, winds } = session;
  const { objects, clock, log } = deps;
  const motion = deps.modelMotion ?? ((...asked) => modelMotion(createCubeShelf({ objects, clock, log }), ...asked));
  const hour = Math.floor(validTime / 3600);
  const known = winds.find((wind) => wind.hour === hour && isDeepStrictEqual(wind.grid, grid));
  if (known !== undefined) return known.motion;
  const wind = { hour, grid, motion: null as MotionField | null };
  winds.push(wind);
  try {
    wind.motion = await timed(seconds, 'model', () => motion(grid, validTime));
  } catch (error) {
    if (!isTagged(error, 'object-defect') && !isTagged(error, 'object-missing')) throw error;
    log.warn({ error: error.message }, "the model's wind cannot be read");
  }
  return wind.motion;
}

/** Frames of the same grid only. One that cannot be had or read is passed over, and the next best is taken. */
async function frameSeenBefore(
  session: RadarSession,
  validTime: number,
  grid: Grid,
  fetching: Fetching | null,
): Promise<(SeenFrame & { readonly validTime: number }) | null> {
  const held = [...session.held.keys()].map((time): FrameAt & { file: RadarFrameFile | null } => ({
    validTime: time,
    isHeld: true,
    file: null,
  }));
  const read = [...session.seen.keys()].map((time) => ({ validTime: time, isHeld: true, file: null }));
  const files = (session.gaveUp === null && fetching !== null ? fetching.files : []).map((file) => ({
    validTime: file.validTime,
    isHeld: false,
    file,
  }));
  let candidates = [...held, ...read, ...files];
  for (;;) {
    const chosen = frameBefore(validTime, candidates);
    if (chosen === null) return null;
    const seen =
      chosen.file === null ? await recall(session, chosen.validTime) : await fetch(session, chosen.file, fetching);
    if (seen !== null && isDeepStrictEqual(seen.grid, grid)) return { ...seen, validTime: chosen.validTime };
    candidates = candidates.filter((candidate) => candidate.validTime !== chosen.validTime);
  }
}

async function fetch(
  session: RadarSession,
  file: RadarFrameFile,
  fetching: Fetching | null,
): Promise<SeenFrame | null> {
  const raster = await readFrameFile(session, session.rate, file);
  if (raster === null) return null;
  fetching?.fetched.push(raster);
  return see(session, raster);
}

/** A frame of the store, or one that was seen before in this poll. */
async function recall(session: RadarSession, validTime: number): Promise<SeenFrame | null> {
  const known = session.seen.get(validTime);
  if (known !== undefined) return known;
  const frame = await recallFrame(session, validTime);
  return frame && see(session, { validTime, grid: frame.description.grid, field: frame.field });
}

function see({ seen }: RadarSession, { validTime, grid, field }: RadarRaster): SeenFrame {
  const known = seen.get(validTime);
  if (known !== undefined) return known;
  const frame = { grid, coarse: coarseFor(grid, field) };
  seen.set(validTime, frame);
  return frame;
}

function coarseFor(grid: Grid, field: TiledField) {
  return coarseOf(field, motionFactorOf(grid));
}

/** The motion of the published frame, where that one is not newer, stands on the same grid, and saw or carried one. */
function earlierMotion(published: FrameHead | null, { validTime, grid }: RadarRaster): FrameMotion | null {
  if (published === null || published.motion === null) return null;
  const { description, motion } = published;
  const { source, frameTimes } = description.motion ?? { source: 'none', frameTimes: [] };
  const seenAt = frameTimes.at(-1);
  const isSeen = (source === 'radar' || source === 'earlier') && seenAt !== undefined;
  const isOld = !isSeen || description.validTime > validTime || validTime - seenAt > OLDEST_MOTION;
  return isOld || !isDeepStrictEqual(description.grid, grid) ? null : { field: motion, source: 'earlier', frameTimes };
}

function stillness({ rows, columns }: Grid): FrameMotion {
  const none = { rows: 1, columns: 1, spacing: Math.max(rows, columns), origin: 0 };
  return { field: { ...none, u: new Float32Array(1), v: new Float32Array(1) }, source: 'none', frameTimes: [] };
}

/** Wanted time between two frames in which motion is seen, and its bounds, s. */
const FRAME_SPACING = 600;
const LEAST_SPACING = 360;
const MOST_SPACING = 840;
/** A frame that must be fetched is chosen over a held one only if it is nearer to the wanted time by this, s. */
const WORTH_FETCHING = 120;

interface FrameAt {
  /** Epoch seconds. */
  readonly validTime: number;
  readonly isHeld: boolean;
}

/**
 * The next older frame in which motion is seen; null when none is 6 to 14 minutes older. In that time a shower stays the
 * same shower and moves by more than a pixel.
 *
 * On MRMS, motion from frames 2 minutes apart lost to persistence at 4 minutes' lead; from frames 10 minutes apart it won
 * everywhere (docs/methods/nowcast-motion.md).
 *
 * @param validTime  time of the frame whose motion is wanted, or of the frame that was chosen last, epoch seconds
 */
function frameBefore<Frame extends FrameAt>(validTime: number, frames: readonly Frame[]): Frame | null {
  const cost = (frame: Frame) =>
    Math.abs(validTime - FRAME_SPACING - frame.validTime) + (frame.isHeld ? 0 : WORTH_FETCHING);
  const fitting = frames.filter((frame) => {
    const age = validTime - frame.validTime;
    return age >= LEAST_SPACING && age <= MOST_SPACING;
  });
  return fitting.reduce<Frame | null>((best, frame) => (best && cost(best) <= cost(frame) ? best : frame), null);
}
