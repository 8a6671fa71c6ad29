/** From reports that were read to what readers get, and to the record of hours. */

import { isTagged, MalformedError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { reportsOfTable, tableOfReports } from '../../model/report-table.js';
import type { StationReport } from '../../model/station-report.js';
import { DAY, formatDate, formatInstant } from '../../model/time.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { readHours, removeOldHours, writeHours } from '../../store/reports/hour-record.js';
import { MOST_STATIONS, REPORTS_DATASET, tableFault } from '../../store/reports/report-documents.js';
import { readReports } from '../../store/reports/report-reader.js';
import { publishReports, removeOldReports } from '../../store/reports/report-writer.js';
import { readPointer } from '../../store/versions/pointer.js';
import { type HourSpan, hourlyObservations, isSameDay, mergeHours, wholeHours } from './hourly.js';
import { addReports, type Counts, WINDOW } from './report-window.js';

/** Days of UTC that the record keeps: a year, and what verification looks back from its first day. */
export const KEPT_DAYS = 400;

export interface ReportStore {
  readonly objects: ObjectStore;
  readonly log: Log;
  readonly simulated: boolean;
  /** Epoch seconds. */
  readonly now: number;
  /** When a version is made, epoch seconds. */
  readonly createdAt: number;
}

export interface PublishedReports {
  readonly isNew: boolean;
  readonly version: string | null;
  readonly stations: number;
  readonly reports: readonly StationReport[];
  readonly counts: Counts;
}

/** Reports that readers have; none where nothing was published, it cannot be read, or it is of another world. */
export async function readPublished(store: ReportStore): Promise<{
  readonly version: string | null;
  readonly reports: readonly StationReport[];
}> {
  const { objects, log, simulated } = store;
  const pointer = await readPointer(objects, REPORTS_DATASET);
  // A recovered pointer is written nowhere: publishing again mends it.
  if (pointer === null) return { version: null, reports: [] };
  try {
    const { version, table } = await readReports(objects, pointer.version);
    if (version.simulated !== simulated) return { version: null, reports: [] };
    return { version: pointer.defect === undefined ? pointer.version : null, reports: [...reportsOfTable(table)] };
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    log.warn({ version: pointer.version, reason: error.message }, 'published reports cannot be read; they begin again');
    return { version: null, reports: [] };
  }
}

/**
 * Publishes the reports of the last three hours with fresh ones among them; a file without anything new changes nothing.
 *
 * @param published  as `readPublished` has it
 * @throws MalformedError  more stations or reports than a version can have
 */
export async function publishFresh(
  store: ReportStore,
  published: { readonly version: string | null; readonly reports: readonly StationReport[] },
  fresh: readonly StationReport[],
): Promise<PublishedReports> {
  const { objects, simulated, now, createdAt } = store;
  const { reports, counts, changed } = addReports(published.reports, fresh, now);
  const table = tableOfReports(reports);
  const facts = { stations: table.stations.length, reports, counts };
  const fault = reports.length === 0 ? null : tableFault(table);
  if (fault !== null) throw new MalformedError('METAR cache', `with what was published before: ${fault}`);
  const hasNothingNew = changed === 0 && published.version !== null;
  if (hasNothingNew || reports.length === 0) return { isNew: false, version: published.version, ...facts };
  const { version } = await publishReports(objects, table, { createdAt, simulated });
  await removeOldReports(objects, createdAt);
  return { isNew: true, version, ...facts };
}

/** Hour up to which the record can be made, epoch seconds: it changes once an hour, a quarter past. */
export function recordableHour(now: number): number {
  return wholeHours(now - 300, WINDOW).last;
}

/**
 * Records the hours that all lie in the window of the last three hours, late and corrected reports in place of others.
 * Returns the days that were written.
 *
 * @param span  default: the hours of the window
 */
export async function recordHours(
  store: ReportStore,
  reports: Iterable<StationReport>,
  span: HourSpan = wholeHours(store.now, WINDOW),
  whole: HourSpan = span,
): Promise<string[]> {
  const { objects, log, simulated, createdAt } = store;
  const written: string[] = [];
  const kept = hourlyObservations(reports, span, simulated).filter(({ start }) => start > createdAt - KEPT_DAYS * DAY);
  for (const day of kept) {
    const name = formatDate(day.start / DAY);
    const before = await readHours(objects, name, (defect) =>
      log.warn({ day: name, reason: defect.message }, 'hourly observations cannot be read; those before them stand in'),
    );
    const merged = mergeHours(before, day, whole, MOST_STATIONS);
    if (before !== null && before.simulated === simulated && isSameDay(before, merged)) continue;
    await writeHours(objects, merged, createdAt);
    written.push(name);
  }
  await removeOldHours(objects, { now: createdAt, keepDays: KEPT_DAYS });
  log.debug({ from: formatInstant(span.first), to: formatInstant(span.last), written }, 'hourly observations');
  return written;
}
