/** What was said of the next two hours at many stations at one minute: what the archive keeps, to be verified later. */

import { ACCURACY_LEADS } from './accuracy.js';
import type { RadarNetworkId } from './radar.js';

/** Archived leads, minutes: 0, which serves as the observation of the minute, and the leads of the accuracy endpoint. */
export const ISSUE_LEADS: readonly number[] = [0, ...ACCURACY_LEADS.find(({ interval }) => interval === '1m')!.leads];

export interface IssueStation {
  readonly id: string;
  /** Degrees north, degrees east. */
  readonly latitude: number;
  readonly longitude: number;
}

/** What was said at one minute for all stations. Values are [station][lead], NaN where nothing was said. */
export interface NowcastIssue {
  /** The minute that the leads count from, epoch seconds, a whole minute. */
  readonly issueTime: number;
  readonly stations: readonly IssueStation[];
  /** Minutes, rising. */
  readonly leads: readonly number[];
  /** mm/h. */
  readonly rates: Float32Array;
  /** Chance of at least 0.1 mm/h in the minute, 0..1. */
  readonly probabilities: Float32Array;
  /** 0 none, 1 radar, 2 blend, 3 nwp. */
  readonly sources: Uint8Array;
  /** 0..1. */
  readonly confidence: Float32Array;
  /** By station: whose frame it was made from, null none. */
  readonly networks: readonly (RadarNetworkId | null)[];
  /** By station: valid time of that frame, epoch seconds, null none. */
  readonly validTimes: readonly (number | null)[];
  /** Made from frames or models of the simulated upstream. */
  readonly simulated: boolean;
}
