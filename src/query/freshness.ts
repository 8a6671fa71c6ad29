/** How fresh each dataset can be expected to be, and when its age is a fault worth telling. */

export interface Freshness {
  /** Seconds from one run's reference time to the next. */
  readonly cadence: number;
  /** Seconds from a run's reference time until the whole of it is usually out. */
  readonly latency: number;
  /** Age of the newest run's reference time, in seconds, beyond which answers are stale. */
  readonly staleAfter: number;
}

const HOUR = 3600;

/**
 * gfs: runs at 00, 06, 12 and 18 UTC; the 384 h step is out about 5 h after the reference time. Just before a new run
 * comes the newest one is 11 h old; 14 h leaves it three hours of lateness before an answer says so.
 */
export const FRESHNESS: Readonly<Record<string, Freshness>> = {
  gfs: { cadence: 6 * HOUR, latency: 5 * HOUR, staleAfter: 14 * HOUR },
};

/** @throws RangeError for a dataset that is not in the table */
export function freshnessOf(dataset: string): Freshness {
  const freshness = FRESHNESS[dataset];
  if (freshness === undefined) throw new RangeError(`no freshness of dataset "${dataset}"`);
  return freshness;
}

/** True when the newest run of `dataset` is older than it should ever be. Times in epoch seconds. */
export function isStale(dataset: string, referenceTime: number, now: number): boolean {
  return now - referenceTime > freshnessOf(dataset).staleAfter;
}
