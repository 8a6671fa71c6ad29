/**
 * Kinds of feeds: how each is ingested, polled, asked and described. A new kind is a folder, a type in the union of
 * `sources/feeds.ts` and a row here.
 *
 * Ingests are imported when they run. A poll of alerts is a process of its own every minute, and most of its time would
 * go into loading decoders of model runs: observed 0.55 s of CPU with all of it, 0.3 s with its own.
 */

import { join } from 'node:path';
import type { Clock } from '../base/clock.js';
import type { AlertChoice } from '../config/config-feeds.js';
import { datasetTitle } from '../model/dataset.js';
import { cadenceOf, type RadarNetworkId } from '../model/radar.js';
import { isRadarSite } from '../model/radar-sites-table.js';
import type { AlertRecords, IngestLedger } from '../model/records.js';
import { HOUR } from '../model/time.js';
import type { AddressSetting } from '../sources/feed.js';
import type { Feed, FeedKind, FeedOf } from '../sources/feeds.js';
import type { ModelFeed } from '../sources/model-feed.js';
import type { ObjectStore } from '../store/objects/object-store.js';
import type { AlertContext, FetchContext, ModelContext, RadarContext, StoreContext } from './context.js';
import { downloadSignal } from './ingest-deadline.js';
import { type ArchivedIssue, archiveAfterPoll } from './radar/archive-after-poll.js';

/** Everything that an ingest may need; stores are opened when a kind asks for them. */
export interface IngestContext extends Omit<FetchContext, 'sleep' | 'http'>, Pick<RadarContext, 'region'> {
  readonly isSimulated: boolean;
  /** Directory for what ingests keep between them. */
  readonly directory: string;
  readonly alertChoice: AlertChoice;
  /** Zoom of the terrain tiles; null: chosen by the size of the region, up to `highestTerrainZoom`. */
  readonly terrainZoom: number | null;
  readonly highestTerrainZoom?: number;
  addressOf(setting: AddressSetting): string;
  objects(): ObjectStore;
  records(): Promise<{ readonly ledger: IngestLedger; readonly alerts: AlertRecords }>;
  /** Archives the nowcasts of the newest frame; null: nothing is new, or archiving is off. */
  archiveNowcasts(network: RadarNetworkId, signal: AbortSignal | undefined): Promise<ArchivedIssue | null>;
}

/** Options of the commands; each kind names those that it has. */
export interface IngestOptions {
  /** Files, directories or addresses to ingest instead of the upstream's newest data; null: none. */
  readonly from: readonly string[] | null;
  readonly run?: string;
  readonly acceptGrid?: boolean;
  readonly anew?: boolean;
  /** One value of the kind's argument. */
  readonly argument?: string;
}

/** An option, as the parser of the command line takes it: flags and help. */
export type OptionHelp = readonly [flags: string, help: string];

export interface IngestKind<F extends Feed> {
  /** Ingests files, or what is new upstream. */
  ingest(context: IngestContext, feed: F, options: IngestOptions): Promise<unknown>;
  /** @throws ConfigError  an option has a wrong value: checked before anything is opened */
  check?(feed: F, options: IngestOptions): Promise<void>;
  /** One line: what the feed brings, how often and from where. */
  describe(feed: F): string;
  /** Newest files at the upstream, for `doctor`; a kind without it can only be fetched. @throws UpstreamError */
  upstream?(feed: F, baseUrl: string, clock: Clock): Promise<UpstreamFiles>;
  /** How a service polls feeds of this kind; default: from its start on, with the intervals of the feeds. */
  readonly polling?: PollingRules;
  readonly help: KindHelp<F>;
  /** Each value is ingested apart from the others; at least one, or files. */
  readonly argument?: {
    readonly name: string;
    /** Name of its values for people: "radars". */
    readonly plural: string;
    readonly help: string;
    readonly example: string;
    /** Null for a value that may be given; else the rule that it breaks. */
    fault(value: string): string | null;
  };
}

export interface PollingRules {
  /**
   * Start of the first poll. `after-forecasts`: when forecasts are answered, because the first model run needs the
   * machine more. `last`: when every model was tried once.
   */
  readonly begins: 'after-forecasts' | 'last';
  /** Longest pause after failures, s; default: that of the schedule. */
  readonly longestPauseSeconds?: number;
  /** Interval in the demo, s; default: that of the feed. */
  readonly demoIntervalSeconds?: number;
}

