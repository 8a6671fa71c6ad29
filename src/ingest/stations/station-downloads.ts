/** Downloads of station values into spill files: by years, or by groups of 128 stations. Each file is kept when it is whole. */

import { isTagged, MalformedError, UpstreamError } from '../../base/errors.js';
import { type GhcnCounts, refusedIn } from '../../decode/ghcn/ghcn-values.js';
import { DAY, formatDate } from '../../model/time.js';
import type { StationFeed } from '../../sources/ghcn-daily/ghcn-daily-feed.js';
import { type HttpDownload, saysAbsent } from '../../sources/http-download.js';
import { SHARD_STATIONS } from '../../store/stations/station-layout.js';
import type { StationContext } from '../context.js';
import { createFiledDays, type FiledDays } from './filed-days.js';
import { findRemote, lastDayAt, readValues, remotePieces } from './ghcn-files.js';
import { openSpill, type Spill, type SpillFacts, writeSpill } from './spill-file.js';
import { type StationList, type StationMemory, spillPath } from './station-memory.js';

export interface StationFetch {
  readonly deps: StationContext;
  readonly feed: StationFeed;
  readonly http: HttpDownload;
  /** Epoch seconds. */
  readonly now: number;
  readonly signal: AbortSignal | undefined;
  readonly list: StationList;
  readonly memory: Pick<StationMemory, 'refusedFiles' | 'shrunkenFiles'>;
  /** Spill files by their names; new ones are added. */
  readonly spills: Map<string, Spill>;
  readonly counts: { refused: number };
}

/** Files that are read at the same time: two keep a line busy, and a slow upstream is asked for little at once. */
const AT_ONCE = 2;
/** A station with all elements since 1869 has 11 MB unpacked. */
const LARGEST_STATION = 64 << 20;
/** Listed stations of a group that may have no file, or none that can be read: the list is newer than the files. */
const MOST_LOST = 0.2;
/** A file of a year that names far fewer stations than the one before is not whole, whatever its checksum says. */
const LEAST_REPORTING = 0.5;
/** The same of one with far fewer values, or whose last day is much earlier: it is an older one. */
const LEAST_VALUES = 0.9;
const MOST_DAYS_LOST = 3;
/** A file with too few values stands after all when it was refused for them on two other days: it is no accident. */
const SHRUNKEN_DAYS = 3;
/** Days of a new year in which its file may be absent, or have no station that is known. */
const FIRST_DAYS = 15;
/** A file that was refused is read again after this time, s: rules of another release may accept it. */
const REFUSED_SECONDS = 7 * DAY;
const SHRUNKEN_SECONDS = DAY;

class ShrunkenFileError extends MalformedError {}

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
  const isBegun = fetch.now - dayNumber(year) * DAY >= FIRST_DAYS * DAY || fetch.spills.has(`year-${year}`);
  try {
    return await fetchWholeYear(fetch, year, isBegun);
  } catch (error) {
    if (isBegun || !isTagged(error, 'malformed')) throw error;
    fetch.deps.log.warn({ year, reason: error.message }, 'the file of a new year is left out');
    return false;
  }
}

/** @param isBegun  false: there may be no file, or none of any use */
async function fetchWholeYear(fetch: StationFetch, year: number, isBegun: boolean): Promise<boolean> {
  const { deps, feed, http, now, signal, list, spills } = fetch;
  const url = deps.source.baseUrl + feed.paths.year(year);
  const known = spills.get(`year-${year}`);
  const remote = await findRemote(http, url, signal);
  if (remote === null && !isBegun) return false;
  if (remote === null) throw new UpstreamError('not-yet', url, 'is not there');
  const etag = remote.validators.etag ?? null;
  const hasAll = known?.facts.stations[1] === list.stations.length;
  if (hasAll && etag !== null && known?.facts.etag === etag) return false;
  const [first, last] = [dayNumber(year), Math.min(dayNumber(year + 1), lastDayAt(now))];
  const filed = createFiledDays(numbersOf(list), first, Math.max(1, last - first));
  await unlessRefused(fetch, url, etag, async () => {
    noteCounts(
      fetch,
      url,
      await readValues(url, remotePieces(http, remote, signal), { sink: filed.add, lastDay: lastDayAt(now), signal }),
    );
    checkYear(url, filed, known?.facts);
    checkValues(fetch, url, filed, known?.facts);
  });
  await keep(fetch, `year-${year}`, filed, { stations: [0, list.stations.length], etag });
  return true;
}

/** Reads a file unless it was refused before; remembers it if it is now. @throws MalformedError */
async function unlessRefused(
  { memory: { refusedFiles }, list, now }: StationFetch,
  url: string,
  etag: string | null,
  read: () => Promise<void>,
): Promise<void> {
  const before = refusedFiles[url];
  const isSame = before !== undefined && before.etag === etag && before.list === list.name;
  if (isSame && now - before.refusedAt < (before.isShrunken ? SHRUNKEN_SECONDS : REFUSED_SECONDS))
    throw new MalformedError(url, `is still the file that was refused: ${before.reason}`);
  delete refusedFiles[url];
  try {
    await read();
  } catch (error) {
    if (isTagged(error, 'malformed') && etag !== null)
      refusedFiles[url] = {
        ...{ etag, reason: error.message, list: list.name, refusedAt: now },
        ...(error instanceof ShrunkenFileError && { isShrunken: true }),
      };
    throw error;
  }
}

