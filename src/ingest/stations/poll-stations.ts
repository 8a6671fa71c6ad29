/**
 * One poll of station series:
 *
 *   lock → list → files of the day → recent days published → once a month: the other files → base published → remember
 *
 * Values as filed are kept in spill files, so a first load that is ended by its deadline or by a kill goes on where it was,
 * and a base is rebuilt without another download of 6 GB. What cannot be had or read leaves everything published as it is.
 *
 * Small regions are fetched station by station (0.2 MB each), others by years (150 MB each, of all stations of the world).
 * The break-even is at about 5,000 stations for a first load, and at 400 for an update: the file of a year is half that large
 * on average while the year lasts.
 */

import { rm } from 'node:fs/promises';
import { isTagged, UpstreamError } from '../../base/errors.js';
import { decodeInventory, decodeStations } from '../../decode/ghcn/ghcn-stations.js';
import { DAY } from '../../model/time.js';
import type { StationFeed } from '../../sources/ghcn-daily/ghcn-daily-feed.js';
import type { HttpDownload, HttpSettings } from '../../sources/http-download.js';
import { STATION_DATASETS, type StationDataset } from '../../store/stations/station-layout.js';
import { removeOldStations } from '../../store/stations/station-writer.js';
import { readIntactPointer } from '../../store/versions/pointer.js';
import type { StationContext } from '../context.js';
import { downloadSignal } from '../ingest-deadline.js';
import { endingOf, faultOf } from '../ingest-fault.js';
import { openHttp, polling } from '../poll/frame.js';
import type { Spill } from './spill-file.js';
import { buildStations } from './station-build.js';
import { chooseStations } from './station-choice.js';
import { fetchBlocks, fetchYears, type StationFetch } from './station-downloads.js';
import {
  openSpills,
  recallList,
  recallStations,
  rememberList,
  rememberStations,
  type StationList,
  type StationMemory,
} from './station-memory.js';

/** Most stations that are fetched one by one: for a first load, and for every update. */
const MOST_FETCHED = 5000;
const MOST_FETCHED_DAILY = 400;
/** Days that the network still corrects, with room: it does so for 45 to 60. A year back is what forecasts show. */
export const RECENT_DAYS = 430;
const BASE_SECONDS = 30 * DAY;
const LIST_SECONDS = 25 * DAY;
const STATION_SECONDS = 20 * 3600;
/** Years whose oldest spill files are fetched again with each base, so that late corrections come within a year. */
const YEARS_RENEWED = 5;
const YEAR_SECONDS = 300 * DAY;
const LARGEST_LIST = 256 << 20;

/** Files are large, and there is a day until the next poll. */
const HTTP: Partial<HttpSettings> = { connectionsPerHost: 4 };

export interface StationOutcome {
  /** `nothing-new`: what readers get is what it was. */
  readonly kind: 'published' | 'nothing-new';
  /** Versions that were published; null: none. */
  readonly base: string | null;
  readonly recent: string | null;
  readonly stations: number;
  /** Lines that were left out of new files because they break a rule. */
  readonly refused: number;
  readonly traffic: { readonly requests: number; readonly bytes: number };
}

interface StationPoll extends StationFetch {
  readonly deps: StationContext;
  readonly memory: StationMemory;
  readonly http: HttpDownload;
  readonly now: number;
  readonly published: PublishedVersions;
}

/** What intact pointers name when the poll begins; null: nothing. A store may have been emptied, restored or written by hand. */
type PublishedVersions = Readonly<Record<StationDataset, string | null>>;

/**
 * @throws UpstreamError, MalformedError  a file could not be had or read
 * @throws DeadlineError  the time is over; what was fetched is kept
 * @throws DirectoryLockedError  another poll of the feed is running
 */
export async function pollStations(deps: StationContext, feed: StationFeed): Promise<StationOutcome> {
  return polling(deps, feed.id, openHttp(deps, HTTP), async (http) => {
    const memory = await recallStations(deps.directory, feed.id);
    try {
      const outcome = await pollOnce(deps, feed, http, memory);
      memory.lastSuccess = deps.clock.now();
      return outcome;
    } catch (error) {
      const [event, fault] = [endingOf(deps, error), faultOf(error)];
      if (event === 'failed') Object.assign(memory, { lastFailure: deps.clock.now(), failure: fault.reason });
      const text = `poll of ${feed.title} ${event}: ${fault.reason}`;
      deps.progress({ event, text, facts: { feed: feed.id, ...fault } });
      throw error;
    } finally {
      await rememberStations(deps.directory, feed.id, memory);
    }
  });
}

