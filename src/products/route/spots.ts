/** The samples as places to read the weather of, each over the whole hours that its record lies in. */

import { HOUR } from '../../model/time.js';
import type { TrackSpots } from '../../query/track/track.js';
import type { RecordBins } from './bins.js';
import type { SampleColumns } from './sample.js';

/** The first `count` samples. They stand in the order of time, so what lies beyond the horizon is a tail. */
export function firstSamples(samples: SampleColumns, count: number): SampleColumns {
  if (count === samples.count) return samples;
  return {
    count,
    times: samples.times.subarray(0, count),
    latitudes: samples.latitudes.subarray(0, count),
    longitudes: samples.longitudes.subarray(0, count),
    distances: samples.distances.subarray(0, count),
    waypoints: samples.waypoints.subarray(0, count),
  };
}

/** @param heights  of the ground, m above mean sea level; NaN unknown */
export function spotsOf(samples: SampleColumns, { starts, seconds }: RecordBins, heights: Float64Array): TrackSpots {
  const { count, latitudes, longitudes } = samples;
  return {
    count,
    latitudes,
    longitudes,
    heights,
    starts: starts.map((start) => Math.floor(start / HOUR) * HOUR),
    ends: starts.map((start, i) => Math.ceil((start + seconds[i]!) / HOUR) * HOUR),
  };
}
