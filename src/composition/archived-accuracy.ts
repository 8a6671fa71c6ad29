/** Accuracy of the forecasts in a data directory. */

import type { ObjectDefectError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Progress } from '../base/progress.js';
import type { Config } from '../config/config.js';
import type { DayPersistence, VerifiedForecasts } from '../ingest/verify/verify-files.js';
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
