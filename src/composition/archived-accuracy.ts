/** Accuracy of the forecasts in a data directory. */

import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { ObjectDefectError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Progress } from '../base/progress.js';
import { shareFor } from '../base/shared-value.js';
import type { Config } from '../config/config.js';
import type { AccuracyRecording, AccuracyRecordingDependencies } from '../ingest/verify/accuracy-recording.js';
import type { SectionAccuracy } from '../ingest/verify/accuracy-report.js';
import type { DayPersistence, VerifiedForecasts } from '../ingest/verify/verify-files.js';
import type { AccuracyRecord, DateSpan, OpenAccuracy } from '../model/accuracy-record.js';
import { DAY, formatDate, HOUR } from '../model/time.js';
import { RECORD_FORM, RECORD_LAYOUTS } from '../science/verification/record-layout.js';
import type { DateRows, SumsLayout } from '../science/verification/sums-layout.js';
import { accuracyMonths, type MonthOverview } from '../store/accuracy/accuracy-reader.js';
import { createAccuracyShelf } from '../store/accuracy/accuracy-shelf.js';
import { openObjects } from './objects.js';
import { openPublished } from './published.js';

/** From the midnight UTC after a date until it is over in the last zone, s. */
const LAST_ZONE = 12 * HOUR;

export interface AccuracyOptions {
  /** Dates, up to the last one that is observed. */
  readonly days: number;
  readonly persistence: DayPersistence;
  readonly progress: Progress;
  readonly onDefect: (defect: ObjectDefectError) => void;
}

/** Longest time for one read, s: a request waits 2 s, and this is none. */
const READ_SECONDS = 30;

/** Compares the archived forecasts of the verification stations with the stored observations. */
export async function archivedAccuracy(config: Config, log: Log, options: AccuracyOptions): Promise<VerifiedForecasts> {
  const { lastCompleteDay } = await import('../ingest/verify/data-end.js');
  const { verifyArchive } = await import('../ingest/verify/verify-archive.js');
  const { VERIFICATION_STATIONS } = await import('../model/verification-stations.js');
  const { objects, published } = openPublished(config, log, { seconds: READ_SECONDS });
  try {
    const stations = VERIFICATION_STATIONS;
    const lastDay = lastCompleteDay(config.clock.now(), stations);
    const climate = await published.stations();
    return await verifyArchive({ ...options, objects, stations, climate, lastDay });
  } finally {
    objects.close();
  }
}

/** Older dates that one run makes up beside the last 60, in blocks of 60: a minute of CPU. */
const OLDER_BLOCKS = 1;

export interface RecordingOptions extends Pick<AccuracyRecordingDependencies, 'progress' | 'signal'> {
  /** Blocks of 60 older dates at most; default: one. */
  readonly olderBlocks?: number;
}

/**
 * Brings the record of accuracy up to date, where a date is complete that it lacks, and learns from it.
 *
 * @throws DirectoryLockedError  another process writes it
 * @throws the signal's reason
 */
export async function recordAccuracyNow(
  config: Config,
  log: Log,
  options: RecordingOptions,
): Promise<AccuracyRecording> {
  const { learn } = await import('../ingest/learning/learn.js');
  const { recordAccuracy } = await import('../ingest/verify/accuracy-recording.js');
  const { verifyMinutes } = await import('../ingest/verify/verify-minutes.js');
  const { VERIFICATION_STATIONS: stations } = await import('../model/verification-stations.js');
  const { objects, published } = openPublished(config, log, { seconds: READ_SECONDS });
  const onDefect = (defect: ObjectDefectError) =>
    log.warn({ object: defect.key, error: defect.message }, 'a nowcast is damaged and is left out of accuracy');
  try {
    return await recordAccuracy({
      ...{ olderBlocks: OLDER_BLOCKS, ...options, objects, stations, log, clock: config.clock },
      ...{ directory: join(config.dataDirectory, 'staging', 'forecast'), climate: await published.stations() },
      minutes: (verified, days) => verifyMinutes({ objects, stations: verified, days, onDefect }),
      learn: async (record, now) => {
        await learn(objects, record, { now, log });
      },
    });
  } finally {
    objects.close();
  }
}

