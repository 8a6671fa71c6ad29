/** A StationArchive of series in memory, for tests. */

import {
  type NearStation,
  NOT_OBSERVED,
  type StationArchive,
  type StationElement,
  type StationSeries,
} from '../src/model/station-series.js';
import { greatCircleDistance } from '../src/science/great-circle.js';

export interface MemoryStations extends StationArchive {
  /** How often series were read. */
  reads: number;
}

export function memoryStations(
  all: readonly StationSeries[],
  changes: Partial<Pick<StationArchive, 'version' | 'isLoading' | 'lastDay' | 'publishedAt' | 'simulated'>> = {},
): MemoryStations {
  const byId = new Map(all.map((series) => [series.station.id, series]));
  const archive: MemoryStations = {
    reads: 0,
    near(latitude, longitude, { most, within }) {
      const found = all.map(({ station }): NearStation => {
        const metres = greatCircleDistance(latitude, longitude, station.latitude, station.longitude);
        return { station, distance: metres / 1000 };
      });
      const inside = found.filter(({ distance }) => distance <= within);
      return inside.sort((a, b) => a.distance - b.distance).slice(0, most);
    },
    async read(stations, elements, days) {
      archive.reads += 1;
      return stations.map(({ id }) => cutOf(byId.get(id)!, elements, days));
    },
    version: 'memory',
    firstDay: Math.min(...all.map(({ firstDay }) => firstDay)),
    isLoading: false,
    lastDay: Math.max(...all.map(lastDayOf)),
    publishedAt: 0,
    simulated: false,
    ...changes,
  };
  return archive;
}

function lastDayOf({ firstDay, flags }: StationSeries): number {
  return firstDay + flags.length - 1;
}

/** The days asked for; what lies outside the series is not observed. */
function cutOf(
  { station, firstDay, values, flags }: StationSeries,
  elements: readonly StationElement[],
  [first, last]: readonly [number, number],
): StationSeries {
  const count = last - first + 1;
  const cut = <Days extends Int16Array | Uint8Array>(all: Days, out: Days): Days => {
    const from = Math.max(0, first - firstDay);
    const to = Math.min(all.length, last - firstDay + 1);
    if (from < to) out.set(all.subarray(from, to), firstDay + from - first);
    return out;
  };
  const missing = () => new Int16Array(count).fill(NOT_OBSERVED);
  return {
    station,
    firstDay: first,
    values: new Map(elements.map((id) => [id, cut(values.get(id) ?? missing(), missing())])),
    flags: cut(flags, new Uint8Array(count)),
  };
}