export interface UpstreamFiles {
  readonly urls: readonly string[];
  /** Addresses that should be there. */
  readonly missing: readonly string[];
  /** Time that the first is valid at, epoch seconds, where its name says it. */
  readonly validTime?: number;
}

interface KindHelp<F extends Feed> {
  /** Replaces the description that is made of the feed's line and `what`. */
  readonly description?: string;
  /** Result of one ingest, in words. */
  readonly what?: string;
  options(feed: F): readonly OptionHelp[];
  /** A paragraph before the examples. */
  readonly note?: string;
  /** Arguments after "weatherglass ingest <id>"; none: the help has no examples. */
  examples(feed: F): readonly string[];
  /** Meaning of exit status 0 and 1. */
  readonly success: string;
  readonly failure?: string;
}

const from = (help: string, value = '<file|directory...>'): OptionHelp => [`--from ${value}`, help];
const addressIn = (feed: Feed): string => feed.addresses[0]!.setting;
const REGION_EXAMPLE = '--region 35,-12,72,45';

const model: IngestKind<ModelFeed> = {
  async ingest(context, feed, { from, run, acceptGrid = false }) {
    const { ingestFiles, ingestLatest, runNamed } = await import('./ingest-feed.js');
    const deps: ModelContext = { ...(await modelContext(context, feed)), acceptGrid };
    if (from !== null) return ingestFiles(deps, feed.id, from);
    return ingestLatest(deps, feed.id, run === undefined ? undefined : runNamed(feed.id, run));
  },
  async check(feed, { run }) {
    if (run !== undefined) (await import('./ingest-feed.js')).runNamed(feed.id, run);
  },
  describe(feed) {
    const leads = feed.partsOf('', 0).flatMap((part) => part.leads);
    const [first, last] = [Math.min(...leads) / HOUR, Math.max(...leads) / HOUR];
    return `${datasetTitle(feed.id)}: ${first} to ${last} h ahead, ${runsInWords(feed.cycle)}, from ${addressIn(feed)}`;
  },
  async upstream(feed, baseUrl, clock) {
    const { newestRunUrl } = await import('./newest-run.js');
    return { urls: [await newestRunUrl(feed, baseUrl, clock)], missing: [] };
  },
  help: {
    what: 'The newest whole run, or files.',
    options: () => [
      from('ingest these GRIB2 files instead of the newest run', '<file|directory|url...>'),
      ['--run <YYYYMMDDHH>', 'this run instead of the newest'],
      ['--accept-grid', 'accept another grid than the feed is known for; of a run, from now on'],
    ],
    examples: () => ['', REGION_EXAMPLE, '--from FILE.grib2'],
    success: 'published, nothing new, or nothing in the region',
    failure: 'failed, or out of time',
  },
};

function runsInWords({ every, offset, only }: ModelFeed['cycle']): string {
  const times = only ?? Array.from({ length: (24 * HOUR) / every }, (_, i) => offset + i * every);
  if (times.length === 24) return 'a run every hour';
  return `runs at ${times.map((time) => String(time / HOUR).padStart(2, '0')).join(' ')} UTC`;
}

const terrain: IngestKind<FeedOf<'terrain'>> = {
  async ingest(context, feed, { from, anew = false }) {
    const { ingestTerrain } = await import('./terrain/ingest-terrain.js');
    const { terrainZoom: zoom, highestTerrainZoom } = context;
    const highest = highestTerrainZoom === undefined ? {} : { highestZoom: highestTerrainZoom };
    const options = { zoom, anew, ...(from === null ? {} : { from }), ...highest };
    return ingestTerrain(endedByDeadline(await modelContext(context, feed)), options);
  },
  describe: (feed) => `heights of the ground, from ${addressIn(feed)}`,
  help: {
    description: 'Heights of the ground, once for the region or the globe; WEATHERGLASS_TERRAIN_ZOOM says how fine.',
    options: () => [
      from('GeoTIFF files or Terrarium tiles instead of those of the upstream'),
      ['--anew', 'make it again although it is published'],
    ],
    examples: () => [],
    success: 'published or nothing new',
  },
};

