/**
 * The composition root: with what it is split into (composition/), the only place that constructs stores and sources and
 * hands them to who needs them.
 *
 *   data directory ── objects/   arrays, one version of a run after the other      (store/objects, store/cubes)
 *                  ├─ staging/   steps of a run before they become a cube           (ingest)
 *                  ├─ records/   keys and ledger, embedded SQL, one owner           (store/tables)
 *                  ├─ tiles/     drawn tiles, where the settings give them disk     (store/tile-cache)
 *                  └─ pepper, keys.journal, admin.sock
 *
 * The database, the server, the maps and what checks keys are loaded when they are opened: a command that needs none of them, an
 * ingest above all, starts in half the time and takes 45 MB less.
 */

import { randomBytes } from 'node:crypto';
import { systemClock } from './base/clock.js';
import { descriptorLimit } from './base/descriptor-limit.js';
import type { Log } from './base/log.js';
import { createApi, openLimiters } from './composition/api.js';
import { watchAccuracy } from './composition/archived-accuracy.js';
import { watchForecastArchive } from './composition/archived-forecasts.js';
import { watchDailyAnalysis } from './composition/daily-analysis.js';
import { makeDataDirectory, warnOfOpenFiles } from './composition/data-directory.js';
import { descriptorBudget } from './composition/descriptors.js';
import { createProducts, readinessOf } from './composition/products.js';
import { createAlerts, networksOf, openPublished } from './composition/published.js';
import type { Config } from './config/config.js';
import { createFirstKey, issueKey } from './http/access/key-issue.js';
import { checkPeppers } from './http/access/pepper-check.js';
import { hasPeppers, loadPeppers, pepperOrigin } from './http/access/peppers.js';
import { addressOf, freePort, listen } from './http/listening.js';
import type { IngestState } from './model/ingest-state.js';
import type { ProductStatus } from './model/product.js';
import type { Records } from './model/records.js';
import type { ScanRequests } from './model/timed-version.js';
import { keepRefreshed } from './products/alerts/refreshing.js';
import { firstIngests, firstPolls } from './products/readiness.js';
import { warmTimeZones } from './query/place/time-zone.js';
import type { RecordsOptions } from './store/tables/records.js';

export {
  type AccuracyOverview,
  accuracyOverview,
  archivedAccuracy,
  archivedMinutes,
  lastVerifiedDay,
  recordAccuracyNow,
} from './composition/archived-accuracy.js';
export { archivedForecasts, archiveForecastsNow, newestForecastIssue } from './composition/archived-forecasts.js';
export { archivedNowcasts, archiveNowcasts } from './composition/archived-nowcasts.js';
export {
  type AnalysedDays,
  analyseDaysNow,
  analysisSpans,
  newestAnalysedDays,
} from './composition/daily-analysis.js';
export { type GpxFile, type GpxLine, type GpxPoint, readGpxFile } from './composition/gpx-file.js';
export { answerInProcess, type InProcessAnswer, tileInProcess } from './composition/in-process.js';
export { openObjects } from './composition/objects.js';
export { type OpenAlerts, openPointProducts, openProducts } from './composition/products.js';
export { readAlerts } from './composition/published.js';
export { type PublishedRun, publishedRuns, publishedTerrain } from './composition/published-versions.js';

export interface ServiceOptions {
  /** How far the running ingest is, in words; null when none runs. Shown while there is nothing to serve yet. */
  ingestProgress?(): string | null;
  /** Feeds whose first ingest since the start has not ended yet; without it nothing is being ingested. */
  untried?(): readonly string[];
  /** How the feeds that are ingested stand, for `doctor`. */
  ingestStates?(): readonly IngestState[];
  /** Has sweeps of single radars fetched; without it nothing is: maps show what is stored. */
  readonly scans?: ScanRequests;
}

export interface Service {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The whole key made at the very first start; null ever after. */
  readonly firstKey: string | null;
  readiness(): Promise<readonly ProductStatus[]>;
  /** From here on `/readyz` is 503 and every response closes its connection, while requests are still served. */
  drain(): void;
  /** Stops accepting, finishes the requests in progress, and frees the data directory. */
  close(): Promise<void>;
}

/**
 * Opens the data directory and answers over HTTP.
 *
 * @throws DirectoryLockedError  when another process serves from this directory
 * @throws RecordsError, ConfigError
 */
