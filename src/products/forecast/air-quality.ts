/**
 * US air-quality index of the hours of an answer, from forecasts of fine and coarse particles and ozone near the ground.
 *
 * Particles count by their NowCast, a mean of the last twelve hours that follows a change; ozone by the mean of the last
 * eight, of which six must be known. The windows slide over the forecast and reach back over the hours before it. The
 * hour of a record is the newest of its window. The index is the largest of those that are known.
 */

import type { LayeredPoint } from '../../query/layers/layers.js';
import { type Axis, HOUR } from '../../query/time/series.js';
import type { Scratch } from '../../query/weather/scratch.js';
import { nowCast, overallIndex, ozoneIndex, ozoneMean, pm2_5Index, pm10Index } from '../../science/air-quality.js';

const WINDOW_HOURS = 12;
/** What has to be read before the first hour, s. */
export const AIR_QUALITY_LOOKBACK = WINDOW_HOURS * HOUR;

const POLLUTANTS = ['pm2_5', 'pm10', 'ozone_ground'] as const;

/** True where any feed covers the place. */
export function hasAirQuality(series: LayeredPoint): boolean {
  return POLLUTANTS.some((id) => series.layers(id).length > 0);
}

/** One index per hour, NaN unknown. */
export function airQualityOn(series: LayeredPoint, hours: Axis, scratch: Scratch): Float64Array {
  const out = scratch.missing(hours.count);
  if (!hasAirQuality(series)) return out;
  const lead = WINDOW_HOURS - 1;
  const axis = { start: hours.start - lead * HOUR, step: HOUR, count: hours.count + lead };
  const [fine, coarse, ozone] = POLLUTANTS.map((id) =>
    // Backwards, so that a window from its newest hour on is a slice.
    series.means(id, axis, scratch.zeros(axis.count)).reverse(),
  ) as [Float64Array, Float64Array, Float64Array];
  for (let i = 0; i < out.length; i++) {
    const newest = out.length - 1 - i;
    const window = (values: Float64Array) => values.subarray(newest, newest + WINDOW_HOURS);
    out[i] = overallIndex(
      pm2_5Index(nowCast(window(fine))),
      pm10Index(nowCast(window(coarse))),
      ozoneIndex(ppm(ozoneMean(window(ozone))), ppm(ozone[newest]!)),
    );
  }
  return out;
}

function ppm(ppb: number): number {
  return ppb / 1000;
}