const radar: IngestKind<FeedOf<'radar'>> = {
  async ingest(context, feed, { from }) {
    const deps = endedByDeadline({ ...storeContext(context, feed, 'radar'), region: context.region });
    const outcome =
      from === null
        ? await (await import('./radar/poll-radar.js')).pollRadar(deps, feed)
        : await (await import('./radar/radar-files.js')).ingestRadarFiles(deps, feed, from);
    return { ...outcome, archived: await archiveAfterPoll(context, feed) };
  },
  describe: (feed) =>
    `${feed.title}: rain as it falls, a frame every ${cadenceOf(feed.id) / 60} minutes, from ${addressIn(feed)}`,
  async upstream(feed, baseUrl, clock) {
    const { newestFrameOf } = await import('./radar/radar-state.js');
    const { url, validTime } = await newestFrameOf(feed, baseUrl, clock);
    return { urls: [url], missing: [], validTime };
  },
  // however often it has failed: frames are of use for half an hour only
  polling: { begins: 'after-forecasts', longestPauseSeconds: 120 },
  help: {
    what: 'One poll: the newest frame with the motion that is seen in it, and what is new beside it.',
    options: () => [from('take these frames instead of those of the upstream; several, in order of time')],
    note: 'Motion is seen in frames about ten minutes apart: give at least two of them.',
    examples: ({ fileNames }) => ['', `--from ${fileNames}`],
    success: 'published or nothing new, also when some files were not taken',
  },
};

const fires: IngestKind<FeedOf<'fires'>> = {
  async ingest(context, feed, { from }) {
    const deps = endedByDeadline(storeContext(context, feed, 'fires'));
    if (from === null) return (await import('./fires/poll-fires.js')).pollFires(deps, feed);
    return (await import('./fires/fire-files.js')).ingestFireFiles(deps, feed, from);
  },
  describe: (feed) => `${feed.title}: ${feed.observed} of the last day, from ${addressIn(feed)}`,
  upstream: async (feed, baseUrl, clock) => (await import('./fires/fire-state.js')).offeredFiles(feed, baseUrl, clock),
  // they are for maps alone, and hours old; in the demo new ones come sooner
  polling: { begins: 'after-forecasts', demoIntervalSeconds: 900 },
  help: {
    what: 'One poll: what is new since the last one.',
    options: ({ fileWords }) => [from(`take ${fileWords} from here`)],
    examples: ({ fileNames }) => ['', `--from ${fileNames}`],
    success: 'published or nothing new, also when some files failed',
  },
};

const reports: IngestKind<FeedOf<'reports'>> = {
  async ingest(context, feed, { from }) {
    const deps = endedByDeadline(storeContext(context, feed, 'reports'));
    if (from === null) {
      const outcome = await (await import('./reports/poll-reports.js')).pollReports(deps, feed);
      if (context.isSimulated) await (await import('./reports/past-hours.js')).recordPast(deps, feed);
      return outcome;
    }
    return (await import('./reports/report-files.js')).ingestReportFiles(deps, feed, from);
  },
  describe: (feed) => `${feed.title}: reports of weather stations, from ${addressIn(feed)}`,
  upstream: async (feed, baseUrl, clock) =>
    (await import('./reports/report-state.js')).offeredReports(feed, baseUrl, clock),
  polling: { begins: 'after-forecasts' },
  help: {
    what: 'One poll: the reports of the last three hours, with those that are new, and the record of their hours.',
    options: ({ fileWords }) => [from(`take ${fileWords} from here`)],
    examples: ({ fileNames }) => ['', `--from ${fileNames}`],
    success: 'published or nothing new',
  },
};

const alerts: IngestKind<FeedOf<'alerts'>> = {
  async ingest(context, feed, { from }) {
    const { meteoalarmCountries, wmoSources } = context.alertChoice;
    const chosen = { meteoalarm: meteoalarmCountries, 'wmo-alert-hub': wmoSources }[feed.id] ?? null;
    const baseUrl = context.addressOf(feed.addresses[0]!.setting);
    const deps: AlertContext = { ...(await alertContext(context)), baseUrl, chosen };
    if (from === null) return (await import('./alerts/poll-alerts.js')).pollAlerts(deps, feed);
    return (await import('./alerts/alert-files.js')).ingestAlertFiles(deps, feed, from);
  },
  describe: (feed) => `${feed.title}, from ${addressIn(feed)}`,
  help: {
    what: 'One poll: what is new since the last one.',
    options: () => [from('take CAP messages, archives of them, or GeoJSON of the NWS from here')],
    examples: () => ['', '--from MESSAGE.cap'],
    success: 'polled, also when a part of the feed failed',
  },
};

