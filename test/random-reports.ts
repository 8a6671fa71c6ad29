/** Station reports made of numbers, for tests of stores and polls. */

import { tableOfReports } from '../src/model/report-table.js';
import { REPORT_FLAGS, REPORT_QUANTITIES, type ReportTable, type StationReport } from '../src/model/station-report.js';
import { MINUTE } from '../src/model/time.js';

export const NOON = Date.UTC(2026, 6, 20, 12) / 1000;

const MISSING = Object.fromEntries(REPORT_QUANTITIES.map((name) => [name, Number.NaN])) as Pick<
  StationReport,
  (typeof REPORT_QUANTITIES)[number]
>;

/** A routine report of dry weather without values; `more` adds them. */
export function reportOf(id: string, time: number, more: Partial<StationReport> = {}): StationReport {
  const station = { id, latitude: 50, longitude: 10, elevation: 100 };
  const flags = REPORT_FLAGS.routine | REPORT_FLAGS.weatherObserved;
  return { station, time, flags, weather: '', ...MISSING, ...more };
}

/** Two reports of each of `stations` stations, the last one at `newest`, told apart by `seed`. */
export function randomReports(stations: number, seed: number, newest = NOON): ReportTable {
  const reports = Array.from({ length: stations }, (_, n): StationReport[] => {
    const id = `K${String(n).padStart(3, '0')}`;
    const station = { id, latitude: ((n * 37 + seed) % 170) - 85, longitude: ((n * 91) % 350) - 175, elevation: n };
    const at = (time: number) => reportOf(id, time, { station, temperature: 270 + ((n + seed) % 40), weather: 'BR' });
    return [at(newest - 60 * MINUTE), at(newest - (n % 10) * MINUTE)];
  });
  return tableOfReports(reports.flat());
}
