/**
 * What the ingest commands share: records, arrays, a way to be stopped, and in the demo the simulated upstream.
 *
 * Each work is loaded when it is done. A poll of alerts is a process of its own every minute, and most of its time would
 * go into loading decoders of model runs: observed 0.55 s of CPU with all of it, 0.3 s with its own.
 */

import { join } from 'node:path';
import { startUpstreamThread, type UpstreamThread } from '../../../simulator/start-worker.js';
import type { Log } from '../../base/log.js';
import { createProgress, type Progress, type ProgressEvent, type ProgressMode } from '../../base/progress.js';
import { openObjects } from '../../composition/objects.js';
import type { Config } from '../../config/config.js';
import {
  type AddressSetting,
  type AlertFeedName,
  type FireFeedName,
  type RadarFeedName,
  SETTINGS,
} from '../../config/config-table.js';
import type { AlertDependencies } from '../../ingest/alerts/alert-dependencies.js';
import { alertFeedOf } from '../../ingest/alerts/alert-feed-table.js';
import type { ZoneDependencies } from '../../ingest/alerts/zones/ingest-zones.js';
import { ALERT_ZONES } from '../../ingest/alerts/zones/zone-settings.js';
import type { FetchDependencies } from '../../ingest/fetch-dependencies.js';
import type { FireDependencies } from '../../ingest/fires/fire-dependencies.js';
import { fireFeedOf } from '../../ingest/fires/fire-feed-table.js';
import { downloadSignal, startIngestDeadline } from '../../ingest/ingest-deadline.js';
import type { IngestDependencies, IngestOutcome } from '../../ingest/ingest-dependencies.js';
import type { ScanDependencies } from '../../ingest/nexrad/scan-dependencies.js';
import type { RadarDependencies, RadarOutcome } from '../../ingest/radar/radar-dependencies.js';
import { radarFeedOf } from '../../ingest/radar/radar-feed-table.js';
import type { RadarFilesOutcome } from '../../ingest/radar/radar-files.js';
import type { DatasetId } from '../../model/dataset.js';
import { formatInstant } from '../../model/time.js';
import { onOutputLost } from '../exit-status.js';
import { addressSettingOf, addressSettingsOf, type FetchedName, NEXRAD, TERRAIN } from '../feed-names.js';
import { openRecordsAccess, type RecordsAccess } from '../records-access.js';

export interface IngestWork {
  readonly config: Config;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Dependencies of one feed's ingest. */
  depsOf(name: DatasetId | typeof TERRAIN): Promise<IngestDependencies>;
  /** Of polls of radar. */
  radarDeps(name: RadarFeedName): Promise<RadarDependencies>;
  /** Of polls of fires and smoke. */
  fireDeps(name: FireFeedName): Promise<FireDependencies>;
  /** Of sweeps of single radars. */
  scanDeps(): Promise<ScanDependencies>;
  /** Of polls of alerts, and of the shapes of their zones. */
  alertDeps(): Promise<ZoneDependencies>;
}

export interface IngestSetting {
  readonly config: Config;
  readonly log: Log;
  /** What will be fetched: in the demo somebody must simulate it. */
  readonly fetched: readonly FetchedName[];
  readonly mode: ProgressMode;
  /**
   * A service started it, and keeps its standard input open: it goes when that service goes, also by kill -9, and never
   * opens the records itself, or the next start of the service would find them taken.
   */
  readonly attached: boolean;
  /** The time that each feed has for its downloads, s; null: all of it. */
  readonly deadlineSeconds: number | null;
}

