/**
 * The record of issued forecasts, written once an hour by the running service:
 *
 *   lock → is there an issue of this hour? → issue forecasts at the stations → write → once a day, close the days that are
 *        over and remove the old ones
 *
 * An issue is never made up afterwards: by then the models have moved on. A gap in the record is honest.
 */

import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { ForecastIssue, ZonedStation } from '../../model/forecast-issue.js';
import { FORECAST_ARCHIVE } from '../../store/archive/forecast-archive.js';
import { isIssueWritten, writeIssue } from '../../store/archive/issue-writer.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { lockDirectory } from '../../store/tables/directory-lock.js';
import { tidyArchive } from './archive-tidying.js';

export interface ForecastArchivingDependencies {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Directory for the locks. */
  readonly directory: string;
  /** Days that issues are kept; 0: none is archived. */
  readonly keepDays: number;
  readonly stations: readonly ZonedStation[];
  /** Issues forecasts at these stations now; null: the published data changed again and again. */
  issue(stations: readonly ZonedStation[]): Promise<ForecastIssue | null>;
  /** Why reads of the store failed meanwhile; null: all were answered. */
  storeFault(): Error | null;
}

export type ForecastArchiving =
  | {
      readonly kind: 'archived';
      /** Epoch seconds, a whole minute. */
      readonly issueTime: number;
      /** Stations with a forecast, and stations with days. */
      readonly hours: number;
      readonly days: number;
      /** Groups that became too old and were removed. */
      readonly removed: readonly string[];
    }
  /** The hour of that time has its issue already. */
  | { readonly kind: 'present'; readonly issueTime: number }
  /** No station has a forecast yet, or the published data changed while each issue was made. */
  | { readonly kind: 'no-forecast' | 'unsettled' }
  /** Archiving is switched off, or no station lies in the region. */
  | { readonly kind: 'off' | 'no-stations' };

/**
 * Archives the forecasts of this hour, unless the hour has an issue.
 *
 * @throws DirectoryLockedError  another process archives forecasts
 * @throws StoreUnavailableError  the store did not respond: forecasts without data that are there are not kept
 */
export async function archiveForecasts(deps: ForecastArchivingDependencies): Promise<ForecastArchiving> {
  const { directory, keepDays, stations } = deps;
  if (keepDays === 0) return { kind: 'off' };
  if (stations.length === 0) return { kind: 'no-stations' };
  const lock = await lockDirectory(`${directory}/${FORECAST_ARCHIVE.format.dataset}`, deps);
  try {
    return await archiveAlone(deps);
  } finally {
    lock.release();
  }
}

async function archiveAlone(deps: ForecastArchivingDependencies): Promise<ForecastArchiving> {
  const { objects, clock, stations } = deps;
  const now = clock.now();
  const isPresent = await isIssueWritten(objects, FORECAST_ARCHIVE, { issueTime: now, stations });
  if (isPresent) return { kind: 'present', issueTime: now };
  const issue = await deps.issue(stations);
  const fault = deps.storeFault();
  if (fault !== null) throw fault;
  if (issue === null) return { kind: 'unsettled' };
  const hours = issue.updatedAt.filter((time) => time !== null).length;
  if (hours === 0) return { kind: 'no-forecast' };
  const { isNew, beginsDay } = await writeIssue(objects, FORECAST_ARCHIVE, issue);
  if (!isNew) return { kind: 'present', issueTime: issue.issueTime };
  const removed = beginsDay ? await tidyArchive(deps, FORECAST_ARCHIVE) : [];
  const days = issue.firstDays.filter((day) => day !== null).length;
  return { kind: 'archived', issueTime: issue.issueTime, hours, days, removed };
}
