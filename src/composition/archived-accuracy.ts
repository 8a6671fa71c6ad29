/** Accuracy of the forecasts in a data directory. */

import type { ObjectDefectError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Progress } from '../base/progress.js';
import type { Config } from '../config/config.js';
import type { DayPersistence, VerifiedForecasts } from '../ingest/verify/verify-files.js';
import { formatDate } from '../model/time.js';
import type { DateRows, SumsLayout } from '../science/verification/sums-layout.js';
import { openObjects } from './objects.js';
import { openPublished } from './published.js';

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
  const { lastCompleteDay, verifyArchive } = await import('../ingest/verify/verify-archive.js');
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