/** Opens everything, does the work, closes everything. SIGTERM and SIGINT abort the signal. */
export async function withIngest(setting: IngestSetting, work: (work: IngestWork) => Promise<unknown>): Promise<void> {
  const { config, log } = setting;
  let records: RecordsAccess | null = null; // opened for who needs them: radar does not, and it takes a second
  const openedRecords = async (): Promise<RecordsAccess> => {
    records ??= await openRecordsAccess(config, log, setting.attached ? { open: refuseToOpen } : {});
    return records;
  };
  const opened: ReturnType<typeof openObjects>[] = []; // none where nothing asks for arrays
  let upstream: UpstreamThread | null = null;
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => stop.abort(new Error(`stopped by ${signal}`));
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  if (setting.attached) whenLeftAlone(() => stop.abort(new Error(LEFT_ALONE)));
  try {
    if (setting.fetched.some((name) => needsUpstream(config, name)))
      upstream = await startUpstreamThread({
        ...config.demo,
        now: config.now,
        ahead: setting.fetched.includes('gfs'),
      });
    const progress = createProgress(setting.mode, process.stdout);
    const { clock, region } = config;
    const shared = () => {
      const deadline = setting.deadlineSeconds === null ? undefined : startIngestDeadline(setting.deadlineSeconds);
      return { clock, log, progress, region, random: Math.random, signal: stop.signal, deadline };
    };
    const arraysOf = async (name: Exclude<FetchedName, AlertFeedName>) => {
      opened[0] ??= openObjects(config);
      const baseUrl = addressOf(config, addressSettingOf(name), upstream);
      return { ...shared(), objects: opened[0], source: { baseUrl, simulated: config.profile === 'demo' } };
    };
    const depsOf = async (name: DatasetId | typeof TERRAIN): Promise<IngestDependencies> => ({
      ...(await arraysOf(name)),
      stagingDirectory: join(config.dataDirectory, 'staging'),
      ledger: (await openedRecords()).ledger,
    });
    const radarDeps = async (name: RadarFeedName): Promise<RadarDependencies> => ({
      ...endedByDeadline(await arraysOf(name)),
      directory: radarDirectory(config),
    });
    const fireDeps = async (name: FireFeedName): Promise<FireDependencies> => ({
      ...endedByDeadline(await arraysOf(name)),
      directory: fireDirectory(config),
    });
    const scanDeps = async (): Promise<ScanDependencies> => ({
      ...endedByDeadline(await arraysOf(NEXRAD)),
      directory: join(config.dataDirectory, 'staging', 'nexrad'),
    });
    const alertDeps = async (): Promise<ZoneDependencies> => ({
      ...shared(),
      alerts: (await openedRecords()).alerts,
      directory: join(config.dataDirectory, 'staging', 'alerts'),
      contact: config.alerts.contact,
      addressOf: (setting) => addressOf(config, setting as AddressSetting, upstream),
    });
    await work({ config, log, signal: stop.signal, depsOf, radarDeps, fireDeps, scanDeps, alertDeps });
  } finally {
    process.removeListener('SIGTERM', onSignal).removeListener('SIGINT', onSignal);
    for (const objects of opened) objects.close();
    await (records as RecordsAccess | null)?.close();
    await upstream?.close();
  }
}

/** For work that nothing is left to do of when its downloads end. */
function endedByDeadline<Dependencies extends FetchDependencies>(deps: Dependencies): Dependencies {
  return { ...deps, signal: downloadSignal(deps) };
}

const LEFT_ALONE = 'the service that started it has ended';

const refuseToOpen = (): Promise<never> => Promise.reject(new Error(LEFT_ALONE));

function whenLeftAlone(end: () => void): void {
  process.stdin.once('end', end).once('error', end).resume();
  process.stdin.unref(); // work that is done ends the process
  onOutputLost(end); // nobody reads what it says any more
}

export async function ingestFeed(
  work: IngestWork,
  feed: DatasetId,
  given: { readonly run?: number; readonly from: readonly string[] | null; readonly acceptGrid?: boolean },
): Promise<IngestOutcome> {
  const { ingestFiles, ingestLatest } = await import('../../ingest/ingest-feed.js');
  const { run, from, acceptGrid = false } = given;
  const deps = { ...(await work.depsOf(feed)), acceptGrid };
  return from === null ? ingestLatest(deps, feed, run) : ingestFiles(deps, feed, from);
}

/** One poll of a feed of alerts, or files of it; of the shapes of zones, what is new of them. */
export async function ingestAlerts(
  work: IngestWork,
  name: AlertFeedName,
  from: readonly string[] | null,
): Promise<unknown> {
  const alertDeps = await work.alertDeps();
  if (name === ALERT_ZONES)
    return (await import('../../ingest/alerts/zones/ingest-zones.js')).ingestZones(endedByDeadline(alertDeps));
  const feed = alertFeedOf(name);
  const { meteoalarmCountries, wmoSources } = work.config.alerts;
  const chosen = { meteoalarm: meteoalarmCountries, 'wmo-alert-hub': wmoSources }[feed.id] ?? null;
  const deps: AlertDependencies = { ...alertDeps, baseUrl: alertDeps.addressOf(feed.addressSetting), chosen };
  if (from === null) return (await import('../../ingest/alerts/poll-alerts.js')).pollAlerts(deps, feed);
  return (await import('../../ingest/alerts/alert-files.js')).ingestAlertFiles(deps, feed, from);
}

