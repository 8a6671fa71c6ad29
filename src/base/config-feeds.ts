/** Which feeds are ingested, what is asked of those of alerts, and at what zoom the terrain comes. */

import type { Region } from './config-region.js';
import {
  ALERT_FEED_NAMES,
  type AlertFeedName,
  FEED_NAMES,
  type FeedName,
  OBSERVATION_FEED_NAMES,
  type ObservationFeedName,
  RADAR_FEED_NAMES,
  type RadarFeedName,
} from './config-table.js';
import { ConfigError } from './errors.js';

export interface FeedChoice {
  /** In the order of `FEED_NAMES`, each once. */
  readonly feeds: readonly FeedName[];
  readonly terrain: boolean;
  /** Of alerts, and the shapes of their zones; "auto": those that cover the region, which only the feeds themselves know. */
  readonly alertFeeds: readonly AlertFeedName[] | 'auto';
  /** Of radar; "auto": by the region, without one those that are not too large to ask for by saying nothing. */
  readonly radarFeeds: readonly RadarFeedName[] | 'auto';
  /** Of fires and smoke; "auto": by the region. */
  readonly observationFeeds: readonly ObservationFeedName[] | 'auto';
}

const TERRAIN = 'terrain';
const SETTING = 'WEATHERGLASS_FEEDS';
/** The globe of one model fills 20 GB while it is built: nobody asks for ten of them by saying nothing. */
const LIVE_WORLD: FeedChoice = {
  feeds: ['gfs'],
  terrain: true,
  alertFeeds: 'auto',
  radarFeeds: 'auto',
  observationFeeds: 'auto',
};
const EVERYTHING: FeedChoice = { ...LIVE_WORLD, feeds: FEED_NAMES };

/**
 * "auto": everything in the demo, and live where a region is set; feeds whose grid turns out to lie elsewhere are left
 * out by the first ingest of them.
 *
 * @throws ConfigError  naming what is no feed, and what is
 */
export function chooseFeeds(text: string, profile: 'demo' | 'live', region: Region | null): FeedChoice {
  if (text === 'auto' && profile === 'demo')
    return { ...EVERYTHING, radarFeeds: RADAR_FEED_NAMES, observationFeeds: OBSERVATION_FEED_NAMES };
  if (text === 'auto') return region === null ? LIVE_WORLD : EVERYTHING;
  const named = text.split(',').map((name) => name.trim());
  const known = new Set<string>([
    ...FEED_NAMES,
    ...RADAR_FEED_NAMES,
    ...OBSERVATION_FEED_NAMES,
    ...ALERT_FEED_NAMES,
    TERRAIN,
  ]);
  const unknown = named.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ConfigError(SETTING, `must be "auto" or a list of ${[...known].join(', ')}`, unknown);
  return {
    feeds: FEED_NAMES.filter((name) => named.includes(name)),
    terrain: named.includes(TERRAIN),
    alertFeeds: ALERT_FEED_NAMES.filter((name) => named.includes(name)),
    radarFeeds: RADAR_FEED_NAMES.filter((name) => named.includes(name)),
    observationFeeds: OBSERVATION_FEED_NAMES.filter((name) => named.includes(name)),
  };
}

/** What is asked of feeds of alerts. */
export interface AlertChoice {
  /** How to reach who runs this service; null: nobody said. */
  readonly contact: string | null;
  /** Null: by the region. */
  readonly meteoalarmCountries: readonly string[] | null;
  readonly wmoSources: readonly string[] | null;
}

/** A header of a request carries it: printable ASCII without brackets, which would end the comment that it stands in. */
const CONTACT = /^[!-'*-~]([ -'*-~]{0,198}[!-'*-~])?$/;

/** @throws ConfigError */
export function alertChoice(contact: string, countries: string, sources: string): AlertChoice {
  if (contact !== '' && !CONTACT.test(contact))
    throw new ConfigError(
      'WEATHERGLASS_CONTACT',
      'must be at most 200 printable ASCII characters, no brackets',
      contact,
    );
  return {
    contact: contact === '' ? null : contact,
    meteoalarmCountries: namesIn('WEATHERGLASS_METEOALARM_COUNTRIES', countries),
    wmoSources: namesIn('WEATHERGLASS_WMO_SOURCES', sources),
  };
}

/** They become parts of addresses. */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function namesIn(setting: string, text: string): readonly string[] | null {
  if (text === 'auto') return null;
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined)
    throw new ConfigError(setting, 'must be auto or a list of names in lower-case letters, digits and hyphens', wrong);
  return names;
}

const DEEPEST_ZOOM = 12;

/**
 * Null for "auto".
 *
 * @throws ConfigError
 */
export function terrainZoom(text: string): number | null {
  if (text === 'auto') return null;
  const zoom = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(zoom <= DEEPEST_ZOOM))
    throw new ConfigError(
      'WEATHERGLASS_TERRAIN_ZOOM',
      `must be auto or a whole number from 0 to ${DEEPEST_ZOOM}`,
      text,
    );
  return zoom;
}
