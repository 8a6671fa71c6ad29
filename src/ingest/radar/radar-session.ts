/** What one poll of a feed of radar carries along: its connections, its memory, what is held, and what it tells. */

import { isTagged, type UpstreamError } from '../../base/errors.js';
import type { ProgressEvent } from '../../base/progress.js';
import type { Grid } from '../../model/field.js';
import { cadenceOf, type MotionField, type RadarDatasetId, type RadarShelf } from '../../model/radar.js';
import type { RateGrid } from '../../science/radar/rate-grid.js';
import type { HttpDownload, HttpSettings } from '../../sources/http-download.js';
import type { RadarProductFeed } from '../../sources/radar-feed.js';
import type { FrameHead } from '../../store/radar/radar-reader.js';
import { completeVersions, createRadarShelf } from '../../store/radar/radar-shelf.js';
import { rankOf, validTimeOf } from '../../store/versions/timed-version.js';
import type { RadarContext } from '../context.js';
import { openHttp } from '../poll/frame.js';
import { noteRefusal, type RadarMemory } from './radar-memory.js';
import type { PolledNetwork, RadarSeconds, RefusedFrame } from './radar-outcome.js';

/** Less patience than for model runs: the next frame comes in minutes. */
const RADAR_HTTP: Partial<HttpSettings> = {
  leastRate: { bytesPerSecond: 1024, overSeconds: 15 },
  policy: { attempts: 3, firstPauseSeconds: 0.5, longestPauseSeconds: 5 },
  longestRetryAfter: 30,
  connectionsPerHost: 4,
};
/** Longest that one file may trickle in, s: one of a megabyte or two, and one of the globe. */
const LONGEST_DOWNLOAD = 60;
const LONGEST_GLOBE = 240;
const GLOBE_BYTES = 64 << 20;

/** A frame as motion is seen in it. */
export interface SeenFrame {
  readonly grid: Grid;
  readonly coarse: RateGrid;
}

export interface RadarSession {
  readonly deps: RadarContext;
  readonly feed: PolledNetwork;
  /** The product that everything else accompanies. */
  readonly rate: RadarProductFeed;
  readonly cadence: number;
  /** When the poll began, epoch seconds. */
  readonly now: number;
  readonly http: HttpDownload;
  readonly shelf: RadarShelf;
  readonly memory: RadarMemory;
  /** Valid times of the rates in the store, epoch seconds, each with how complete its frame is (`RadarFrameFile.rank`). */
  readonly held: Map<number, number>;
  /** Frames that motion was already looked for in, by their valid times. */
  readonly seen: Map<number, SeenFrame>;
  /** What was published when the poll began, by dataset, as far as it was asked for. */
  readonly published: Map<RadarDatasetId, FrameHead | null>;
  /** Motion by the winds of a model, by the hour of the frame. */
  readonly winds: { readonly hour: number; readonly grid: Grid; readonly motion: MotionField | null }[];
  readonly refused: RefusedFrame[];
  /** Requests that the connection failed for. */
  lost: number;
  /** Why nothing more is asked of the upstream; null: it answers. */
  gaveUp: UpstreamError | null;
  readonly seconds: RadarSeconds;
}

export async function openRadarSession(
  deps: RadarContext,
  feed: PolledNetwork,
  memory: RadarMemory,
  http: HttpDownload,
): Promise<RadarSession> {
  const { clock, log } = deps;
  const shelf = createRadarShelf({ objects: deps.objects, clock, log });
  const rate = feed.products[0]!;
  return {
    deps,
    feed,
    rate,
    cadence: cadenceOf(feed.id),
    now: clock.now(),
    http,
    shelf,
    memory,
    held: new Map(
      (await completeVersions(deps.objects, rate.dataset)).map((version) => [validTimeOf(version)!, rankOf(version)]),
    ),
    seen: new Map(),
    published: new Map(),
    winds: [],
    refused: [],
    lost: 0,
    gaveUp: null,
    seconds: { download: 0, decode: 0, clean: 0, motion: 0, model: 0, skill: 0, write: 0, rate: 0, total: 0 },
  };
}

/** Downloads of a poll; a frame of the globe takes longer. */
export function openRadarHttp(deps: RadarContext, { products }: PolledNetwork): HttpDownload {
  const isGlobe = products.some(({ ceilingBytes }) => ceilingBytes > GLOBE_BYTES);
  const timeouts = { head: 15, idle: 15, total: isGlobe ? LONGEST_GLOBE : LONGEST_DOWNLOAD };
  return openHttp(deps, { ...RADAR_HTTP, timeouts });
}

/** Faults of the connection after which the poll gives up: the next requests would take as long. */
const MOST_LOST = 2;

/** True for a fault of the connection, which says nothing of the file; after the second nothing more is asked for. */
export function noteLost(session: RadarSession, error: unknown): boolean {
  if (!isTagged(error, 'upstream') || !error.isOfConnection) return false;
  session.lost += 1;
  if (session.lost >= MOST_LOST) session.gaveUp = error;
  return true;
}

/** The region as the memory keeps it. */
export function regionName({ region }: Pick<RadarContext, 'region'>): string {
  return region === null ? 'all' : `${region.south},${region.west},${region.north},${region.east}`;
}

/** Does work of a part and adds its seconds. */
export async function timed<T>(
  seconds: RadarSeconds,
  part: keyof RadarSeconds,
  work: () => T | Promise<T>,
): Promise<T> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    seconds[part] += (performance.now() - begun) / 1000;
  }
}

export function tell(
  { deps, feed }: RadarSession,
  event: string,
  text: string,
  facts: ProgressEvent['facts'],
  lasting = true,
): void {
  deps.progress({ event, text: `${feed.title}: ${text}`, facts: { feed: feed.id, ...facts }, lasting });
}

/**
 * A file is not taken: said, and remembered.
 *
 * @param isItsFault  false: nothing is known of the file itself, and none of its chances is used up
 */
export function refuse(
  session: RadarSession,
  dataset: RadarDatasetId,
  url: string,
  reason: string,
  isItsFault = true,
): void {
  const { deps, memory, now, refused } = session;
  refused.push({ dataset, url, reason });
  noteRefusal(memory, url, { reason, isItsFault, now });
  const facts = { dataset, url, reason };
  if (isItsFault) deps.log.warn({ feed: session.feed.id, ...facts }, 'a frame is not taken');
  tell(session, 'refused', `${url} is not taken: ${reason}`, facts);
}
