/** Issued forecasts, from the product to their archive and back. */

import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { ObjectDefectError, StoreUnavailableError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { shareFor } from '../base/shared-value.js';
import type { Config } from '../config/config.js';
import type { ForecastArchiving, ForecastArchivingDependencies } from '../ingest/archive/forecast-archiving.js';
import type { ForecastIssue } from '../model/forecast-issue.js';
import { openObjects } from './objects.js';
import { openPointProducts } from './products.js';

/** A service that stood still for longer has no newest issue, days. */
const LOOKED_BACK_DAYS = 30;
const WATCH_SECONDS = 60;
/**
 * Longest time for one read of an issue, s. A request waits 2 s for a busy disk and then does without; observed at a load of
 * 13 on two cores, an issue with that limit lacked 181 of 308 stations.
 */
const READ_SECONDS = 30;

/**
 * Archives what `POST /v1/forecast` responds at the verification stations in this hour.
 *
 * @throws DirectoryLockedError  another process archives forecasts
 * @throws the signal's reason
 */
export async function archiveForecastsNow(config: Config, log: Log, signal: AbortSignal): Promise<ForecastArchiving> {
  const { archiveForecasts } = await import('../ingest/archive/forecast-archiving.js');
  const { issueForecasts, stationsIn } = await import('../products/forecast/station-issue.js');
  const { clock, region, dataDirectory, archiveDays: keepDays } = config;
  let storeFault: StoreUnavailableError | null = null;
  const reading = {
    seconds: READ_SECONDS,
    onUnavailable: (failure: StoreUnavailableError) => {
      storeFault ??= failure;
    },
  };
  const { objects, forecast } = openPointProducts(config, log, reading);
  const directory = join(dataDirectory, 'staging', 'forecast');
  try {
    return await archiveForecasts({
      ...{ objects, clock, log, directory, keepDays, stations: stationsIn(region) },
      issue: (stations) => issueForecasts(forecast, stations, clock, signal),
      storeFault: () => storeFault,
    });
  } finally {
    objects.close();
  }
}

/**
 * The archived issues of a day of UTC, in their order; damaged ones are reported and left out.
 *
 * @param day  "2026-11-20"
 */
export async function* archivedForecasts(
  config: Config,
  day: string,
  onDefect: (defect: ObjectDefectError) => void,
): AsyncGenerator<ForecastIssue> {
  const { readArchive } = await import('../store/archive/archived-issues.js');
  const { FORECAST_ARCHIVE } = await import('../store/archive/forecast-archive.js');
  const objects = openObjects(config);
  try {
    yield* readArchive(objects, FORECAST_ARCHIVE, day, onDefect);
  } finally {
    objects.close();
  }
}

/**
 * Time of the newest issue, epoch seconds, for the metrics; null: none since yesterday, or the store does not respond.
 * Looked up at most once a minute.
 */
export function watchForecastArchive({
  objects,
  clock,
  log,
}: Pick<ForecastArchivingDependencies, 'objects' | 'clock' | 'log'>) {
  return shareFor(WATCH_SECONDS, systemClock, async (): Promise<number | null> => {
    const { newestIssue } = await import('../store/archive/archived-issues.js');
    const { FORECAST_ARCHIVE } = await import('../store/archive/forecast-archive.js');
    try {
      return (await newestIssue(objects, FORECAST_ARCHIVE, { now: clock.now(), days: 2 }))?.issueTime ?? null;
    } catch (error) {
      log.warn({ error: String(error) }, 'the archive of forecasts cannot be read; its age is unknown');
      return null;
    }
  });
}

/** The newest issue that can be read of the last 30 days; null: there is none. */
export async function newestForecastIssue(config: Config): Promise<ForecastIssue | null> {
  const { newestIssue } = await import('../store/archive/archived-issues.js');
  const { FORECAST_ARCHIVE } = await import('../store/archive/forecast-archive.js');
  const objects = openObjects(config);
  try {
    return await newestIssue(objects, FORECAST_ARCHIVE, { now: config.clock.now(), days: LOOKED_BACK_DAYS });
  } finally {
    objects.close();
  }
}
