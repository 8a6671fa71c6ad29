/** The newest report of stations around a place. */

import { reportAt } from '../../model/report-table.js';
import type { ReportStation, ReportTable, StationReport } from '../../model/station-report.js';
import { EARTH_RADIUS_M, greatCircleDistance } from '../../science/great-circle.js';

/** m of a degree of latitude. */
const DEGREE = (Math.PI / 180) * EARTH_RADIUS_M;
/** Degrees of a radian. */
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

/** Stations of one degree of latitude, by longitude. */
interface Row {
  readonly longitudes: Float64Array;
  readonly entries: readonly Entry[];
}

/** Rows of one degree from pole to pole; the pole itself belongs to the last. */
const ROWS = 180;

/**
 * Sorts stations into rows of one degree of latitude, once for each version: 10,000 take 5 ms and 100 bytes each. A search
 * goes through the stations of a few rows that lie in its sector of longitude.
 */
export function indexReports(table: ReportTable): ReportIndex {
  const rows = rowsOf(table);
  return {
    near(latitude, longitude, { within, most, since }) {
      const belt = within / DEGREE + 1e-6;
      const sector = halfSector(latitude, belt);
      const found: { readonly entry: Entry; readonly distance: number }[] = [];
      const look = (entry: Entry) => {
        if (!(table.times[entry.end - 1]! >= since)) return;
        const distance = greatCircleDistance(latitude, longitude, entry.station.latitude, entry.station.longitude);
        if (distance <= within) found.push({ entry, distance });
      };
      for (let row = rowOf(latitude - belt); row <= rowOf(latitude + belt); row++)
        lookThrough(rows[row]!, longitude, sector, look);
      if (found.length > 1) found.sort((a, b) => a.distance - b.distance);
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

function rowsOf({ stations, counts }: ReportTable): Row[] {
  const lists = Array.from({ length: ROWS }, (): Entry[] => []);
  let end = 0;
  for (const [n, station] of stations.entries()) {
    const first = end;
    end += counts[n]!;
    lists[rowOf(station.latitude)]!.push({ station, first, end });
  }
  return lists.map((entries) => {
    entries.sort((a, b) => a.station.longitude - b.station.longitude);
    return { entries, longitudes: Float64Array.from(entries, ({ station }) => station.longitude) };
  });
}

function rowOf(latitude: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor(latitude + 90)));
}

/** Those of a row within `sector` degrees of a longitude, across the date line too. */
function lookThrough(row: Row, longitude: number, sector: number, look: (entry: Entry) => void): void {
  const { longitudes, entries } = row;
  if (entries.length === 0) return;
  const between = (west: number, east: number) => {
    for (let n = firstFrom(longitudes, west); n < entries.length && longitudes[n]! <= east; n++) look(entries[n]!);
  };
  if (sector >= 180) {
    between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    return;
  }
  between(longitude - sector, longitude + sector);
  if (longitude - sector < -180) between(longitude - sector + 360, Number.POSITIVE_INFINITY);
  if (longitude + sector > 180) between(Number.NEGATIVE_INFINITY, longitude + sector - 360);
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
