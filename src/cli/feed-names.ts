/** What `weatherglass ingest` takes, and how it is called among people. */

import { TERRAIN } from '../config/config-feeds.js';
import {
  type AddressSetting,
  ALERT_FEED_NAMES,
  type AlertFeedName,
  FIRE_FEED_NAMES,
  type FireFeedName,
  RADAR_FEED_NAMES,
  type RadarFeedName,
} from '../config/config-table.js';
import { ALERT_FEEDS, chosenAlertFeeds } from '../ingest/alerts/alert-feed-table.js';
import { ALERT_ZONES, ZONE_ADDRESSES } from '../ingest/alerts/zones/zone-settings.js';
import type { FeedSetting } from '../ingest/feed-choice.js';
import { chosenFeeds, FEEDS } from '../ingest/feed-table.js';
import { chosenFireFeeds, FIRE_FEEDS, fireFeedOf } from '../ingest/fires/fire-feed-table.js';
import { cadenceOf, chosenRadarFeeds, RADAR_FEEDS } from '../ingest/radar/radar-feed-table.js';
import { type DatasetId, datasetTitle } from '../model/dataset.js';

export { TERRAIN };

/** Sweeps of single radars: fetched by the name of a radar when somebody wants to see it, never by itself. */
export const NEXRAD = 'nexrad';

/** Longest that ingests of feeds without a row may download, s. Somebody waits for a sweep, at most 10 s. */
const DEADLINES = { [TERRAIN]: 1800, [ALERT_ZONES]: 1800, [NEXRAD]: 45 } as const;

export type IngestName = DatasetId | typeof TERRAIN | RadarFeedName | FireFeedName | AlertFeedName;

/** What comes from an upstream. */
export type FetchedName = IngestName | typeof NEXRAD;

/** Everything that is ingested by itself: the first of the feeds, terrain, then the other feeds, radar, fires and smoke, at last alerts. */
export const INGEST_NAMES: readonly IngestName[] = [
  ...inOrder(
    FEEDS.map(({ id }) => id),
    true,
  ),
  ...RADAR_FEED_NAMES,
  ...FIRE_FEED_NAMES,
  ...ALERT_FEED_NAMES,
];

export function isRadarName(name: string): name is RadarFeedName {
  return (RADAR_FEED_NAMES as readonly string[]).includes(name);
}

/** True for fires and smoke. */
export function isFireFeedName(name: string): name is FireFeedName {
  return (FIRE_FEED_NAMES as readonly string[]).includes(name);
}

/** True for alerts, and the shapes of their zones. */
export function isAlertName(name: string): name is AlertFeedName {
  return (ALERT_FEED_NAMES as readonly string[]).includes(name);
}

/** A feed that is polled, and the seconds between two polls. */
interface PolledFeed<Name> {
  readonly name: Name;
  readonly intervalSeconds: number;
}

/** Feeds of alerts that the configuration switches on. */
export function configuredAlerts(setting: FeedSetting): readonly PolledFeed<AlertFeedName>[] {
  return chosenAlertFeeds(setting).map(({ id, intervalSeconds }) => ({ name: id as AlertFeedName, intervalSeconds }));
}

/** Feeds of radar that the configuration switches on. */
export function configuredRadar(setting: FeedSetting): readonly PolledFeed<RadarFeedName>[] {
  return chosenRadarFeeds(setting).map(({ id, intervalSeconds }) => ({ name: id, intervalSeconds }));
}

/** Feeds of fires and smoke that the configuration switches on. */
export function configuredFires(setting: FeedSetting): readonly PolledFeed<FireFeedName>[] {
  return chosenFireFeeds(setting).map(({ id, intervalSeconds }) => ({ name: id, intervalSeconds }));
}

/** Shapes of zones, where the configuration asks for them. */
export function configuredZones(setting: FeedSetting): AlertFeedName[] {
  const { isAuto, named } = setting.feeds;
  const isWanted = named.includes(ALERT_ZONES) || (isAuto && chosenAlertFeeds(setting).length > 0);
  return isWanted ? [ALERT_ZONES] : [];
}

/** Models that the configuration switches on. */
export function configuredModels(setting: FeedSetting): readonly DatasetId[] {
  return chosenFeeds(setting).map(({ id }) => id);
}

export function isTerrainConfigured({ feeds }: Pick<FeedSetting, 'feeds'>): boolean {
  return feeds.isAuto || feeds.named.includes(TERRAIN);
}

/** Models and terrain that the configuration switches on, in the order in which they are first ingested. */
export function configuredNames(setting: FeedSetting): readonly IngestName[] {
  return inOrder(configuredModels(setting), isTerrainConfigured(setting));
}

/** Longest that one ingest of the feed may download, s. */
export function deadlineOf(name: FetchedName): number {
  if (name === TERRAIN || name === ALERT_ZONES || name === NEXRAD) return DEADLINES[name];
  return ALL_FEEDS.find(({ id }) => id === name)!.deadlineSeconds;
}

