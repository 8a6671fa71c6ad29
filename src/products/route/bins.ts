/**
 * The record of the forecast that each sample falls into: 15 minutes or an hour, [start, start + seconds).
 *
 * Quarter hours are there for what /v1/forecast has in `quarter_hourly`: 48 h from the quarter hour of `now` on. They
 * have no past, so before that quarter, as beyond those 48 h, the record is the whole hour.
 */

import { HOUR } from '../../model/time.js';
import { HORIZONS } from '../../model/variables.js';
import { QUARTER } from '../../query/time/series.js';

/** One entry per sample. */
export interface RecordBins {
  /** Epoch seconds. */
  readonly starts: Float64Array;
  /** 900 or 3600. */
  readonly seconds: Float64Array;
}

/** @param times  instants of the samples, epoch seconds, in any order */
export function binsOf(times: Float64Array, now: number): RecordBins {
  const quartersFrom = Math.floor(now / QUARTER) * QUARTER;
  const quartersUntil = quartersFrom + HORIZONS['15m'].futureHours * HOUR;
  const seconds = times.map((time) => (time >= quartersFrom && time < quartersUntil ? QUARTER : HOUR));
  return { starts: times.map((time, i) => Math.floor(time / seconds[i]!) * seconds[i]!), seconds };
}
