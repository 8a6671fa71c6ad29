/** Results of a poll of radar. */

import type { MotionSource, RadarDatasetId } from '../../model/radar.js';
import type { RadarFeed } from '../../sources/radar-feed.js';

/** The feed as far as a poll needs it. */
export type PolledNetwork = Pick<RadarFeed, 'id' | 'title' | 'products'>;

/** What was published of a rate. */
export interface PublishedRate {
  readonly version: string;
  /** Epoch seconds. */
  readonly validTime: number;
  readonly motion: MotionSource;
  /** Times of the frames that the motion was seen in, epoch seconds, rising. */
  readonly frameTimes: readonly number[];
}

/** A file that was not taken, and why. */
export interface RefusedFrame {
  readonly dataset: RadarDatasetId;
  /** Address, or path. */
  readonly url: string;
  readonly reason: string;
}

export interface RadarOutcome {
  /** `nothing-new`: what readers get is what it was. */
  readonly kind: 'published' | 'nothing-new';
  /** The rate that readers now get, as far as this poll published it. */
  readonly published: PublishedRate | null;
  /** Rates stored besides: those that motion was seen in, and late ones. Valid times, epoch seconds. */
  readonly older: readonly number[];
  /** Datasets beside the rate that were published. */
  readonly companions: readonly RadarDatasetId[];
  readonly refused: readonly RefusedFrame[];
  readonly traffic: { readonly requests: number; readonly bytes: number };
  readonly seconds: RadarSeconds;
}

/** Seconds of work by part; `download` is waiting time. */
export interface RadarSeconds {
  download: number;
  decode: number;
  clean: number;
  motion: number;
  model: number;
  skill: number;
  write: number;
  /** From the first byte asked for to the published rate; 0 where there was none. */
  rate: number;
  total: number;
}
