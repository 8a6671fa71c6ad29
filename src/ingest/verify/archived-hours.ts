/** Hours of stations from the record of hourly reports, over many days, with the stations around each of them. */

import { HOURS_OF_DAY, type ReportStation, type StationHours } from '../../model/station-report.js';
import { DAY, formatDate } from '../../model/time.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { type HourlySeries, hourlySeries, rowOfStation } from '../../science/station-day.js';
import { BUDDY_DISTANCE, BUDDY_HEIGHT } from '../../science/verification/observation-checks.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { type OnDefect, readHours } from '../../store/reports/hour-record.js';

export interface StationHourSeries {
  /** Hours of the stations that reported, by id. */
  readonly series: ReadonlyMap<string, HourlySeries>;
  /** Ids of the stations around a station. */
  readonly neighbours: ReadonlyMap<string, readonly string[]>;
}

export interface StationHourRequest {
  readonly objects: ObjectStore;
  /** Stations whose hours are read. */
  readonly ids: readonly string[];
  /** Stations whose neighbours are read too. */
  readonly stations: readonly ReportStation[];
  /** First and last day of UTC, both inclusive, days since 1970-01-01. */
  readonly days: readonly [first: number, last: number];
  readonly onDefect: OnDefect;
}

/** Neighbours that are compared: the nearest ones. */
const MOST_NEIGHBOURS = 8;
const DEGREE_KM = 111;

/** Days without a record are missing. Neighbours are those of the first day that has one. */
export async function readStationHours(request: StationHourRequest): Promise<StationHourSeries> {
  const { objects, ids, stations, days, onDefect } = request;
  const [first, last] = days;
  const kept: (StationHours | null)[] = [];
  let wanted = new Set(ids);
  let neighbours: Map<string, readonly string[]> | null = null;
  for (let day = first; day <= last; day++) {
    const hours = await readHours(objects, formatDate(day), onDefect);
    if (hours !== null && neighbours === null) {
      neighbours = new Map(stations.map((station) => [station.id, neighboursOf(station, hours.stations)]));
      wanted = new Set([...ids, ...[...neighbours.values()].flat()]);
    }
    kept.push(hours === null ? null : onlyStations(hours, wanted));
  }
  const reporting = new Set(kept.flatMap((day) => day?.stations.map(({ id }) => id) ?? []));
  const series = new Map([...reporting].map((id) => [id, hourlySeries(kept, id, first * DAY)]));
  return { series, neighbours: neighbours ?? new Map() };
}

/** Ids of the nearest stations of about the same height. */
function neighboursOf(station: ReportStation, all: readonly ReportStation[]): string[] {
  const near = all.flatMap((other) => {
    // Degrees first: nearly all stations of the world are ruled out without a sine.
    if (other.id === station.id || Math.abs(other.latitude - station.latitude) * DEGREE_KM > BUDDY_DISTANCE) return [];
    if (!(Math.abs(other.elevation - station.elevation) <= BUDDY_HEIGHT)) return [];
    const { latitude, longitude } = station;
    const distance = greatCircleDistance(latitude, longitude, other.latitude, other.longitude) / 1000;
    return distance > BUDDY_DISTANCE ? [] : [{ id: other.id, distance }];
  });
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_NEIGHBOURS)
    .map(({ id }) => id);
}

/** A day with the wanted stations alone: a day of all 10,000 takes 2 MB. */
function onlyStations(hours: StationHours, wanted: ReadonlySet<string>): StationHours {
  const stations = hours.stations.filter(({ id }) => wanted.has(id));
  const rows = stations.map(({ id }) => rowOfStation(hours, id));
  const cells = stations.length * HOURS_OF_DAY;
  const picked = <Values extends Float32Array | Int8Array | Uint8Array>(values: Values, into: Values): Values => {
    for (const [n, row] of rows.entries())
      into.set(values.subarray(row * HOURS_OF_DAY, (row + 1) * HOURS_OF_DAY), n * HOURS_OF_DAY);
    return into;
  };
  return {
    ...{ start: hours.start, simulated: hours.simulated, stations },
    temperatures: picked(hours.temperatures, new Float32Array(cells)),
    offsets: picked(hours.offsets, new Int8Array(cells)),
    amounts: picked(hours.amounts, new Float32Array(cells)),
    occurrences: picked(hours.occurrences, new Uint8Array(cells)),
  };
}