/** Where polls of fires and smoke remember what they read. */
export function fireDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'staging', 'fires');
}

/** One poll of a feed of fires or smoke, or files of it. */
export async function ingestFires(
  work: IngestWork,
  name: FireFeedName,
  from: readonly string[] | null,
): Promise<unknown> {
  const deps = await work.fireDeps(name);
  const feed = fireFeedOf(name);
  if (from === null) return (await import('../../ingest/fires/poll-fires.js')).pollFires(deps, feed);
  return (await import('../../ingest/fires/fire-files.js')).ingestFireFiles(deps, feed, from);
}

/** Where polls of radar remember what they read. */
export function radarDirectory({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'staging', 'radar');
}

/** One poll of a feed of radar, or files of it; then what is said with the frame that it published goes to the archive. */
export async function ingestRadar(
  work: IngestWork,
  name: RadarFeedName,
  from: readonly string[] | null,
): Promise<RadarWorkOutcome> {
  const deps = await work.radarDeps(name);
  const feed = radarFeedOf(name);
  const outcome =
    from === null
      ? await (await import('../../ingest/radar/poll-radar.js')).pollRadar(deps, feed)
      : await (await import('../../ingest/radar/radar-files.js')).ingestRadarFiles(deps, feed, from);
  return { ...outcome, archived: await archive(work, name, deps.progress) };
}

export type RadarWorkOutcome = (RadarOutcome | RadarFilesOutcome) & {
  /** Nowcasts that were archived; null: it failed. */
  readonly archived: number | null;
};

/** The frame is out: whatever becomes of the record, the poll went well. */
async function archive({ config, log, signal }: IngestWork, name: RadarFeedName, progress: Progress) {
  const begun = performance.now();
  const tell = (event: string, text: string, facts: ProgressEvent['facts']) =>
    progress({ event, text: `${radarFeedOf(name).title}: ${text}`, facts: { feed: name, ...facts }, lasting: true });
  try {
    const archived = await (await import('../../app.js')).archiveNowcasts(config, log, name, signal);
    if (archived === null) return 0;
    const { issueTime, nowcasts, removed } = archived;
    const days = removed.length > 0 ? `, removed those of ${removed.join(', ')}` : '';
    const seconds = Math.round((performance.now() - begun) / 10) / 100;
    const facts = { issue: formatInstant(issueTime), nowcasts, removed: removed.length, seconds };
    tell('archived', `archived ${nowcasts} nowcasts${days}`, facts);
    return nowcasts;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ feed: name, error: reason }, 'what is said with this frame is not archived');
    tell('not-archived', `nowcasts are not archived: ${reason}`, { reason });
    return null;
  }
}

/** The newest sweep of a radar. */
export async function ingestScan(work: IngestWork, site: string): Promise<unknown> {
  const { pollScan } = await import('../../ingest/nexrad/poll-scan.js');
  return pollScan(await work.scanDeps(), site);
}

/** Sweeps of files, of whatever radars. */
export async function ingestScanFiles(work: IngestWork, from: readonly string[]): Promise<unknown> {
  const scanFiles = await import('../../ingest/nexrad/scan-files.js');
  return scanFiles.ingestScanFiles(await work.scanDeps(), from);
}

/** Zoom 4 is 10 km: as fine as the simulated ground is worth, and 256 tiles for the globe. */
const DEMO_ZOOM = 4;

export async function ingestGround(
  { config, depsOf }: IngestWork,
  { from, anew }: { readonly from: readonly string[] | null; readonly anew: boolean },
): Promise<unknown> {
  const { ingestTerrain } = await import('../../ingest/terrain/ingest-terrain.js');
  return ingestTerrain(endedByDeadline(await depsOf(TERRAIN)), {
    zoom: config.terrainZoom,
    anew,
    ...(from === null ? {} : { from }),
    ...(config.profile === 'demo' ? { highestZoom: DEMO_ZOOM } : {}),
  });
}

/** In the demo nobody but us simulates the feed; a server that does names the address in the environment. */
function needsUpstream(config: Config, name: FetchedName): boolean {
  return config.profile === 'demo' && addressSettingsOf(name).some((setting) => isReal(config, setting));
}

function isReal(config: Config, setting: AddressSetting): boolean {
  return config.addresses[setting] === SETTINGS.find(({ name }) => name === setting)!.fallback;
}

function addressOf(config: Config, setting: AddressSetting, upstream: UpstreamThread | null): string {
  return upstream !== null && isReal(config, setting) ? upstream.url : config.addresses[setting];
}
