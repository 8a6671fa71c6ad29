/** Station reports between rows and columns. */

import {
  REPORT_QUANTITIES,
  type ReportQuantity,
  type ReportStation,
  type ReportTable,
  type StationReport,
} from './station-report.js';

/**
 * Columns of reports: stations in the order of their ids, of each its reports in the order of time. Position and elevation
 * of a station are those of its newest report.
 */
export function tableOfReports(reports: readonly StationReport[]): ReportTable {
  const ofStation = new Map<string, StationReport[]>();
  for (const report of reports) {
    const known = ofStation.get(report.station.id);
    if (known === undefined) ofStation.set(report.station.id, [report]);
    else known.push(report);
  }
  const groups = [...ofStation.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = groups.flatMap(([, group]) => group.sort((a, b) => a.time - b.time));
  return {
    stations: groups.map(([, group]) => group.at(-1)!.station),
    counts: Int32Array.from(groups, ([, group]) => group.length),
    times: Float64Array.from(rows, ({ time }) => time),
    flags: Uint16Array.from(rows, ({ flags }) => flags),
    weather: rows.map(({ weather }) => weather),
    values: byQuantity((name) => Float32Array.from(rows, (report) => report[name])),
  };
}

/** Row `n` of a table. @param station  its station */
export function reportAt(
  { times, flags, weather, values }: ReportTable,
  n: number,
  station: ReportStation,
): StationReport {
  return {
    station,
    time: times[n]!,
    flags: flags[n]!,
    weather: weather[n]!,
    ...byQuantity((name) => values[name][n]!),
  };
}

/** Rows of a table, in its order. */
export function* reportsOfTable(table: ReportTable): Generator<StationReport> {
  let n = 0;
  for (const [index, station] of table.stations.entries())
    for (const end = n + table.counts[index]!; n < end; n++) yield reportAt(table, n, station);
}

function byQuantity<Value>(valueIn: (name: ReportQuantity) => Value): Record<ReportQuantity, Value> {
  return Object.fromEntries(REPORT_QUANTITIES.map((name) => [name, valueIn(name)])) as Record<ReportQuantity, Value>;
}
