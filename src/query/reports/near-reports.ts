/** The newest report of stations around a place. */

import { reportAt } from '../../model/report-table.js';
import type { ReportStation, ReportTable, StationReport } from '../../model/station-report.js';
import { EARTH_RADIUS_M, greatCircleDistance, wrapLongitude } from '../../science/great-circle.js';

/** m of a degree of latitude. */
const DEGREE = (Math.PI / 180) * EARTH_RADIUS_M;
/** Of a radian. */
const DEGREES = 180 / Math.PI;

export interface NearReports {
  readonly station: ReportStation;
  /** Great-circle distance, m. */
  readonly distance: number;
  /** Its reports, the newest first; made when they are asked for. */
  readonly reports: readonly StationReport[];
}

export interface ReportIndex {
  /**
   * Stations around a place, the nearest first.
   *
   * @param options.within  m
   * @param options.most  number of stations at most
   * @param options.since  only stations with a report of this time or later, and only those reports; epoch seconds
   */
  near(
    latitude: number,
    longitude: number,
    options: { readonly within: number; readonly most: number; readonly since: number },
  ): NearReports[];
}

interface Entry {
  readonly station: ReportStation;
  /** First of its reports, and the one behind the last. */
  readonly first: number;
  readonly end: number;
}

/**
 * Sorts stations by latitude, once for each version: 10,000 take 5 ms and 100 bytes each, and a search looks at those of a
 * belt round the globe.
 */
export function indexReports(table: ReportTable): ReportIndex {
  let end = 0;
  const entries = table.stations.map((station, n): Entry => {
    const first = end;
    end += table.counts[n]!;
    return { station, first, end };
  });
  entries.sort((a, b) => a.station.latitude - b.station.latitude);
  const latitudes = Float64Array.from(entries, ({ station }) => station.latitude);

  return {
    near(latitude, longitude, { within, most, since }) {
      const belt = within / DEGREE + 1e-6;
      const sector = halfSector(latitude, belt);
      const found: { readonly entry: Entry; readonly distance: number }[] = [];
      for (let n = firstFrom(latitudes, latitude - belt); n < entries.length; n++) {
        const entry = entries[n]!;
        if (entry.station.latitude > latitude + belt) break;
        if (!(table.times[entry.end - 1]! >= since)) continue;
        if (Math.abs(wrapLongitude(entry.station.longitude - longitude)) > sector) continue;
        const distance = greatCircleDistance(latitude, longitude, entry.station.latitude, entry.station.longitude);
        if (distance <= within) found.push({ entry, distance });
      }
      found.sort((a, b) => a.distance - b.distance);
      return found.slice(0, most).map(({ entry, distance }) => ({
        station: entry.station,
        distance,
        get reports() {
          return reportsOf(table, entry, since);
        },
      }));
    },
  };
}

/** The reports of a station from `since` on, the newest first. */
function reportsOf(table: ReportTable, { station, first, end }: Entry, since: number): StationReport[] {
  const reports: StationReport[] = [];
  for (let n = end - 1; n >= first && table.times[n]! >= since; n--) reports.push(reportAt(table, n, station));
  return reports;
}

/** Longitudes, degrees to each side, that a circle of `radius` degrees around a latitude reaches; all of them at a pole. */
function halfSector(latitude: number, radius: number): number {
  const sine = Math.sin(radius / DEGREES) / Math.cos(latitude / DEGREES);
  return Math.abs(latitude) + radius < 90 && sine < 1 ? Math.asin(sine) * DEGREES + 1e-6 : 180;
}

/** Position of the first of rising values that is not below `least`. */
function firstFrom(values: Float64Array, least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
