/** What polling alerts needs from outside, and what comes of it. */

import type { Box } from '../../model/box.js';
import type { AlertRecords } from '../../model/records.js';
import type { FetchDependencies } from '../fetch-dependencies.js';
import type { IngestFault } from '../ingest-fault.js';

export interface AlertDependencies extends FetchDependencies {
  readonly alerts: AlertRecords;
  /** Directory for what was read when; one level per feed is made in it. */
  readonly directory: string;
  /** Of the feed's address setting, without a slash at its end. */
  readonly baseUrl: string;
  /** Countries or sources that the configuration names for the feed; null: by the region. */
  readonly chosen: readonly string[] | null;
  /** How to reach whoever runs this service: an address of mail or web; null: nobody said. */
  readonly contact: string | null;
  readonly region: Box | null;
}

/** What a poll did. */
export interface AlertOutcome {
  /** Messages that were not stored before, or stood there differently. */
  readonly added: number;
  /** Messages in the documents that were read. */
  readonly messages: number;
  /** Messages that could not be decoded. */
  readonly broken: number;
  /** Documents fetched, and how many the upstream called unchanged. */
  readonly documents: number;
  readonly unchanged: number;
  /** Parts of the feed that failed alone, and why. */
  readonly failed: readonly BranchFailure[];
  readonly traffic: { readonly requests: number; readonly bytes: number };
}

export interface BranchFailure extends IngestFault {
  readonly branch: string;
}
