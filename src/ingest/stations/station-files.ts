/**
 * Station series from files, by hand: values in any layout of GHCN-Daily, and the list of stations, which has their places.
 * Each file is read twice, first for its stations and its span of days. Readers get the result until the next poll.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { UpstreamError } from '../../base/errors.js';
import { decodeStations, type ListedStation } from '../../decode/ghcn/ghcn-stations.js';
import { refusedIn } from '../../decode/ghcn/ghcn-values.js';
import type { StationFeed } from '../../sources/ghcn-daily/ghcn-daily-feed.js';
import { filesNamed, readLocalFile } from '../../sources/local-files.js';
import { STATION_DATASETS } from '../../store/stations/station-layout.js';
import { removeOldStations } from '../../store/stations/station-writer.js';
import type { StationContext } from '../context.js';
import { locked } from '../poll/frame.js';
import { createFiledDays } from './filed-days.js';
import { lastDayAt, localPieces, readValues } from './ghcn-files.js';
import { RECENT_DAYS } from './poll-stations.js';
import { openSpill, type Spill, writeSpill } from './spill-file.js';
import { buildStations } from './station-build.js';
import { inPlaceOrder } from './station-choice.js';

const TREE = { deepest: 3, mostFiles: 20_000 };
const ENDING = /\.(csv|dly)(\.gz)?$|ghcnd-stations\.txt$/i;
const LIST = 'ghcnd-stations.txt';
const LARGEST_LIST = 64 << 20;

export interface StationFilesOutcome {
  readonly files: number;
  readonly stations: number;
  /** Lines that were left out because they break a rule, and values that failed a check of the network. */
  readonly refused: number;
  readonly failedQuality: number;
  readonly version: string;
}

/** Stations of a file, and its first and last day. */
interface FileSpan {
  readonly path: string;
  readonly ids: ReadonlySet<string>;
  readonly first: number;
  readonly last: number;
}

/**
 * @throws UpstreamError  a file cannot be read, there is no list of stations, or the list has none of these
 * @throws MalformedError  a file is not what it should be: none is published then
 * @throws DirectoryLockedError  a poll of the feed is running
 */
export async function ingestStationFiles(
  deps: StationContext,
  feed: StationFeed,
  from: readonly string[],
): Promise<StationFilesOutcome> {
  const all = (await filesNamed(from, TREE, ENDING)).sort();
  const paths = all.filter((path) => basename(path) !== LIST && basename(path) !== 'ghcnd-inventory.txt');
  const lists = all.filter((path) => basename(path) === LIST);
  if (paths.length === 0) throw new UpstreamError('not-yet', from.join(' '), `holds no file of ${feed.title}`);
  if (lists.length === 0) throw new UpstreamError('not-yet', from.join(' '), `lacks ${LIST}, which has the places`);
  return locked(deps, feed.id, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'weatherglass-stations-'));
    try {
      return await ingestPaths(deps, feed, { paths, lists, directory });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
}

async function ingestPaths(
  deps: StationContext,
  feed: StationFeed,
  { paths, lists, directory }: { paths: readonly string[]; lists: readonly string[]; directory: string },
): Promise<StationFilesOutcome> {
  for (const dataset of STATION_DATASETS) await removeOldStations(deps.objects, dataset, deps.clock.now());
  const counts = { refused: 0, failedQuality: 0 };
  const spans: FileSpan[] = [];
  for (const path of paths) spans.push(await spanOf(deps, path, counts));
  const stations = await stationsOf(spans, lists);
  const spills: Spill[] = [];
  for (const [n, span] of spans.entries())
    spills.push(...(await spillFile(deps, { span, stations, directory, number: n })));
  const [first, last] = [Math.min(...spans.map((span) => span.first)), Math.max(...spans.map((span) => span.last))];
  const { objects, source, clock, signal } = deps;
  const build = { objects, createdAt: clock.now(), simulated: source.simulated, stations, spills, signal };
  const version = await buildStations({ ...build, dataset: 'stations-base', days: [first, last] });
  const recent = Math.max(first, last - RECENT_DAYS + 1);
  await buildStations({ ...build, dataset: 'stations-recent', days: [recent, last] });
  const outcome = { files: paths.length, stations: stations.length, ...counts, version };
  const text = `${feed.title}: ${stations.length} stations of ${paths.length} files`;
  deps.progress({ event: 'published', text, lasting: true, facts: { feed: feed.id, ...outcome } });
  return outcome;
}

async function spanOf(
  { log, clock, signal }: StationContext,
  path: string,
  counts: { refused: number; failedQuality: number },
): Promise<FileSpan> {
  const ids = new Set<string>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const note = (station: string, day: number): void => {
    ids.add(station);
    first = Math.min(first, day);
    last = Math.max(last, day);
  };
  const read = await readValues(path, localPieces(path), { sink: note, lastDay: lastDayAt(clock.now()), signal });
  const refused = refusedIn(read);
  counts.refused += refused;
  counts.failedQuality += read.failedQuality;
  if (refused > 0) log.warn({ path, refused, first: read.firstRefused }, 'lines of a file were left out');
  if (ids.size === 0) throw new UpstreamError('not-yet', path, 'has no value of an element that is kept');
  return { path, ids, first, last };
}

async function stationsOf(spans: readonly FileSpan[], lists: readonly string[]): Promise<ListedStation[]> {
  const wanted = new Set(spans.flatMap(({ ids }) => [...ids]));
  const places = new Map<string, ListedStation>();
  for (const path of lists)
    for (const station of decodeStations(await readLocalFile(path, LARGEST_LIST)).rows)
      if (wanted.has(station.id)) places.set(station.id, station);
  if (places.size === 0) throw new UpstreamError('not-yet', lists.join(' '), 'has none of the stations of these files');
  return inPlaceOrder([...places.values()]);
}

interface SpillOrder {
  readonly span: FileSpan;
  readonly stations: readonly ListedStation[];
  readonly directory: string;
  readonly number: number;
}

/** Where two files have the same days of a station, the later one by its name counts. None: no station is listed. */
async function spillFile(deps: StationContext, { span, stations, directory, number }: SpillOrder): Promise<Spill[]> {
  const { first, last, path } = span;
  const numbers = new Map(stations.flatMap(({ id }, n) => (span.ids.has(id) ? [[id, n] as const] : [])));
  if (numbers.size === 0) return [];
  const filed = createFiledDays(numbers, first, last - first + 1);
  const rules = { lastDay: lastDayAt(deps.clock.now()), signal: deps.signal };
  await readValues(path, localPieces(path), { sink: filed.add, ...rules });
  const spill = join(directory, `${number}.bin`);
  const places = [...numbers.values()];
  const counted = { lastDay: filed.lastDay(), reporting: filed.reporting(), values: filed.count() };
  const covered = {
    fetchedAt: number,
    etag: null,
    stations: [places[0]!, places.at(-1)! + 1] as const,
    isPartial: true,
  };
  await writeSpill(spill, { list: 'files', firstDay: first, days: filed.days, ...counted, ...covered }, filed);
  const opened = await openSpill(spill, 'files');
  return opened === null ? [] : [opened];
}
