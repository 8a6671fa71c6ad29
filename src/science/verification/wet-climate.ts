/** How often it is wet at a station, from its own record before the dates that are verified. */

import { WET_THRESHOLDS } from '../../model/accuracy.js';
import { unpack } from '../../model/packing.js';
import { DAY_FLAGS, NOT_OBSERVED, STATION_PACKING, type StationSeries } from '../../model/station-series.js';
import { calendarDate } from '../stations/day-slots.js';
import { wetOf } from './count-pairs.js';

/** Fewer days of a month of the year do not tell its frequency: 100 are known to within 0.05. */
const LEAST_DAYS = 100;

/**
 * Share of days with at least 1.0 mm in each month of the year, 0..1; NaN: fewer than 100 such days were observed. Zeros that
 * are only presumed do not count, as they do not in pairs.
 */
export function wetDaysByMonth(series: Omit<StationSeries, 'station'>): number[] {
  const [wet, known] = [new Float64Array(12), new Float64Array(12)];
  for (const [n, packed] of (series.values.get('precipitation') ?? []).entries()) {
    if (packed === NOT_OBSERVED || (series.flags[n]! & DAY_FLAGS.presumedZero) !== 0) continue;
    const month = calendarDate(series.firstDay + n).month - 1;
    known[month]! += 1;
    wet[month]! += wetOf(unpack(packed, STATION_PACKING.precipitation), WET_THRESHOLDS['1d'].value);
  }
  return Array.from(known, (days, month) => (days < LEAST_DAYS ? Number.NaN : wet[month]! / days));
}
