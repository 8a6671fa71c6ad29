/** Histories and outlooks of the products over series in memory: what their tests ask. */

import { fixedClock } from '../src/base/clock.js';
import type { RecordTable } from '../src/model/answer.js';
import type { DailyAnalysis } from '../src/model/daily-analysis.js';
import type { StationArchive, StationSeries } from '../src/model/station-series.js';
import { createHistoricalProduct } from '../src/products/historical/historical.js';
import { createOutlookProduct } from '../src/products/outlook/outlook.js';
import type { OpenStations } from '../src/products/station-data.js';
import { fittedClimatologies } from '../src/query/climatology/station-climatologies.js';
import type { ElevationLookup } from '../src/query/place/elevation.js';
import type { StationDays } from '../src/query/reports/station-days.js';
import { memoryStations } from './memory-stations.js';

/** 2024-11-20T10:00:00Z */
export const OBSERVED_NOW = Date.UTC(2024, 10, 20, 10) / 1000;

export interface ObservedSituation {
  readonly stations?: readonly StationSeries[];
  readonly archive?: StationArchive | null;
  /** In place of an archive that stays the same. */
  readonly open?: OpenStations;
  readonly now?: number;
  readonly elevationAt?: ElevationLookup;
  readonly stationDays?: StationDays;
  readonly analysis?: DailyAnalysis;
}

export function observedProducts(situation: ObservedSituation = {}) {
  const { stations = [], now = OBSERVED_NOW, elevationAt = async () => 100, stationDays, analysis } = situation;
  const { archive = memoryStations(stations, { publishedAt: now - 3600 }) } = situation;
  const deps = { stations: situation.open ?? (async () => archive), clock: fixedClock(now), elevationAt };
  return {
    historical: createHistoricalProduct({
      ...deps,
      ...(stationDays && { stationDays }),
      ...(analysis && { analysis }),
    }),
    outlook: createOutlookProduct({ ...deps, climatologies: fittedClimatologies() }),
  };
}

/** Values of a column as clients read them; null where it is null. */
export function columnOf({ columns }: RecordTable, name: string): (number | string | null)[] {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) throw new RangeError(`no column ${name}`);
  if (column.kind === 'text') return [...column.values];
  return Array.from(column.scaled, (scaled) => (scaled === -2147483648 ? null : scaled / 10 ** column.decimals));
}

/** The same of a column of numbers without null. */
export function numbersOf(table: RecordTable, name: string): number[] {
  return columnOf(table, name).map((value) => {
    if (typeof value !== 'number') throw new RangeError(`${name} has ${value}`);
    return value;
  });
}
