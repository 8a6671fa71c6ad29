/** Downloads of station values into spill files: by years, or by groups of 128 stations. Each file is kept when it is whole. */

import { isTagged, MalformedError, UpstreamError } from '../../base/errors.js';
import { type GhcnCounts, refusedIn } from '../../decode/ghcn/ghcn-values.js';
import { DAY } from '../../model/time.js';
import type { StationFeed } from '../../sources/ghcn-daily/ghcn-daily-feed.js';
import { type HttpDownload, saysAbsent } from '../../sources/http-download.js';
import { SHARD_STATIONS } from '../../store/stations/station-layout.js';
import type { StationContext } from '../context.js';
import { createFiledDays, type FiledDays } from './filed-days.js';
import { findRemote, readValues, remotePieces } from './ghcn-files.js';
import { openSpill, type Spill, type SpillFacts, writeSpill } from './spill-file.js';
import { type StationList, spillPath } from './station-memory.js';

export interface StationFetch {
  readonly deps: StationContext;
  readonly feed: StationFeed;
  readonly http: HttpDownload;
  /** Epoch seconds. */
  readonly now: number;
  readonly signal: AbortSignal | undefined;
  readonly list: StationList;
  /** Spill files by their names; new ones are added. */
  readonly spills: Map<string, Spill>;
  readonly counts: { refused: number };
}

/** Files that are read at the same time: two keep a line busy, and a slow upstream is asked for little at once. */
const AT_ONCE = 2;
/** A station with all elements since 1869 has 11 MB unpacked. */
const LARGEST_STATION = 64 << 20;
/** Stations of a group that may have no file: the list is newer or older than the files. */
const MOST_ABSENT = 0.2;
/** A file of a year that names far fewer stations than the one before is not whole, whatever its checksum says. */
const LEAST_REPORTING = 0.5;
const DAYS_AHEAD = 2;

const dayNumber = (year: number) => Date.UTC(year, 0, 1) / (DAY * 1000);

/**
 * Fetches years unless the upstream's file is the one that is known.
 *
 * @returns true where any is new
 * @throws UpstreamError, MalformedError  a file could not be had or read; those before it are kept
 */
export async function fetchYears(fetch: StationFetch, years: readonly number[]): Promise<boolean> {
  const { deps, feed } = fetch;
  let isNew = false;
  for (const [n, year] of years.entries()) {
    fetch.signal?.throwIfAborted();
    isNew = (await fetchYear(fetch, year)) || isNew;
    const text = `${feed.title}: ${n + 1} of ${years.length} years downloaded`;
    deps.progress({ event: 'staged', text, facts: { feed: feed.id, year, done: n + 1, all: years.length } });
  }
  return isNew;
}

async function fetchYear(fetch: StationFetch, year: number): Promise<boolean> {
  const { deps, feed, http, now, signal, list, spills } = fetch;
  const url = deps.source.baseUrl + feed.paths.year(year);
  const known = spills.get(`year-${year}`);
  const remote = await findRemote(http, url, signal);
  // In the first days of January nobody has reported yet.
  if (remote === null && known === undefined && now - dayNumber(year) * DAY < 15 * DAY) return false;
  if (remote === null) throw new UpstreamError('not-yet', url, 'is not there');
  const etag = remote.validators.etag ?? null;
  const hasAll = known?.facts.stations[1] === list.stations.length;
  if (hasAll && etag !== null && known?.facts.etag === etag) return false;
  const [first, last] = [dayNumber(year), Math.min(dayNumber(year + 1), Math.floor(now / DAY) + DAYS_AHEAD)];
  const filed = createFiledDays(numbersOf(list), first, Math.max(1, last - first));
  noteCounts(fetch, url, await readValues(url, remotePieces(http, remote, signal), filed.add, signal));
  const least = Math.max(1, LEAST_REPORTING * (known?.facts.reporting ?? 0));
  if (filed.reporting() < least)
    throw new MalformedError(url, `values of at least ${Math.ceil(least)} known stations are there`, filed.reporting());
  await keep(fetch, `year-${year}`, filed, { stations: [0, list.stations.length], etag });
  return true;
}

