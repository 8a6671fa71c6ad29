/**
 * The record of accuracy, kept by the hourly archive of forecasts:
 *
 *   lock → how far do observations reach? → verify the last 60 dates anew → write the months they are in → older dates
 *        that have issues and no rows → remove what is too old → learn, where that is not done yet
 *
 * The last dates are verified anew once a day, when another date is complete: observations come late and are corrected. What
 * fails is tried again an hour later, because its date is still missing, and so is learning.
 */

import type { Clock } from '../../base/clock.js';
import type { ObjectDefectError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Progress } from '../../base/progress.js';
import type { AccuracyRecord, DateSpan } from '../../model/accuracy-record.js';
import type { StationArchive } from '../../model/station-series.js';
import { formatDate, parseDate } from '../../model/time.js';
import type { VerificationStation } from '../../model/verification-stations.js';
import { countStation } from '../../science/verification/count-station.js';
import { RECORD_FORM, RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import type { DateRows } from '../../science/verification/sums-layout.js';
import { type MonthBefore, readMonthsBefore } from '../../store/accuracy/accuracy-drafts.js';
import { type AccuracyForm, monthOf } from '../../store/accuracy/accuracy-layout.js';
import { type MonthTroubles, verifiedDates } from '../../store/accuracy/accuracy-reader.js';
import { createAccuracyShelf, KEPT_DATES } from '../../store/accuracy/accuracy-shelf.js';
import { beginAccuracy, removeOldAccuracy, replacedDates } from '../../store/accuracy/accuracy-writer.js';
import { archivedDays } from '../../store/archive/archived-issues.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import { compareDates, MOST_COMPARED_DATES } from './archive-comparison.js';
import { endOfObservations, lastCompleteDay } from './data-end.js';

/** Rows of the layout of minutes by station, for all dates of the span. A station without rows may be left out. */
export type VerifyMinutes = (
  stations: readonly VerificationStation[],
  days: DateSpan,
) => Promise<ReadonlyMap<string, DateRows>>;

export interface AccuracyRecordingDependencies {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Directory for the lock. */
  readonly directory: string;
  readonly stations: readonly VerificationStation[];
  /** Series of climate stations; null: none are stored. */
  readonly climate: StationArchive | null;
  /** Verifies minutes; null: minutes are not verified. */
  readonly minutes: VerifyMinutes | null;
  /** Learns from the record once it is written; null: nothing is learned. */
  readonly learn: ((record: AccuracyRecord, now: number) => Promise<void>) | null;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Blocks of up to 60 older dates that are made up at most, beside the last 60 dates. */
  readonly olderBlocks: number;
}

export type AccuracyRecording =
  | {
      readonly kind: 'recorded';
      /** Dates that were verified, and the last one that is observed, days since 1970-01-01. */
      readonly spans: readonly DateSpan[];
      readonly lastDay: number;
      /** Stations that have observations, and issues that were read. */
      readonly stations: number;
      readonly issues: number;
    }
  /** The last complete date is in the record, and no issue waits. */
  | { readonly kind: 'current' }
  /** No date has most of its observations, or none has an issue. */
  | { readonly kind: 'unobserved' };

const FORM: AccuracyForm = RECORD_FORM;

/**
 * Brings the record up to date, unless it is.
 *
 * @throws DirectoryLockedError  another process writes it
 * @throws ObjectDefectError, StoreUnavailableError, the signal's reason
 */
export async function recordAccuracy(deps: AccuracyRecordingDependencies): Promise<AccuracyRecording> {
  const lock = await lockDirectory(`${deps.directory}/accuracy`, deps);
  try {
    return await recordAlone(deps);
  } finally {
    lock.release();
  }
}

async function recordAlone(deps: AccuracyRecordingDependencies): Promise<AccuracyRecording> {
  const { objects, clock, stations, learn } = deps;
  const onDefect = defectTeller(deps.log);
  const complete = lastCompleteDay(clock.now(), stations);
  const known = await verifiedDates(objects, FORM, troublesOf(deps.log));
  // A date that was verified was observed: most hours end the search here, which reads a week of observations.
  const isKnown = known.has(complete);
  const lastDay = isKnown ? complete : await endOfObservations({ objects, stations, lastDay: complete, onDefect });
  const issued = (await archivedDays(objects, FORECAST_ARCHIVE)).map((day) => parseDate(day)!);
  if (lastDay === null || issued.length === 0 || issued[0]! > lastDay) return { kind: 'unobserved' };
  const isKept = (day: number) => day <= lastDay && day > lastDay - KEPT_DATES;
  const lacking = issued.filter((day) => isKept(day) && !known.has(day));
  // A date before one that is new was the last one when it was verified: its evening may have come since.
  const waiting = new Set(lacking.flatMap((day) => (isKept(day - 1) && known.has(day - 1) ? [day - 1, day] : [day])));
  const newest: DateSpan = [Math.max(issued[0]!, lastDay - MOST_COMPARED_DATES + 1), lastDay];
  const isWaiting = !known.has(lastDay) || [...waiting].some((day) => day >= newest[0]);
  const spans = isWaiting ? [newest] : [];
  spans.push(...olderSpans(waiting, newest[0] - 1).slice(0, deps.olderBlocks));
  const { done, failure } = await recordSpans(deps, spans);
  if (done.length > 0) await removeOldAccuracy(objects, { now: clock.now(), firstDay: lastDay - KEPT_DATES + 1 });
  // Also where nothing was recorded: an earlier run may have ended between the record and what is learned from it.
  if (learn !== null) {
    const record = await createAccuracyShelf({ objects, form: FORM, clock, log: deps.log })();
    if (record !== null) await learn(record, clock.now());
  }
  if (failure !== null) throw failure.error;
  if (done.length === 0) return { kind: 'current' };
  return {
    ...{ kind: 'recorded', lastDay, spans: done.map(({ days }) => days) },
    stations: Math.max(...done.map((span) => span.stations)),
    issues: done.reduce((sum, span) => sum + span.issues, 0),
  };
}

/** Records the spans up to the first one that fails; those before it are published. @throws the signal's reason */
async function recordSpans(deps: AccuracyRecordingDependencies, spans: readonly DateSpan[]) {
  const done: VerifiedSpan[] = [];
  for (const span of spans)
    try {
      done.push(await recordSpan(deps, span));
    } catch (error) {
      deps.signal.throwIfAborted();
      return { done, failure: { error } };
    }
  return { done, failure: null };
}

/** Dates that wait, up to `last`, as spans of consecutive dates, the newest first. */
function olderSpans(waiting: ReadonlySet<number>, last: number): DateSpan[] {
  const spans: [number, number][] = [];
  for (const day of [...waiting].filter((one) => one <= last).sort((a, b) => b - a)) {
    const span = spans.at(-1);
    const isNext = span !== undefined && span[0] === day + 1 && span[1] - day < MOST_COMPARED_DATES;
    if (isNext) span[0] = day;
    else spans.push([day, day]);
  }
  return spans;
}

function defectTeller(log: Log) {
  return (defect: ObjectDefectError) =>
    log.warn({ object: defect.key, error: defect.message }, 'a stored object is damaged and is left out of accuracy');
}

function troublesOf(log: Log): MonthTroubles {
  return {
    onDefect: defectTeller(log),
    onOtherLayout: (version) =>
      log.info({ version }, 'a month of the record of accuracy has another layout and is written anew'),
  };
}

interface VerifiedSpan {
  readonly days: DateSpan;
  readonly stations: number;
  readonly issues: number;
}

/** Verifies the dates of a span and publishes the months they are in. */
async function recordSpan(deps: AccuracyRecordingDependencies, wanted: DateSpan): Promise<VerifiedSpan> {
  const { objects, clock, stations, progress, signal } = deps;
  const before = await readMonthsBefore(objects, FORM, wanted, troublesOf(deps.log));
  const days = wholeWhereDamaged(wanted, before);
  const minutes = await minuteRows(deps, days, before);
  const compared = await compareDates({ ...deps, onDefect: defectTeller(deps.log) }, days);
  const writer = await beginAccuracy({ objects, form: FORM, replaced: replacedDates(days, minutes.dates), before });
  let observing = 0;
  for (const { place, leads, observed, climatology } of compared.stations()) {
    signal.throwIfAborted();
    if (observed.hours !== null) observing++;
    const options = { persistence: 'issue-date', climatology } as const;
    const count = (interval: '1d' | '1h') => countStation(RECORD_LAYOUTS[interval], leads, observed, options).sums;
    const ofMinutes = minutes.rows.get(place.id);
    const rows = { '1d': count('1d'), '1h': count('1h'), ...(ofMinutes && { '1m': ofMinutes }) };
    await writer.add({ id: place.id, region: place.region, rows });
    const text = `comparing: ${place.id}, ${stations.indexOf(place) + 1} of ${stations.length} stations`;
    progress({ event: 'station', text, facts: { station: place.id } });
  }
  signal.throwIfAborted();
  await writer.commit({ createdAt: clock.now(), simulated: compared.simulated });
  const [first, last] = days.map((day) => formatDate(day)) as [string, string];
  progress({ event: 'verified', text: `forecasts for ${first} to ${last} verified`, facts: { first, last } });
  return { days, stations: observing, issues: compared.issues.size };
}

/** The span, from the first date of its first month where older dates of that month cannot be copied. */
function wholeWhereDamaged([first, last]: DateSpan, before: ReadonlyMap<string, MonthBefore>): DateSpan {
  const month = monthOf(first);
  const known = before.get(month.name);
  const isSound = known === undefined || (known.sound.has('1d') && known.sound.has('1h'));
  return [isSound ? first : month.firstDay, last];
}

/** Observations of minutes are not corrected later: only the last dates are verified again. */
const MINUTE_DATES_AGAIN = 2;
/** Most dates whose minutes are verified at a time: nowcasts are issued every few minutes. */
const MOST_MINUTE_DATES = 10;

interface MinuteRows {
  /** Ascending. */
  readonly dates: readonly number[];
  /** [date][number] by station. */
  readonly rows: ReadonlyMap<string, Float64Array>;
}

async function minuteRows(
  { minutes, stations, signal }: AccuracyRecordingDependencies,
  [first, last]: DateSpan,
  before: ReadonlyMap<string, MonthBefore>,
): Promise<MinuteRows> {
  if (minutes === null) return { dates: [], rows: new Map() };
  const known = new Set([...before.values()].flatMap(({ facts, sound }) => (sound.has('1m') ? facts.minutes : [])));
  const wanted: number[] = [];
  for (let day = last; day >= first && wanted.length < MOST_MINUTE_DATES; day--)
    if (day > last - MINUTE_DATES_AGAIN || !known.has(day)) wanted.unshift(day);
  const { width } = RECORD_LAYOUTS['1m'];
  const rows = new Map<string, Float64Array>();
  for (const [n, day] of wanted.entries()) {
    signal.throwIfAborted();
    for (const [id, { sums }] of await minutes(stations, [day, day])) {
      const own = rows.get(id) ?? new Float64Array(wanted.length * width);
      own.set(sums, n * width);
      rows.set(id, own);
    }
  }
  return { dates: wanted, rows };
}
