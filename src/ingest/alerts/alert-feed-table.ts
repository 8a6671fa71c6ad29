/** Every feed of alerts, in the order in which they are first polled. A new one is a row here. */

import type { AlertFeedName } from '../../config/config-table.js';
import type { Box } from '../../model/box.js';
import { type AlertFeed, meetsRegion } from '../../sources/alert-feed.js';
import { DWD_ALERTS_FEED } from '../../sources/dwd-alerts/dwd-alerts-feed.js';
import { ECCC_ALERTS_FEED } from '../../sources/eccc-alerts/eccc-alerts-feed.js';
import { METEOALARM_FEED } from '../../sources/meteoalarm/meteoalarm-feed.js';
import { NWS_ALERTS_FEED } from '../../sources/nws-alerts/nws-alerts-feed.js';
import { WMO_ALERT_HUB_FEED } from '../../sources/wmo-alert-hub/wmo-alert-hub-feed.js';
import { type Choosable, type FeedSetting, stateOf } from '../feed-choice.js';

export const ALERT_FEEDS: readonly AlertFeed[] = [
  NWS_ALERTS_FEED,
  METEOALARM_FEED,
  DWD_ALERTS_FEED,
  ECCC_ALERTS_FEED,
  WMO_ALERT_HUB_FEED,
];

/** @throws RangeError */
export function alertFeedOf(id: string): AlertFeed {
  const feed = ALERT_FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) throw new RangeError(`no feed of alerts "${id}"`);
  return feed;
}

export function choosableAlertFeed({ id, covers, isAutomatic }: AlertFeed): Choosable {
  const isIn = (region: Box) => meetsRegion(covers, region);
  return { id: id as AlertFeedName, isIn, automatic: isAutomatic ? 'always' : 'never', isCropped: false };
}

/** The feeds of alerts that a configuration switches on. */
export function chosenAlertFeeds(setting: FeedSetting): readonly AlertFeed[] {
  return ALERT_FEEDS.filter((feed) => stateOf(choosableAlertFeed(feed), setting) === 'on');
}

/** A part of a feed that fails alone has a poll state of its own: "meteoalarm/austria". */
export function stateName(feed: string, branch: string): string {
  return `${feed}/${branch}`;
}

/** Whose alerts a poll state is about, for people: "MeteoAlarm (austria)". Null for what is no feed of alerts. */
export function issuerOfState(name: string): string | null {
  const [id, ...branch] = name.split('/');
  const feed = ALERT_FEEDS.find((candidate) => candidate.id === id);
  if (feed === undefined) return null;
  return branch.length === 0 ? feed.issuer : `${feed.issuer} (${branch.join('/')})`;
}
