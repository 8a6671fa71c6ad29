/**
 * Writing and publishing station series. The order of steps is that of `versions/removal.ts`, and so is what a kill between
 * two of them leaves. Shards come one at a time, so a version of any size needs memory for one.
 */

import { NOT_OBSERVED, STATION_ELEMENTS, STATION_PACKING, type Station } from '../../model/station-series.js';
import type { ObjectStore } from '../objects/object-store.js';
import { writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { readPointer, versionsAmong, writePointer } from '../versions/pointer.js';
import { discardVersion, removeOldVersions } from '../versions/removal.js';
import { validTimeOf, versionOf } from '../versions/timed-version.js';
import { metadataKey } from '../versions/version-keys.js';
import { encodeNumbers, encodeTexts } from '../zarr/axis-arrays.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import { encodeIndex } from '../zarr/shard-index.js';
import {
  arrayKey,
  documentKey,
  ELEMENTS,
  factsFault,
  SHARD_STATIONS,
  type SourceColumn,
  type StationDataset,
  type StationFacts,
  shardKey,
  shardsOf,
  stationDocuments,
  stationGroup,
} from './station-layout.js';

/** A station's place and name. */
export type StationPlace = Omit<Station, 'sources'>;

/** Days with values of one element and source flag. */
export interface SourceRow {
  /** Number of the station in the list. */
  readonly station: number;
  /** Index in `STATION_ELEMENTS`. */
  readonly element: number;
  /** ASCII code of the source flag. */
  readonly flag: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Series of up to 128 stations, those of one shard. */
export interface StationBlock {
  /** int16 [station, element, day], packed. */
  readonly values: Int16Array;
  /** uint8 [station, day], `DAY_FLAGS`. */
  readonly flags: Uint8Array;
}

export interface StationPublication {
  readonly dataset: StationDataset;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly simulated: boolean;
  readonly firstDay: number;
  readonly days: number;
  readonly lastDay: number;
  /** Stations near each other should follow each other: a request reads those around a place. */
  readonly stations: readonly StationPlace[];
  readonly sources: readonly SourceRow[];
  /** The blocks in the order of their stations, each made when it is asked for. */
  readonly blocks: AsyncIterable<StationBlock>;
}

/**
 * Stores series and makes them what readers get.
 *
 * @returns the name of the version
 * @throws RangeError  no stations, too many, or blocks that do not fit the list
 */
export async function publishStations(objects: ObjectStore, publication: StationPublication): Promise<string> {
  const { dataset, createdAt } = publication;
  const facts = await factsOf(objects, publication);
  const { version } = facts;
  const metadata = encodeDocument(stationGroup(facts, stationDocuments(facts)));
  try {
    await writeVersion(objects, publication, facts, metadata);
  } catch (error) {
    // What a failure leaves goes at once: on a full disk it is what the next attempt lacks. If it stays, a later poll removes it.
    await discardVersion(objects, dataset, version).catch(() => undefined);
    throw error;
  }
  const before = await readPointer(objects, dataset);
  const sequence = (before?.sequence ?? 0) + 1;
  await writeCompletion(objects, dataset, version, { metadata, sequence, publishedAt: createdAt });
  const previous = before?.version ?? null;
  await writePointer(objects, dataset, { version, previous, publishedAt: createdAt, sequence });
  return version;
}

/** Writes all of a version but what makes it whole. */
async function writeVersion(
  objects: ObjectStore,
  publication: StationPublication,
  facts: StationFacts,
  metadata: Uint8Array,
): Promise<void> {
  const { dataset, version } = facts;
  await objects.put(metadataKey(dataset, version), metadata);
  for (const [name, document] of Object.entries(stationDocuments(facts)))
    await objects.put(documentKey(facts, name), encodeDocument(document));
  for (const [name, bytes] of await listArrays(publication)) await objects.put(arrayKey(facts, name), bytes);
  await writeShards(objects, facts, publication.blocks);
}

async function factsOf(objects: ObjectStore, publication: StationPublication): Promise<StationFacts> {
  const { stations, sources, blocks: _, ...rest } = publication;
  const taken = versionsAmong(rest.dataset, await objects.list(`${rest.dataset}/`));
  const newest = taken.reduce((latest, name) => Math.max(latest, validTimeOf(name) ?? latest), 0);
  const version = versionOf(Math.max(Math.floor(rest.createdAt), newest + 1));
  const facts = { ...rest, version, stations: stations.length, sources: sources.length };
  const fault = factsFault(facts);
  if (fault !== null) throw new RangeError(fault);
  return facts;
}

/** The small arrays, as their objects have them; none of an array without values. */
async function listArrays({ stations, sources, firstDay, days }: StationPublication): Promise<[string, Uint8Array][]> {
  const numbers = (of: (station: StationPlace) => number) => encodeNumbers(Float64Array.from(stations, of));
  const packings = STATION_ELEMENTS.map((element) => STATION_PACKING[element]);
  const arrays: [string, Uint8Array][] = [
    ['station', encodeTexts(stations.map(({ id }) => id))],
    ['name', encodeTexts(stations.map(({ name }) => name))],
    ['latitude', numbers(({ latitude }) => latitude)],
    ['longitude', numbers(({ longitude }) => longitude)],
    ['elevation', numbers(({ elevation }) => elevation ?? Number.NaN)],
    ['element', encodeTexts(STATION_ELEMENTS)],
    ['scale', encodeNumbers(Float64Array.from(packings, ({ step }) => step))],
    ['offset', encodeNumbers(Float64Array.from(packings, ({ base }) => base))],
    ['day', encodeNumbers(Float64Array.from({ length: days }, (_, n) => firstDay + n))],
  ];
  if (sources.length === 0) return arrays;
  const sorted = sources.toSorted((a, b) => a.station - b.station || a.element - b.element || a.flag - b.flag);
  const columns: Record<SourceColumn, (row: SourceRow) => number> = {
    source_station: ({ station }) => station,
    source_element: ({ element }) => element,
    source_flag: ({ flag }) => flag,
    source_first_day: (row) => row.firstDay,
    source_last_day: (row) => row.lastDay,
  };
  for (const [name, of] of Object.entries(columns))
    arrays.push([name, await encodeChunk(bytesOf(Int32Array.from(sorted, of)))]);
  return arrays;
}

async function writeShards(
  objects: ObjectStore,
  facts: StationFacts,
  blocks: AsyncIterable<StationBlock>,
): Promise<void> {
  const { stations, days } = facts;
  let n = 0;
  for await (const { values, flags } of blocks) {
    const count = Math.min(SHARD_STATIONS, stations - n * SHARD_STATIONS);
    if (count < 1 || values.length !== count * ELEMENTS * days || flags.length !== count * days)
      throw new RangeError(`block ${n} has the series of ${Math.max(0, count)} stations`);
    const series = await encodeShard(values, days, SHARD_STATIONS * ELEMENTS, NOT_OBSERVED);
    await objects.put(shardKey(facts, 'values', n), series);
    await objects.put(shardKey(facts, 'flags', n), await encodeShard(flags, days, SHARD_STATIONS, 0));
    n++;
  }
  if (n !== shardsOf(stations)) throw new RangeError(`there are ${shardsOf(stations)} blocks; got ${n}`);
}

/** The bytes of a shard of rows of `length` values; a row of nothing but `fill` is not stored. */
async function encodeShard(
  values: Int16Array | Uint8Array,
  length: number,
  chunks: number,
  fill: number,
): Promise<Uint8Array> {
  const index = { offsets: new Float64Array(chunks), lengths: new Uint32Array(chunks) };
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (let k = 0; k * length < values.length; k++) {
    const row = values.subarray(k * length, (k + 1) * length);
    if (row.every((value) => value === fill)) continue;
    const stored = await encodeChunk(bytesOf(row));
    index.offsets[k] = offset;
    index.lengths[k] = stored.length;
    offset += stored.length;
    parts.push(stored);
  }
  return Buffer.concat([...parts, encodeIndex(index)]);
}

/** Longest time that a version is written: ingests have a deadline, and a lock keeps others away. */
const ABANDONED_SECONDS = 7200;

/** Removes versions that were superseded a quarter of an hour ago, or begun two hours ago and left; their names. */
export function removeOldStations(objects: ObjectStore, dataset: StationDataset, now: number): Promise<string[]> {
  return removeOldVersions(objects, dataset, { now, abandonedSeconds: ABANDONED_SECONDS, isHeld: () => false });
}
