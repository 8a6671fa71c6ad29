/** Shared by the products made of station series: whether there are any, and how old they are. */

import type { Clock } from '../base/clock.js';
import { isUnreadable, ProductUnavailableError } from '../base/errors.js';
import type { ProductStatus } from '../model/product.js';
import type { StationArchive } from '../model/station-series.js';
import { DAY, formatDate, formatInstant } from '../model/time.js';
import type { ElevationLookup } from '../query/place/elevation.js';
import type { Notices } from './notices.js';

/** Opens what is published; null: nothing was yet. @throws ObjectDefect, ObjectMissing, StoreUnavailable */
export type OpenStations = () => Promise<StationArchive | null>;

export interface StationDependencies {
  readonly stations: OpenStations;
  readonly clock: Clock;
  readonly elevationAt?: ElevationLookup;
}

/** The recent days of all stations are published anew every day. */
const LATE_AFTER = 3 * DAY;
/** Midnights of all zones lie on it, s: at one of them a day begins somewhere. */
export const DATE_STEP = 900;
const RETRY_SECONDS = 300;
const NOTHING = 'no station series have been published yet';
const LOADING = 'fifty years of station observations are still being loaded';

/** @throws ProductUnavailableError  nothing was published yet */
export async function openArchive(product: string, { stations }: StationDependencies): Promise<StationArchive> {
  const archive = await stations();
  if (archive === null) throw new ProductUnavailableError(product, NOTHING, RETRY_SECONDS);
  return archive;
}

/** @throws ProductUnavailableError  nothing was published yet, or only recent days */
export async function openWholeArchive(product: string, deps: StationDependencies): Promise<StationArchive> {
  const archive = await openArchive(product, deps);
  if (archive.isLoading) throw new ProductUnavailableError(product, LOADING, RETRY_SECONDS);
  return archive;
}

/** Names the published series and the terrain; with another name the same request may have another answer. */
export async function stationVersions({ stations, elevationAt }: StationDependencies): Promise<string> {
  const archive = await stations();
  return `${archive?.version ?? 'none'}+${(await elevationAt?.version?.()) ?? 'none'}`;
}

export function isLate({ publishedAt }: StationArchive, now: number): boolean {
  return now - publishedAt > LATE_AFTER;
}

export function lateMessage({ publishedAt }: StationArchive): string {
  const days = LATE_AFTER / DAY;
  return `Station series were last published at ${formatInstant(publishedAt)}, more than ${days} days ago.`;
}

/** Warnings about the age and the origin of all series. */
export function addArchiveNotices(notices: Notices, archive: StationArchive, now: number): void {
  if (archive.simulated)
    notices.add('simulated_data', 'These observations are simulated: they come from the built-in upstream.');
  if (archive.isLoading)
    notices.add('partial_data', `Observations before ${formatDate(archive.firstDay)} are still being loaded.`);
  if (isLate(archive, now)) notices.add('stale_data', lateMessage(archive), { source: 'stations' });
}

export async function stationStatus(product: string, deps: StationDependencies): Promise<ProductStatus> {
  const archive = await archiveOrReason(deps);
  const common = { product, referenceTime: null, isMain: false };
  if (typeof archive === 'string') return { ...common, state: 'unavailable', updatedAt: null, detail: archive };
  if (archive.isLoading) return { ...common, state: 'warming', updatedAt: archive.publishedAt, detail: LOADING };
  const late = isLate(archive, deps.clock.now());
  return {
    ...common,
    state: late ? 'stale' : 'ready',
    updatedAt: archive.publishedAt,
    detail: late ? lateMessage(archive) : `station observations to ${formatDate(archive.lastDay)}`,
  };
}

/** The archive, or why there is none. */
async function archiveOrReason({ stations }: StationDependencies): Promise<StationArchive | string> {
  try {
    return (await stations()) ?? NOTHING;
  } catch (error) {
    if (isUnreadable(error)) return error.message;
    throw error;
  }
}
