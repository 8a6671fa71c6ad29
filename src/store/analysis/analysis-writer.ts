/**
 * Writing a day of the analysis. The stretch that it belongs to is written anew, one day longer, under a name of its own; its
 * completion is the moment from which readers get it. One writer at a time.
 *
 *   write    zarr.json of the group, other documents, axes, shards, complete.json
 *   remove   versions that are not complete, versions before the last but one that readers no longer have open, stretches that
 *            are too old
 *
 * A shard is made at a time, so memory is needed for one beside the day itself.
 */

import { isDeepStrictEqual } from 'node:util';
import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import { ANALYSIS_KEPT_DAYS, type AnalysedDay, type AnalysisDataset, elementsOf } from '../../model/daily-analysis.js';
import { MISSING_PACKED } from '../../model/packing.js';
import { formatDate } from '../../model/time.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey, readCompletion, writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { metadataKey, versionPrefix } from '../versions/version-keys.js';
import { encodeNumbers, encodeTexts } from '../zarr/axis-arrays.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import { gridAxes } from '../zarr/grid-coordinates.js';
import { encodeIndex } from '../zarr/shard-index.js';
import {
  axisKey,
  CHUNK_CELLS,
  CHUNK_SIDE,
  chunkColumns,
  chunksPerShard,
  chunkValues,
  daysOf,
  documentKey,
  factsFault,
  MOST_DAYS,
  SHARD_ROWS,
  type StretchFacts,
  type StretchName,
  shardCount,
  shardKey,
  stretchDocuments,
  stretchGroup,
  stretchName,
} from './analysis-layout.js';
import { readSoundest, readStretchChunk, readStretchIndex, stretchesAmong } from './analysis-reader.js';

export interface AnalysisWriting {
  /** Epoch seconds. */
  readonly createdAt: number;
  /** Told of damage that ends a stretch: the next one begins with this day. */
  onDefect(defect: ObjectDefectError): void;
}

/** For as long a stretch keeps its version before the last, for chunks of the last that are damaged: a month and some days. */
const PREVIOUS_KEPT_DAYS = 40;
/** Time for which readers may have a version open after a longer one is complete, s. Two days are written in a row after a pause. */
const GRACE_SECONDS = 900;

/** The newest day of the record that can be read, days since 1970-01-01; null: there is none. */
export async function newestAnalysedDay(objects: ObjectStore, dataset: AnalysisDataset): Promise<number | null> {
  const stretches = stretchesAmong(dataset, await objects.list(`${dataset}/`));
  for (const versions of stretches.toReversed()) {
    const facts = await readSoundest(objects, dataset, versions, () => undefined);
    if (facts !== null) return facts.lastDay;
  }
  return null;
}

/**
 * Stores a day behind all days of the record, and removes what is no longer needed.
 *
 * @throws RangeError  values of another size than the grid, or a day that is not behind the others
 */
export async function writeAnalysedDay(
  objects: ObjectStore,
  day: AnalysedDay,
  { createdAt, onDefect }: AnalysisWriting,
): Promise<void> {
  const { dataset, grid, values } = day;
  const expected = elementsOf(dataset).length * grid.rows * grid.columns;
  if (values.length !== expected) throw new RangeError(`a day of ${dataset} has ${expected} values`);
  await removeBegun(objects, dataset);
  const before = await stretchBefore(objects, day, onDefect);
  const isWritten = before !== null && (await tryLonger(objects, day, before, { createdAt, onDefect }));
  if (!isWritten) await writeVersion(objects, day, factsOf(day, null, createdAt), null);
  await removeOld(objects, dataset, { today: day.day, now: createdAt });
}

/** Removes versions without completion: nobody writes them any more. */
async function removeBegun(objects: ObjectStore, dataset: AnalysisDataset): Promise<void> {
  const keys = await objects.list(`${dataset}/`);
  const present = new Set(keys);
  for (const version of versionsAmong(dataset, keys))
    if (!present.has(completionKey(dataset, version))) await removeVersion(objects, dataset, version, keys);
}

