/**
 * The published station series: base and recent days as one archive. Pointers are read again every 2 s; a new version of either
 * is opened beside the old one, and archives that are in use keep reading theirs.
 *
 * Recent days replace those of the base wholly, also where a value was withdrawn. A series that is damaged is read from the
 * version before, whose days may end a month earlier.
 */

import { isTagged, isUnreadable } from '../../base/errors.js';
import {
  type NearStation,
  NOT_OBSERVED,
  STATION_ELEMENTS,
  type Station,
  type StationArchive,
  type StationElement,
  type StationSeries,
} from '../../model/station-series.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createDefectLog, type DefectLog } from '../versions/defect-log.js';
import type { Pointer } from '../versions/pointer.js';
import { type ShelfOptions, watchPointers } from '../versions/pointer-watch.js';
import { type SharedLoads, shareLoads } from '../versions/shared-loads.js';
import type { ShardIndex } from '../zarr/shard-index.js';
import { indexStations, type StationIndex } from './station-index.js';
import { SHARD_STATIONS, type StationDataset, type StationFacts } from './station-layout.js';
import { joinSources, numbersOf, type StationColumns, type StationNumbers, stationAt } from './station-list.js';
import {
  chunkOf,
  readSeries,
  readShardIndex,
  readStationColumns,
  readStationFacts,
  type SeriesArray,
} from './station-reader.js';

/** Some 900 series of fifty years. */
const SERIES_BYTES = 32 * 2 ** 20;
/** Indexes of some 1,000 shards. */
const INDEX_BYTES = 8 * 2 ** 20;

export interface StationShelf {
  /**
   * The published series; null when nothing was published.
   *
   * @throws ObjectDefectError  neither the published version nor the one before it can be opened
   */
  open(): Promise<PublishedStations | null>;
}

export interface PublishedStations extends StationArchive {
  /** A station by its id, in any case of letters; null: there is none of that id. */
  find(id: string): Station | null;
}

/** One version, opened. */
interface OpenVersion {
  readonly facts: StationFacts;
  readonly columns: StationColumns;
  readonly numbers: StationNumbers;
  /** Of its stations by their places, built when it is first needed. */
  readonly index: () => Promise<StationIndex>;
  readonly publishedAt: number;
  /** The version before it, opened when it is needed; null: none. */
  readonly previous: () => Promise<OpenVersion | null>;
}

interface Caches {
  readonly objects: ObjectStore;
  readonly defects: DefectLog;
  readonly indexes: SharedLoads<ShardIndex>;
  readonly series: SharedLoads<Int16Array | Uint8Array>;
}

export interface StationShelfOptions extends ShelfOptions {
  /** Bound of decoded series, bytes; default 32 MiB. */
  readonly cacheBytes?: number;
}

export function createStationShelf(options: StationShelfOptions): StationShelf {
  const { objects, clock, log, cacheBytes = SERIES_BYTES } = options;
  const { pointers = watchPointers({ objects, clock, log }) } = options;
  const caches: Caches = {
    objects,
    defects: createDefectLog(log),
    indexes: shareLoads(INDEX_BYTES, ({ offsets, lengths }) => offsets.byteLength + lengths.byteLength),
    series: shareLoads(cacheBytes, ({ byteLength }) => byteLength),
  };
  const opened = new Map<StationDataset, { readonly version: string; readonly one: Promise<OpenVersion> }>();
  let known: { readonly parts: readonly (OpenVersion | null)[]; readonly archive: PublishedStations } | null = null;

  async function openDataset(dataset: StationDataset): Promise<OpenVersion | null> {
    const pointer = await pointers.read(dataset);
    if (pointer === null) return null;
    const before = opened.get(dataset);
    if (before?.version === pointer.version) return before.one;
    const one = openPublished(caches, dataset, pointer);
    opened.set(dataset, { version: pointer.version, one });
    // Forgotten when it fails, so that a version that was repaired can be opened without a restart.
    one.catch(() => opened.get(dataset)?.one === one && opened.delete(dataset));
    return one;
  }

  return {
    async open() {
      const parts = [await openDataset('stations-base'), await openDataset('stations-recent')] as const;
      if (known === null || !parts.every((part, n) => part === known!.parts[n])) {
        const index = await (parts[0] ?? parts[1])?.index();
        const archive = index === undefined ? null : createArchive(caches, parts, index);
        known = archive === null ? null : { parts, archive };
        return archive;
      }
      return known?.archive ?? null;
    },
  };
}

async function openPublished(caches: Caches, dataset: StationDataset, pointer: Pointer): Promise<OpenVersion> {
  const { version, previous } = pointer;
  try {
    return await openVersion(caches, dataset, pointer);
  } catch (error) {
    if (!isTagged(error, 'object-defect') || previous === null)
      return caches.defects.rethrow(error, { dataset, version });
    caches.defects.report(error, { dataset, version });
    return openVersion(caches, dataset, { ...pointer, version: previous, previous: null });
  }
}

async function openVersion({ objects }: Caches, dataset: StationDataset, pointer: Pointer): Promise<OpenVersion> {
  const facts = await readStationFacts(objects, dataset, pointer.version);
  const columns = await readStationColumns(objects, facts);
  let before: Promise<OpenVersion | null> | null = null;
  let index: Promise<StationIndex> | null = null;
  const openPrevious = async (): Promise<OpenVersion | null> => {
    if (pointer.previous === null) return null;
    return openVersion({ objects } as Caches, dataset, { ...pointer, version: pointer.previous, previous: null });
  };
  return {
    ...{ facts, columns, publishedAt: pointer.publishedAt },
    numbers: await numbersOf(columns.ids),
    index() {
      index ??= indexStations(columns.latitudes, columns.longitudes);
      return index;
    },
    previous() {
      before ??= openPrevious();
      return before;
    },
  };
}

