/**
 * The composition root: the only file that constructs stores and sources and hands them to who needs them.
 *
 *   data directory ── objects/   arrays, one version of a run after the other      (store/objects, store/grids)
 *                  ├─ staging/   steps of a run before they become a cube           (ingest)
 *                  ├─ records/   keys and ledger, embedded SQL, one owner           (store/tables)
 *                  └─ pepper, keys.journal, admin.sock
 *
 * The database, the server and what checks keys are loaded when they are opened: a command that needs none of them, an
 * ingest above all, starts in half the time and takes 45 MB less.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { systemClock } from './base/clock.js';
import type { Config } from './base/config.js';
import { ConfigError, GpxMalformedError, type ObjectDefectError, ProductUnavailableError } from './base/errors.js';
import type { Log } from './base/log.js';
import { type GpxFile, MOST_GPX_BYTES, readGpx } from './decode/gpx/gpx.js';
import type { AlertsProduct as AnsweredAlerts } from './http/alerts-endpoint.js';
import type { Authenticator } from './http/authentication.js';
import { createFirstKey, issueKey } from './http/key-issue.js';
import { addressOf, freePort, listen } from './http/listening.js';
import { loadPeppers } from './http/peppers.js';
import { createRateLimiter } from './http/rate-limit.js';
import type { ServedProducts } from './http/server.js';
import { chosenAlertFeeds } from './ingest/alerts/alert-feed-table.js';
import { watchedPlaces } from './ingest/alerts/watched-places.js';
import type { ArchivedNowcasts } from './ingest/radar/nowcast-archiving.js';
import { chosenRadarFeeds } from './ingest/radar/radar-feed-table.js';
import { PLANS } from './model/access.js';
import type { DatasetId } from './model/dataset.js';
import type { NowcastIssue } from './model/nowcast-issue.js';
import type { ProductStatus } from './model/product.js';
import type { RadarNetworkId } from './model/radar.js';
import type { AlertRecords, Records } from './model/records.js';
import { type AlertsProduct, createAlertsProduct } from './products/alerts/alerts.js';
import { keepRefreshed } from './products/alerts/refreshing.js';
import { createForecastProduct } from './products/forecast/forecast.js';
import { createNowcastProduct, type NowcastDependencies } from './products/nowcast/nowcast.js';
import { firstIngests, firstPolls, readinessOf } from './products/readiness.js';
import { createRouteProduct, type RouteDependencies } from './products/route/route.js';
import { freshnessOf, isStale } from './query/layers/freshness.js';
import { createElevationLookup } from './query/place/elevation.js';
import { warmTimeZones } from './query/place/time-zone.js';
import { createCubeShelf } from './store/grids/cube-shelf.js';
import { type DirectoryObjects, openDirectoryObjects } from './store/objects/directory-objects.js';
import { createRadarShelf } from './store/radar/radar-shelf.js';
import type { RecordsOptions } from './store/tables/records.js';
import { createTerrainShelf } from './store/terrain/terrain-shelf.js';

export interface ServiceOptions {
  /** How far the running ingest is, in words; null when none runs. Shown while there is nothing to serve yet. */
  ingestProgress?(): string | null;
  /** Feeds whose first ingest since the start has not ended yet; without it nothing is being ingested. */
  untried?(): readonly string[];
}

export interface Service {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The whole key made at the very first start; null ever after. */
  readonly firstKey: string | null;
  readiness(): Promise<readonly ProductStatus[]>;
  /** Stops accepting, finishes what is under way, gives the data directory free. */
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

function makeDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const rule = `must be a directory that can be made and written (${(error as Error).message})`;
    throw new ConfigError('WEATHERGLASS_DATA', rule, path);
  }
}

