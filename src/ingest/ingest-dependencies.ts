/** What an ingest needs from outside, and what comes of it. `app.ts` puts it together. */

import type { Box } from '../model/box.js';
import type { IngestLedger } from '../model/records.js';
import type { ObjectStore } from '../store/objects/object-store.js';
import type { AbsentElements } from './absent-elements.js';
import type { FetchDependencies, FetchSource } from './fetch-dependencies.js';

export interface IngestDependencies extends FetchDependencies {
  readonly objects: ObjectStore;
  /** Directory for slices that wait for their cube; one level per feed is made in it. */
  readonly stagingDirectory: string;
  readonly source: FetchSource;
  readonly ledger: IngestLedger;
  readonly region: Box | null;
  /** Worker threads; 0 works in this one. Default 2. Threads need the compiled code. */
  readonly threads?: number;
  /** Accepts a grid other than the feed's. The grid of a run is remembered, the grid of files is not. Default false. */
  readonly acceptGrid?: boolean;
  /** Only these leads of a run, s; default all that the feed has. */
  readonly leads?: readonly number[];
  /** True while a reader of this process holds the version. */
  readonly isHeld?: (version: string) => boolean;
}

export interface PublishedIngest {
  readonly kind: 'published';
  readonly version: string;
  /** Epoch seconds. */
  readonly referenceTime: number;
  /** Steps of the run, and steps of earlier runs before and behind it. */
  readonly steps: number;
  readonly pastSteps: number;
  /** Of the steps, how many were staged before. */
  readonly reused: number;
  /** Elements that steps lacked. */
  readonly absent: AbsentElements;
  readonly traffic: { readonly requests: number; readonly bytes: number };
  readonly seconds: StageSeconds;
}

export interface NothingNew {
  readonly kind: 'nothing-new';
  /** The run that is published already, epoch seconds. */
  readonly referenceTime: number;
}

export interface OutsideRegion {
  /** The feed's grid and the configured region have no cell in common: there is nothing to ingest, now or later. */
  readonly kind: 'outside-region';
}

export type IngestOutcome = PublishedIngest | NothingNew | OutsideRegion;

/** Seconds of work by stage, summed over threads; `download` is waiting time summed over steps. */
export interface StageSeconds {
  download: number;
  decode: number;
  pack: number;
  stage: number;
  assemble: number;
  compress: number;
  write: number;
  /** Of the whole ingest, on the clock of the wall. */
  total: number;
}
