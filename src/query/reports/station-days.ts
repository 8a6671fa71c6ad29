/** Local days of stations from the record of their hours: the last days, which climate networks have not reported yet. */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { countPeriods, type Period, shareInPeriod } from '../../base/shared-value.js';
import type { ReportStation, StationHours } from '../../model/station-report.js';
import { DAY, formatDate } from '../../model/time.js';
import type { Zone } from '../../model/zone.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { hourlySeries, type StationDay, stationDay } from '../../science/station-day.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { newestRevision, readHours } from '../../store/reports/hour-record.js';
import { createDefectLog } from '../../store/versions/defect-log.js';
import { shareLoads } from '../../store/versions/shared-loads.js';

/** The record changes once an hour; it is looked at again after this time, s. */
const FRESH_SECONDS = 60;
/** Days of UTC in memory, 3 MB each with 10,000 stations: those around the last five local days of any zone. */
const DAYS_KEPT = 9;
const MOST_DAYS = 7;
/** Degrees of latitude of a km, rounded up: a search looks at stations of a belt. */
const DEGREES_PER_KM = 1 / 110;

/** Local days of a station near a place. */
export interface NearStationDays {
  readonly station: ReportStation;
  /** Great-circle distance, km. */
  readonly distance: number;
  /** One for each day asked for, in their order. */
  readonly days: readonly StationDay[];
  readonly simulated: boolean;
}

export interface NearStationDaysOptions {
  /** km */
  readonly within: number;
  /** Number of stations at most. */
  readonly most: number;
  /** First and last day, both inclusive, days since 1970-01-01; at most seven. */
  readonly days: readonly [first: number, last: number];
  readonly zone: Zone;
}

export interface StationDays {
  /**
   * Local days of a station, in their order.
   *
   * @param id  of the station: "KJFK"
   * @param days  first and last day, both inclusive, days since 1970-01-01; at most seven
   * @throws RangeError  more days
   */
  read(id: string, days: readonly [first: number, last: number], zone: Zone): Promise<StationDay[]>;
  /**
   * Local days of the stations around a place that the record of those days has, the nearest first.
   *
   * @throws RangeError  more than seven days
   */
  near(latitude: number, longitude: number, options: NearStationDaysOptions): Promise<NearStationDays[]>;
  /** Changes whenever the record of the last days does: once an hour. */
  version(): Promise<string>;
}

/** A day of UTC; nothing is remembered of one without a record. */
interface KeptDay {
  readonly hours: StationHours | null;
}

/**
 * @param options.clock  by which the last days are those before now
 * @param options.period  while it is the same, so is the record; default: a minute of the clock
 */
export function createStationDays(options: {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly period?: Period;
}): StationDays {
  const { objects, clock, log } = options;
  const { period = countPeriods(FRESH_SECONDS, clock) } = options;
  const kept = shareLoads<KeptDay>(DAYS_KEPT, () => 1);
  const names = shareLoads<{ readonly name: string | null }>(2 * DAYS_KEPT, () => 1);
  const defects = createDefectLog(log);

  async function revisionOf(day: string): Promise<string | null> {
    const load = async () => ({ name: await newestRevision(objects, day) });
    return (await names.get(`${day} ${period()}`, load)).name;
  }

  async function load(day: string): Promise<KeptDay> {
    return { hours: await readHours(objects, day, (defect) => defects.report(defect, { day })) };
  }

  /** Days of UTC that the local days reach into: also those before and after them. */
  async function hoursAround([first, last]: readonly [number, number]): Promise<(StationHours | null)[]> {
    if (last - first >= MOST_DAYS) throw new RangeError(`${last - first + 1} days are at most ${MOST_DAYS}`);
    const hours: (StationHours | null)[] = [];
    for (let day = first - 1; day <= last + 1; day++) {
      const name = formatDate(day);
      const revision = await revisionOf(name);
      hours.push(revision === null ? null : (await kept.get(revision, () => load(name))).hours);
    }
    return hours;
  }

  return {
    async read(id, days, zone) {
      return localDaysOf(await hoursAround(days), id, { days, zone });
    },
    async near(latitude, longitude, { within, most, days, zone }) {
      const hours = await hoursAround(days);
      const simulated = hours.some((day) => day?.simulated);
      return stationsAround(hours, latitude, longitude, within)
        .slice(0, most)
        .map(({ station, distance }) => ({
          ...{ station, distance, simulated },
          days: localDaysOf(hours, station.id, { days, zone }),
        }));
    },
    version: shareInPeriod(period, async () => {
      const today = Math.floor(clock.now() / DAY);
      const days = Array.from({ length: MOST_DAYS }, (_, n) => revisionOf(formatDate(today - n)));
      return (await Promise.all(days)).filter((name) => name !== null).join('+') || 'none';
    }),
  };
}

/** Stations of any of the days, each where the last of them has it; the nearest first. */
function stationsAround(
  days: readonly (StationHours | null)[],
  latitude: number,
  longitude: number,
  within: number,
): { readonly station: ReportStation; readonly distance: number }[] {
  const belt = within * DEGREES_PER_KM;
  const found = new Map<string, ReportStation>();
  for (const day of days)
    for (const station of day?.stations ?? [])
      if (Math.abs(station.latitude - latitude) <= belt) found.set(station.id, station);
  return Array.from(found.values(), (station) => ({
    station,
    distance: greatCircleDistance(latitude, longitude, station.latitude, station.longitude) / 1000,
  }))
    .filter(({ distance }) => distance <= within)
    .sort((a, b) => a.distance - b.distance);
}

function localDaysOf(
  hours: readonly (StationHours | null)[],
  id: string,
  { days: [first, last], zone }: Pick<NearStationDaysOptions, 'days' | 'zone'>,
): StationDay[] {
  const series = hourlySeries(hours, id, (first - 1) * DAY);
  return Array.from({ length: last - first + 1 }, (_, n) => stationDay(series, first + n, zone));
}
