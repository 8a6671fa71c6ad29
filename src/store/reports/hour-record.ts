/**
 * The record of hourly observations, for verification and for sums of days. A day is written anew, as another revision, when
 * an hour of it is known or a late report changes one: an hour of 10,000 stations is worth 10 kB, and a day 300.
 *
 *   write    zarr.json of the group, arrays, complete.json     from here on readers get it
 *   remove   revisions before the last but one                 a reader that has begun can end
 */

import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import { pack, unpackAll } from '../../model/packing.js';
import { HOURS_OF_DAY, type StationHours } from '../../model/station-report.js';
import { DAY, HOUR, parseDate } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { putAll } from '../objects/put-all.js';
import { completionKey, writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { METADATA_NAME, metadataKey, versionPrefix } from '../versions/version-keys.js';
import { encodeTimes } from '../zarr/axis-arrays.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import { checkArrays, zarrGroup } from '../zarr/zarr-arrays.js';
import {
  AMOUNT_PACKING,
  dayName,
  HOURS_DATASET,
  HOURS_FORMAT,
  hourDocuments,
  hoursFault,
  revisionName,
  revisionOf,
  TEMPERATURE_PACKING,
} from './hour-documents.js';
import { chunkKey, encodeStations, readArrays, readStations } from './report-arrays.js';

/** Told of what is damaged. */
export type OnDefect = (defect: ObjectDefectError) => void;

interface Revision {
  readonly name: string;
  readonly day: string;
  readonly revision: number;
  readonly isComplete: boolean;
}

/** Revisions among keys, the newest of a day first. */
function revisionsAmong(keys: readonly string[]): Revision[] {
  const present = new Set(keys);
  const found = versionsAmong(HOURS_DATASET, keys).flatMap((name) => {
    const parts = revisionOf(name);
    return parts === null ? [] : [{ name, ...parts, isComplete: present.has(completionKey(HOURS_DATASET, name)) }];
  });
  return found.sort((a, b) => (a.day === b.day ? b.revision - a.revision : a.day < b.day ? -1 : 1));
}

const dimensionsOf = (array: string) =>
  ['temperature', 'temperature_offset', 'precipitation', 'occurrence'].includes(array) ? 2 : 1;

/**
 * Stores a day, in place of what was stored of it. One writer at a time.
 *
 * @param createdAt  epoch seconds
 * @throws RangeError  arrays of wrong lengths, stations not in the order of their ids, or too many
 */
export async function writeHours(objects: ObjectStore, hours: StationHours, createdAt: number): Promise<void> {
  const fault = hoursFault(hours);
  if (fault !== null) throw new RangeError(`${HOURS_DATASET}: ${fault}`);
  const day = dayName(hours.start);
  const keys = await objects.list(`${HOURS_DATASET}/${day}-`);
  const revisions = revisionsAmong(keys);
  const revision = (revisions[0]?.revision ?? 0) + 1;
  await writeRevision(objects, revisionName(day, revision), hours, { revision, createdAt });
  const previous = revisions.find(({ isComplete }) => isComplete)?.revision ?? revision;
  for (const { name, revision: number } of revisions)
    if (number !== previous) await removeVersion(objects, HOURS_DATASET, name, keys);
}

async function writeRevision(
  objects: ObjectStore,
  name: string,
  hours: StationHours,
  { revision, createdAt }: { readonly revision: number; readonly createdAt: number },
): Promise<void> {
  const { start, stations, simulated } = hours;
  const documents = hourDocuments(stations.length);
  const arrays = await encodeStations(stations);
  const times = Float64Array.from({ length: HOURS_OF_DAY }, (_, hour) => start + hour * HOUR);
  arrays.set('hour', encodeTimes(times));
  const temperatures = Int16Array.from(hours.temperatures, (value) => pack(value, TEMPERATURE_PACKING));
  const amounts = Int16Array.from(hours.amounts, (value) => pack(value, AMOUNT_PACKING));
  arrays.set('temperature', await encodeChunk(bytesOf(temperatures)));
  arrays.set('temperature_offset', await encodeChunk(bytesOf(hours.offsets)));
  arrays.set('precipitation', await encodeChunk(bytesOf(amounts)));
  arrays.set('occurrence', await encodeChunk(bytesOf(hours.occurrences)));
  const { name: format, version: formatVersion } = HOURS_FORMAT;
  const facts = { format, formatVersion, dataset: HOURS_DATASET, version: name, createdAt, start, simulated };
  const metadata = encodeDocument(zarrGroup({ ...facts, stations: stations.length }, documents));
  await objects.put(metadataKey(HOURS_DATASET, name), metadata);
  const contents = new Map<string, Uint8Array>();
  for (const [array, document] of Object.entries(documents)) {
    contents.set(`${versionPrefix(HOURS_DATASET, name)}/${array}/${METADATA_NAME}`, encodeDocument(document));
    contents.set(chunkKey(HOURS_DATASET, name, array, dimensionsOf(array)), arrays.get(array)!);
  }
  await putAll(objects, contents);
  await writeCompletion(objects, HOURS_DATASET, name, { metadata, sequence: revision, publishedAt: createdAt });
}

/**
 * Observations of a day of UTC; null: none are stored. A damaged revision gives way to the one before it.
 *
 * @param day  "2026-11-20"
 * @param onDefect  told of damaged revisions; without it the first one ends the reading
 * @throws ObjectDefectError  a revision is damaged, and there is no `onDefect`
 * @throws RangeError  no such day
 */
export async function readHours(
  objects: ObjectStore,
  day: string,
  onDefect: OnDefect = (defect) => {
    throw defect;
  },
): Promise<StationHours | null> {
  if (parseDate(day) === null) throw new RangeError(`the record has days of UTC as "2026-11-20"; got "${day}"`);
  for (const { name, isComplete } of revisionsAmong(await objects.list(`${HOURS_DATASET}/${day}-`))) {
    if (!isComplete) continue;
    try {
      return await readRevision(objects, name);
    } catch (error) {
      if (!isTagged(error, 'object-defect')) throw error;
      onDefect(error);
    }
  }
  return null;
}

/** Days of UTC of which a complete revision is stored, "2026-11-20", ascending. */
export async function recordedDays(objects: ObjectStore): Promise<string[]> {
  const revisions = revisionsAmong(await objects.list(`${HOURS_DATASET}/`));
  return [...new Set(revisions.filter(({ isComplete }) => isComplete).map(({ day }) => day))];
}

/** Name of the newest complete revision of a day of UTC, "2026-11-20-7"; null: none is stored. */
export async function newestRevision(objects: ObjectStore, day: string): Promise<string | null> {
  const revisions = revisionsAmong(await objects.list(`${HOURS_DATASET}/${day}-`));
  return revisions.find(({ isComplete }) => isComplete)?.name ?? null;
}

async function readRevision(objects: ObjectStore, name: string): Promise<StationHours> {
  const { attributes, arrays: documents } = await readGroup(objects, HOURS_DATASET, name, HOURS_FORMAT);
  const count = attributes.count('stations');
  checkArrays(documents, hourDocuments(count));
  const arrays = readArrays(objects, HOURS_DATASET, name, dimensionsOf);
  const cells = count * HOURS_OF_DAY;
  const unpacked = async (array: string, packing: typeof TEMPERATURE_PACKING) =>
    unpackAll(new Int16Array(await arrays.chunk(array, 2 * cells)), packing);
  const hours: StationHours = {
    start: attributes.number('start'),
    simulated: attributes.flag('simulated'),
    stations: await readStations(arrays, count),
    temperatures: await unpacked('temperature', TEMPERATURE_PACKING),
    offsets: new Int8Array(await arrays.chunk('temperature_offset', cells)),
    amounts: await unpacked('precipitation', AMOUNT_PACKING),
    occurrences: new Uint8Array(await arrays.chunk('occurrence', cells)),
  };
  const fault = hoursFault(hours) ?? (dayName(hours.start) === revisionOf(name)?.day ? null : `is of ${hours.start}`);
  if (fault !== null) throw attributes.fail(fault);
  return hours;
}

/** A day that is over keeps one revision after this time: nothing changes it any more. */
const SETTLED_DAYS = 2;

/**
 * Removes days that ended more than `keepDays` days before `now`, and superseded revisions of days that are over. Returns the
 * names of what was removed.
 *
 * @param options.now  epoch seconds
 */
export async function removeOldHours(
  objects: ObjectStore,
  options: { readonly now: number; readonly keepDays: number },
): Promise<string[]> {
  const oldest = dayName(options.now - options.keepDays * DAY);
  const settled = dayName(options.now - SETTLED_DAYS * DAY);
  const keys = await objects.list(`${HOURS_DATASET}/`);
  const revisions = revisionsAmong(keys);
  const removed: string[] = [];
  for (const { name, day } of revisions) {
    if (day >= settled) continue;
    const others = revisions.filter((one) => one.day === day && one.name !== name);
    if (day >= oldest && !(await isSuperseded(objects, name, others))) continue;
    await removeVersion(objects, HOURS_DATASET, name, keys);
    removed.push(name);
  }
  return removed;
}

/** True when a newer revision of the day can be read: the last sound copy stays. */
async function isSuperseded(objects: ObjectStore, name: string, others: readonly Revision[]): Promise<boolean> {
  const number = revisionOf(name)!.revision;
  for (const other of others.filter(({ revision, isComplete }) => isComplete && revision > number)) {
    try {
      await readRevision(objects, other.name);
      return true;
    } catch (error) {
      if (!isTagged(error, 'object-defect')) throw error;
    }
  }
  return false;
}