async function pollOnce(
  deps: StationContext,
  feed: StationFeed,
  http: HttpDownload,
  memory: StationMemory,
): Promise<StationOutcome> {
  const { directory, source, clock, region } = deps;
  const now = clock.now();
  for (const dataset of STATION_DATASETS) await removeOldStations(deps.objects, dataset, now);
  const signal = downloadSignal(deps);
  const published = await publishedVersions(deps);
  const list = await currentList({ deps, feed, http, memory, now, signal, published });
  const spills = await openSpills(directory, feed.id, list.name);
  const poll: StationPoll = {
    ...{ deps, feed, http, memory, now, signal, published, list, spills },
    counts: { refused: 0 },
  };
  const isDue = isBaseDue(poll, list);
  const isSmall = region !== null && list.stations.length <= MOST_FETCHED;
  await fetchDaily(poll, isSmall, isDue);
  const early = isRecentDue(poll) ? await publish(poll, 'stations-recent') : null;
  const base = isDue ? await renewBase(poll, isSmall) : null;
  // A first load brings years that early recent days lack, and those would hide them.
  const isOutdated = base !== null || (early === null && isRecentDue(poll));
  const recent = isOutdated ? await publish(poll, 'stations-recent') : early;
  const traffic = http.traffic();
  const facts = { stations: list.stations.length, refused: poll.counts.refused };
  const kind = recent === null && base === null ? 'nothing-new' : 'published';
  const text = `${feed.title}: ${kind === 'published' ? 'published' : 'nothing new,'} ${facts.stations} stations`;
  deps.progress({
    event: kind,
    text,
    lasting: true,
    facts: { feed: feed.id, simulated: source.simulated, ...facts, ...traffic },
  });
  return { kind, base, recent, ...facts, traffic };
}

async function publishedVersions({ objects }: StationContext): Promise<PublishedVersions> {
  const nameOf = async (dataset: StationDataset) => (await readIntactPointer(objects, dataset))?.version ?? null;
  return { 'stations-base': await nameOf('stations-base'), 'stations-recent': await nameOf('stations-recent') };
}

function isBaseDue({ memory, published, now }: ListFetch, { name }: StationList): boolean {
  const { baseList, baseBuiltAt, baseVersion } = memory;
  const isPublished = baseVersion !== null && published['stations-base'] === baseVersion;
  return !isPublished || baseList !== name || now - (baseBuiltAt ?? 0) >= BASE_SECONDS;
}

/** The known list; with a new base, or for another region, a newer one. */
async function currentList(fetch: ListFetch): Promise<StationList> {
  const { deps, feed, now } = fetch;
  const known = await recallList(deps.directory, feed.id);
  if (known === null || !sameRegion(known, deps)) return fetchList(fetch, null);
  const isOld = now - known.listedAt >= LIST_SECONDS && isBaseDue(fetch, known);
  return isOld ? fetchList(fetch, known).catch((error: unknown) => goOnWith(known, fetch, error)) : known;
}

/** New stations can wait; values of the known ones should not. */
function goOnWith(known: StationList, { deps, feed, signal }: ListFetch, error: unknown): StationList {
  if (signal?.aborted || !(isTagged(error, 'upstream') || isTagged(error, 'malformed'))) throw error;
  deps.log.warn({ feed: feed.id, reason: error.message }, 'no new list of stations; the known one stays');
  return known;
}

function sameRegion({ region, simulated }: StationList, { region: wanted, source }: StationContext): boolean {
  return JSON.stringify(region) === JSON.stringify(wanted) && simulated === source.simulated;
}

type ListFetch = Pick<StationPoll, 'deps' | 'feed' | 'http' | 'memory' | 'now' | 'signal' | 'published'>;

/** @param before  the list whose numbers stay; null: a new one begins */
async function fetchList(
  { deps, feed, http, now, signal }: ListFetch,
  before: StationList | null,
): Promise<StationList> {
  const { directory, source, region } = deps;
  const get = async (path: string): Promise<Uint8Array> => {
    const answer = await http.get(source.baseUrl + path, { ceilingBytes: LARGEST_LIST, gzip: true, signal });
    if (answer.notModified) throw new UpstreamError('framing', source.baseUrl + path, 'answers 304 without conditions');
    return answer.bytes;
  };
  const listed = decodeStations(await get(feed.paths.stations));
  const inventory = decodeInventory(await get(feed.paths.inventory));
  const firstYear = yearOf(now) - feed.yearsKept;
  const chosen = chooseStations(listed.rows, inventory.rows, { region, firstYear });
  const known = new Set(before?.stations.map(({ id }) => id));
  const places = new Map(listed.rows.map((station) => [station.id, station]));
  const kept = (before?.stations ?? []).map((station) => places.get(station.id) ?? station);
  const unlisted = kept.map(({ id }) => id).filter((id) => !places.has(id));
  const stations = [...kept, ...chosen.filter(({ id }) => !known.has(id))];
  if (stations.length === 0)
    throw new UpstreamError('not-yet', source.baseUrl + feed.paths.stations, 'lists no station of the region');
  const name = before?.name ?? `list-${Math.floor(now)}`;
  const list: StationList = { name, listedAt: now, region, simulated: source.simulated, stations, unlisted };
  await rememberList(directory, feed.id, list);
  return list;
}

