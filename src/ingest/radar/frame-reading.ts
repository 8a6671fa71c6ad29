/** One file of a listing, from its address to a frame that may be published, or the reason why it may not. */

import { isTagged, UpstreamError } from '../../base/errors.js';
import type { RadarRaster } from '../../decode/radar/raster.js';
import type { Grid } from '../../model/field.js';
import type { RadarDatasetId } from '../../model/radar.js';
import { formatInstant } from '../../model/time.js';
import { coarseOf, packRates, tiledField } from '../../science/radar/tiled-field.js';
import type { RadarFrameFile, RadarProductFeed } from '../../sources/radar-feed.js';
import { faultOf } from '../ingest-fault.js';
import { tellFault } from '../poll/poll-record.js';
import { cleaned, frameFault } from './frame-quality.js';
import { publishedBefore } from './held-frames.js';
import { noteLost, type RadarSession, refuse, regionName, tell, timed } from './radar-session.js';

/** A cleaned frame; `url` is where it came from, `rank` how complete it is. */
export interface ReadRaster extends RadarRaster, Pick<RadarFrameFile, 'url' | 'rank'> {}

/**
 * Age up to which a published frame is answered from, s: half an hour, or while it is not even late. So long another grid
 * is an error of the file; afterwards it is how the upstream has it now.
 */
export function usableSeconds({ cadence }: Pick<RadarSession, 'cadence'>): number {
  return Math.max(1800, 3 * cadence + 300);
}

/**
 * Null when the file cannot be taken, which is told, and when the poll has given up (`RadarSession.gaveUp`).
 *
 * @throws the signal's reason
 */
export async function readFrameFile(
  session: RadarSession,
  product: RadarProductFeed,
  file: RadarFrameFile,
): Promise<ReadRaster | null> {
  const { deps, http, seconds } = session;
  const { signal } = deps;
  if (session.gaveUp !== null) return null;
  try {
    const answer = await timed(seconds, 'download', () =>
      http.get(file.url, { ceilingBytes: product.ceilingBytes, signal }),
    );
    if (answer.notModified) throw new UpstreamError('framing', file.url, 'answers 304 to an unconditional request');
    const read = await readRaster(session, product.dataset, answer.bytes, file.validTime);
    if (typeof read !== 'string') {
      const frame = formatInstant(read.validTime);
      tell(session, 'read', `${product.dataset} of ${frame}`, { dataset: product.dataset, frame }, false);
      return { ...read, url: file.url, rank: file.rank };
    }
    refuse(session, product.dataset, file.url, read);
  } catch (error) {
    signal?.throwIfAborted();
    const reason = reasonOf(error);
    const isLost = noteLost(session, error);
    if (isLost) tellFault(deps.progress, session.feed, product.dataset, faultOf(error));
    refuse(session, product.dataset, file.url, reason, !isLost);
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
  const decoded = await decodeBytes(session, dataset, bytes, validTime);
  return typeof decoded === 'string' ? decoded : checkRaster(session, dataset, decoded, validTime);
}

/**
 * What the bytes hold, as it is kept, or the rule that they break.
 *
 * @param namedTime  as the name of the file has it; null: it has none
 */
export async function decodeBytes(
  { deps, seconds }: RadarSession,
  dataset: RadarDatasetId,
  bytes: Uint8Array,
  namedTime: number | null,
): Promise<RadarRaster | string> {
  const { region } = deps;
  // Loaded with the first file: most polls find nothing new, and decoders take longer to load than to ask for that.
  const decode = deps.decode ?? (await import('./radar-decoding.js')).decodeRadar;
  try {
    return await timed(seconds, 'decode', async () =>
      asStored(dataset, await decode(dataset, bytes, region, namedTime)),
    );
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
  return isTagged(error, 'malformed') || isTagged(error, 'grib-unsupported');
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
  return frame !== null && frame.description.validTime >= session.now - usableSeconds(session)
    ? frame.description.grid
    : null;
}

const QUALITY_FACTOR = 4;
/** Smaller grids stay as they are: those of a region, or of a coarse upstream. */
const LARGE_PIXELS = 4e6;

/**
 * The raster as it is stored: a large field of radar quality as means of 4 × 4 pixels, any other unchanged.
 *
 * Quality follows distance and height of the beam, so it changes over tens of kilometres, but hardly any two of its pixels
 * are equal. For a CONUS frame it takes 30 MB in memory, as much as all other fields together; the means take 2.
 */
export function asStored(dataset: RadarDatasetId, raster: RadarRaster): RadarRaster {
  const { grid, field } = raster;
  if (dataset !== 'mrms-quality' || grid.kind !== 'regular' || grid.rows * grid.columns <= LARGE_PIXELS) return raster;
  const { rows, columns, values } = coarseOf(field, QUALITY_FACTOR);
  // The centre of the first block is that of its pixels.
  const firstOf = (first: number, step: number) => millionths(first + ((QUALITY_FACTOR - 1) / 2) * step);
  return {
    ...raster,
    grid: {
      ...grid,
      ...{ rows, columns },
      firstLatitude: firstOf(grid.firstLatitude, grid.latitudeStep),
      firstLongitude: firstOf(grid.firstLongitude, grid.longitudeStep),
      latitudeStep: millionths(QUALITY_FACTOR * grid.latitudeStep),
      longitudeStep: millionths(QUALITY_FACTOR * grid.longitudeStep),
    },
    field: tiledField(rows, columns, field.step, packRates(values, field.step)),
  };
}

/** Degrees as GRIB has them, so that two frames stand on the same grid to the last bit. */
function millionths(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
