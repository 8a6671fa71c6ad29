/** Local days of stations from the record of their hours: the last days, which climate networks have not reported yet. */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { countPeriods } from '../../base/shared-value.js';
import type { StationHours } from '../../model/station-report.js';
import { DAY, formatDate } from '../../model/time.js';
import type { Zone } from '../../model/zone.js';
import { hourlySeries, type StationDay, stationDay } from '../../science/station-day.js';
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
      const series = hourlySeries(hours, id, (first - 1) * DAY);
      return Array.from({ length: last - first + 1 }, (_, n) => stationDay(series, first + n, zone));
    },
  };
}
