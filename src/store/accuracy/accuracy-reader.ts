/** Reading the months of the record of accuracy: which there are, and their chunks. */

import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey } from '../versions/completion.js';
import { versionsAmong } from '../versions/pointer.js';
import { getStored } from '../versions/stored-object.js';
import { decodeChunk, largestStoredBytes } from '../zarr/chunk-codec.js';
import { readGroup } from '../zarr/group-document.js';
import { decodeIndex, indexBytes, type ShardIndex } from '../zarr/shard-index.js';
import { checkArrays } from '../zarr/zarr-arrays.js';
import {
  ACCURACY_DATASET,
  ACCURACY_FORMAT,
  type AccuracyForm,
  countOf,
  datesIn,
  factsFault,
  fingerprint,
  headlinesKey,
  INTERVALS,
  type MonthFacts,
  monthDocuments,
  NUMBER_BYTES,
  parseRevision,
  type Revision,
  type RowsKind,
  rowsKey,
  widthOf,
} from './accuracy-layout.js';

/** Complete revisions of a month, the highest first. */
export type MonthRevisions = readonly Revision[];

/** Months among the keys of the record, in their order; revisions that are not complete are left out. */
export function monthsAmong(keys: readonly string[]): MonthRevisions[] {
  const present = new Set(keys);
  const months = new Map<string, Revision[]>();
  for (const version of versionsAmong(ACCURACY_DATASET, keys)) {
    const revision = parseRevision(version);
    if (revision === null || !present.has(completionKey(ACCURACY_DATASET, version))) continue;
    const { name } = revision.month;
    months.set(name, [...(months.get(name) ?? []), revision]);
  }
  const sorted = [...months.values()].map((revisions) => revisions.sort((a, b) => b.revision - a.revision));
  return sorted.sort((a, b) => a[0]!.month.firstDay - b[0]!.month.firstDay);
}

/**
 * Facts of a complete revision; null: its numbers have another meaning than `form` says.
 *
 * @throws ObjectDefectError  the revision is not complete, or its document is damaged
 */
export async function readMonth(
  objects: ObjectStore,
  { version, month }: Revision,
  form: AccuracyForm,
): Promise<MonthFacts | null> {
  const { attributes, arrays } = await readGroup(objects, ACCURACY_DATASET, version, ACCURACY_FORMAT);
  if (attributes.text('layout') !== fingerprint(form)) return null;
  const { stations } = attributes.fields;
  const areTexts = Array.isArray(stations) && stations.every((id) => typeof id === 'string');
  if (!areTexts) throw attributes.fail('stations is a list of texts');
  const facts: MonthFacts = {
    ...{ version, month, stations },
    createdAt: attributes.number('createdAt'),
    simulated: attributes.flag('simulated'),
    verified: attributes.numbers('verified'),
    minutes: attributes.numbers('minutes'),
  };
  const fault = factsFault(facts);
  if (fault !== null) throw attributes.fail(fault);
  checkArrays(arrays, monthDocuments(facts, form));
  return facts;
}

/** Told of revisions that cannot be used. */
export interface MonthTroubles {
  onDefect(defect: ObjectDefectError, version: string): void;
  onOtherLayout(version: string): void;
}

/** Facts of the highest revision that can be opened; null: none can. */
export async function readSoundest(
  objects: ObjectStore,
  revisions: MonthRevisions,
  form: AccuracyForm,
  { onDefect, onOtherLayout }: MonthTroubles,
): Promise<MonthFacts | null> {
  for (const revision of revisions)
    try {
      const facts = await readMonth(objects, revision, form);
      if (facts !== null) return facts;
      onOtherLayout(revision.version);
    } catch (error) {
      if (!isTagged(error, 'object-defect')) throw error;
      onDefect(error, revision.version);
    }
  return null;
}

/** Dates of the record that were verified, days since 1970-01-01. */
export async function verifiedDates(
  objects: ObjectStore,
  form: AccuracyForm,
  troubles: MonthTroubles,
): Promise<Set<number>> {
  const days = new Set<number>();
  for (const revisions of monthsAmong(await objects.list(`${ACCURACY_DATASET}/`)))
    for (const day of (await readSoundest(objects, revisions, form, troubles))?.verified ?? []) days.add(day);
  return days;
}

/** Overview of a month. */
export interface MonthOverview
  extends Pick<MonthFacts, 'version' | 'createdAt' | 'simulated' | 'verified' | 'minutes'> {
  readonly stations: number;
  /** Stored rows, without documents and axes. */
  readonly bytes: number;
}

/** Months of the record that can be opened. @throws ObjectDefectError  the index of a month is damaged */
export async function accuracyMonths(
  objects: ObjectStore,
  form: AccuracyForm,
  troubles: MonthTroubles,
): Promise<MonthOverview[]> {
  const found: MonthOverview[] = [];
  for (const revisions of monthsAmong(await objects.list(`${ACCURACY_DATASET}/`))) {
    const facts = await readSoundest(objects, revisions, form, troubles);
    if (facts === null) continue;
    let bytes = 0;
    for (const interval of INTERVALS)
      for (const kind of ['stations', 'groups'] as const) {
        const { lengths } = await readRowsIndex(objects, { facts, form, kind, interval });
        bytes += lengths.reduce((sum, length) => sum + length, 0);
      }
    const { version, createdAt, simulated, verified, minutes, stations } = facts;
    found.push({ version, createdAt, simulated, verified, minutes, stations: stations.length, bytes });
  }
  return found;
}

/** An array of rows in a month. */
export interface RowsArray {
  readonly facts: MonthFacts;
  readonly form: AccuracyForm;
  readonly kind: RowsKind;
  readonly interval: AccuracyInterval;
}

/** Bytes of an inner chunk. */
function chunkBytes({ facts, form, kind, interval }: RowsArray): number {
  return widthOf(form, kind, interval) * datesIn(facts.month) * NUMBER_BYTES[kind];
}

/** @throws ObjectDefectError  the shard is damaged or gone */
export async function readRowsIndex(objects: ObjectStore, array: RowsArray): Promise<ShardIndex> {
  const count = countOf(array.facts, array.kind);
  const key = rowsKey(array.facts.version, array.kind, array.interval);
  const stored = await getStored(objects, key, { suffix: indexBytes(count) });
  return decodeIndex(stored, count, largestStoredBytes(chunkBytes(array)), key);
}

/**
 * Rows of a station or a group, [number][date]; null: it has no pairs in the month.
 *
 * @param place  of the station or the group in the array
 * @throws ObjectDefectError  the chunk is damaged
 */
export async function readRowsChunk(
  objects: ObjectStore,
  array: RowsArray,
  index: ShardIndex,
  place: number,
): Promise<Float32Array | Float64Array | null> {
  const length = index.lengths[place]!;
  if (length === 0) return null;
  const key = rowsKey(array.facts.version, array.kind, array.interval);
  const offset = index.offsets[place]!;
  const stored = await getStored(objects, key, { offset, length });
  const values = await decodeChunk(stored, chunkBytes(array), key, offset);
  return array.kind === 'stations' ? new Float32Array(values) : new Float64Array(values);
}

/** [date][station][number]. @throws ObjectDefectError  the array is damaged or gone */
export async function readHeadlines(
  objects: ObjectStore,
  { version, month, stations }: MonthFacts,
  { headlines }: AccuracyForm,
): Promise<Float32Array> {
  const key = headlinesKey(version);
  const values = datesIn(month) * stations.length * headlines.length;
  return new Float32Array(await decodeChunk(await getStored(objects, key), values * 4, key, 0));
}
