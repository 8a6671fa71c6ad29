/** One file of a listing, from its address to a frame that may be published, or the reason why it may not. */

import { isTagged, UpstreamError } from '../../base/errors.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import type { Grid } from '../../model/field.js';
import type { RadarDatasetId } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import type { RadarFrameFile, RadarProductFeed } from '../../sources/radar-feed.js';
import { cleaned, frameFault } from './frame-quality.js';
import { decodeRadar } from './radar-decoding.js';
import { publishedBefore, type RadarSession, refuse, regionName, tell, timed } from './radar-session.js';

/**
 * A published frame is answered from up to this age, s. So long another grid is an error of the file; afterwards it is how
 * the upstream has it now.
 */
export const USABLE_SECONDS = 1800;
/** Faults of the connection after which the poll gives up: the next files would take as long. */
const MOST_LOST = 2;

/** A cleaned frame; `url` is where it came from. */
export interface ReadRaster extends RadarRaster {
  readonly url: string;
}

/**
 * Null when the file cannot be taken, which is told.
 *
 * @throws UpstreamError  the upstream does not answer any more
 * @throws the signal's reason
 */
export async function readFrameFile(
  session: RadarSession,
  product: RadarProductFeed,
  file: RadarFrameFile,
): Promise<ReadRaster | null> {
  const { deps, http, seconds } = session;
  const { signal } = deps;
  try {
    const answer = await timed(seconds, 'download', () =>
      http.get(file.url, { ceilingBytes: product.ceilingBytes, signal }),
    );
    if (answer.notModified) throw new UpstreamError('framing', file.url, 'answers 304 to an unconditional request');
    const read = await readRaster(session, product.dataset, answer.bytes, file.validTime);
    if (typeof read !== 'string') {
      const frame = formatInstant(read.validTime);
      tell(session, 'read', `${product.dataset} of ${frame}`, { dataset: product.dataset, frame }, false);
      return { ...read, url: file.url };
    }
    refuse(session, product.dataset, file.url, read);
  } catch (error) {
    signal?.throwIfAborted();
    refuse(session, product.dataset, file.url, reasonOf(error));
    if (isLost(error) && ++session.lost >= MOST_LOST) throw error;
  }
  return null;
}

/** Decodes, checks and cleans the bytes of a file: a frame, or the rule that it breaks. */
async function readRaster(
  session: RadarSession,
  dataset: RadarDatasetId,
  bytes: Uint8Array,
  validTime: number,
): Promise<RadarRaster | string> {
  const decoded = await decodeBytes(session, dataset, bytes);
  return typeof decoded === 'string' ? decoded : checkRaster(session, dataset, decoded, validTime);
}

/** What the bytes hold, or the rule that they break. */
export async function decodeBytes(
  { deps, seconds }: RadarSession,
  dataset: RadarDatasetId,
  bytes: Uint8Array,
): Promise<RadarRaster | string> {
  const { decode = decodeRadar, region } = deps;
  try {
    return await timed(seconds, 'decode', () => decode(dataset, bytes, region));
  } catch (error) {
    if (!isOfBytes(error)) throw error;
    return error.message;
  }
}

/**
 * A frame that may be published, cleaned, or the rule that it breaks.
 *
 * @param validTime  as the name of the file has it; null: it has none
 */
export async function checkRaster(
  session: RadarSession,
  dataset: RadarDatasetId,
  raster: RadarRaster,
  validTime: number | null,
): Promise<RadarRaster | string> {
  const { now, cadence, seconds } = session;
  const fault = frameFault(raster, { now, cadence, validTime, grid: await publishedGrid(session, dataset) });
  if (fault !== null) return fault;
  const field = await timed(seconds, 'clean', () => cleaned(dataset, raster.field, raster.grid));
  return { ...raster, field };
}

function isOfBytes(error: unknown): error is Error {
  return isTagged(error, 'radar-malformed') || isTagged(error, 'grib-malformed') || isTagged(error, 'grib-unsupported');
}

function isLost(error: unknown): boolean {
  return isTagged(error, 'upstream') && (error.fault === 'network' || error.fault === 'timeout');
}

/** @throws what is no fault of the upstream */
function reasonOf(error: unknown): string {
  if (!isTagged(error, 'upstream')) throw error;
  return `${error.fault}: ${error.detail}`;
}

/** The grid that frames of the dataset stand on; null: there is none to hold them to. */
async function publishedGrid(session: RadarSession, dataset: RadarDatasetId): Promise<Grid | null> {
  if (session.memory.region !== regionName(session.deps)) return null;
  const frame = await publishedBefore(session, dataset);
  return frame !== null && frame.description.validTime >= session.now - USABLE_SECONDS ? frame.description.grid : null;
}
