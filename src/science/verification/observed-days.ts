/**
 * Local days that forecasts are verified with: from a climate network where its day ends at midnight, else from the hours of
 * the airport itself. Days of morning observers are never used: theirs are 24 hours of two dates.
 */

import { unpack } from '../../model/packing.js';
import {
  DAY_FLAGS,
  NOT_OBSERVED,
  STATION_PACKING,
  type StationElement,
  type StationSeries,
} from '../../model/station-series.js';
import type { Zone } from '../../model/zone.js';
import { type HourlySeries, stationDay } from '../station-day.js';
import { PLAUSIBLE } from '../stations/report-checks.js';
import type { ObservedDays } from './count-station.js';
import { DAY_TOTAL_BOUNDS } from './observation-checks.js';

/** Flags of days that do not go from midnight to midnight, or whose zero is presumed. */
const NOT_MIDNIGHT = DAY_FLAGS.moved | DAY_FLAGS.morningMinimum;

/**
 * @param hours  of the airport; null: none
 * @param series  of the climate station at the airport; null: none
 * @param days  first and last date, both inclusive, days since 1970-01-01
 */
export function observedDays(
  hours: HourlySeries | null,
  series: StationSeries | null,
  [first, last]: readonly [number, number],
  zone: Zone,
): ObservedDays {
  const count = last - first + 1;
  const values = () => new Float64Array(count).fill(Number.NaN);
  const found = { temperatureMax: values(), temperatureMin: values(), precipitation: values() };
  for (let n = 0; n < count; n++) {
    const day = hours === null ? null : stationDay(hours, first + n, zone);
    const climate = (element: StationElement) =>
      series === null ? Number.NaN : midnightValue(series, element, first + n);
    found.temperatureMax[n] = firstKnown(climate('temperature_max'), day?.maximum, PLAUSIBLE.temperature);
    found.temperatureMin[n] = firstKnown(climate('temperature_min'), day?.minimum, PLAUSIBLE.temperature);
    found.precipitation[n] = firstKnown(climate('precipitation'), day?.precipitation, DAY_TOTAL_BOUNDS);
  }
  return { firstDay: first, ...found };
}

function firstKnown(climate: number, hourly: number | undefined, [least, most]: readonly [number, number]): number {
  const value = Number.isNaN(climate) ? (hourly ?? Number.NaN) : climate;
  return value < least || value > most ? Number.NaN : value;
}

/** Value of a day from midnight to midnight, K or mm; NaN: not observed, or another kind of day. */
function midnightValue(series: StationSeries, element: StationElement, day: number): number {
  const at = day - series.firstDay;
  const packed = series.values.get(element)?.[at] ?? NOT_OBSERVED;
  const flags = series.flags[at] ?? 0;
  const isPresumed = element === 'precipitation' && (flags & DAY_FLAGS.presumedZero) !== 0;
  if (packed === NOT_OBSERVED || (flags & NOT_MIDNIGHT) !== 0 || isPresumed) return Number.NaN;
  return unpack(packed, STATION_PACKING[element]);
}
