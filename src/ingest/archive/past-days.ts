/**
 * The past that a demo begins with: issues and hours of 120 days, from documents that only the simulated upstream has. Without
 * it, a demo could say for weeks nothing of how good it is.
 *
 *   lock → for each day, the oldest first: is it stored? → download → check → write it whole
 *
 * The oldest comes first, because a date is verified with the issues of two weeks before it: whoever verifies meanwhile finds those of
 * every date that has any.
 *
 * A day is written in one piece, so that a run that is ended goes on with the next one. What was issued or observed by this
 * service itself stays as it is. Days that the ingests of this hour may still write are theirs alone, or written under their lock.
 */

import { isTagged } from '../../base/errors.js';
import { decodeMetarCache } from '../../decode/metar/metar-cache.js';
import { decodePastIssues } from '../../decode/verification/past-issues.js';
import type { ZonedStation } from '../../model/forecast-issue.js';
import { DAY, formatDate, HOUR, MINUTE } from '../../model/time.js';
import type { HttpDownload } from '../../sources/http-download.js';
import { METAR_FEED } from '../../sources/metar/metar-feed.js';
import { SIMULATED_PAST } from '../../sources/simulated-past.js';
import { hasIssues } from '../../store/archive/archived-issues.js';
import { writeClosedDay } from '../../store/archive/closed-days.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import { readHours } from '../../store/reports/hour-record.js';
import type { StoreContext } from '../context.js';
import { locked, openHttp, polling } from '../poll/frame.js';
import { bytesIfThere, isWhole, PAST_HOURS, recordPastDay } from '../reports/past-hours.js';

/** Days of the past. The bound of the work too: so many documents of each kind, of at most `SIMULATED_PAST.ceilingBytes`. */
const PAST_DAYS = 120;
/** A document is there a quarter of an hour after its day; a clock may be late, s. */
const SETTLED = 30 * MINUTE;

/** Names of what other ingests lock, below the directory of what ingests keep. */
const ISSUES_LOCK = `forecast/${FORECAST_ARCHIVE.format.dataset}`;
const HOURS_LOCK = `reports/${METAR_FEED.id}`;

export interface PastContext extends StoreContext {
  /** Stations whose issues are kept. */
  readonly stations: readonly ZonedStation[];
  /** Days that issues are kept; 0: none is archived. */
  readonly keepDays: number;
  /** Days of the past; default 120. */
  readonly days?: number;
}

export interface PastOutcome {
  /** Days that were written. */
  readonly issues: number;
  readonly hours: number;
  /** Days that are still to be had: the time was over, another ingest was writing, or a document was refused. */
  readonly left: number;
  /** False: the upstream keeps no past. */
  readonly isKept: boolean;
}

/** A day and what of it is missing here. */
interface PastDay {
  readonly day: number;
  readonly lacksIssues: boolean;
  readonly lacksHours: boolean;
}

interface Counts extends Writable<PastOutcome> {
  /** False: none of the stations of the past is kept here. */
  hasStations: boolean;
}
type Writable<Facts> = { -readonly [Name in keyof Facts]: Facts[Name] };

/**
 * Stores the days of the past that are not stored yet, until the deadline of the context is over.
 *
 * @throws DirectoryLockedError  another process does so
 * @throws UpstreamError  a document could not be had, after the attempts of the download
 * @throws the signal's reason
 */
export async function recallPast(deps: PastContext): Promise<PastOutcome> {
  return polling(deps, 'past', openHttp(deps), async (http) => {
    const missing = await missingDays(deps);
    const counts: Counts = { issues: 0, hours: 0, left: missing.length, isKept: true, hasStations: true };
    for (const [n, one] of missing.entries()) {
      deps.signal?.throwIfAborted();
      if (deps.deadline !== undefined && deps.deadline.remaining() <= 0) break;
      const isDone = await recallDay(deps, http, one, counts);
      if (!counts.isKept) break;
      if (isDone) counts.left--;
      const facts = { day: formatDate(one.day), done: n + 1, of: missing.length };
      deps.progress({ event: 'past-day', text: `past of ${facts.day} stored (${facts.done} of ${facts.of})`, facts });
    }
    const { issues, hours, left, isKept } = counts;
    return { issues, hours, left: isKept ? left : 0, isKept };
  });
}