/** The stretch that goes on with this day; null where another one has to begin. */
async function stretchBefore(
  objects: ObjectStore,
  { dataset, day, source, simulated, grid }: AnalysedDay,
  onDefect: (defect: ObjectDefectError) => void,
): Promise<StretchFacts | null> {
  const newest = stretchesAmong(dataset, await objects.list(`${dataset}/`)).at(-1);
  if (newest === undefined) return null;
  const facts = await readSoundest(objects, dataset, newest, onDefect);
  if (facts === null) return null;
  if (day <= facts.lastDay) throw new RangeError(`${dataset} has days to ${formatDate(facts.lastDay)} already`);
  const isSameMonth = formatDate(day).slice(0, 7) === formatDate(facts.firstDay).slice(0, 7);
  const isSame = source === facts.source && simulated === facts.simulated && isDeepStrictEqual(grid, facts.grid);
  return isSameMonth && isSame && day < facts.firstDay + MOST_DAYS ? facts : null;
}

/** False: the stretch before is damaged, and cannot be copied. */
async function tryLonger(
  objects: ObjectStore,
  day: AnalysedDay,
  before: StretchFacts,
  { createdAt, onDefect }: AnalysisWriting,
): Promise<boolean> {
  const facts = factsOf(day, before, createdAt);
  try {
    await writeVersion(objects, day, facts, before);
    return true;
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    onDefect(error);
    return false;
  }
}

function factsOf(day: AnalysedDay, before: StretchFacts | null, createdAt: number): StretchFacts {
  const { values: _, day: lastDay, ...origin } = day;
  const firstDay = before?.firstDay ?? lastDay;
  const version = stretchName(firstDay, lastDay);
  const facts = { ...origin, version, createdAt, firstDay, lastDay, analysed: [...(before?.analysed ?? []), lastDay] };
  const fault = factsFault(facts);
  if (fault !== null) throw new RangeError(fault);
  return facts;
}

async function removeAll(objects: ObjectStore, { dataset, version }: StretchFacts): Promise<void> {
  await removeVersion(objects, dataset, version, await objects.list(`${versionPrefix(dataset, version)}/`));
}

/** @throws ObjectDefectError  `before` cannot be copied */
async function writeVersion(
  objects: ObjectStore,
  day: AnalysedDay,
  facts: StretchFacts,
  before: StretchFacts | null,
): Promise<void> {
  try {
    await writeObjects(objects, day, facts, before);
  } catch (error) {
    // What a failure leaves goes at once: on a full disk it is what the next attempt lacks. If it stays, the next writer removes it.
    await removeAll(objects, facts).catch(() => undefined);
    throw error;
  }
}

async function writeObjects(
  objects: ObjectStore,
  day: AnalysedDay,
  facts: StretchFacts,
  before: StretchFacts | null,
): Promise<void> {
  const { dataset, version, createdAt, lastDay } = facts;
  const documents = stretchDocuments(facts);
  const metadata = encodeDocument(stretchGroup(facts, documents));
  await removeAll(objects, facts); // one of this name whose documents are damaged
  await objects.put(metadataKey(dataset, version), metadata);
  for (const [name, document] of Object.entries(documents))
    await objects.put(documentKey(facts, name), encodeDocument(document));
  for (const [name, bytes] of Object.entries(axesOf(facts))) await objects.put(axisKey(facts, name), bytes);
  for (let shard = 0; shard < shardCount(facts.grid); shard++)
    await objects.put(shardKey(facts, shard), await encodeShard(objects, day, facts, before, shard));
  await writeCompletion(objects, dataset, version, { metadata, sequence: lastDay, publishedAt: createdAt });
}

