/** One group of an archive, open for reading: its axes, its issues, and the stored chunks of an issue. */

import { ObjectDefectError } from '../../base/errors.js';
import { sharedTurns } from '../../base/turns.js';
import { DAY } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { getStored } from '../versions/stored-object.js';
import { versionPrefix } from '../versions/version-keys.js';
import { decodeNumbers, decodeTexts } from '../zarr/axis-arrays.js';
import { decodeChunk, largestStoredBytes, removeChecksum } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import { decodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import {
  type Archive,
  type ArchiveArray,
  type ArchiveFormat,
  type AxisValues,
  archiveDocuments,
  dayOfGroup,
  type EncodedIssue,
  ISSUED_SIMULATED,
  isClosedName,
  issueKey,
  type Lengths,
  lengthFault,
  startOfDay,
  statusKey,
  valueBytes,
} from './archive-format.js';

export interface OpenGroup {
  readonly name: string;
  /** First second of the day, epoch seconds. */
  readonly start: number;
  readonly axes: AxisValues;
  readonly lengths: Lengths;
  /** Arrays of the format that the group has: all but optional ones. */
  readonly arrays: readonly ArchiveArray[];
  /** Slots of the day that have an issue, rising. */
  readonly slots: readonly number[];
  /** `ISSUED` or `ISSUED_SIMULATED` of a slot. */
  status(slot: number): Promise<number>;
  /** Stored bytes of an issue in an array, and where they lie. */
  chunk(array: ArchiveArray, slot: number): Promise<StoredChunk>;
}

interface StoredChunk {
  readonly stored: Uint8Array;
  readonly key: string;
  readonly offset: number;
}

type Contents = Pick<OpenGroup, 'slots' | 'status' | 'chunk'>;

/**
 * @param keys  of the group
 * @throws ObjectDefectError  a document or an axis is damaged
 */
export async function openGroup(
  objects: ObjectStore,
  format: ArchiveFormat,
  name: string,
  keys: readonly string[],
): Promise<OpenGroup> {
  const { dataset, dimensions, identity } = format;
  const { attributes, arrays } = await readGroup(objects, dataset, name, identity);
  const lengths = new Map(dimensions.map((one) => [one.name, attributes.count(`${one.name}s`)]));
  const fault = lengthFault(format, lengths);
  if (fault !== null) throw attributes.fail(fault);
  const present = format.arrays.filter((one) => !one.isOptional || Object.hasOwn(arrays.fields, one.name));
  checkArrays(arrays, archiveDocuments({ ...format, arrays: present }, lengths, isClosedName(name)));
  const axes = await readAxes(objects, format, name, lengths);
  const contents = isClosedName(name)
    ? await shardContents(objects, format, name, lengths)
    : chunkContents(objects, format, name, slotsOf(format, keys, name));
  return { name, start: startOfDay(dayOfGroup(name)!)!, axes, lengths, arrays: present, ...contents };
}

async function readAxes(objects: ObjectStore, format: ArchiveFormat, name: string, lengths: Lengths) {
  const values = new Map<string, readonly string[] | readonly number[]>();
  for (const axis of format.axes) {
    const key = `${versionPrefix(format.dataset, name)}/${axis.name}/c/0`;
    const stored = await getStored(objects, key);
    const length = lengths.get(axis.dimension)!;
    const isText = axis.type === 'string';
    values.set(axis.name, isText ? decodeTexts(stored, length, key) : [...decodeNumbers(stored, length, key)]);
  }
  return values;
}

/** Slots that have a status among the keys of an open group. */
export function slotsOf(format: ArchiveFormat, keys: readonly string[], name: string): number[] {
  const prefix = statusKey(format, name, 0).slice(0, -1);
  const slots = keys.filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
  return slots.filter((slot) => Number.isInteger(slot)).sort((a, b) => a - b);
}

/** Contents of a group whose issues have objects of their own. */
function chunkContents(objects: ObjectStore, format: ArchiveFormat, name: string, slots: readonly number[]): Contents {
  return {
    slots,
    async status(slot) {
      const key = statusKey(format, name, slot);
      return removeChecksum(await getStored(objects, key), key, 0, 'the status')[0]!;
    },
    async chunk(array, slot) {
      const key = issueKey(format, name, array, slot);
      return { stored: await getStored(objects, key), key, offset: 0 };
    },
  };
}

/** Contents of a closed group: each array is one shard, whose index is read once. */
async function shardContents(
  objects: ObjectStore,
  format: ArchiveFormat,
  name: string,
  lengths: Lengths,
): Promise<Contents> {
  const { slots } = format;
  const key = statusKey(format, name, 0);
  const statuses = removeChecksum(await getStored(objects, key), key, 0, 'the statuses');
  if (statuses.length !== slots) throw new ObjectDefectError(key, 0, `${slots} statuses`);
  const indexes = new Map<ArchiveArray, ShardIndex>();
  async function indexOf(array: ArchiveArray, key: string): Promise<ShardIndex> {
    const known = indexes.get(array);
    if (known !== undefined) return known;
    const suffix = await getStored(objects, key, { suffix: indexBytes(slots) });
    const index = decodeIndex(suffix, slots, largestStoredBytes(valueBytes(array, lengths)), key);
    indexes.set(array, index);
    return index;
  }
  return {
    slots: Array.from(statuses.keys()).filter((slot) => statuses[slot] !== 0),
    status: async (slot) => statuses[slot]!,
    async chunk(array, slot) {
      const key = issueKey(format, name, array, 0);
      const { offsets, lengths } = await indexOf(array, key);
      const [offset, length] = [offsets[slot]!, lengths[slot]!];
      if (length === 0) throw new ObjectDefectError(key, 0, `slot ${slot} has a chunk`);
      return { stored: await getStored(objects, key, { offset, length }), key, offset };
    },
  };
}

/** @throws ObjectDefectError  a part of it is missing or damaged */
export async function readIssue<Frame, Issue extends Frame>(
  archive: Archive<Frame, Issue>,
  group: OpenGroup,
  slot: number,
): Promise<Issue> {
  const { slots } = archive.format;
  const places = new Map<string, Pick<StoredChunk, 'key' | 'offset'>>();
  const refuse = (array: string, rule: string) => {
    const { key, offset } = places.get(array)!;
    return new ObjectDefectError(key, offset, rule);
  };
  const values = new Map<string, Uint8Array>();
  for (const array of group.arrays) {
    const { stored, key, offset } = await group.chunk(array, slot);
    places.set(array.name, { key, offset });
    await sharedTurns.pause();
    const bytes = new Uint8Array(await decodeChunk(stored, valueBytes(array, group.lengths), key, offset));
    if (bytes.some((code) => code > (array.largest ?? 255)))
      throw refuse(array.name, `codes are 0 to ${array.largest}`);
    values.set(array.name, bytes);
  }
  const simulated = (await group.status(slot)) === ISSUED_SIMULATED;
  const stored: EncodedIssue = { values, simulated };
  return archive.decode({ slotTime: group.start + (slot * DAY) / slots, axes: group.axes }, stored, refuse);
}