/** Opens everything in order; what must be closed again is pushed to `closers`, to be called last first. */
async function open(
  config: Config,
  log: Log,
  options: ServiceOptions,
  closers: (() => unknown)[],
): Promise<Omit<Service, 'close'>> {
  const records = await openRecords({ directory: config.dataDirectory, log });
  closers.push(() => records.close());
  const peppers = loadPeppers(config.dataDirectory, config.pepper, randomBytes);
  const issuer = { keys: records.keys, peppers, clock: systemClock, random: randomBytes };
  const authenticator = await openAuthenticator(config, records, peppers);
  const { objects, published } = openPublished(config, log);
  closers.push(() => objects.close());
  const first = {
    models: await firstIngests(published.shelf, options.untried),
    radar: firstPolls(networksOf(config), options.untried),
  };
  const alerts = createAlerts(config, records.alerts, options);
  const refreshing = keepRefreshed({ records: records.alerts, refresh: alerts.refresh, log });
  closers.push(() => refreshing.end());
  const products = { ...createProducts(config, published, first), alerts };
  const readiness = async () => [
    ...(await readinessOf(products, options.ingestProgress?.() ?? null)),
    await alerts.status(),
  ];
  const { startAdministration } = await import('./http/administration.js');
  const administration = await startAdministration({
    records,
    dataDirectory: config.dataDirectory,
    issue: (request) => issueKey(issuer, request),
    forget: (keyId) => authenticator.forget(keyId),
    log,
  });
  closers.push(() => administration.close());
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const url = addressOf(config.host, port);
  const server = await createApi(config, log, authenticator, products, readiness, config.baseUrl ?? url);
  closers.push(() => server.close());
  await listen(server, config.host, port);
  setImmediate(warmTimeZones);
  return { url, firstKey: (await createFirstKey(issuer))?.key ?? null, readiness };
}

/** The records of a data directory; throws as `openRecords` of the store does. */
export async function openRecords(options: RecordsOptions): Promise<Records> {
  const store = await import('./store/tables/records.js');
  return store.openRecords(options);
}

async function openAuthenticator(config: Config, { keys }: Records, peppers: readonly Uint8Array[]) {
  const { createAuthenticator } = await import('./http/authentication.js');
  const { readAppTokenSettings } = await import('./http/app-tokens.js');
  const tokens = config.tokens ? readAppTokenSettings(config.tokens) : null;
  return createAuthenticator({ keys, peppers, clock: systemClock, tokens });
}

/** The arrays of the data directory. */
export function openObjects(config: Config): DirectoryObjects {
  return openDirectoryObjects(join(config.dataDirectory, 'objects'));
}

/** What the products read: one shelf, with one cache, for all of them. */
function openPublished(config: Config, log: Log) {
  const objects = openObjects(config);
  // Pointers age by the machine's clock: a service whose weather clock stands still must see new versions too.
  const shelf = createCubeShelf({ objects, clock: systemClock, log });
  const radar = createRadarShelf({ objects, clock: systemClock, log });
  const elevationAt = createElevationLookup({ objects, log });
  return { objects, published: { shelf, radar, clock: config.clock, log, elevationAt, machineClock: systemClock } };
}

/** Objects of the data directory, and the products at a point that read nothing else. */
export function openPointProducts(config: Config, log: Log) {
  const { objects, published } = openPublished(config, log);
  const nowcast = createNowcastProduct({ ...published, networks: networksOf(config) });
  return { objects, forecast: createForecastProduct(published), nowcast };
}

type ProductDependencies = Omit<RouteDependencies, 'seconds' | 'isWarming'> & Pick<NowcastDependencies, 'radar'>;

/** Whether what a product stands on is being taken in for the very first time. */
interface FirstTurns {
  readonly models: () => boolean;
  readonly radar: () => boolean;
}

const NO_TURNS: FirstTurns = { models: () => false, radar: () => false };

function createProducts(config: Config, deps: ProductDependencies, first: FirstTurns) {
  return {
    forecast: createForecastProduct(deps),
    nowcast: createNowcastProduct({ ...deps, networks: networksOf(config), isWarming: first.radar }),
    route: createRouteProduct({ ...deps, isWarming: first.models, seconds: config.routeSeconds }),
  };
}

function networksOf({ radarFeeds, region }: Config): readonly RadarNetworkId[] {
  return chosenRadarFeeds(radarFeeds, region).map(({ id }) => id);
}

/** Answers from its records once it is refreshed. */
function createAlerts(
  config: Config,
  records: AlertRecords,
  { untried }: Pick<ServiceOptions, 'untried'>,
): AlertsProduct {
  const { alertFeeds, region, clock, profile } = config;
  const feeds = chosenAlertFeeds(alertFeeds, region).map((feed) => ({
    ...feed,
    places: (branch: string | null) => watchedPlaces(feed, branch),
  }));
  return createAlertsProduct({ records, feeds, clock, simulated: profile === 'demo', ...(untried && { untried }) });
}

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
  const { archiveNewest } = await import('./ingest/radar/nowcast-archiving.js');
  const { issueAt, stationsOf } = await import('./products/nowcast/station-issue.js');
  const { clock, region, dataDirectory, nowcastArchiveDays: keepDays } = config;
  const networks = networksOf(config);
  const stations = stationsOf(network, networks, region);
  if (keepDays === 0) return null;
  const { objects, published } = openPublished(config, log);
  const nowcast = createNowcastProduct({ ...published, networks });
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
  const { readArchive } = await import('./store/archive/archived-issues.js');
  const objects = openObjects(config);
  try {
    yield* readArchive(objects, day, onDefect);
  } finally {
    objects.close();
  }
}