function axesOf(facts: StretchFacts): Record<string, Uint8Array> {
  const elements = elementsOf(facts.dataset);
  return {
    element: encodeTexts(elements.map(({ id }) => id)),
    scale: encodeNumbers(Float64Array.from(elements, ({ step }) => step)),
    offset: encodeNumbers(Float64Array.from(elements, ({ base }) => base)),
    day: encodeNumbers(Float64Array.from({ length: daysOf(facts) }, (_, n) => facts.firstDay + n)),
    ...Object.fromEntries(gridAxes(facts.grid).map(({ name, values }) => [name, encodeNumbers(values)])),
  };
}

/** The bytes of a shard: its chunks of the version before, each with the new day behind its days. */
async function encodeShard(
  objects: ObjectStore,
  day: AnalysedDay,
  facts: StretchFacts,
  before: StretchFacts | null,
  shard: number,
): Promise<Uint8Array> {
  const count = chunksPerShard(facts.grid);
  const index = { offsets: new Float64Array(count), lengths: new Uint32Array(count) };
  const known = before === null ? null : await readStretchIndex(objects, before, shard);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let chunk = 0; chunk < count; chunk++) {
    const values = new Int16Array(chunkValues(facts)).fill(MISSING_PACKED);
    if (before !== null && known !== null)
      copyDays(values, facts, await readStretchChunk(objects, before, { shard, chunk }, known), before);
    addDay(values, facts, day, shard, chunk);
    if (values.every((value) => value === MISSING_PACKED)) continue;
    const stored = await encodeChunk(bytesOf(values));
    index.offsets[chunk] = size;
    index.lengths[chunk] = stored.length;
    size += stored.length;
    parts.push(stored);
  }
  parts.push(encodeIndex(index));
  return Buffer.concat(parts);
}

function copyDays(to: Int16Array, facts: StretchFacts, from: Int16Array, before: StretchFacts): void {
  const elements = elementsOf(facts.dataset).length;
  const [longer, shorter] = [daysOf(facts) * CHUNK_CELLS, daysOf(before) * CHUNK_CELLS];
  for (let element = 0; element < elements; element++)
    to.set(from.subarray(element * shorter, (element + 1) * shorter), element * longer);
}

/** The last day of a chunk from the fields of the whole grid. */
function addDay(
  to: Int16Array,
  facts: StretchFacts,
  { grid, values }: AnalysedDay,
  shard: number,
  chunk: number,
): void {
  const across = chunkColumns(grid);
  const top = shard * SHARD_ROWS + Math.floor(chunk / across) * CHUNK_SIDE;
  const left = (chunk % across) * CHUNK_SIDE;
  const width = Math.min(CHUNK_SIDE, grid.columns - left);
  const days = daysOf(facts);
  for (let element = 0; element < elementsOf(facts.dataset).length; element++) {
    const at = (element * days + days - 1) * CHUNK_CELLS;
    for (let row = 0; row < CHUNK_SIDE && top + row < grid.rows; row++) {
      const from = (element * grid.rows + top + row) * grid.columns + left;
      to.set(values.subarray(from, from + width), at + row * CHUNK_SIDE);
    }
  }
}

async function removeOld(
  objects: ObjectStore,
  dataset: AnalysisDataset,
  { today, now }: { readonly today: number; readonly now: number },
): Promise<void> {
  const keys = await objects.list(`${dataset}/`);
  for (const versions of stretchesAmong(dataset, keys)) {
    const { lastDay } = versions[0]!;
    const kept = lastDay <= today - ANALYSIS_KEPT_DAYS ? 0 : lastDay <= today - PREVIOUS_KEPT_DAYS ? 1 : 2;
    for (const [n, { version }] of versions.entries()) {
      if (n < kept || (n > 0 && (await isFresh(objects, dataset, versions[n - 1]!, now)))) continue;
      await removeVersion(objects, dataset, version, keys);
    }
  }
}

/** True for a version so new that readers may not have looked since. */
async function isFresh(
  objects: ObjectStore,
  dataset: AnalysisDataset,
  { version }: StretchName,
  now: number,
): Promise<boolean> {
  try {
    const age = now - (await readCompletion(objects, dataset, version)).publishedAt;
    return age >= 0 && age < GRACE_SECONDS;
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    return false;
  }
}
