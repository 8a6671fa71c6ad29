/** Reads which feeds are wanted, the settings of those of alerts, and the zoom of the terrain. */

import { ConfigError } from '../base/errors.js';
import { FEED_NAMES } from './config-table.js';

/** The value of WEATHERGLASS_FEEDS. The feeds that it switches on depend on the region, too: `ingest/feed-choice.ts`. */
export interface FeedChoice {
  /** True: "auto" is among the names. */
  readonly isAuto: boolean;
  /** The other names, each once. */
  readonly named: readonly string[];
}

const SETTING = 'WEATHERGLASS_FEEDS';
const AUTO = 'auto';

/**
 * Reads "auto", names of feeds, or both: "auto,hrrr" adds HRRR to the automatic feeds.
 *
 * @throws ConfigError  naming what is no feed, and what is
 */
export function chooseFeeds(text: string): FeedChoice {
  const names = new Set(text.split(',').map((name) => name.trim()));
  const isAuto = names.delete(AUTO);
  const named = [...names];
  const unknown = named.find((name) => !FEED_NAMES.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(SETTING, `must be a comma-separated list of ${[AUTO, ...FEED_NAMES].join(', ')}`, unknown);
  return { isAuto, named };
}

/** Settings of the feeds of alerts. */
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
