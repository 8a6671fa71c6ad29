/** How station series stand: what is published, how the last polls went, what the upstream offers. */

import type { Clock } from '../../base/clock.js';
import { silentLog } from '../../base/log.js';
import type { StationFeed } from '../../sources/ghcn-daily/ghcn-daily-feed.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { createStationShelf } from '../../store/stations/station-shelf.js';
import { readPointer } from '../../store/versions/pointer.js';
import { askOnce } from '../poll/frame.js';
import { recallStations, type StationMemory } from './station-memory.js';

export interface StationState {
  /** Last day with an observation, days since 1970-01-01; null: nothing was ever published. */
  readonly lastDay: number | null;
  /** Epoch seconds; null: nothing was ever published. */
  readonly publishedAt: number | null;
  /** True where all years are published, not only the recent days. */
  readonly hasBase: boolean;
  readonly poll: StationMemory;
}

/** @throws ObjectDefectError  what is published is damaged, and so is what was published before */
export async function stationStateOf(
  { objects, directory }: { readonly objects: ObjectStore; readonly directory: string },
  { id }: StationFeed,
): Promise<StationState> {
  const shelf = createStationShelf({ objects, clock: { now: () => 0 }, log: silentLog });
  const archive = await shelf.open();
  const { lastDay = null, publishedAt = null } = archive ?? {};
  const hasBase = (await readPointer(objects, 'stations-base')) !== null;
  return { lastDay, publishedAt, hasBase, poll: await recallStations(directory, id) };
}

/**
 * Addresses of the lists and of the newest year, and of those that are missing.
 *
 * @throws UpstreamError  it does not answer
 */
export async function offeredFiles(
  { paths }: StationFeed,
  baseUrl: string,
  clock: Clock,
): Promise<{ readonly urls: readonly string[]; readonly missing: readonly string[] }> {
  const [urls, missing]: [string[], string[]] = [[], []];
  const year = new Date(clock.now() * 1000).getUTCFullYear();
  await askOnce(clock, async (http) => {
    for (const path of [paths.stations, paths.inventory, paths.year(year)])
      ((await http.head(baseUrl + path)) === null ? missing : urls).push(baseUrl + path);
  });
  return { urls, missing };
}
