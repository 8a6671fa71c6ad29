/**
 * The record of accuracy as readers get it: sums of verified pairs of each date, for every station, region and the network.
 * What the numbers of a row are is said by the layouts of science/verification/record-layout.ts.
 */

import type { AccuracyInterval } from './accuracy.js';
import type { RegionId } from './region.js';

/** Stations whose pairs are pooled: all, those of a region, or one. */
export type AccuracyGroup = 'network' | `region/${RegionId}` | `station/${string}`;

/** First and last date, both inclusive, days since 1970-01-01. */
export type DateSpan = readonly [first: number, last: number];

export interface AccuracyRecord {
  /** With another version, the same question may have another answer. */
  readonly version: string;
  /** When the last dates were verified, epoch seconds. */
  readonly createdAt: number;
  /** First date with a row, and the last one with 80% of its observations, days since 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Forecasts or observations come from the simulated upstream. */
  readonly simulated: boolean;
  /** Ids of the stations that have rows, in the order of `headlines`. */
  readonly stations: readonly string[];
  /**
   * Sums of each date, [date][number]; 0 on dates without pairs, and for groups that the record does not have.
   *
   * @throws ObjectDefectError  a part of the record is damaged
   * @throws StoreUnavailableError  the store did not respond
   */
  rows(group: AccuracyGroup, interval: AccuracyInterval, days: DateSpan): Promise<Float64Array>;
  /** Sums of a few leads for every station, [date][station][number]. @throws as `rows` */
  headlines(days: DateSpan): Promise<Float64Array>;
}

/** Opens what is published; null: nothing was yet. @throws as `AccuracyRecord.rows` */
export type OpenAccuracy = () => Promise<AccuracyRecord | null>;
