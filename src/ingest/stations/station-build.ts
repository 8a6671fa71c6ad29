/**
 * From values as filed to the series that readers get: block by block of 128 stations, the days of all files are put together,
 * moved to the days that they describe, and handed to the writer. Memory is one block: 60 MB for fifty years.
 *
 * Where two files say something of the same station and day, the one that was fetched last counts, also with what it lacks:
 * a value that the network withdrew must go.
 */

import type { ListedStation } from '../../decode/ghcn/ghcn-stations.js';
import { NOT_OBSERVED, STATION_ELEMENTS } from '../../model/station-series.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { HOUR_MASK, MIDNIGHT, UNKNOWN_HOUR } from '../../science/stations/observation.js';
import { findUntimedMornings, yearSpans } from '../../science/stations/observation-shift.js';
import { type FiledSeries, resolveSeries } from '../../science/stations/resolve-series.js';
import type { ObjectStore } from '../../store/objects/object-store.js';
import { SHARD_STATIONS, type StationDataset, shardsOf } from '../../store/stations/station-layout.js';
import { publishStations, type SourceRow, type StationBlock } from '../../store/stations/station-writer.js';
import type { SourceSpan } from './filed-days.js';
import type { Spill } from './spill-file.js';

/** Stations that may say whether another is a morning observer: the nearest with days that end at midnight. */
const MOST_NEIGHBOURS = 5;
const NEIGHBOUR_KM = 60;
const ELEMENTS = STATION_ELEMENTS.length;

export interface StationBuild {
  readonly objects: ObjectStore;
  readonly dataset: StationDataset;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly simulated: boolean;
  readonly stations: readonly ListedStation[];
  readonly spills: readonly Spill[];
  /** First and last day of the series, days since 1970-01-01. */
  readonly days: readonly [first: number, last: number];
  readonly signal?: AbortSignal | undefined;
  readonly onBlock?: (done: number, all: number) => void;
}

/**
 * Builds series and publishes them.
 *
 * @returns the version
 * @throws ObjectDefectError  a spill file is damaged
 */
export async function buildStations(build: StationBuild): Promise<string> {
  const {
    objects,
    dataset,
    createdAt,
    simulated,
    stations,
    days: [first, last],
  } = build;
  const spills = build.spills
    .filter((spill) => overlaps(spill, first, last))
    .toSorted((a, b) => a.facts.fetchedAt - b.facts.fetchedAt);
  const lastDays = spills.map(({ facts }) => facts.lastDay ?? first);
  return publishStations(objects, {
    ...{ dataset, createdAt, simulated, stations },
    firstDay: first,
    days: last - first + 1,
    lastDay: Math.min(last, Math.max(first, ...lastDays)),
    sources: await sourcesOf(spills, stations.length),
    blocks: blocksOf(build, spills),
  });
}

function overlaps({ facts: { firstDay, days } }: Spill, first: number, last: number): boolean {
  return firstDay <= last && firstDay + days > first;
}

async function sourcesOf(spills: readonly Spill[], stations: number): Promise<SourceRow[]> {
  const found = new Map<number, SourceSpan>();
  for (const spill of spills)
    for (const row of await spill.sources()) {
      if (row.station >= stations) continue;
      const key = (row.station * ELEMENTS + row.element) * 128 + row.flag;
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...row });
      else {
        known.firstDay = Math.min(known.firstDay, row.firstDay);
        known.lastDay = Math.max(known.lastDay, row.lastDay);
      }
    }
  return [...found.values()];
}

async function* blocksOf(build: StationBuild, spills: readonly Spill[]): AsyncGenerator<StationBlock> {
  const {
    stations,
    days: [first, last],
    signal,
    onBlock,
  } = build;
  const all = shardsOf(stations.length);
  const years = yearSpans(first, last - first + 1);
  for (let block = 0; block < all; block++) {
    signal?.throwIfAborted();
    const members = stations.slice(block * SHARD_STATIONS, (block + 1) * SHARD_STATIONS);
    const filed = await mergeBlock(spills, block, members.length, [first, last]);
    yield resolveBlock(members, filed, years);
    onBlock?.(block + 1, all);
  }
}

