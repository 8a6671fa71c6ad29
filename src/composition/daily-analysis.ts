/** The daily analysis, from the published cubes to its record and back. */

import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Config } from '../config/config.js';
import type { DayAnalysed } from '../ingest/archive/daily-analysing.js';
import { openObjects } from './objects.js';

/** Decoded chunks are read once each. */
const NO_CACHE = 1;

/**
 * Writes the days that are over everywhere and not yet in the record.
 *
 * @throws DirectoryLockedError  another process writes them
 * @throws the signal's reason
 */
export async function analyseDaysNow(config: Config, log: Log, signal: AbortSignal): Promise<DayAnalysed[]> {
  const { analyseDays } = await import('../ingest/archive/daily-analysing.js');
  const { createCubeShelf } = await import('../store/cubes/cube-shelf.js');
  const { zoneOfPlace } = await import('../query/place/time-zone.js');
  const { clock, dataDirectory } = config;
  const objects = openObjects(config);
  try {
    return await analyseDays({
      ...{ objects, clock, log, signal },
      directory: join(dataDirectory, 'staging', 'forecast'),
      shelf: createCubeShelf({ objects, clock: systemClock, log, cacheBytes: NO_CACHE }),
      zoneAt: (latitude, longitude) => zoneOfPlace(latitude, longitude).zone,
    });
  } finally {
    objects.close();
  }
}
