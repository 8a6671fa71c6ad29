/**
 * US air-quality index of an hour, from forecasts of fine and coarse particles and ozone near the ground.
 *
 * Particles count by their NowCast, a mean of the last twelve hours that follows a change; ozone by the mean of the last
 * eight, of which six must be known. The hour of a record is the newest of its window. The index is the largest of those
 * that are known.
 */

import { nowCast, overallIndex, ozoneIndex, ozoneMean, pm2_5Index, pm10Index } from './air-quality.js';

export const WINDOW_HOURS = 12;
/** What has to be read before the first hour, s. */
export const AIR_QUALITY_LOOKBACK = WINDOW_HOURS * 3600;

/** What the index is made of, in the order of the windows below. */
export const POLLUTANTS = ['pm2_5', 'pm10', 'ozone_ground'] as const;

/**
 * The index of one hour; NaN unknown.
 *
 * @param fine, coarse, ozone  means of the hour and those before it, the newest first: µg/m³, µg/m³, ppb, NaN missing
 * @param newest  where in them the hour stands
 */
export function airQualityIndex(fine: Float64Array, coarse: Float64Array, ozone: Float64Array, newest = 0): number {
  return overallIndex(
    pm2_5Index(nowCast(fine, newest)),
    pm10Index(nowCast(coarse, newest)),
    ozoneIndex(ppm(ozoneMean(ozone, newest)), ppm(ozone[newest]!)),
  );
}

function ppm(ppb: number): number {
  return ppb / 1000;
}
