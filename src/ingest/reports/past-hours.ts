/**
 * Hours of the last days from caches of the past, which only the simulated upstream keeps: a demo would know nothing of
 * yesterday before it has run for two days. The cache of three moments in each hour is added as a poll would add it.
 */

import { isTagged } from '../../base/errors.js';
import { decodeMetarCache } from '../../decode/metar/metar-cache.js';
import { HOURS_OF_DAY, type StationHours, type StationReport } from '../../model/station-report.js';
import { DAY, formatDate, HOUR, MINUTE } from '../../model/time.js';
import { type HttpDownload, saysAbsent } from '../../sources/http-download.js';
import type { ReportFeed } from '../../sources/metar/metar-feed.js';
import { readHours, writeHours } from '../../store/reports/hour-record.js';
import { MOST_STATIONS } from '../../store/reports/report-documents.js';
import type { StoreContext } from '../context.js';
import { openHttp, polling } from '../poll/frame.js';
import { hourlyObservations, isSameDay, mergeHours } from './hourly.js';
import { type ReportStore, recordHours } from './report-publication.js';
import { addReports } from './report-window.js';

/** The last three local days of every zone, and some hours for what is late: daily series come up to three days late. */
export const PAST_HOURS = 90;
const BETWEEN = 20 * MINUTE;
/** A report counts for an hour that is nine minutes away, so the hour is over ten minutes later, s. */
const SETTLED = 10 * MINUTE;
/** Nothing is known to be complete: special reports between two moments may have been missed. */
const NO_HOURS = { first: 1, last: 0 };

/**
 * Records the hours of the last days unless yesterday, by UTC, is there with every hour.
 *
 * @returns the days that were written; none where the upstream keeps no past
 * @throws UpstreamError, MalformedError  a cache could not be had or read
 */
export async function recordPast(deps: StoreContext, feed: ReportFeed): Promise<readonly string[]> {
  return polling(deps, feed.id, openHttp(deps), async (http) => {
    const now = deps.clock.now();
    const { objects, log, source } = deps;
    if (isWhole(await readHours(objects, formatDate(Math.floor(now / DAY) - 1)))) return [];
    const first = Math.floor(now / HOUR - PAST_HOURS) * HOUR;
    const reports = await pastReports(deps, { feed, http, first, now });
    const span = { first: first + HOUR, last: Math.floor((now - SETTLED) / HOUR) * HOUR };
    return recordHours({ objects, log, simulated: source.simulated, now, createdAt: now }, reports, span, NO_HOURS);
  });
}

/**
 * Records the 24 hours of one day of UTC from reports. What was recorded of it before stays: a past adds hours and stations to it.
 *
 * @param day  days since 1970-01-01
 * @returns false: nothing was added, or the day is of real observations
 */
export async function recordPastDay(
  store: ReportStore,
  reports: Iterable<StationReport>,
  day: number,
): Promise<boolean> {
  const { objects, log, simulated, createdAt } = store;
  const span = { first: day * DAY, last: day * DAY + (HOURS_OF_DAY - 1) * HOUR };
  const [past] = hourlyObservations(reports, span, simulated);
  if (past === undefined) return false;
  const name = formatDate(day);
  const before = await readHours(objects, name, ({ message: reason }) =>
    log.warn({ day: name, reason }, 'hourly observations cannot be read; those before them stand in'),
  );
  if (before !== null && before.simulated !== simulated) return false;
  const merged = before === null ? past : mergeHours(past, before, NO_HOURS, MOST_STATIONS);
  if (before !== null && isSameDay(before, merged)) return false;
  await writeHours(objects, merged, createdAt);
  return true;
}

interface Past {
  readonly feed: ReportFeed;
  readonly http: HttpDownload;
  /** Epoch seconds. */
  readonly first: number;
  readonly now: number;
}

async function pastReports({ source, signal }: StoreContext, { feed, http, first, now }: Past) {
  const reports = new Map<string, StationReport>();
  let window: readonly StationReport[] = [];
  for (let time = first; time < now; time += BETWEEN) {
    signal?.throwIfAborted();
    const bytes = await bytesIfThere(http, feed.pastUrl(source.baseUrl, time), feed.ceilingBytes, signal);
    if (bytes === null) break;
    window = addReports(window, decodeMetarCache(bytes).reports, time).reports;
    for (const report of window) reports.set(`${report.station.id} ${report.time}`, report);
  }
  return reports.values();
}

/** True when some station has a temperature at each hour. */
export function isWhole(day: StationHours | null): boolean {
  if (day === null) return false;
  const known = new Set<number>();
  for (const [n, temperature] of day.temperatures.entries())
    if (!Number.isNaN(temperature)) known.add(n % HOURS_OF_DAY);
  return known.size === HOURS_OF_DAY;
}

/** The body of an answer; null: there is no such file. */
export async function bytesIfThere(
  http: HttpDownload,
  url: string,
  ceilingBytes: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | null> {
  try {
    const answer = await http.get(url, { ceilingBytes, gzip: true, signal });
    return answer.notModified ? null : answer.bytes;
  } catch (error) {
    if (isTagged(error, 'upstream') && saysAbsent(error.status)) return null;
    throw error;
  }
}
