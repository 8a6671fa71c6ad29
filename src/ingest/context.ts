/**
 * Contexts of ingests: everything they need from outside. The command line opens it (`kinds.ts` says what for whom);
 * tests pass what the ingest under test reads.
 */

import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Progress } from '../base/progress.js';
import type { Sleep } from '../base/retry.js';
import type { Box } from '../model/box.js';
import type { Grid } from '../model/field.js';
import type { MotionField } from '../model/radar.js';
import type { AlertRecords, IngestLedger } from '../model/records.js';
import type { AddressSetting } from '../sources/feed.js';
import type { HttpSettings } from '../sources/http-download.js';
import type { ObjectStore } from '../store/objects/object-store.js';
import type { IngestDeadline } from './ingest-deadline.js';
import type { RadarDecoder } from './radar/radar-decoding.js';

/** Downloading, and reporting of it. */
export interface FetchContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: Progress;
  readonly random: () => number;
  /** Ends the work at the next place where nothing is lost by it. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the downloads, while what is downloaded may still be used; without it they have all the time. */
  readonly deadline?: IngestDeadline | undefined;
  readonly sleep?: Sleep;
  readonly http?: Partial<HttpSettings>;
}

/** Origin of the files of a feed. */
export interface FetchSource {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** True when the weather is made up: it is marked so in the store and never mixed with the real. */
  readonly simulated: boolean;
}

/** Publishing to the store of arrays. */
export interface StoreContext extends FetchContext {
  readonly objects: ObjectStore;
  readonly source: FetchSource;
  /** Directory for what ingests keep between them: staged slices, memories, locks; each feed has a part of it. */
  readonly directory: string;
}

/** Model runs and terrain. */
export interface ModelContext extends StoreContext {
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

/** Series of weather stations. */
export interface StationContext extends StoreContext {
  /** Stations outside of it and of a margin of 1° are not kept; null: those of the globe are. */
  readonly region: Box | null;
}

/** Radar frames. */
export interface RadarContext extends StoreContext {
  /** The part of the world that is kept, of datasets so large that it makes a difference; null: all of it. */
  readonly region: Box | null;
  /** Motion by the winds of a model, where the frames do not show any; null: there is none. Default `modelMotion`. */
  readonly modelMotion?: (grid: Grid, validTime: number) => Promise<MotionField | null>;
  /** Default `decodeRadar`. */
  readonly decode?: RadarDecoder;
}

/** Public alerts, which go to the records. */
export interface AlertContext extends FetchContext {
  readonly alerts: AlertRecords;
  /** Directory for what was read when; one level per feed is made in it. */
  readonly directory: string;
  /** Base address of the feed, without a slash at its end. */
  readonly baseUrl: string;
  /** Countries or sources that the configuration names for the feed; null: by the region. */
  readonly chosen: readonly string[] | null;
  /** How to reach whoever runs this service: an address of mail or web; null: nobody said. */
  readonly contact: string | null;
  readonly region: Box | null;
}

/** Shapes of alert zones: files of several issuers. */
export interface ZoneContext extends Omit<AlertContext, 'baseUrl' | 'chosen'> {
  /** Base address of a setting, without a slash at its end; empty: its files are not to be asked for. */
  addressOf(setting: AddressSetting): string;
}