/**
 * The queues of models, terrain and shapes of zones: feeds of one queue are ingested one after the other. With two, the
 * feeds of the globe are in one, and in the other the regional ones behind terrain and shapes, which are small.
 */
export function ingestQueues(setting: FeedSetting, count: 1 | 2): readonly (readonly IngestName[])[] {
  const names = configuredInTurn(setting);
  if (count === 1) return [names];
  const global = new Set<string>(FEEDS.filter(({ queue }) => queue === 'global').map(({ id }) => id));
  const queues = [names.filter((name) => global.has(name)), names.filter((name) => !global.has(name))];
  return queues.filter((queue) => queue.length > 0);
}

/**
 * Models, terrain and the shapes of zones, in the order of their first ingest. Zones come before the other models: without
 * them an alert that names only zones has no place.
 */
export function configuredInTurn(setting: FeedSetting): IngestName[] {
  const names = configuredNames(setting);
  const first: IngestName[] = names.filter((name) => name === 'gfs' || name === TERRAIN);
  return [...first, ...configuredZones(setting), ...names.filter((name) => !first.includes(name))];
}

/** GFS before everything, because forecasts are answered from it alone; the ground next, which is small. */
function inOrder(feeds: readonly DatasetId[], terrain: boolean): IngestName[] {
  const first = feeds.filter((id) => id === 'gfs');
  return [...first, ...(terrain ? [TERRAIN] : []), ...feeds.filter((id) => id !== 'gfs')] as IngestName[];
}

export function titleOf(name: string): string {
  if (name === TERRAIN) return 'Terrain';
  if (name.startsWith(NEXRAD)) return name.replace(NEXRAD, 'NEXRAD'); // of one radar: "nexrad KTLX"
  if (name === ALERT_ZONES) return 'Shapes of alert zones';
  return [...RADAR_FEEDS, ...FIRE_FEEDS, ...ALERT_FEEDS].find(({ id }) => id === name)?.title ?? datasetTitle(name);
}

const ALL_FEEDS = [...FEEDS, ...RADAR_FEEDS, ...FIRE_FEEDS, ...ALERT_FEEDS];

/** The settings that hold the addresses of a feed: one, but of the shapes of zones, which come from several issuers. */
export function addressSettingsOf(name: FetchedName): readonly AddressSetting[] {
  if (name === TERRAIN) return ['WEATHERGLASS_TERRAIN_URL'];
  if (name === NEXRAD) return ['WEATHERGLASS_NEXRAD_URL'];
  if (name === ALERT_ZONES) return ZONE_ADDRESSES as readonly AddressSetting[];
  return [ALL_FEEDS.find(({ id }) => id === name)!.addressSetting as AddressSetting];
}

export function addressSettingOf(name: Exclude<FetchedName, typeof ALERT_ZONES>): AddressSetting {
  return addressSettingsOf(name)[0]!;
}

/** "GEFS: 3 to 240 h ahead, runs at 00 06 12 18 UTC, from WEATHERGLASS_GEFS_URL" */
export function describeFeed(name: FetchedName): string {
  if (name === TERRAIN) return 'heights of the ground, from WEATHERGLASS_TERRAIN_URL';
  if (name === NEXRAD) return 'sweeps of single radars of the United States, from WEATHERGLASS_NEXRAD_URL';
  if (name === ALERT_ZONES) return 'shapes of the zones that alerts name';
  if (isAlertName(name)) return `${titleOf(name)}, from ${addressSettingsOf(name)[0]}`;
  if (isRadarName(name)) return `${titleOf(name)}: ${framesInWords(name)}, from ${addressSettingsOf(name)[0]}`;
  if (isFireFeedName(name)) {
    const { title, observed, addressSetting } = fireFeedOf(name);
    return `${title}: ${observed} of the last day, from ${addressSetting}`;
  }
  const feed = FEEDS.find(({ id }) => id === name)!;
  const leads = feed.partsOf('', 0).flatMap((part) => part.leads);
  const [first, last] = [Math.min(...leads) / 3600, Math.max(...leads) / 3600];
  return `${titleOf(name)}: ${first} to ${last} h ahead, ${runsInWords(feed.cycle)}, from ${feed.addressSetting}`;
}

function framesInWords(name: RadarFeedName): string {
  return `rain as it falls, a frame every ${cadenceOf({ id: name }) / 60} minutes`;
}

function runsInWords({ every, offset, only }: (typeof FEEDS)[number]['cycle']): string {
  const times = only ?? Array.from({ length: 86_400 / every }, (_, i) => offset + i * every);
  if (times.length === 24) return 'a run every hour';
  return `runs at ${times.map((time) => String(time / 3600).padStart(2, '0')).join(' ')} UTC`;
}
