/** Results of an ingest of a model. */

import type { AbsentElements } from './absent-elements.js';

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
