/** What fetching sweeps of single radars needs from outside, and what comes of it. */

import type { ObjectStore } from '../../store/objects/object-store.js';
import type { FetchDependencies, FetchSource } from '../fetch-dependencies.js';

export interface ScanDependencies extends FetchDependencies {
  readonly objects: ObjectStore;
  readonly source: FetchSource;
  /** Directory for a lock of each radar. */
  readonly directory: string;
}

/** A file that was not taken, and why. */
export interface RefusedScan {
  /** Address, or path. */
  readonly url: string;
  readonly reason: string;
}

export interface ScanPollOutcome {
  /** `nothing-new`: readers get what they got; `silent`: the radar has sent nothing for an hour. */
  readonly kind: 'published' | 'nothing-new' | 'silent';
  /** Of the sweep that readers get now; null: there is none. */
  readonly version: string | null;
  readonly refused: readonly RefusedScan[];
  readonly traffic: { readonly requests: number; readonly bytes: number };
}