const zones: IngestKind<FeedOf<'zones'>> = {
  async ingest(context) {
    const { addressOf } = context;
    const deps = { ...(await alertContext(context)), addressOf };
    return (await import('./alerts/zones/ingest-zones.js')).ingestZones(endedByDeadline(deps));
  },
  describe: () => 'shapes of the zones that alerts name',
  help: {
    description:
      'Shapes of the zones that alerts name by their codes, where they are newer than those that are stored.',
    options: () => [],
    examples: () => [],
    success: 'stored or nothing new',
  },
};

const sweeps: IngestKind<FeedOf<'sweeps'>> = {
  async ingest(context, feed, { from, argument }) {
    const deps = endedByDeadline(storeContext(context, feed, 'nexrad'));
    if (from !== null) return (await import('./nexrad/scan-files.js')).ingestScanFiles(deps, from);
    return (await import('./nexrad/poll-scan.js')).pollScan(deps, argument!);
  },
  describe: (feed) => `sweeps of single radars of the United States, from ${addressIn(feed)}`,
  help: {
    description: 'The newest sweep of each of these radars. A service fetches them by itself, when a map shows one.',
    options: () => [from('take these Level 3 products of reflectivity, of whatever radars')],
    examples: () => ['KTLX', 'KTLX KINX KVNX', '--from TLX_N0B_2026_11_20_06_11_16'],
    success: 'published, nothing new, or a radar that is silent',
  },
  argument: {
    name: 'site',
    plural: 'radars',
    help: 'ICAO identifiers of radars, e.g. KTLX',
    example: 'KTLX',
    fault: (site) => (isRadarSite(site) ? null : 'No radar of NEXRAD; they are named as KTLX.'),
  },
};

const stations: IngestKind<FeedOf<'stations'>> = {
  async ingest(context, feed, { from }) {
    const deps = { ...storeContext(context, feed, 'stations'), region: context.region };
    if (from === null) return (await import('./stations/poll-stations.js')).pollStations(deps, feed);
    return (await import('./stations/station-files.js')).ingestStationFiles(endedByDeadline(deps), feed, from);
  },
  describe: (feed) => `${feed.title}: daily values of weather stations, from ${addressIn(feed)}`,
  upstream: async (feed, baseUrl, clock) =>
    (await import('./stations/station-state.js')).offeredFiles(feed, baseUrl, clock),
  // history is of no use before there is a forecast, and its first load takes an hour
  polling: { begins: 'last', demoIntervalSeconds: 3600 },
  help: {
    what: 'One update: the newest days of all stations; the first time fifty years of them, which goes on where it was ended.',
    options: ({ fileWords }) => [from(`take ${fileWords} from here`)],
    examples: ({ fileNames }) => ['', REGION_EXAMPLE, `--from ${fileNames}`],
    success: 'published or nothing new',
    failure: 'failed, or out of time: what was downloaded is kept, and the next update goes on',
  },
};

const KINDS: { readonly [Kind in FeedKind]: IngestKind<FeedOf<Kind>> } = {
  ...{ model, terrain, radar, fires, reports, stations, alerts, zones, sweeps },
};

export function kindOf<F extends Feed>(feed: F): IngestKind<F> {
  return KINDS[feed.kind] as unknown as IngestKind<F>;
}

function fetchContext({ clock, log, progress, random, signal, deadline }: IngestContext): FetchContext {
  return { clock, log, progress, random, signal, deadline };
}

function storeContext(context: IngestContext, feed: Feed, folder: string): StoreContext {
  const source = { baseUrl: context.addressOf(feed.addresses[0]!.setting), simulated: context.isSimulated };
  const directory = join(context.directory, folder);
  return { ...fetchContext(context), objects: context.objects(), source, directory };
}

async function modelContext(context: IngestContext, feed: Feed): Promise<ModelContext> {
  const { ledger } = await context.records();
  return { ...storeContext(context, feed, ''), ledger, region: context.region };
}

async function alertContext(context: IngestContext): Promise<Omit<AlertContext, 'baseUrl' | 'chosen'>> {
  const { region, directory, alertChoice, records } = context;
  const { alerts } = await records();
  const { contact } = alertChoice;
  return { ...fetchContext(context), alerts, directory: join(directory, 'alerts'), contact, region };
}

/** For work that nothing is left to do of when its downloads end. */
function endedByDeadline<Context extends FetchContext>(context: Context): Context {
  return { ...context, signal: downloadSignal(context) };
}
