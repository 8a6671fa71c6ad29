/** How fresh each dataset can be expected to be, and when its age is a fault worth telling: one table for all. */

import type { DatasetId } from '../../model/dataset.js';
import { HOUR } from '../../model/time.js';

export interface Freshness {
  /** Seconds from one run's reference time to the next; the longest pause where they are uneven. */
  readonly cadence: number;
  /** Seconds from a run's reference time until the whole of it is usually out. */
  readonly latency: number;
  /** Age of the newest run's reference time, in seconds, beyond which it is late. */
  readonly staleAfter: number;
}

function row(cadenceHours: number, latencyHours: number, staleAfterHours: number): Freshness {
  return { cadence: cadenceHours * HOUR, latency: latencyHours * HOUR, staleAfter: staleAfterHours * HOUR };
}

/**
 * Just before a new run comes, the newest one is as old as cadence and latency together; three hours more, or two runs
 * of the hourly feeds, are lateness that may pass without a word. Gfs: the 384 h step is out about 5 h after the
 * reference time. Hrrr: its last file 55 min after, the one of 48 h 1:50 h after. Aqm has runs at 06 and 12 only.
 */
export const FRESHNESS: Readonly<Record<DatasetId, Freshness>> = {
  gfs: row(6, 5, 14),
  'ecmwf-ifs': row(6, 8, 17),
  hrrr: row(1, 1, 4),
  'hrrr-extended': row(6, 2, 11),
  'hrrr-subhourly': row(1, 1, 4),
  nbm: row(6, 1.5, 10.5),
  'icon-eu': row(6, 4, 13),
  gefs: row(6, 6, 15),
  'gefs-extended': row(6, 7, 16),
  aqm: row(18, 5, 26),
  'gefs-aerosol': row(6, 7, 16),
};

/** A source whose newest run is older than this was given up: that it no longer answers is no news. */
export const GIVEN_UP_AFTER = 7 * 24 * HOUR;

/** @throws RangeError for a dataset that is not in the table */
export function freshnessOf(dataset: string): Freshness {
  const freshness = (FRESHNESS as Readonly<Record<string, Freshness>>)[dataset];
  if (freshness === undefined) throw new RangeError(`no freshness of dataset "${dataset}"`);
  return freshness;
}

/** True when the newest run of `dataset` is older than it should ever be. Times in epoch seconds. */
export function isStale(dataset: string, referenceTime: number, now: number): boolean {
  return now - referenceTime > freshnessOf(dataset).staleAfter;
}
