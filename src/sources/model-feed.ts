/**
 * Feeds of models: when they run, where their files are, and which of their messages make which element. Download,
 * staging, cubes and publication are the same for all of them.
 */

import type { DatasetId } from '../model/dataset.js';
import type { ElementId, StaticFieldId } from '../model/element.js';
import type { Grid } from '../model/field.js';
import type { QueuedFeed } from './feed.js';
import type { FieldRequest } from './selector.js';

export interface FeedFile {
  /** Whole address. */
  readonly url: string;
  /** The sidecar that lists its messages: `<url>.idx` of wgrib2, ECMWF's `.index`; null: the whole file is fetched. */
  readonly index: 'wgrib2' | 'ecmwf' | null;
  /** How the file is packed as a whole: it has no index, is fetched in one piece and unpacked. */
  readonly packed?: 'bzip2';
  /** Member of the ensemble that the file holds, where each has its own. */
  readonly member?: number;
}

/** Files that are fetched together. One staged slice comes out of them for each lead. */
export interface FeedPart {
  /** Epoch seconds. */
  readonly referenceTime: number;
  /** Seconds from the reference time to the valid times in these files, ascending. */
  readonly leads: readonly number[];
  readonly files: readonly FeedFile[];
}

export interface ModelFeed extends QueuedFeed {
  readonly kind: 'model';
  readonly id: DatasetId;
  /**
   * Reference times are `offset` + n × `every`, seconds of the UTC day; where `only` is given, of these the ones at its
   * seconds of the day (AQM runs at 06 and 12). `runs.ts` counts them.
   */
  readonly cycle: { readonly every: number; readonly offset: number; readonly only?: readonly number[] };
  /** From a run's reference time until the whole of it is usually out, s. */
  readonly latency: number;
  /** All parts of a run, in the order of their leads. `baseUrl` has no slash at its end. */
  partsOf(baseUrl: string, referenceTime: number): readonly FeedPart[];
  /** The address that appears after everything else of a run: when it is there, the run is whole. */
  lastUrl(baseUrl: string, referenceTime: number): string;
  /** A step of fewer elements is no step: of an ensemble some members may stay away. Default: what is `required` decides alone. */
  readonly leastElements?: number;
  /** An element may have several rows where its messages change with the lead; their `at` do not overlap. */
  readonly elements: readonly FieldRequest<ElementId>[];
  /** Asked for at lead 0, or at the first lead of a feed that has none. */
  readonly statics: readonly FieldRequest<StaticFieldId>[];
  /** How far before the run the cube begins, made from the shortest leads of earlier runs, s; 0: at the run's first step. */
  readonly pastSeconds: number;
  /** Runs that are shorter than the one before them go on with the later leads of that one. Default false. */
  readonly continues?: boolean;
  /** `CubeOrigin.windowSeconds`. */
  readonly windowSeconds: number;
  /**
   * The grid that the upstream's runs stand on. A feed whose grid misses the configured region is never fetched. A run
   * on another one is refused unless the operator has accepted that one:
   * it is a defective file (it happens to HRRR), an error of the upstream, or an upgrade that was announced.
   */
  readonly grid: Grid;
}
