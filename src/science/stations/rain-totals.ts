/**
 * Rain of a station's days: precipitation less the water of the snow that fell with it, where the two can be told apart.
 *
 *   no snowfall                                     precipitation
 *   snowfall, its water known                       max(0, precipitation − water)
 *   snowfall and no precipitation                   0
 *   snowfall, maximum at most −2 °C                 0
 *   snowfall not observed, minimum at least 5 °C    precipitation
 *   a trace of snowfall and precipitation           0 or precipitation where a temperature above decides
 *   anything else                                   missing
 *
 * In Michigan 45% of winter days and 3% of summer days are missing, since a third of all days have no report of snowfall.
 */

import { MISSING_PACKED, type Packing } from '../../model/packing.js';
import { DAY_FLAGS, NOT_OBSERVED, STATION_PACKING } from '../../model/station-series.js';

/** Packed values of one station's days; an element that nobody observed is filled with NOT_OBSERVED. */
export interface PhaseDays {
  readonly precipitation: Int16Array;
  readonly snowfall: Int16Array;
  readonly snowfallWater: Int16Array;
  readonly temperatureMax: Int16Array;
  readonly temperatureMin: Int16Array;
  readonly flags: Uint8Array;
}

/** A day on which no rain fell: its maximum was at most −2 °C. */
const ALL_SNOW = packedCelsius(-2, STATION_PACKING.temperature_max);
/** A day on which no snow fell: its minimum was at least 5 °C. */
const ALL_RAIN = packedCelsius(5, STATION_PACKING.temperature_min);

function packedCelsius(celsius: number, { step, base }: Packing): number {
  return Math.round((celsius + 273.15 - base) / step);
}

/** Rain of each day, packed as precipitation is; NOT_OBSERVED where the phase cannot be told. */
export function rainTotals(days: PhaseDays): Int16Array {
  return days.precipitation.map((_, i) => rainOf(days, i));
}

function rainOf(days: PhaseDays, i: number): number {
  const precipitation = days.precipitation[i]!;
  if (precipitation === NOT_OBSERVED || precipitation === 0) return precipitation;
  const snowfall = days.snowfall[i]!;
  const isTrace = (days.flags[i]! & DAY_FLAGS.snowfallTrace) !== 0;
  if (snowfall === 0 && !isTrace) return precipitation;
  if (snowfall > 0 && days.snowfallWater[i] !== NOT_OBSERVED)
    return Math.max(0, precipitation - days.snowfallWater[i]!);
  if (snowfall !== NOT_OBSERVED && isAtMost(days.temperatureMax[i]!, ALL_SNOW)) return 0;
  if (snowfall <= 0 && days.temperatureMin[i]! >= ALL_RAIN) return precipitation;
  return NOT_OBSERVED;
}

/** False where it was not observed. */
function isAtMost(packed: number, limit: number): boolean {
  return packed !== MISSING_PACKED && packed <= limit;
}