/** @throws MalformedError  the file says much less than the one before */
function checkYear(url: string, filed: FiledDays, known: SpillFacts | undefined): void {
  const refuseBelow = (least: number, found: number, rule: string): void => {
    if (found < least) throw new MalformedError(url, rule, found);
  };
  const stations = Math.max(1, LEAST_REPORTING * (known?.reporting ?? 0));
  refuseBelow(stations, filed.reporting(), `values of at least ${Math.ceil(stations)} known stations are there`);
  if (known === undefined) return;
  const day = (known.lastDay ?? Number.NEGATIVE_INFINITY) - MOST_DAYS_LOST;
  const last = filed.lastDay() ?? Number.NEGATIVE_INFINITY;
  if (last < day) throw new MalformedError(url, `values until ${formatDate(day)} are there, as before`);
}

/** @throws ShrunkenFileError  the file has far fewer values than the one before, for the first or second day */
function checkValues(
  { memory: { shrunkenFiles }, deps, now }: StationFetch,
  url: string,
  filed: FiledDays,
  known: SpillFacts | undefined,
): void {
  const [values, least] = [filed.count(), Math.ceil(LEAST_VALUES * (known?.values ?? 0))];
  const days = new Set([...(shrunkenFiles[url] ?? []), Math.floor(now / DAY)]);
  if (values >= least || days.size >= SHRUNKEN_DAYS) {
    delete shrunkenFiles[url];
    if (values < least) deps.log.warn({ url, values, least }, 'a file with fewer values is accepted on the third day');
    return;
  }
  shrunkenFiles[url] = [...days];
  const rule = `at least ${least} values are there, nine tenths of those before; refused on day ${days.size} of ${SHRUNKEN_DAYS - 1}`;
  throw new ShrunkenFileError(url, rule, values);
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
  const filed = createFiledDays(numbersOf(list, from, to), first, lastDayAt(now) - first);
  const waiting = list.stations.slice(from, to).map(({ id }) => id);
  const unlisted = new Set(list.unlisted);
  const lost: string[] = [];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const end = await fetchStation(fetch, id, filed);
      // What is neither listed nor there was withdrawn.
      if (end === 'malformed' || (end === 'absent' && !unlisted.has(id))) lost.push(id);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const listed = list.stations.slice(from, to).filter(({ id }) => !unlisted.has(id)).length;
  const counted = lost.filter((id) => !unlisted.has(id)).length;
  if (counted > Math.max(1, MOST_LOST * listed))
    throw new UpstreamError('not-yet', deps.source.baseUrl, `has no files of ${counted} of ${listed} listed stations`);
  await restoreStations(fetch, block, filed, lost);
  await keep(fetch, `block-${block}`, filed, { stations: [from, to], etag: null });
}

/** Stations whose files cannot be had or read keep the values that they had. */
async function restoreStations(
  { deps, list, spills }: StationFetch,
  block: number,
  filed: FiledDays,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const spill = spills.get(`block-${block}`);
  const { rows, spans } = await readKnown(deps, spill, block);
  const { firstDay } = spill?.facts ?? filed;
  for (const id of ids) {
    const number = list.stations.findIndex((station) => station.id === id);
    const isOf = ({ station }: { readonly station: number }) => station === number;
    filed.restore(number, { firstDay, elements: rows.filter(isOf), sources: spans.filter(isOf) });
  }
}

/** Nothing where the spill file is damaged: it is about to be replaced. */
async function readKnown({ log }: StationContext, spill: Spill | undefined, block: number) {
  try {
    return { rows: (await spill?.read(block)) ?? [], spans: (await spill?.sources()) ?? [] };
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    log.warn({ block, reason: error.message }, 'stations without a file lose the values that they had');
    return { rows: [], spans: [] };
  }
}

async function fetchStation(
  fetch: StationFetch,
  id: string,
  filed: FiledDays,
): Promise<'read' | 'absent' | 'malformed'> {
  const { deps, feed, http, now, signal } = fetch;
  for (const path of feed.paths.station(id)) {
    const url = deps.source.baseUrl + path;
    const bytes = await bytesIfThere(http, url, signal);
    if (bytes === null) continue;
    const pieces = async function* () {
      yield bytes;
    };
    try {
      noteCounts(fetch, url, await readValues(url, pieces(), { sink: filed.add, lastDay: lastDayAt(now), signal }));
      return 'read';
    } catch (error) {
      if (!isTagged(error, 'malformed')) throw error;
      deps.log.warn({ feed: feed.id, url, reason: error.message }, 'a station keeps the values that it had');
      return 'malformed';
    }
  }
  return 'absent';
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
  const counted = {
    ...{ lastDay: filed.lastDay(), reporting: filed.reporting(), values: filed.count() },
    ...{ fetchedAt: now, isPartial: false },
  };
  await writeSpill(path, { list: list.name, firstDay, days, ...counted, ...facts }, filed);
  const spill = await openSpill(path, list.name);
  if (spill === null) throw new MalformedError(path, 'a spill file can be read as it was written');
  spills.set(name, spill);
}
