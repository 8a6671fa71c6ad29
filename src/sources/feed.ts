/** Facts that every feed has, whatever its kind. A feed is one folder beside this file and one row in `feeds.ts`. */

import { type Box, meets } from '../model/box.js';

/** Name of a setting that holds a base address. */
export type AddressSetting = `WEATHERGLASS_${string}_URL`;

/** A base address of files, and the setting by which an operator changes it. */
export interface FeedAddress {
  readonly setting: AddressSetting;
  /** Empty: files are fetched only where an operator names an address. */
  readonly fallback: string;
  readonly help: string;
}

/** Downloads of a feed. Ranged downloads always carry the whole grid of a model, so a region changes nothing here. */
export interface FeedTraffic {
  /** Name of one download. */
  readonly unit: 'run' | 'frame' | 'poll' | 'update';
  /** Mean size of one over a day, MB (10⁶ bytes); unchanged files of a poll are not downloaded again. */
  readonly megabytes: number;
  /** Downloads per day. */
  readonly perDay: number;
  /** True: added up from real indexes or files; false: estimated. */
  readonly isMeasured: boolean;
  /** Source of the figure. */
  readonly basis: string;
  /** Size of the very first one, MB, where it is larger. */
  readonly firstMegabytes?: number;
}

export interface FeedFacts {
  /** Unique: its name in WEATHERGLASS_FEEDS and in `weatherglass ingest <id>`. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** Base addresses of its files; a feed of several issuers has several. */
  readonly addresses: readonly FeedAddress[];
  /** Longest time for the downloads of one ingest, s. What it read by then is kept. */
  readonly deadlineSeconds: number;
  /**
   * When "auto" includes it: always, with a configured region that it covers, with any feed of alerts, or never. A feed
   * on demand cannot be configured: it is fetched when a client asks for it.
   */
  readonly automatic: 'always' | 'with-region' | 'with-alerts' | 'never' | 'on-demand';
  /** Null: it is fetched once, or on demand. */
  readonly traffic: FeedTraffic | null;
}

/** Feeds of one queue are ingested one after the other, the queues beside each other. */
export type IngestQueue = 'global' | 'regional';

export interface QueuedFeed extends FeedFacts {
  /** `regional` for small and hourly runs, which must not wait for those of the globe. */
  readonly queue: IngestQueue;
}

export interface PolledFeed extends FeedFacts {
  /** From one poll to the next, s. */
  readonly intervalSeconds: number;
  /** Areas of its data; with "auto" a feed is polled whose boxes meet the region. */
  readonly covers: readonly Box[];
  /** Words that its licence wants, and the licence. */
  readonly attribution: string;
  readonly licence: string;
}

/** Room around the region, degrees: an alert at its edge is worth having. */
const MARGIN = 1;

/** True where the boxes have a point in common, the region taken a degree larger on each side; null is the globe. */
export function meetsRegion(covers: readonly Box[], region: Box | null): boolean {
  return region === null || covers.some((box) => meets(box, region, MARGIN));
}

/** Traffic per day, GB (10⁹ bytes); 0 for a feed without regular downloads. */
export function gigabytesPerDay({ traffic }: Pick<FeedFacts, 'traffic'>): number {
  return traffic === null ? 0 : (traffic.megabytes * traffic.perDay) / 1000;
}