export type { GpxFile, GpxLine, GpxPoint } from './decode/gpx/gpx.js';

/**
 * A GPX file of the machine: for `query route`, which may not decode itself.
 *
 * @throws GpxMalformedError, and what the file system says
 */
export function readGpxFile(path: string): GpxFile {
  const { size } = statSync(path);
  if (size > MOST_GPX_BYTES)
    throw new GpxMalformedError(`a file must have at most ${MOST_GPX_BYTES} bytes`, null, size);
  return readGpx(readFileSync(path));
}

export interface PublishedRun {
  /** Reference time of the newest published run, epoch seconds; null when there is none. */
  readonly referenceTime: number | null;
  /** Whether it is older than the feed's runs should ever be. */
  readonly isLate: boolean;
  /** Age that they should never have, s. */
  readonly lateAfter: number;
}

/** What is published of each dataset: for `doctor`, which may not look into the store itself. */
export async function publishedRuns(
  config: Config,
  log: Log,
  datasets: readonly DatasetId[],
): Promise<ReadonlyMap<DatasetId, PublishedRun>> {
  const objects = openObjects(config);
  const shelf = createCubeShelf({ objects, clock: systemClock, log });
  const runs = new Map<DatasetId, PublishedRun>();
  try {
    for (const dataset of datasets) {
      const cube = await shelf.open(dataset);
      const referenceTime = cube?.description.referenceTime ?? null;
      cube?.release();
      const isLate = referenceTime !== null && isStale(dataset, referenceTime, config.clock.now());
      runs.set(dataset, { referenceTime, isLate, lateAfter: freshnessOf(dataset).staleAfter });
    }
    return runs;
  } finally {
    objects.close();
  }
}

/** Zoom and number of tiles of the published terrain; null when there is none. */
export async function publishedTerrain(
  config: Config,
  log: Log,
): Promise<{ readonly zoom: number; readonly tiles: number } | null> {
  const objects = openObjects(config);
  try {
    const terrain = await createTerrainShelf({ objects, clock: systemClock, log }).open();
    if (terrain === null) return null;
    const { zoom, across, down } = terrain.description.window;
    return { zoom, tiles: across * down };
  } finally {
    objects.close();
  }
}

async function createApi(
  config: Config,
  log: Log,
  authenticator: Authenticator,
  products: ServedProducts,
  readiness: () => Promise<readonly ProductStatus[]>,
  baseUrl: string,
): Promise<FastifyInstance> {
  const { createServer } = await import('./http/server.js');
  const { Registry } = await import('prom-client');
  return createServer({
    clock: config.clock,
    log,
    authenticate: authenticator,
    limiter: createRateLimiter({ clock: systemClock }),
    products,
    readiness,
    metrics: new Registry(),
    baseUrl,
  });
}

export interface InProcessAnswer {
  readonly status: number;
  readonly body: string;
}

/** In place of alerts, where a command has no records. */
const NO_ALERTS: AnsweredAlerts = {
  stateKey: async () => 'none',
  answer: () => Promise.reject(new ProductUnavailableError('alerts', 'the records are not open', 0)),
};

/**
 * One request through the whole server without a socket and without a key: what `query` prints.
 *
 * @param records  open ones, which answers about alerts need and others do not
 */
export async function answerInProcess(
  config: Config,
  log: Log,
  path: string,
  body: string,
  records?: Pick<Records, 'alerts'>,
): Promise<InProcessAnswer> {
  const { objects, published } = openPublished(config, log);
  const alerts = records && createAlerts(config, records.alerts, {});
  await alerts?.refresh();
  const products = { ...createProducts(config, published, NO_TURNS), alerts: alerts ?? NO_ALERTS };
  const everything = {
    id: 'command line',
    plan: 'business',
    scopes: new Set(PLANS.business.scopes),
    kind: 'key',
  } as const;
  const readiness = () => readinessOf(products, null);
  const baseUrl = config.baseUrl ?? addressOf(config.host, config.port);
  const server = await createApi(config, log, { authenticate: async () => everything }, products, readiness, baseUrl);
  try {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
    const response = await server.inject({ method: 'POST', url: path, headers, payload: body });
    return { status: response.statusCode, body: response.body };
  } finally {
    await server.close();
    objects.close();
  }
}
