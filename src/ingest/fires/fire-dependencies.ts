/** What polling fires and smoke needs from outside, and what comes of it. */

import type { ObjectStore } from '../../store/objects/object-store.js';
import type { FetchDependencies, FetchSource } from '../fetch-dependencies.js';

export interface FireDependencies extends FetchDependencies {
  readonly objects: ObjectStore;
  /** Directory for what was read last; one level per feed is made in it. */
  readonly directory: string;
  readonly source: FetchSource;
}

/** A file that could not be had or read, and why. */
export interface FileFailure {
  readonly name: string;
  readonly reason: string;
}

export interface FireOutcome {
  /** `nothing-new`: what readers get is what it was. */
  readonly kind: 'published' | 'nothing-new';
  /** What readers get. */
  readonly version: string;
  /** Fires, or plumes, in it. */
  readonly count: number;
  /** Files that were new, and that the upstream called unchanged. */
  readonly fetched: number;
  readonly unchanged: number;
  /** Files that failed alone: what they held before stays for as long as it is new enough. */
  readonly failed: readonly FileFailure[];
  /** Lines, or records, that were left out of new files because they broke a rule. */
  readonly rejected: number;
  readonly traffic: { readonly requests: number; readonly bytes: number };
}