/** Months that are kept, and the accuracy of the newest dates. */
export interface AccuracyOverview extends Pick<AccuracyRecord, 'firstDay' | 'lastDay' | 'simulated' | 'createdAt'> {
  readonly stations: number;
  readonly months: readonly MonthOverview[];
  /** Accuracy of all stations in the last so many dates. */
  readonly days: DateSpan;
  readonly sections: readonly SectionAccuracy[];
}

/** @param dates  of the tables, up to the last one; null where nothing is verified yet */
export async function accuracyOverview(config: Config, log: Log, dates: number): Promise<AccuracyOverview | null> {
  const { accuracyOf, blockDaysFor } = await import('../ingest/verify/accuracy-report.js');
  const objects = openObjects(config);
  try {
    const record = await createAccuracyShelf({ objects, form: RECORD_FORM, clock: systemClock, log })();
    if (record === null) return null;
    const { firstDay, lastDay, simulated, createdAt } = record;
    const days = [Math.max(firstDay, lastDay - dates + 1), lastDay] as const;
    const sections: SectionAccuracy[] = [];
    for (const interval of ['1d', '1h', '1m'] as const) {
      const layout = RECORD_LAYOUTS[interval];
      const rows = { firstDay: days[0], width: layout.width, sums: await record.rows('network', interval, days) };
      sections.push(...accuracyOf(layout, rows, blockDaysFor(days[1] - days[0] + 1)));
    }
    const troubles = { onDefect: () => undefined, onOtherLayout: () => undefined }; // the shelf has told of them
    const months = await accuracyMonths(objects, RECORD_FORM, troubles);
    return { firstDay, lastDay, simulated, createdAt, stations: record.stations.length, months, days, sections };
  } finally {
    objects.close();
  }
}

/** Last date of the record, days since 1970-01-01; null: nothing is verified yet. For `doctor`. */
export async function lastVerifiedDay(config: Config, log: Log): Promise<number | null> {
  const objects = openObjects(config);
  try {
    return (await createAccuracyShelf({ objects, form: RECORD_FORM, clock: systemClock, log })())?.lastDay ?? null;
  } finally {
    objects.close();
  }
}

const WATCH_SECONDS = 60;

/** When the last verified date was over everywhere, epoch seconds; null: none is, or the store does not respond. */
export function watchAccuracy({ accuracy, log }: { readonly accuracy: OpenAccuracy; readonly log: Log }) {
  return shareFor(WATCH_SECONDS, systemClock, async (): Promise<number | null> => {
    try {
      const record = await accuracy();
      return record === null ? null : (record.lastDay + 1) * DAY + LAST_ZONE;
    } catch (error) {
      log.warn({ error: String(error) }, 'the record of accuracy cannot be read; its age is unknown');
      return null;
    }
  });
}

/** Dates verified at a time: 5 MB of sums at 161 stations. */
const MINUTE_DAYS = 10;

/** Verifies the archived nowcasts of all stations against radar. Returns the sums of the network by date. */
export async function archivedMinutes(
  config: Config,
  { firstDay, lastDay }: Pick<VerifiedForecasts, 'firstDay' | 'lastDay'>,
  { progress, onDefect }: Pick<AccuracyOptions, 'progress' | 'onDefect'>,
): Promise<{ readonly layout: SumsLayout; readonly rows: DateRows }> {
  const { verifyMinutes } = await import('../ingest/verify/verify-minutes.js');
  const { VERIFICATION_STATIONS: stations } = await import('../model/verification-stations.js');
  const { RECORD_LAYOUTS } = await import('../science/verification/record-layout.js');
  const { addRow, noDateRows } = await import('../science/verification/sums-layout.js');
  const layout = RECORD_LAYOUTS['1m'];
  const rows = noDateRows(layout, firstDay, lastDay - firstDay + 1);
  const objects = openObjects(config);
  try {
    for (let first = firstDay; first <= lastDay; first += MINUTE_DAYS) {
      const last = Math.min(lastDay, first + MINUTE_DAYS - 1);
      const facts = { day: formatDate(first) };
      progress({ event: 'minutes', text: `comparing minutes from ${facts.day} on`, facts });
      const own = rows.sums.subarray((first - firstDay) * layout.width, (last - firstDay + 1) * layout.width);
      for (const { sums } of (await verifyMinutes({ objects, stations, days: [first, last], onDefect })).values())
        addRow(own, sums);
    }
  } finally {
    objects.close();
  }
  return { layout, rows };
}