function yearOf(epochSeconds: number): number {
  return new Date(epochSeconds * 1000).getUTCFullYear();
}

/** True where spill files are newer than the recent days that are published, or others are published. */
function isRecentDue({ memory, published, spills }: StationPoll): boolean {
  const { recentVersion } = memory;
  if (recentVersion === null || published['stations-recent'] !== recentVersion) return true;
  const built = memory.recentBuiltAt ?? Number.NEGATIVE_INFINITY;
  return [...spills.values()].some(({ facts }) => facts.fetchedAt > built);
}

/** Removes the spill file that is damaged, so that the next poll fetches it again; throws the error on. */
async function removeDamaged(error: unknown, files: readonly Spill[]): Promise<never> {
  if (isTagged(error, 'object-defect') && files.some(({ path }) => path === error.key))
    await rm(error.key, { force: true });
  throw error;
}

/** Fetches the newest days. */
async function fetchDaily(poll: StationPoll, isSmall: boolean, isDue: boolean): Promise<void> {
  const { list, now, spills } = poll;
  const isTiny = isSmall && list.stations.length <= MOST_FETCHED_DAILY;
  if (isTiny) await fetchBlocks(poll, now - STATION_SECONDS);
  else {
    // Damaged files were removed: without the others of its days, recent days would hide those of the base.
    if (isSmall && !isDue) await fetchBlocks(poll, Number.NEGATIVE_INFINITY);
    const year = yearOf(now);
    const isMissing = (!isSmall || isDue) && !spills.has(`year-${year - 1}`);
    await fetchYears(poll, isCorrected(now) || isMissing ? [year - 1, year] : [year]);
  }
}

/** True from January to March, while the year before is still corrected. */
function isCorrected(now: number): boolean {
  return new Date(now * 1000).getUTCMonth() < 3;
}

/** Fetches what a new base lacks, and publishes it. */
async function renewBase(poll: StationPoll, isSmall: boolean): Promise<string> {
  const { deps, feed, memory, list, now } = poll;
  if (isSmall) await fetchBlocks(poll, now - LIST_SECONDS);
  else await fetchYears(poll, yearsOfBase(poll));
  const version = await publish(poll, 'stations-base');
  memory.baseList = list.name;
  await rememberStations(deps.directory, feed.id, memory);
  return version;
}

/** Years that were never fetched, the newest first, and the oldest copies of others. */
function yearsOfBase({ feed, now, spills }: StationPoll): number[] {
  const years = Array.from({ length: feed.yearsKept + 1 }, (_, n) => yearOf(now) - n);
  const fetchedAt = (year: number) => spills.get(`year-${year}`)?.facts.fetchedAt ?? null;
  const missing = years.filter((year) => fetchedAt(year) === null);
  const old = years.filter((year) => fetchedAt(year) !== null && now - fetchedAt(year)! >= YEAR_SECONDS);
  return [...missing, ...old.sort((a, b) => fetchedAt(a)! - fetchedAt(b)!).slice(0, YEARS_RENEWED)];
}

async function publish(poll: StationPoll, dataset: StationDataset): Promise<string> {
  const { deps, feed, memory, now, list, spills } = poll;
  const files = [...spills.values()];
  const lastDay = Math.max(...files.map(({ facts }) => facts.lastDay ?? Number.NEGATIVE_INFINITY));
  if (!Number.isFinite(lastDay)) throw new UpstreamError('not-yet', deps.source.baseUrl, 'has no value of any station');
  const firstDay = Date.UTC(yearOf(now) - feed.yearsKept, 0, 1) / (DAY * 1000);
  const isBase = dataset === 'stations-base';
  const days = [isBase ? Math.min(firstDay, lastDay) : Math.max(firstDay, lastDay - RECENT_DAYS + 1), lastDay] as const;
  const onBlock = (done: number, all: number): void => {
    const text = `${feed.title}: ${isBase ? 'base' : 'recent days'} built for ${done} of ${all} groups of stations`;
    deps.progress({ event: 'built', text, facts: { feed: feed.id, dataset, done, all } });
  };
  const { objects, source, signal } = deps;
  const facts = { objects, dataset, createdAt: now, simulated: source.simulated, signal, onBlock };
  const build = buildStations({ ...facts, stations: list.stations, spills: files, days });
  const version = await build.catch((error: unknown) => removeDamaged(error, files));
  if (isBase) Object.assign(memory, { baseBuiltAt: now, baseVersion: version });
  else Object.assign(memory, { recentBuiltAt: now, recentVersion: version });
  await removeOldStations(objects, dataset, now);
  return version;
}
