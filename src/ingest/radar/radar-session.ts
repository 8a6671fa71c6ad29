/** What one poll of a feed of radar carries along: its connections, its memory, what is held, and what it tells. */

import { isTagged, UpstreamError } from '../../base/errors.js';
import type { ProgressEvent } from '../../base/progress.js';
import { timerSleep } from '../../base/retry.js';
import type { Grid } from '../../model/field.js';
import type { MotionField, RadarDatasetId, RadarFrame, RadarShelf } from '../../model/radar.js';
import type { RateGrid } from '../../science/radar/rate-grid.js';
import { createHttpDownload, type HttpDownload, type HttpSettings } from '../../sources/http-download.js';
import type { RadarProductFeed } from '../../sources/radar-feed.js';
import { createRadarShelf } from '../../store/radar/radar-shelf.js';
import type { PolledFeed, RadarDependencies, RadarSeconds, RefusedFrame } from './radar-dependencies.js';
import { cadenceOf } from './radar-feed-table.js';
import { noteRefusal, type RadarMemory } from './radar-memory.js';

/** Less patience than for model runs: the next frame comes in minutes. Of the globe there are tens of megabytes to wait for. */
const RADAR_HTTP: Partial<HttpSettings> = {
  timeouts: { head: 15, idle: 15, total: 240 },
  policy: { attempts: 3, firstPauseSeconds: 0.5, longestPauseSeconds: 5 },
  longestRetryAfter: 30,
  connectionsPerHost: 4,
};

/** A frame as motion is seen in it. */
export interface SeenFrame {
  readonly grid: Grid;
  readonly coarse: RateGrid;
}

export interface RadarSession {
  readonly deps: RadarDependencies;
  readonly feed: PolledFeed;
  /** The product that everything else accompanies. */
  readonly rate: RadarProductFeed;
  readonly cadence: number;
  /** When the poll began, epoch seconds. */
  readonly now: number;
  readonly http: HttpDownload;
  readonly shelf: RadarShelf;
  readonly memory: RadarMemory;
  /** Valid times of the rates in the store, epoch seconds. */
  readonly held: Set<number>;
  /** Frames that motion was already looked for in, by their valid times. */
  readonly seen: Map<number, SeenFrame>;
  /** What was published when the poll began, by dataset, as far as it was asked for. */
  readonly published: Map<RadarDatasetId, RadarFrame | null>;
  /** Motion by the winds of a model, by the hour of the frame. */
  readonly winds: { readonly hour: number; readonly grid: Grid; readonly motion: MotionField | null }[];
  readonly refused: RefusedFrame[];
  /** Files that the connection failed for. */
  lost: number;
  readonly seconds: RadarSeconds;
}

export async function openRadarSession(
  deps: RadarDependencies,
  feed: PolledFeed,
  memory: RadarMemory,
): Promise<RadarSession> {
  const { clock, log, random, sleep = timerSleep } = deps;
  const shelf = createRadarShelf({ objects: deps.objects, clock, log });
  const rate = feed.products[0]!;
  return {
    deps,
    feed,
    rate,
    cadence: cadenceOf(feed),
    now: clock.now(),
    http: createHttpDownload({ clock, log, random, sleep, settings: { ...RADAR_HTTP, ...deps.http } }),
    shelf,
    memory,
    held: new Set(await shelf.validTimes(rate.dataset)),
    seen: new Map(),
    published: new Map(),
    winds: [],
    refused: [],
    lost: 0,
    seconds: { download: 0, decode: 0, clean: 0, motion: 0, model: 0, skill: 0, write: 0, rate: 0, total: 0 },
  };
}

/** The latest frame of the rate in the store; null when there is none. */
export function newestHeld({ held }: RadarSession): number | null {
  return held.size === 0 ? null : Math.max(...held);
}

/** What readers had of a dataset when it was first asked for; null: nothing, or nothing that can be read. */
export async function publishedBefore(session: RadarSession, dataset: RadarDatasetId): Promise<RadarFrame | null> {
  const { published, shelf, deps } = session;
  const known = published.get(dataset);
  if (known !== undefined) return known;
  let frame: RadarFrame | null = null;
  try {
    frame = await shelf.newest(dataset);
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    deps.log.warn({ dataset, error: error.message }, 'the published frame is damaged; a newer one replaces it');
  }
  published.set(dataset, frame);
  return frame;
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

/** The region as the memory keeps it. */
export function regionName({ region }: Pick<RadarDependencies, 'region'>): string {
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

/** A file is not taken: said, and remembered. */
export function refuse(session: RadarSession, dataset: RadarDatasetId, url: string, reason: string): void {
  const { deps, memory, now, refused } = session;
  refused.push({ dataset, url, reason });
  noteRefusal(memory, url, reason, now);
  const facts = { dataset, url, reason };
  deps.log.warn({ feed: session.feed.id, ...facts }, 'a frame is not taken');
  tell(session, 'refused', `${url} is not taken: ${reason}`, facts);
}

/** The error of a poll after which there is nothing to answer from. */
export function nothingUsable({ refused, feed, deps }: RadarSession): UpstreamError {
  const last = refused.at(-1);
  if (last !== undefined) return new UpstreamError('framing', last.url, last.reason);
  return new UpstreamError('not-yet', deps.source.baseUrl, `names no recent frame of ${feed.title}`);
}