/** @param parts  base and recent days; at least one is there @param index  of the base's stations, or else of the recent days' */
function createArchive(
  caches: Caches,
  [base, recent]: readonly [OpenVersion | null, OpenVersion | null],
  index: StationIndex,
): PublishedStations {
  const main = (base ?? recent)!;
  const parts = [base, recent].filter((part) => part !== null);
  const merged = base === null ? null : recent;

  /** Stations that only the recent days have are not in the index until the next base. */
  function stationOf(number: number): Station {
    const station = stationAt(main.columns, number);
    const other = merged?.numbers.get(station.id);
    if (merged === null || other === undefined) return station;
    return { ...station, sources: joinSources(station.sources, stationAt(merged.columns, other).sources) };
  }

  return {
    near(latitude, longitude, options): NearStation[] {
      const found = index.near(latitude, longitude, options);
      return found.map(({ station, distance }) => ({ station: stationOf(station), distance }));
    },
    find(id) {
      const number = main.numbers.get(id.toUpperCase());
      return number === undefined ? null : stationOf(number);
    },
    read(stations, elements, days, signal) {
      return Promise.all(stations.map((station) => readStation(caches, parts, { station, elements, days, signal })));
    },
    version: parts.map(({ facts }) => facts.version).join('+'),
    firstDay: Math.min(...parts.map(({ facts }) => facts.firstDay)),
    isLoading: base === null,
    lastDay: Math.max(...parts.map(({ facts }) => facts.lastDay)),
    publishedAt: Math.max(...parts.map(({ publishedAt }) => publishedAt)),
    simulated: parts.some(({ facts }) => facts.simulated),
  };
}

interface StationRead {
  readonly station: Station;
  readonly elements: readonly StationElement[];
  readonly days: readonly [first: number, last: number];
  readonly signal: AbortSignal | undefined;
}

async function readStation(
  caches: Caches,
  parts: readonly OpenVersion[],
  { station, elements, days: [first, last], signal }: StationRead,
): Promise<StationSeries> {
  const length = Math.max(0, last - first + 1);
  const values = new Map(elements.map((element) => [element, new Int16Array(length).fill(NOT_OBSERVED)]));
  const flags = new Uint8Array(length);
  for (const part of parts) {
    signal?.throwIfAborted();
    if (!isTouched(part.facts, first, last)) continue;
    const places = [
      ...elements.map((element) => ['values', STATION_ELEMENTS.indexOf(element)] as const),
      ['flags', 0] as const,
    ];
    const read = await Promise.all(places.map(([array, n]) => seriesOf(caches, part, station.id, array, n)));
    for (const [n, found] of read.entries())
      if (found !== null) overlay(found, n < elements.length ? values.get(elements[n]!)! : flags, first);
  }
  return { station, firstDay: first, values, flags };
}

function isTouched({ firstDay, days }: StationFacts, first: number, last: number): boolean {
  return first < firstDay + days && last >= firstDay;
}

interface FoundSeries {
  readonly facts: StationFacts;
  readonly series: Int16Array | Uint8Array;
}

/** Replaces the days of `to`, which begins at `first`, that the found series has. */
function overlay({ facts, series }: FoundSeries, to: Int16Array | Uint8Array, first: number): void {
  const from = Math.max(first, facts.firstDay);
  const end = Math.min(first + to.length, facts.firstDay + facts.days);
  if (end > from) to.set(series.subarray(from - facts.firstDay, end - facts.firstDay), from - first);
}

/** Null: the version does not have the station. */
async function seriesOf(
  caches: Caches,
  version: OpenVersion,
  id: string,
  array: SeriesArray,
  element: number,
): Promise<FoundSeries | null> {
  const station = version.numbers.get(id);
  if (station === undefined) return null;
  const { facts } = version;
  try {
    return { facts, series: await cachedSeries(caches, facts, array, station, element) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    if (isTagged(error, 'object-defect'))
      caches.defects.report(error, { dataset: facts.dataset, version: facts.version });
    const before = await openBefore(version, error);
    const found = await seriesOf(caches, before, id, array, element);
    if (found === null) throw error;
    return found;
  }
}

/** @throws `cause`  there is no version before, or it cannot be opened */
async function openBefore(version: OpenVersion, cause: unknown): Promise<OpenVersion> {
  try {
    const before = await version.previous();
    if (before !== null) return before;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  throw cause;
}

async function cachedSeries(
  { objects, indexes, series }: Caches,
  facts: StationFacts,
  array: SeriesArray,
  station: number,
  element: number,
): Promise<Int16Array | Uint8Array> {
  const shard = Math.floor(station / SHARD_STATIONS);
  const chunk = chunkOf(array, station, element);
  const name = `${facts.dataset}/${facts.version}/${array}/${shard}`;
  return series.get(`${name}/${chunk}`, async () => {
    const index = await indexes.get(name, () => readShardIndex(objects, facts, array, shard));
    return readSeries(objects, facts, { array, shard, chunk }, index);
  });
}
