/**
 * What a feed of radar frames is: which listings name its files, and which of the names are frames.
 *
 * Frames come every few minutes, and not on the minute: seconds in the names of MRMS are not always 00. So names are
 * never guessed, they are read from listings: of a bucket (Amazon S3, ListObjectsV2) or of a directory of a web server.
 * A source makes the addresses of listings and picks from the names; `ingest/radar` fetches.
 */

import type { RadarDatasetId, RadarNetworkId } from '../model/radar.js';
import type { PolledFeed } from './feed.js';

export { nextListing } from './bucket-address.js';

/** One file with one frame in it. */
export interface RadarFrameFile {
  readonly url: string;
  /** As its name has it, epoch seconds; the file may state it more exactly. */
  readonly validTime: number;
  /** Of several files of one valid time the largest is the most complete. */
  readonly rank: number;
}

/** How the answer at the address of a listing is read. */
export type RadarListing = 'bucket' | 'directory';

/** Files of frames, by the listings that name them. */
export interface ListedFrames {
  readonly listing: RadarListing;
  /**
   * Listings that name the frames with valid times in [from, to], epoch seconds; also others may be named.
   *
   * @param baseUrl  without a slash at its end
   */
  listings(baseUrl: string, from: number, to: number): readonly string[];
  /**
   * The frames among names.
   *
   * @param names  keys of a bucket, or links of a directory as they are written
   */
  framesIn(names: readonly string[], listingUrl: string, baseUrl: string): readonly RadarFrameFile[];
}

/** The files of one dataset. */
export interface RadarProductFeed extends ListedFrames {
  readonly dataset: RadarDatasetId;
  /** Most bytes of one file as it is transferred. */
  readonly ceilingBytes: number;
  /** True: a companion of the rate, which is published without it. */
  readonly isOptional: boolean;
}

export interface RadarFeed extends PolledFeed {
  readonly kind: 'radar';
  readonly id: RadarNetworkId;
  /** Names of its files, for the examples of the command line. */
  readonly fileNames: string;
  /** The rate first. */
  readonly products: readonly RadarProductFeed[];
}

/** Frames with valid times in [from, to], one for each time, the most complete and of those the last named; oldest first. */
export function framesBetween(frames: readonly RadarFrameFile[], from: number, to: number): RadarFrameFile[] {
  const best = new Map<number, RadarFrameFile>();
  for (const frame of frames) {
    if (frame.validTime < from || frame.validTime > to) continue;
    const held = best.get(frame.validTime);
    if (held === undefined || frame.rank >= held.rank) best.set(frame.validTime, frame);
  }
  return [...best.values()].sort((a, b) => a.validTime - b.validTime);
}