/** Newest day whose documents are there, days since 1970-01-01. */
function newestDay(now: number): number {
  return Math.floor((now - SETTLED) / DAY) - 1;
}

/** Newest day whose hours are taken from here: those after it are read from caches of the past (`past-hours.ts`). */
function newestDayOfHours(now: number): number {
  return Math.floor((now - PAST_HOURS * HOUR) / DAY);
}

async function missingDays({
  objects,
  clock,
  log,
  stations,
  keepDays,
  days: count = PAST_DAYS,
}: PastContext): Promise<PastDay[]> {
  const now = clock.now();
  const newest = newestDay(now);
  const issueDays = stations.length === 0 ? 0 : keepDays;
  const found: PastDay[] = [];
  for (let day = newest - count + 1; day <= newest; day++) {
    const name = formatDate(day);
    const onDefect = ({ message: reason }: Error) => log.warn({ day: name, reason }, 'hours of a past day are damaged');
    const lacksIssues = day > newest - issueDays && !(await hasIssues(objects, FORECAST_ARCHIVE.format, name));
    const lacksHours = day <= newestDayOfHours(now) && !isWhole(await readHours(objects, name, onDefect));
    if (lacksIssues || lacksHours) found.push({ day, lacksIssues, lacksHours });
  }
  return found;
}

/** False: another ingest was writing, or a document was refused; the day is tried again another time. */
async function recallDay(deps: PastContext, http: HttpDownload, one: PastDay, counts: Counts): Promise<boolean> {
  const { day, lacksIssues, lacksHours } = one;
  let isDone = true;
  const attempt = async (kind: 'issues' | 'hours', recall: typeof recallIssues) => {
    try {
      if (await recall(deps, http, day, counts)) counts[kind]++;
    } catch (error) {
      if (!isTagged(error, 'malformed') && !isTagged(error, 'directory-locked')) throw error;
      const words = `${kind} of a day of the past are not stored`;
      deps.log.warn({ day: formatDate(day), reason: error.message }, words);
      isDone = false;
    }
  };
  if (lacksIssues && counts.hasStations) await attempt('issues', recallIssues);
  if (lacksHours && counts.isKept) await attempt('hours', recallHours);
  return isDone;
}

async function recallIssues(deps: PastContext, http: HttpDownload, day: number, counts: Counts): Promise<boolean> {
  const { objects, stations, source } = deps;
  const name = formatDate(day);
  const bytes = await documentOf(deps, http, SIMULATED_PAST.issuesUrl(source.baseUrl, name), counts);
  if (bytes === null) return false;
  const issues = decodePastIssues(bytes, day, new Map(stations.map((station) => [station.id, station])));
  counts.hasStations = issues.length > 0;
  if (issues.length === 0) return false;
  const write = async () => {
    // A service that began meanwhile has an issue of its own.
    if (await hasIssues(objects, FORECAST_ARCHIVE.format, name)) return false;
    await writeClosedDay(objects, FORECAST_ARCHIVE, issues);
    return true;
  };
  return day === newestDay(deps.clock.now()) ? locked(deps, ISSUES_LOCK, write) : write();
}

async function recallHours(deps: PastContext, http: HttpDownload, day: number, counts: Counts): Promise<boolean> {
  const { objects, log, source, clock } = deps;
  const bytes = await documentOf(deps, http, SIMULATED_PAST.reportsUrl(source.baseUrl, formatDate(day)), counts);
  if (bytes === null) return false;
  const { reports } = decodeMetarCache(bytes);
  const now = clock.now();
  const store = { objects, log, simulated: source.simulated, now, createdAt: now };
  const write = () => recordPastDay(store, reports, day);
  return day === newestDayOfHours(now) ? locked(deps, HOURS_LOCK, write) : write();
}

async function documentOf(
  { signal }: PastContext,
  http: HttpDownload,
  url: string,
  counts: Counts,
): Promise<Uint8Array | null> {
  const bytes = await bytesIfThere(http, url, SIMULATED_PAST.ceilingBytes, signal);
  if (bytes === null) counts.isKept = false;
  return bytes;
}
