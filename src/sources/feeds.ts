/**
 * Every feed there is, in the order in which they are first ingested: GFS, because forecasts are answered from it alone,
 * then the terrain and the shapes of zones, without which an alert that names only zones has no place. Polled feeds follow the
 * models, alerts first. Of radar the best network comes first: where two see a place, the first one that is in time answers.
 */

import { cellsCovering } from '../grid/grid.js';
import type { Box } from '../model/box.js';
import type { AlertFeed } from './alert-feed.js';
import { ALERT_ZONES_FEED, type ZonesFeed } from './alert-zones/zones-feed.js';
import { AQM_FEED } from './aqm/aqm-feed.js';
import { DWD_ALERTS_FEED } from './dwd-alerts/dwd-alerts-feed.js';
import { DWD_RV_FEED } from './dwd-rv/dwd-rv-feed.js';
import { ECCC_ALERTS_FEED } from './eccc-alerts/eccc-alerts-feed.js';
import { ECMWF_IFS_FEED } from './ecmwf/ecmwf-feed.js';
import { type FeedAddress, meetsRegion } from './feed.js';
import type { FireFeed } from './fire-feed.js';
import { FIRMS_FEED } from './firms/firms-feed.js';
import { GEFS_AEROSOL_FEED } from './gefs/gefs-aerosol-feed.js';
import { GEFS_EXTENDED_FEED, GEFS_FEED } from './gefs/gefs-feed.js';
import { GFS_FEED } from './gfs/gfs-feed.js';
import { GHCN_DAILY_FEED, type StationFeed } from './ghcn-daily/ghcn-daily-feed.js';
import { HMS_FEED } from './hms/hms-feed.js';
import { HRRR_EXTENDED_FEED, HRRR_FEED, HRRR_SUBHOURLY_FEED } from './hrrr/hrrr-feed.js';
import { ICON_EU_FEED } from './icon/icon-eu-feed.js';
import { METAR_FEED, type ReportFeed } from './metar/metar-feed.js';
import { METEOALARM_FEED } from './meteoalarm/meteoalarm-feed.js';
import type { ModelFeed } from './model-feed.js';
import { MRMS_FEED } from './mrms/mrms-feed.js';
import { NBM_FEED } from './nbm/nbm-feed.js';
import { NEXRAD_FEED, type SweepFeed } from './nexrad/nexrad-feed.js';
import { NWS_ALERTS_FEED } from './nws-alerts/nws-alerts-feed.js';
import type { RadarFeed } from './radar-feed.js';
import { RRQPE_FEED } from './rrqpe/rrqpe-feed.js';
import { TERRAIN_FEED, type TerrainFeed } from './terrain/terrain-feed.js';
import { WMO_ALERT_HUB_FEED } from './wmo-alert-hub/wmo-alert-hub-feed.js';

export type Feed =
  | ModelFeed
  | TerrainFeed
  | ZonesFeed
  | RadarFeed
  | FireFeed
  | ReportFeed
  | StationFeed
  | AlertFeed
  | SweepFeed;

export type FeedKind = Feed['kind'];

export type FeedOf<Kind extends FeedKind> = Extract<Feed, { readonly kind: Kind }>;

export const FEEDS: readonly Feed[] = [
  GFS_FEED,
  TERRAIN_FEED,
  ALERT_ZONES_FEED,
  ECMWF_IFS_FEED,
  HRRR_FEED,
  HRRR_EXTENDED_FEED,
  HRRR_SUBHOURLY_FEED,
  NBM_FEED,
  ICON_EU_FEED,
  GEFS_FEED,
  GEFS_EXTENDED_FEED,
  AQM_FEED,
  GEFS_AEROSOL_FEED,
  NWS_ALERTS_FEED,
  METEOALARM_FEED,
  DWD_ALERTS_FEED,
  ECCC_ALERTS_FEED,
  WMO_ALERT_HUB_FEED,
  MRMS_FEED,
  DWD_RV_FEED,
  RRQPE_FEED,
  FIRMS_FEED,
  HMS_FEED,
  METAR_FEED,
  GHCN_DAILY_FEED,
  NEXRAD_FEED,
];

export function feedsOf<Kind extends FeedKind>(kind: Kind): readonly FeedOf<Kind>[] {
  return FEEDS.filter((feed): feed is FeedOf<Kind> => feed.kind === kind);
}

/** @throws RangeError  no feed of this kind has the id */
export function feedOf<Kind extends FeedKind>(kind: Kind, id: string): FeedOf<Kind> {
  const feed = feedsOf(kind).find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed "${id}" of the kind ${kind}`);
  return feed;
}

/** Null for a name that no feed has. */
export function feedNamed(id: string): Feed | null {
  return FEEDS.find((feed) => feed.id === id) ?? null;
}

/** Title of a feed for people; of a part of it: "NEXRAD KTLX" for "nexrad KTLX". */
export function feedTitle(name: string): string {
  const [id, ...part] = name.split(' ');
  return [feedNamed(id!)?.title ?? id, ...part].join(' ');
}

/** Base addresses of all feeds, each setting once. */
export const FEED_ADDRESSES: readonly FeedAddress[] = [
  ...new Map(FEEDS.flatMap(({ addresses }) => addresses.map((address) => [address.setting, address]))).values(),
];

/** True where a feed has data for the region: a model has cells there, boxes of another feed meet it. */
export function isInRegion(feed: Feed, region: Box | null): boolean {
  if (feed.kind === 'model') return region === null || cellsCovering(feed.grid, region) !== null;
  return 'covers' in feed ? meetsRegion(feed.covers, region) : true;
}
