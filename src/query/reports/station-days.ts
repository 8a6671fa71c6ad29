/** Local days of stations from the record of their hours: the last days, which climate networks have not reported yet. */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { countPeriods } from '../../base/shared-value.js';
import { HOURS_OF_DAY, type StationHours } from '../../model/station-report.js';
import { DAY, formatDate } from '../../model/time.js';
import type { Zone } from '../../model/zone.js';
import { type HourlySeries, type StationDay, stationDay } from '../../science/station-day.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { readHours } from '../../store/reports/hour-record.js';
import { createDefectLog } from '../../store/versions/defect-log.js';
import { shareLoads } from '../../store/versions/shared-loads.js';

/** The record changes once an hour; a day is looked at again after this time, s. */
const FRESH_SECONDS = 60;
/** Days of UTC in memory, 3 MB each with 10,000 stations: those around the last three local days of any zone. */
const DAYS_KEPT = 8;

export interface StationDays {
  /**
   * Local days of a station, in their order.
   *
   * @param id  of the station: "KJFK"
   * @param days  first and last day, both inclusive, days since 1970-01-01; at most seven
   * @throws RangeError  more days
   */
  read(id: string, days: readonly [first: number, last: number], zone: Zone): Promise<StationDay[]>;
}

const MOST_DAYS = 7;

/** Nothing is remembered of a day without a record. */
interface KeptDay {
  readonly hours: StationHours | null;
}

export function createStationDays(options: {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
}): StationDays {
  const { objects, clock, log } = options;
  const period = countPeriods(FRESH_SECONDS, clock);
  const kept = shareLoads<KeptDay>(DAYS_KEPT, () => 1);
  const defects = createDefectLog(log);

  async function load(day: string): Promise<KeptDay> {
    return { hours: await readHours(objects, day, (defect) => defects.report(defect, { day })) };
  }

  return {
    async read(id, [first, last], zone) {
      if (last - first >= MOST_DAYS) throw new RangeError(`${last - first + 1} days are at most ${MOST_DAYS}`);
      const hours: (StationHours | null)[] = [];
      // A local day reaches into the days of UTC before and after it.
      for (let day = first - 1; day <= last + 1; day++) {
        const name = formatDate(day);
        hours.push((await kept.get(`${name} ${period()}`, () => load(name))).hours);
      }
      const series = seriesOf(hours, id, (first - 1) * DAY);
      return Array.from({ length: last - first + 1 }, (_, n) => stationDay(series, first + n, zone));
    },
  };
}

/** Hours of one station from consecutive days of UTC, the first of which begins at `start`; missing where there are none. */
function seriesOf(days: readonly (StationHours | null)[], id: string, start: number): HourlySeries {
  const cells = days.length * HOURS_OF_DAY;
  const temperatures = new Float32Array(cells).fill(Number.NaN);
  const amounts = new Float32Array(cells).fill(Number.NaN);
  const occurrences = new Uint8Array(cells);
  for (const [n, day] of days.entries()) {
    const row = day === null ? -1 : rowOf(day, id);
    if (day === null || row < 0) continue;
    const hours = (values: Float32Array) => values.subarray(row * HOURS_OF_DAY, (row + 1) * HOURS_OF_DAY);
    temperatures.set(hours(day.temperatures), n * HOURS_OF_DAY);
    amounts.set(hours(day.amounts), n * HOURS_OF_DAY);
    occurrences.set(day.occurrences.subarray(row * HOURS_OF_DAY, (row + 1) * HOURS_OF_DAY), n * HOURS_OF_DAY);
  }
  return { start, temperatures, amounts, occurrences };
}

/** Position of a station among those of a day, which are in the order of their ids; −1: it is not there. */
function rowOf({ stations }: StationHours, id: string): number {
  let [low, high] = [0, stations.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stations[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return stations[low]?.id === id ? low : -1;
}
