/** Reading what nowcasts said on a day, issue by issue. */

import { isTagged, ObjectDefectError } from '../../base/errors.js';
import { sharedTurns } from '../../base/turns.js';
import { decodeNumbers, decodeTexts } from '../grids/axis-arrays.js';
import { decodeChunk, removeChecksum } from '../grids/chunk-codec.js';
import { checkMetadata, readCompletion } from '../grids/completion.js';
import { metadataKey } from '../grids/cube-description.js';
import { versionPrefix } from '../grids/cube-layout.js';
import { readDocument } from '../grids/json-document.js';
import { versionsAmong } from '../grids/pointer.js';
import { getStored } from '../grids/stored-object.js';
import { checkArrays, checkGroup } from '../grids/zarr-arrays.js';
import type { ObjectStore } from '../objects/object-store.js';
import {
  ARCHIVE_DATASET,
  ARCHIVE_FORMAT,
  archiveDocuments,
  dayOfGroup,
  ISSUE_ARRAYS,
  ISSUED_SIMULATED,
  type IssueArray,
  type IssueStation,
  issueKey,
  NETWORK_CODES,
  type NowcastIssue,
  SOURCE_CODES,
  sizeFault,
  startOfDay,
  statusKey,
} from './archive-layout.js';

interface OpenGroup {
  readonly name: string;
  readonly start: number;
  readonly stations: readonly IssueStation[];
  readonly leads: readonly number[];
  /** Minutes of the day that have an issue. */
  readonly minutes: readonly number[];
}

/** @throws ObjectDefectError  a document or an axis is damaged */
async function openGroup(objects: ObjectStore, name: string, minutes: readonly number[]): Promise<OpenGroup> {
  const prefix = versionPrefix(ARCHIVE_DATASET, name);
  const key = metadataKey(ARCHIVE_DATASET, name);
  const completion = await readCompletion(objects, ARCHIVE_DATASET, name);
  const metadata = await getStored(objects, key);
  checkMetadata(completion, metadata, key);
  const group = readDocument(key, metadata);
  const attributes = group.object('attributes');
  checkGroup(attributes, ARCHIVE_FORMAT, ARCHIVE_DATASET, name);
  const [stations, leads] = [attributes.count('stations'), attributes.count('leads')];
  const fault = sizeFault(stations, leads);
  if (fault !== null) throw attributes.fail(fault);
  checkArrays(group.object('consolidated_metadata').object('metadata'), archiveDocuments(stations, leads));
  const axis = async <Values>(
    array: string,
    count: number,
    decode: (b: Uint8Array, n: number, key: string) => Values,
  ) => decode(await getStored(objects, `${prefix}/${array}/c/0`), count, `${prefix}/${array}/c/0`);
  const ids = await axis('station', stations, decodeTexts);
  const latitudes = await axis('latitude', stations, decodeNumbers);
  const longitudes = await axis('longitude', stations, decodeNumbers);
  return {
    name,
    minutes,
    start: startOfDay(dayOfGroup(name)!)!,
    stations: ids.map((id, i) => ({ id, latitude: latitudes[i]!, longitude: longitudes[i]! })),
    leads: [...(await axis('lead', leads, decodeNumbers))],
  };
}

async function readIssue(objects: ObjectStore, group: OpenGroup, minute: number): Promise<NowcastIssue> {
  const { name, stations, leads } = group;
  const parts = new Map<IssueArray, ArrayBufferLike>();
  for (const { name: array, byLead, bytes } of ISSUE_ARRAYS) {
    const key = issueKey(name, array, minute, byLead ? 3 : 2);
    const values = stations.length * (byLead ? leads.length : 1);
    await sharedTurns.pause();
    parts.set(array, await decodeChunk(await getStored(objects, key), values * bytes, key, 0));
  }
  const floats = (array: IssueArray) => new Float32Array(parts.get(array)!);
  const codes = (array: IssueArray, most: number) => {
    const values = new Uint8Array(parts.get(array)!);
    if (values.every((code) => code <= most)) return values;
    throw new ObjectDefectError(issueKey(name, array, minute, array === 'source' ? 3 : 2), 0, `codes are 0 to ${most}`);
  };
  const key = statusKey(name, minute);
  const status = removeChecksum(await getStored(objects, key), key, 0, 'the status');
  return {
    issueTime: group.start + 60 * minute,
    stations,
    leads,
    rates: floats('rate'),
    probabilities: floats('probability'),
    confidence: floats('confidence'),
    sources: codes('source', SOURCE_CODES.length),
    networks: Array.from(codes('network', NETWORK_CODES.length), (code) => NETWORK_CODES[code - 1] ?? null),
    validTimes: Array.from(new BigInt64Array(parts.get('frame_time')!), (time) => (time === 0n ? null : Number(time))),
    simulated: status[0] === ISSUED_SIMULATED,
  };
}

/** Minutes with a status, by group, of all keys of a day. */
function minutesOf(keys: readonly string[], name: string): number[] {
  const prefix = statusKey(name, 0).slice(0, -1);
  const minutes = keys.filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
  return minutes.filter((minute) => Number.isInteger(minute)).sort((a, b) => a - b);
}

/**
 * The issues of a day in the order of their minutes, one in memory at a time.
 *
 * @param day  "2026-11-20", UTC
 * @param onDefect  told of what is damaged, which is then left out; without it the reading ends there
 * @throws ObjectDefectError  a group or an issue is damaged, and there is no `onDefect`
 * @throws RangeError  no such day
 */
export async function* readArchive(
  objects: ObjectStore,
  day: string,
  onDefect: (defect: ObjectDefectError) => void = (defect) => {
    throw defect;
  },
): AsyncGenerator<NowcastIssue> {
  if (startOfDay(day) === null) throw new RangeError(`the archive has days of UTC as "2026-11-20"; got "${day}"`);
  const keys = await objects.list(`${ARCHIVE_DATASET}/${day}`);
  const found: { group: OpenGroup; minute: number }[] = [];
  for (const name of versionsAmong(ARCHIVE_DATASET, keys)) {
    const minutes = minutesOf(keys, name);
    if (dayOfGroup(name) !== day || minutes.length === 0) continue;
    const group = await soundOf(() => openGroup(objects, name, minutes), onDefect);
    if (group !== null) found.push(...minutes.map((minute) => ({ group, minute })));
  }
  found.sort((a, b) => a.minute - b.minute);
  for (const { group, minute } of found) {
    const issue = await soundOf(() => readIssue(objects, group, minute), onDefect);
    if (issue !== null) yield issue;
  }
}

async function soundOf<Value>(read: () => Promise<Value>, onDefect: (defect: ObjectDefectError) => void) {
  try {
    return await read();
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    onDefect(error);
    return null;
  }
}
