/**
 * The past that a demo begins with, day by day of UTC, for 60 of the verification stations. No real upstream has it.
 *
 *   /past/2026-11-20/reports.csv.gz     reports of its hours, as the METAR cache has them
 *   /past/2026-11-20/issues.json.gz     forecasts that were issued at its hours
 *
 * A document is there 15 minutes after the end of its day, for 400 days.
 */

import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Clock } from '../../src/base/clock.js';
import { DAY, MINUTE, parseDate } from '../../src/model/time.js';
import { createBoundedCache } from '../bounded-cache.js';
import { createForecastModel } from '../forecast-error.js';
import type { MetarColumns } from '../observations/metar-report.js';
import { metarStations } from '../observations/metar-stations.js';
import { pastIssues } from '../past/past-issues.js';
import { pastReports } from '../past/past-reports.js';
import { PAST_STATIONS } from '../past/past-stations.js';
import type { World } from '../world.js';
import { cacheText } from './metar-cache.js';
import type { FeedFile, SimulatedFeed } from './simulated-feed.js';

const PATH = /^\/past\/(\d{4}-\d\d-\d\d)\/(reports\.csv|issues\.json)\.gz$/;
const KEPT_DAYS = 400;
const SETTLED = 15 * MINUTE;
/** A document is asked for once. */
const KEPT_BYTES = 1e6;
/** Stations whose reports are made without a break. */
const STATIONS_AT_A_TIME = 10;

export interface PastSetting {
  readonly clock: Clock;
  /** K; null: the default of the forecasts. */
  readonly biasKelvin: number | undefined;
  readonly latencySeconds: number;
}

export function createPastDaysFeed(
  world: () => World,
  { clock, biasKelvin, latencySeconds }: PastSetting,
): SimulatedFeed {
  const kept = createBoundedCache<string, FeedFile>(KEPT_BYTES, ({ grib }) => grib.length, 2);
  // One document at a time: each takes a tenth of a second of the thread that makes all files.
  let last: Promise<unknown> = Promise.resolve();
  let own: World | null = null;
  const textOf = async (name: string, day: number): Promise<string> => {
    own ??= world();
    if (name === 'reports.csv') return reportsText(own, day);
    const model = createForecastModel(own, biasKelvin);
    return pastIssues({ world: own, model, stations: PAST_STATIONS, latencySeconds }, day);
  };
  return {
    find(path) {
      const [, date, name] = PATH.exec(path) ?? [];
      const day = date === undefined ? null : parseDate(date);
      const now = clock.now();
      if (day === null || name === undefined || (day + KEPT_DAYS) * DAY < now) return null;
      const make = async () => {
        const text = await textOf(name, day);
        kept.get(path, () => ({ grib: gzipSync(text, { level: 4 }), index: null }));
      };
      return {
        key: path,
        availableAt: (day + 1) * DAY + SETTLED,
        isIndex: false,
        contentType: 'application/gzip',
        isKept: () => kept.has(path),
        async prepare() {
          if (kept.has(path)) return;
          const making = last.then(make);
          // A failure reaches the request for this document; the next one is made all the same.
          last = making.catch(() => undefined);
          await making;
        },
        make: () =>
          kept.get(path, () => {
            throw new RangeError(`${path} was not prepared`);
          }),
      };
    },
  };
}

async function reportsText(world: World, day: number): Promise<string> {
  const ids = new Set(PAST_STATIONS.map(({ id }) => id));
  const stations = metarStations().filter(({ id }) => ids.has(id));
  const rows: MetarColumns[] = [];
  for (let n = 0; n < stations.length; n += STATIONS_AT_A_TIME) {
    rows.push(...pastReports(world, stations.slice(n, n + STATIONS_AT_A_TIME), day));
    await setImmediate();
  }
  return cacheText(rows);
}