async function mergeBlock(
  spills: readonly Spill[],
  block: number,
  count: number,
  [first, last]: readonly [number, number],
): Promise<FiledSeries[]> {
  const days = last - first + 1;
  const merged = Array.from({ length: count }, () => ({
    values: STATION_ELEMENTS.map(() => new Int16Array(days).fill(NOT_OBSERVED)),
    attributes: STATION_ELEMENTS.map(() => new Uint8Array(days)),
  }));
  for (const spill of spills) {
    const { facts } = spill;
    const [from, to] = [Math.max(first, facts.firstDay), Math.min(last + 1, facts.firstDay + facts.days)];
    const covered = coveredIn(merged, facts.stations, block);
    if (covered.length === 0) continue;
    if (!facts.isPartial) for (const series of covered) clear(series, from - first, to - first);
    for (const { station, element, values, attributes } of await spill.read(block)) {
      const series = merged[station - block * SHARD_STATIONS];
      if (series === undefined) continue;
      const [start, end] = [from - facts.firstDay, to - facts.firstDay];
      series.values[element]!.set(values.subarray(start, end), from - first);
      series.attributes[element]!.set(attributes.subarray(start, end), from - first);
    }
  }
  return merged;
}

/** Series of the block that a file says something about. */
function coveredIn<Series>(series: readonly Series[], [from, to]: readonly [number, number], block: number): Series[] {
  const start = block * SHARD_STATIONS;
  return series.slice(Math.max(0, from - start), Math.max(0, to - start));
}

function clear({ values, attributes }: FiledSeries, from: number, to: number): void {
  for (const row of values) row.fill(NOT_OBSERVED, from, to);
  for (const row of attributes) row.fill(0, from, to);
}

function resolveBlock(
  stations: readonly ListedStation[],
  filed: readonly FiledSeries[],
  years: ReturnType<typeof yearSpans>,
): StationBlock {
  const days = filed[0]!.values[0]!.length;
  const block = {
    values: new Int16Array(stations.length * ELEMENTS * days),
    flags: new Uint8Array(stations.length * days),
  };
  const midnights = filed.flatMap((series, n) => (hasHour(series, MIDNIGHT) ? [n] : []));
  for (const [n, series] of filed.entries()) {
    const neighbours = hasHour(series, UNKNOWN_HOUR)
      ? nearest(stations, n, midnights).map((other) => filed[other]!)
      : [];
    const { values, flags } = resolveSeries(series, findUntimedMornings(series, neighbours, years));
    for (const [element, row] of values.entries()) block.values.set(row, (n * ELEMENTS + element) * days);
    block.flags.set(flags, n * days);
  }
  return block;
}

/** True where a value of maximum or precipitation has such an observation time. */
function hasHour({ values, attributes }: FiledSeries, hour: number): boolean {
  return [0, 2].some((element) =>
    attributes[element]!.some((one, day) => (one & HOUR_MASK) === hour && values[element]![day] !== NOT_OBSERVED),
  );
}

function nearest(stations: readonly ListedStation[], from: number, among: readonly number[]): number[] {
  return among
    .filter((other) => other !== from)
    .map((other) => ({ other, km: distanceKm(stations[from]!, stations[other]!) }))
    .filter(({ km }) => km <= NEIGHBOUR_KM)
    .sort((a, b) => a.km - b.km)
    .slice(0, MOST_NEIGHBOURS)
    .map(({ other }) => other);
}

function distanceKm(a: ListedStation, b: ListedStation): number {
  return greatCircleDistance(a.latitude, a.longitude, b.latitude, b.longitude) / 1000;
}
