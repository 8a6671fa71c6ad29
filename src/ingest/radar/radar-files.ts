/**
 * Frames from files, by hand or by whoever receives them another way. Which product a file holds, it says itself. Several
 * at once are taken in the order of their names, in which times rise, so that each finds its motion in those before it.
 */

import { basename } from 'node:path';
import { UpstreamError } from '../../base/errors.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import type { RadarDatasetId } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import { filesNamed, readLocalFile } from '../../sources/local-files.js';
import type { RadarContext } from '../context.js';
import { polling } from '../poll/frame.js';
import { motionOf } from './frame-motion.js';
import { completePublication, publish, removeOld } from './frame-publication.js';
import { checkRaster, decodeBytes } from './frame-reading.js';
import { skillFor } from './frame-skill.js';
import { emptyMemory } from './radar-memory.js';
import type { PolledNetwork } from './radar-outcome.js';
import { openRadarHttp, openRadarSession, type RadarSession, refuse, tell } from './radar-session.js';

const TREE = { deepest: 3, mostFiles: 10_000 };
const ENDINGS = /\.(grib2?|gz|tar|nc|h5|hdf)$/i;

export interface RadarFilesOutcome {
  readonly files: number;
  readonly published: number;
  readonly refused: number;
}

/**
 * Publishes the frames of these files and directories. Readers get the newest of them, unless a newer one is published
 * already. A file that cannot be taken stops nothing.
 *
 * @throws UpstreamError  a file cannot be read, there is none, or none could be taken
 * @throws DirectoryLockedError  a poll of the feed is running
 */
export async function ingestRadarFiles(
  deps: RadarContext,
  feed: PolledNetwork,
  from: readonly string[],
): Promise<RadarFilesOutcome> {
  const paths = await pathsIn(from);
  return polling(deps, feed.id, openRadarHttp(deps, feed), async (http) =>
    // No region: frames of another time may rightly stand on another grid than what is published.
    publishFiles(await openRadarSession(deps, feed, emptyMemory('files'), http), paths),
  );
}

async function publishFiles(session: RadarSession, paths: readonly string[]): Promise<RadarFilesOutcome> {
  await completePublication(session);
  let published = 0;
  for (const path of paths) {
    session.deps.signal?.throwIfAborted();
    if (await publishFile(session, path)) published += 1;
  }
  const refused = session.refused.length;
  if (published === 0) throw new UpstreamError('framing', session.refused.at(-1)!.url, session.refused.at(-1)!.reason);
  for (const { dataset } of session.feed.products) {
    const newest = (await session.shelf.validTimes(dataset)).at(-1);
    if (newest !== undefined) await removeOld(session, dataset, newest);
  }
  const facts = { files: paths.length, published, refused };
  tell(session, 'published', `${published} of ${paths.length} files taken`, facts);
  return facts;
}

async function pathsIn(from: readonly string[]): Promise<string[]> {
  const paths = await filesNamed(from, TREE, ENDINGS);
  if (paths.length === 0) throw new UpstreamError('not-yet', from.join(' '), 'holds no frame of radar');
  return paths.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

async function publishFile(session: RadarSession, path: string): Promise<boolean> {
  const { rate } = session;
  const read = await readFile(session, path);
  if (typeof read === 'string') {
    refuse(session, rate.dataset, path, read);
    return false;
  }
  const { dataset, raster } = read;
  const motion = dataset === rate.dataset ? await motionOf(session, raster, null) : null;
  const skill = motion === null ? null : await skillFor(session, raster);
  await publish(session, dataset, raster, motion, skill);
  session.published.delete(dataset); // the next file finds what this one saw
  if (motion !== null && !session.held.has(raster.validTime)) session.held.set(raster.validTime, 0);
  const facts = { dataset, frame: formatInstant(raster.validTime), motionSource: motion?.source ?? null };
  tell(session, 'frame', `${dataset} of ${facts.frame}${motion === null ? '' : `, motion: ${motion.source}`}`, facts);
  return true;
}

/** The first product of the feed that the file can be read as, the rate first; else why it is no rate. */
async function readFile(
  session: RadarSession,
  path: string,
): Promise<{ readonly dataset: RadarDatasetId; readonly raster: RadarRaster } | string> {
  const { products } = session.feed;
  const bytes = await readLocalFile(path, Math.max(...products.map(({ ceilingBytes }) => ceilingBytes)));
  let reason: string | null = null;
  for (const { dataset } of products) {
    const decoded = await decodeBytes(session, dataset, bytes, null);
    if (typeof decoded === 'string') {
      reason ??= decoded;
      continue;
    }
    const raster = await checkRaster(session, dataset, decoded, null);
    return typeof raster === 'string' ? raster : { dataset, raster };
  }
  return reason!;
}