/**
 * Fetches the stations of groups whose spill files are older than `since`, epoch seconds, or are of fewer stations.
 *
 * @returns true where any is new
 * @throws UpstreamError, MalformedError  a file could not be had or read; groups before it are kept
 */
export async function fetchBlocks(fetch: StationFetch, since: number): Promise<boolean> {
  const { deps, feed, list, spills } = fetch;
  const all = Math.ceil(list.stations.length / SHARD_STATIONS);
  let isNew = false;
  for (let block = 0; block < all; block++) {
    fetch.signal?.throwIfAborted();
    const [from, to] = [block * SHARD_STATIONS, Math.min(list.stations.length, (block + 1) * SHARD_STATIONS)];
    const known = spills.get(`block-${block}`)?.facts;
    if (known === undefined || known.fetchedAt < since || known.stations[1] !== to) {
      await fetchBlock(fetch, block, from, to);
      isNew = true;
    }
    const text = `${feed.title}: ${to} of ${list.stations.length} stations downloaded`;
    deps.progress({ event: 'staged', text, facts: { feed: feed.id, done: to, all: list.stations.length } });
  }
  return isNew;
}

async function fetchBlock(fetch: StationFetch, block: number, from: number, to: number): Promise<void> {
  const { deps, feed, now, list } = fetch;
  const first = dayNumber(new Date(now * 1000).getUTCFullYear() - feed.yearsKept);
  const filed = createFiledDays(numbersOf(list, from, to), first, Math.floor(now / DAY) + DAYS_AHEAD - first);
  const waiting = list.stations.slice(from, to).map(({ id }) => id);
  let absent = 0;
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      if (!(await fetchStation(fetch, id, filed))) absent++;
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (absent > Math.max(1, MOST_ABSENT * (to - from)))
    throw new UpstreamError(
      'not-yet',
      deps.source.baseUrl,
      `has no files of ${absent} of ${to - from} listed stations`,
    );
  await keep(fetch, `block-${block}`, filed, { stations: [from, to], etag: null });
}

/** False: there is no file of the station. */
async function fetchStation(fetch: StationFetch, id: string, filed: FiledDays): Promise<boolean> {
  const { deps, feed, http, signal } = fetch;
  for (const path of feed.paths.station(id)) {
    const url = deps.source.baseUrl + path;
    const bytes = await bytesIfThere(http, url, signal);
    if (bytes === null) continue;
    const pieces = async function* () {
      yield bytes;
    };
    noteCounts(fetch, url, await readValues(url, pieces(), filed.add, signal));
    return true;
  }
  return false;
}

async function bytesIfThere(http: HttpDownload, url: string, signal?: AbortSignal): Promise<Uint8Array | null> {
  try {
    const answer = await http.get(url, { ceilingBytes: LARGEST_STATION, signal });
    return answer.notModified ? null : answer.bytes;
  } catch (error) {
    if (isTagged(error, 'upstream') && saysAbsent(error.status)) return null;
    throw error;
  }
}

function numbersOf({ stations }: StationList, from = 0, to = stations.length): Map<string, number> {
  return new Map(stations.slice(from, to).map(({ id }, n) => [id, from + n]));
}

function noteCounts({ deps, feed, counts }: StationFetch, file: string, read: GhcnCounts): void {
  const refused = refusedIn(read);
  if (refused === 0) return;
  counts.refused += refused;
  deps.log.warn({ feed: feed.id, file, refused, first: read.firstRefused }, 'lines of a file were left out');
}

async function keep(
  { deps, feed, now, list, spills }: StationFetch,
  name: string,
  filed: FiledDays,
  facts: Pick<SpillFacts, 'stations' | 'etag'>,
): Promise<void> {
  const path = spillPath(deps.directory, feed.id, name);
  const { firstDay, days } = filed;
  const counted = { lastDay: filed.lastDay(), reporting: filed.reporting(), fetchedAt: now, isPartial: false };
  await writeSpill(path, { list: list.name, firstDay, days, ...counted, ...facts }, filed);
  const spill = await openSpill(path, list.name);
  if (spill === null) throw new MalformedError(path, 'a spill file can be read as it was written');
  spills.set(name, spill);
}
