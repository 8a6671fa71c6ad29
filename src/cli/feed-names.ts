/** What `weatherglass ingest` takes, and how it is called among people. */

import type { Config } from '../base/config.js';
import type { AddressSetting } from '../base/config-table.js';
import { FEEDS } from '../ingest/feed-table.js';
import { type DatasetId, datasetTitle } from '../model/dataset.js';

/** Ground height, which comes in tiles and not in model runs. */
export const TERRAIN = 'terrain';

export type IngestName = DatasetId | typeof TERRAIN;

/** Everything that can be ingested: the first of the feeds, terrain, then the other feeds. */
export const INGEST_NAMES: readonly IngestName[] = inOrder(
  FEEDS.map(({ id }) => id),
  true,
);

/** What the configuration asks for, in the order in which it is first ingested. */
export function configuredNames({ feeds, terrain }: Pick<Config, 'feeds' | 'terrain'>): readonly IngestName[] {
  return inOrder(
    FEEDS.map(({ id }) => id).filter((id) => feeds.includes(id)),
    terrain,
  );
}

/** GFS before everything, because forecasts are answered from it alone; the ground next, which is small. */
function inOrder(feeds: readonly DatasetId[], terrain: boolean): IngestName[] {
  const first = feeds.filter((id) => id === 'gfs');
  return [...first, ...(terrain ? [TERRAIN] : []), ...feeds.filter((id) => id !== 'gfs')] as IngestName[];
}

export function titleOf(name: string): string {
  return name === TERRAIN ? 'Terrain' : datasetTitle(name);
}

export function addressSettingOf(name: IngestName): AddressSetting {
  if (name === TERRAIN) return 'WEATHERGLASS_TERRAIN_URL';
  return FEEDS.find(({ id }) => id === name)!.addressSetting as AddressSetting;
}

/** "GEFS: 3 to 240 h ahead, runs at 00 06 12 18 UTC, from WEATHERGLASS_GEFS_URL" */
export function describeFeed(name: IngestName): string {
  if (name === TERRAIN) return 'heights of the ground, from WEATHERGLASS_TERRAIN_URL';
  const feed = FEEDS.find(({ id }) => id === name)!;
  const leads = feed.partsOf('', 0).flatMap((part) => part.leads);
  const [first, last] = [Math.min(...leads) / 3600, Math.max(...leads) / 3600];
  return `${titleOf(name)}: ${first} to ${last} h ahead, ${runsInWords(feed.cycle)}, from ${feed.addressSetting}`;
}

function runsInWords({ every, offset, only }: (typeof FEEDS)[number]['cycle']): string {
  const times = only ?? Array.from({ length: 86_400 / every }, (_, i) => offset + i * every);
  if (times.length === 24) return 'a run every hour';
  return `runs at ${times.map((time) => String(time / 3600).padStart(2, '0')).join(' ')} UTC`;
}