export async function startService(config: Config, log: Log, options: ServiceOptions = {}): Promise<Service> {
  makeDataDirectory(config.dataDirectory);
  warnOfOpenFiles(config.dataDirectory, log);
  const closers: (() => unknown)[] = [];
  const close = async () => {
    while (closers.length > 0) await closers.pop()?.();
  };
  try {
    return { ...(await open(config, log, options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens everything in order; what must be closed again is pushed to `closers`, to be called last first. */
async function open(
  config: Config,
  log: Log,
  options: ServiceOptions,
  closers: (() => unknown)[],
): Promise<Omit<Service, 'close'>> {
  const { openTiles, tileThreadCount } = await import('./composition/tiles.js');
  const { connections, openFiles } = descriptorBudget(descriptorLimit(), 1 + tileThreadCount(config));
  const records = await openRecords({ directory: config.dataDirectory, log });
  closers.push(() => records.close());
  const peppers = await openPeppers(config, records, log);
  const issuer = { keys: records.keys, peppers, clock: systemClock, random: randomBytes };
  const authenticator = await openAuthenticator(config, records, peppers);
  const { objects, pointers, published } = openPublished(config, log, { openFiles });
  closers.push(() => objects.close());
  const first = {
    models: await firstIngests(published.shelf, options.untried),
    radar: firstPolls(networksOf(config), options.untried),
  };
  const alerts = createAlerts(config, records.alerts, options);
  const refreshing = keepRefreshed({ records: records.alerts, refresh: alerts.refresh, log });
  closers.push(() => refreshing.end());
  const tileParts = {
    ...{ objects, pointers, shelf: published.shelf, alerts, requests: options.scans ?? null },
    isWarming: () => first.models() || first.radar(),
  };
  const { tiles, close } = await openTiles(config, log, tileParts, openFiles);
  closers.push(close);
  const products = createProducts({ ...published, config, first, alerts, tiles });
  const readiness = () => readinessOf(products, options.ingestProgress?.() ?? null);
  const { startAdministration } = await import('./http/administration/administration.js');
  const administration = await startAdministration({
    records,
    dataDirectory: config.dataDirectory,
    issue: (request) => issueKey(issuer, request),
    forget: (keyId) => authenticator.forget(keyId),
    ...(options.ingestStates === undefined ? {} : { ingests: options.ingestStates }),
    log,
  });
  closers.push(() => administration.close());
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const url = addressOf(config.host, port);
  const { end, ...limiters } = await openLimiters(records.usage, log);
  closers.push(end);
  let isDraining = false;
  const { server, metricsServer } = await createApi(config, log, {
    checks: { authenticate: authenticator, ...limiters },
    ...{ products, readiness, connections, baseUrl: config.baseUrl ?? url },
    isDraining: () => isDraining,
    archivedAt: watchForecastArchive({ objects, clock: config.clock, log }),
    analysedTo: watchDailyAnalysis({ analysis: published.analysis, log }),
    verifiedTo: watchAccuracy({ accuracy: published.accuracy, log }),
  });
  closers.push(() => Promise.all([server.close(), metricsServer?.close()]));
  await listen(server, config.host, port);
  if (metricsServer !== null)
    await listen(metricsServer, config.host, config.metricsPort!, 'WEATHERGLASS_METRICS_PORT');
  setImmediate(warmTimeZones);
  const drain = () => {
    isDraining = true;
  };
  return { url, firstKey: (await createFirstKey(issuer))?.key ?? null, readiness, drain };
}

/** The records of a data directory; throws as `openRecords` of the store does. */
export async function openRecords(options: RecordsOptions): Promise<Records> {
  const store = await import('./store/tables/records.js');
  return store.openRecords(options);
}

async function openPeppers({ dataDirectory, pepper, tokens }: Config, { keys }: Records, log: Log) {
  const load = () => loadPeppers(dataDirectory, pepper, randomBytes);
  const peppers = hasPeppers(dataDirectory, pepper) ? load() : [];
  const origin = pepperOrigin(dataDirectory, pepper);
  checkPeppers({ keys: await keys.list(), peppers, origin, acceptsTokens: tokens !== null, log });
  return peppers.length > 0 ? peppers : load();
}

async function openAuthenticator(config: Config, { keys }: Records, peppers: readonly Uint8Array[]) {
  const { createAuthenticator } = await import('./http/access/authentication.js');
  const { readAppTokenSettings } = await import('./http/access/app-tokens.js');
  const tokens = config.tokens ? readAppTokenSettings(config.tokens) : null;
  return createAuthenticator({ keys, peppers, clock: systemClock, tokens });
}
