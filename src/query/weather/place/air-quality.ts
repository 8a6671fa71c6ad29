/**
 * The US air-quality index of the hours of an answer: windows slide over the forecast and reach back over the hours before
 * it.
 */

import { HOUR } from '../../../model/time.js';
import { airQualityIndex, POLLUTANTS, WINDOW_HOURS } from '../../../science/air-quality-window.js';
import type { LayeredPoint } from '../../layers/layers.js';
import type { Axis } from '../../time/series.js';
import type { Scratch } from '../scratch.js';

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
    out[i] = airQualityIndex(window(fine), window(coarse), window(ozone));
  }
  return out;
}
