/** Which feeds are ingested, and at what zoom the terrain comes. */

import type { Region } from './config-region.js';
import { FEED_NAMES, type FeedName } from './config-table.js';
import { ConfigError } from './errors.js';

export interface FeedChoice {
  /** In the order of `FEED_NAMES`, each once. */
  readonly feeds: readonly FeedName[];
  readonly terrain: boolean;
}

const TERRAIN = 'terrain';
const SETTING = 'WEATHERGLASS_FEEDS';
/** The globe of one model fills 20 GB while it is built: nobody asks for ten of them by saying nothing. */
const LIVE_WORLD: FeedChoice = { feeds: ['gfs'], terrain: true };

/**
 * "auto": everything in the demo, and live where a region is set; feeds whose grid turns out to lie elsewhere are left
 * out by the first ingest of them.
 *
 * @throws ConfigError  naming what is no feed, and what is
 */
export function chooseFeeds(text: string, profile: 'demo' | 'live', region: Region | null): FeedChoice {
  if (text === 'auto') return profile === 'live' && region === null ? LIVE_WORLD : { feeds: FEED_NAMES, terrain: true };
  const named = text.split(',').map((name) => name.trim());
  const known = new Set<string>([...FEED_NAMES, TERRAIN]);
  const unknown = named.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ConfigError(SETTING, `must be "auto" or a list of ${[...known].join(', ')}`, unknown);
  return { feeds: FEED_NAMES.filter((name) => named.includes(name)), terrain: named.includes(TERRAIN) };
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
