/** One group of the archive, open for reading: its axes, its minutes, and the stored chunks of an issue. */

import { ObjectDefectError } from '../../base/errors.js';
import { sharedTurns } from '../../base/turns.js';
import type { ObjectStore } from '../objects/object-store.js';
import { getStored } from '../versions/stored-object.js';
import { versionPrefix } from '../versions/version-keys.js';
import { decodeNumbers, decodeTexts } from '../zarr/axis-arrays.js';
import { decodeChunk, largestStoredBytes, removeChecksum } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import { decodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import {
  ARCHIVE_DATASET,
  ARCHIVE_FORMAT,
  archiveDocuments,
  dayOfGroup,
  ISSUE_ARRAYS,
  ISSUED_SIMULATED,
  type IssueArray,
  type IssueStation,
  isClosedName,
  issueKey,
  MINUTES_OF_DAY,
  NETWORK_CODES,
  type NowcastIssue,
  SOURCE_CODES,
  sizeFault,
  startOfDay,
  statusKey,
} from './archive-layout.js';

export interface OpenGroup {
  readonly name: string;
  /** First second of the day, epoch seconds. */
  readonly start: number;
  readonly stations: readonly IssueStation[];
  readonly leads: readonly number[];
  /** Minutes of the day that have an issue, rising. */
  readonly minutes: readonly number[];
  /** `ISSUED` or `ISSUED_SIMULATED` of a minute. */
  status(minute: number): Promise<number>;
  /** Stored bytes of an issue in an array, and where they lie. */
  chunk(array: IssueArray, minute: number): Promise<StoredChunk>;
}

interface StoredChunk {
  readonly stored: Uint8Array;
  readonly key: string;
  readonly offset: number;
}

type StoredArray = (typeof ISSUE_ARRAYS)[number];
type Sizes = Pick<OpenGroup, 'stations' | 'leads'>;
type Contents = Pick<OpenGroup, 'minutes' | 'status' | 'chunk'>;

/**
 * @param keys  of the group
 * @throws ObjectDefectError  a document or an axis is damaged
 */
export async function openGroup(objects: ObjectStore, name: string, keys: readonly string[]): Promise<OpenGroup> {
  const prefix = versionPrefix(ARCHIVE_DATASET, name);
  const { attributes, arrays } = await readGroup(objects, ARCHIVE_DATASET, name, ARCHIVE_FORMAT);
  const counts = { stations: attributes.count('stations'), leads: attributes.count('leads') };
  const fault = sizeFault(counts.stations, counts.leads);
  if (fault !== null) throw attributes.fail(fault);
  const documents = archiveDocuments(counts.stations, counts.leads, isClosedName(name));
  checkArrays(arrays, documents);
  const axis = async <Values>(
    array: string,
    count: number,
    decode: (b: Uint8Array, n: number, key: string) => Values,
  ) => decode(await getStored(objects, `${prefix}/${array}/c/0`), count, `${prefix}/${array}/c/0`);
  const ids = await axis('station', counts.stations, decodeTexts);
  const latitudes = await axis('latitude', counts.stations, decodeNumbers);
  const longitudes = await axis('longitude', counts.stations, decodeNumbers);
  const sizes = {
    stations: ids.map((id, i) => ({ id, latitude: latitudes[i]!, longitude: longitudes[i]! })),
    leads: [...(await axis('lead', counts.leads, decodeNumbers))],
  };
  const contents = isClosedName(name)
    ? await shardContents(objects, name, sizes)
    : chunkContents(objects, name, minutesOf(keys, name));
  return { name, start: startOfDay(dayOfGroup(name)!)!, ...sizes, ...contents };
}

/** Minutes with a status of their own among the keys of a group. */
export function minutesOf(keys: readonly string[], name: string): number[] {
  const prefix = statusKey(name, 0).slice(0, -1);
  const minutes = keys.filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
  return minutes.filter((minute) => Number.isInteger(minute)).sort((a, b) => a - b);
}

const dimensionsOf = ({ byLead }: StoredArray) => (byLead ? 3 : 2);

/** Bytes of the values of an issue in an array. */
export function valueBytes({ bytes, byLead }: StoredArray, { stations, leads }: Sizes): number {
  return bytes * stations.length * (byLead ? leads.length : 1);
}

function arrayOf(name: IssueArray): StoredArray {
  return ISSUE_ARRAYS.find((array) => array.name === name)!;
}

/** Of a group whose issues are objects of their own. */
function chunkContents(objects: ObjectStore, name: string, minutes: readonly number[]): Contents {
  return {
    minutes,
    async status(minute) {
      const key = statusKey(name, minute);
      return removeChecksum(await getStored(objects, key), key, 0, 'the status')[0]!;
    },
    async chunk(array, minute) {
      const key = issueKey(name, array, minute, dimensionsOf(arrayOf(array)));
      return { stored: await getStored(objects, key), key, offset: 0 };
    },
  };
}

/** Of a closed group: each array is one shard, its index is read once. */
async function shardContents(objects: ObjectStore, name: string, sizes: Sizes): Promise<Contents> {
  const key = statusKey(name, 0);
  const statuses = removeChecksum(await getStored(objects, key), key, 0, 'the statuses');
  if (statuses.length !== MINUTES_OF_DAY) throw new ObjectDefectError(key, 0, `${MINUTES_OF_DAY} statuses`);
  const indexes = new Map<IssueArray, ShardIndex>();
  async function indexOf(array: IssueArray, key: string): Promise<ShardIndex> {
    const known = indexes.get(array);
    if (known !== undefined) return known;
    const suffix = await getStored(objects, key, { suffix: indexBytes(MINUTES_OF_DAY) });
    const largest = largestStoredBytes(valueBytes(arrayOf(array), sizes));
    const index = decodeIndex(suffix, MINUTES_OF_DAY, largest, key);
    indexes.set(array, index);
    return index;
  }
  return {
    minutes: Array.from(statuses.keys()).filter((minute) => statuses[minute] !== 0),
    status: async (minute) => statuses[minute]!,
    async chunk(array, minute) {
      const key = issueKey(name, array, 0, dimensionsOf(arrayOf(array)));
      const { offsets, lengths } = await indexOf(array, key);
      const [offset, length] = [offsets[minute]!, lengths[minute]!];
      if (length === 0) throw new ObjectDefectError(key, 0, `minute ${minute} has a chunk`);
      return { stored: await getStored(objects, key, { offset, length }), key, offset };
    },
  };
}

/** @throws ObjectDefectError  a part of it is missing or damaged */
export async function readIssue(group: OpenGroup, minute: number): Promise<NowcastIssue> {
  const { stations, leads } = group;
  const parts = new Map<IssueArray, ArrayBufferLike>();
  for (const array of ISSUE_ARRAYS) {
    const { stored, key, offset } = await group.chunk(array.name, minute);
    await sharedTurns.pause();
    parts.set(array.name, await decodeChunk(stored, valueBytes(array, group), key, offset));
  }
  const floats = (array: IssueArray) => new Float32Array(parts.get(array)!);
  const codes = async (array: IssueArray, most: number) => {
    const values = new Uint8Array(parts.get(array)!);
    if (values.every((code) => code <= most)) return values;
    const { key, offset } = await group.chunk(array, minute);
    throw new ObjectDefectError(key, offset, `codes are 0 to ${most}`);
  };
  return {
    issueTime: group.start + 60 * minute,
    stations,
    leads,
    rates: floats('rate'),
    probabilities: floats('probability'),
    confidence: floats('confidence'),
    sources: await codes('source', SOURCE_CODES.length),
    networks: Array.from(await codes('network', NETWORK_CODES.length), (code) => NETWORK_CODES[code - 1] ?? null),
    validTimes: Array.from(new BigInt64Array(parts.get('frame_time')!), (time) => (time === 0n ? null : Number(time))),
    simulated: (await group.status(minute)) === ISSUED_SIMULATED,
  };
}
