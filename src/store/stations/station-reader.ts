/** Reading one complete version of station series: its list whole, its series one by one. */

import { ObjectDefectError } from '../../base/errors.js';
import { sharedTurns } from '../../base/turns.js';
import { NOT_OBSERVED, STATION_ELEMENTS } from '../../model/station-series.js';
import type { ObjectStore } from '../objects/object-store.js';
import type { DocumentReader } from '../versions/json-document.js';
import { getStored } from '../versions/stored-object.js';
import { metadataKey } from '../versions/version-keys.js';
import { decodeNumbers } from '../zarr/axis-arrays.js';
import { decodeChunk, largestStoredBytes } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import { decodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import {
  arrayKey,
  ELEMENTS,
  factsFault,
  SHARD_STATIONS,
  type SourceColumn,
  STATION_FORMAT,
  type StationDataset,
  type StationFacts,
  shardKey,
  stationDocuments,
} from './station-layout.js';
import { packedTexts, type SourceTable, type StationColumns } from './station-list.js';

/** @throws ObjectDefectError  the version is not complete, or its document is damaged */
export async function readStationFacts(
  objects: ObjectStore,
  dataset: StationDataset,
  version: string,
): Promise<StationFacts> {
  const { attributes, arrays } = await readGroup(objects, dataset, version, STATION_FORMAT);
  const facts: StationFacts = {
    dataset,
    version,
    createdAt: attributes.number('createdAt'),
    simulated: attributes.flag('simulated'),
    firstDay: attributes.number('firstDay'),
    days: attributes.count('days'),
    lastDay: attributes.number('lastDay'),
    stations: attributes.count('stations'),
    sources: attributes.count('sources'),
  };
  checkFacts(facts, attributes);
  checkArrays(arrays, stationDocuments(facts));
  return facts;
}

function checkFacts(facts: StationFacts, attributes: DocumentReader): void {
  const fault = factsFault(facts);
  if (fault !== null) throw attributes.fail(fault);
  const { elements } = attributes.fields;
  if (!Array.isArray(elements) || elements.join() !== STATION_ELEMENTS.join())
    throw attributes.fail(`elements are ${STATION_ELEMENTS.join()}`);
}

/** @throws ObjectDefectError  any byte of the list is not what was written */
export async function readStationColumns(objects: ObjectStore, facts: StationFacts): Promise<StationColumns> {
  const { stations } = facts;
  const stored = async (name: string) => ({
    key: arrayKey(facts, name),
    bytes: await getStored(objects, arrayKey(facts, name)),
  });
  const texts = async (name: string) => {
    const { key, bytes } = await stored(name);
    return packedTexts(bytes, stations, key);
  };
  const numbers = async (name: string) => {
    const { key, bytes } = await stored(name);
    return decodeNumbers(bytes, stations, key);
  };
  const [ids, names] = [await texts('station'), await texts('name')];
  const [latitudes, longitudes] = [await numbers('latitude'), await numbers('longitude')];
  if (!latitudes.every((value) => Math.abs(value) <= 90) || !longitudes.every((value) => Math.abs(value) <= 180))
    throw new ObjectDefectError(metadataKey(facts.dataset, facts.version), 0, 'stations have places on the globe');
  const [elevations, sources] = [await numbers('elevation'), await readSources(objects, facts)];
  return { ids, names, latitudes, longitudes, elevations, sources };
}

/** Rows of the table of sources between two pauses; the world has some 600,000. */
const ROWS_IN_TURN = 16_384;

async function readSources(objects: ObjectStore, facts: StationFacts): Promise<SourceTable> {
  const column = async (name: SourceColumn): Promise<Int32Array> => {
    if (facts.sources === 0) return new Int32Array(0);
    const key = arrayKey(facts, name);
    return new Int32Array(await decodeChunk(await getStored(objects, key), facts.sources * 4, key, 0));
  };
  const stations = await column('source_station');
  const elements = await column('source_element');
  const flags = await column('source_flag');
  const [firstDays, lastDays] = [await column('source_first_day'), await column('source_last_day')];
  const starts = new Uint32Array(facts.stations + 1);
  for (let row = 0; row < stations.length; row++) {
    if (row % ROWS_IN_TURN === 0) await sharedTurns.pause();
    const station = stations[row]!;
    const isSorted = row === 0 || stations[row - 1]! <= station;
    const isElement = elements[row]! >= 0 && elements[row]! < ELEMENTS;
    if (!isSorted || station < 0 || station >= facts.stations || !isElement)
      throw new ObjectDefectError(arrayKey(facts, 'source_station'), 4 * row, 'rows are in the order of the stations');
    starts[station + 1]!++;
  }
  for (let n = 0; n < facts.stations; n++) starts[n + 1]! += starts[n]!;
  return { starts, elements, flags, firstDays, lastDays };
}

export type SeriesArray = 'values' | 'flags';

const INNER = {
  values: { chunks: SHARD_STATIONS * ELEMENTS, bytes: 2 },
  flags: { chunks: SHARD_STATIONS, bytes: 1 },
} as const;

/** The index of a shard. @throws ObjectDefectError  it is damaged or gone */
export async function readShardIndex(
  objects: ObjectStore,
  facts: StationFacts,
  array: SeriesArray,
  shard: number,
): Promise<ShardIndex> {
  const key = shardKey(facts, array, shard);
  const { chunks, bytes } = INNER[array];
  const stored = await getStored(objects, key, { suffix: indexBytes(chunks) });
  return decodeIndex(stored, chunks, largestStoredBytes(bytes * facts.days), key);
}

/** Number of the inner chunk of a series within its shard. */
export function chunkOf(array: SeriesArray, station: number, element: number): number {
  const within = station % SHARD_STATIONS;
  return array === 'values' ? within * ELEMENTS + element : within;
}

/** A series of all days of the version. @throws ObjectDefectError  it is damaged */
export async function readSeries(
  objects: ObjectStore,
  facts: StationFacts,
  { array, shard, chunk }: { readonly array: SeriesArray; readonly shard: number; readonly chunk: number },
  index: ShardIndex,
): Promise<Int16Array | Uint8Array> {
  const length = index.lengths[chunk]!;
  const { days } = facts;
  if (length === 0) return array === 'values' ? new Int16Array(days).fill(NOT_OBSERVED) : new Uint8Array(days);
  const key = shardKey(facts, array, shard);
  const offset = index.offsets[chunk]!;
  const stored = await getStored(objects, key, { offset, length });
  const bytes = await decodeChunk(stored, days * INNER[array].bytes, key, offset);
  return array === 'values' ? new Int16Array(bytes) : new Uint8Array(bytes);
}
