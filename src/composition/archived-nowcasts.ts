/** Issued nowcasts, from the products to their archive and back. */

import { join } from 'node:path';
import type { ObjectDefectError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import type { ArchivedNowcasts } from '../ingest/radar/nowcast-archiving.js';
import type { NowcastIssue } from '../model/nowcast-issue.js';
import type { RadarNetworkId } from '../model/radar.js';
import { openObjects } from './objects.js';
import { openPointProducts } from './products.js';
import { networksOf } from './published.js';

/**
 * Archives what is said with the newest frame of a network at the verification stations; null where nothing is new, or
 * nothing is to be archived.
 *
 * @throws DirectoryLockedError  another process writes to the archive and does not end
 * @throws the signal's reason
 */
export async function archiveNowcasts(
  config: Config,
  log: Log,
  network: RadarNetworkId,
  signal: AbortSignal,
): Promise<ArchivedNowcasts | null> {
  const { archiveNewest } = await import('../ingest/radar/nowcast-archiving.js');
  const { issueAt, stationsOf } = await import('../products/nowcast/station-issue.js');
  const { clock, region, dataDirectory, archiveDays: keepDays } = config;
  const networks = networksOf(config);
  const stations = stationsOf(network, networks, region);
  if (keepDays === 0) return null;
  const { objects, nowcast } = openPointProducts(config, log);
  const directory = join(dataDirectory, 'staging', 'radar');
  try {
    const issue = (at: typeof stations, time: number) => issueAt(nowcast, at, time, signal);
    return await archiveNewest({ objects, clock, log, directory, keepDays, stations, issue }, network);
  } finally {
    objects.close();
  }
}

/**
 * The archived issues of a day of UTC, in their order; what is damaged is told of and left out.
 *
 * @param day  "2026-11-20"
 */
export async function* archivedNowcasts(
  config: Config,
  day: string,
  onDefect: (defect: ObjectDefectError) => void,
): AsyncGenerator<NowcastIssue> {
  const { readArchive } = await import('../store/archive/archived-issues.js');
  const { NOWCAST_ARCHIVE } = await import('../store/archive/nowcast-archive.js');
  const objects = openObjects(config);
  try {
    yield* readArchive(objects, NOWCAST_ARCHIVE, day, onDefect);
  } finally {
    objects.close();
  }
}
