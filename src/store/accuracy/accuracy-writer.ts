/**
 * Writing verified dates into the record of accuracy. Months with such dates are written anew, each under a revision of its own;
 * its completion is the moment from which readers get it. One writer at a time.
 *
 *   write    zarr.json of the group, other documents, axes, shards, complete.json
 *   remove   revisions that are not complete, those before the last but one that readers no longer have open, old months
 *
 * Stations come one after the other, so memory is needed for their compressed chunks and the rows of groups.
 */

import { isTagged } from '../../base/errors.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import type { DateSpan } from '../../model/accuracy-record.js';
import type { ObjectStore } from '../objects/object-store.js';
import { completionKey, readCompletion, writeCompletion } from '../versions/completion.js';
import { encodeDocument } from '../versions/json-document.js';
import { versionsAmong } from '../versions/pointer.js';
import { removeVersion } from '../versions/removal.js';
import { metadataKey } from '../versions/version-keys.js';
import { encodeNumbers, encodeTexts } from '../zarr/axis-arrays.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import { encodeIndex } from '../zarr/shard-index.js';
import {
  addToDraft,
  beginDraft,
  byInterval,
  type MonthBefore,
  type MonthDraft,
  monthsOf,
  type ReplacedDates,
  type RowsBefore,
  rowsBefore,
  type StationRows,
} from './accuracy-drafts.js';
import {
  ACCURACY_DATASET,
  type AccuracyForm,
  axisKey,
  datesIn,
  documentKey,
  factsFault,
  headlinesKey,
  INTERVALS,
  type MonthFacts,
  monthDocuments,
  monthGroup,
  POOLED_GROUPS,
  parseRevision,
  revisionName,
  rowsKey,
  widthOf,
} from './accuracy-layout.js';
import { monthsAmong } from './accuracy-reader.js';

export interface AccuracyWriting {
  readonly objects: ObjectStore;
  readonly form: AccuracyForm;
  /** Dates whose rows are replaced; those of minutes are among the others, which are the same for hours and days. */
  readonly replaced: ReplacedDates;
  /** Result of `readMonthsBefore`, by the name of the month. */
  readonly before: ReadonlyMap<string, MonthBefore>;
}

export interface AccuracyWriter {
  /** Adds the rows of a station; once for each. */
  add(station: StationRows): Promise<void>;
  /**
   * Publishes the months, the oldest first, each whole or not at all.
   *
   * @param facts.createdAt  epoch seconds
   */
  commit(facts: { readonly createdAt: number; readonly simulated: boolean }): Promise<void>;
}

interface OpenDraft {
  readonly draft: MonthDraft;
  readonly rows: RowsBefore | null;
}

/** @throws ObjectDefectError  a row that is to be copied is damaged */
export async function beginAccuracy({ objects, form, replaced, before }: AccuracyWriting): Promise<AccuracyWriter> {
  const drafts: OpenDraft[] = [];
  for (const month of monthsOf(replaced['1d'])) {
    const known = before.get(month.name);
    const rows = known === undefined ? null : rowsBefore(objects, form, known);
    const stored = known === undefined ? null : { month: known, rows: rows! };
    drafts.push({ draft: await beginDraft(form, month, replaced, stored), rows });
  }
  const add = async (station: StationRows) => {
    for (const { draft, rows } of drafts) await addToDraft(form, draft, rows, replaced, station);
  };
  return {
    add,
    async commit(facts) {
      await removeBegun(objects);
      for (const { draft, rows } of drafts) {
        for (const id of draft.before?.facts.stations ?? [])
          if (!draft.headlines.has(id)) await addToDraft(form, draft, rows, replaced, { id, region: null, rows: {} });
        await writeMonth(objects, form, draft, facts);
      }
    },
  };
}

/** Removes revisions without completion: nobody writes them any more. */
async function removeBegun(objects: ObjectStore): Promise<void> {
  const keys = await objects.list(`${ACCURACY_DATASET}/`);
  const present = new Set(keys);
  for (const version of versionsAmong(ACCURACY_DATASET, keys))
    if (!present.has(completionKey(ACCURACY_DATASET, version)))
      await removeVersion(objects, ACCURACY_DATASET, version, keys);
}

async function writeMonth(
  objects: ObjectStore,
  form: AccuracyForm,
  draft: MonthDraft,
  made: { readonly createdAt: number; readonly simulated: boolean },
): Promise<void> {
  const keys = await objects.list(`${ACCURACY_DATASET}/${draft.month.name}-`);
  const revisions = versionsAmong(ACCURACY_DATASET, keys).map((version) => parseRevision(version)?.revision ?? 0);
  const revision = Math.max(0, ...revisions) + 1;
  const facts = factsOf(draft, revisionName(draft.month, revision), made);
  const fault = factsFault(facts);
  if (fault !== null) throw new RangeError(fault);
  try {
    await writeObjects(objects, form, draft, facts, revision);
  } catch (error) {
    // Remains of a failure go at once: on a full disk the next attempt lacks their room. If they stay, the next writer removes them.
    const left = objects.list(`${ACCURACY_DATASET}/${facts.version}/`);
    await left.then((all) => removeVersion(objects, ACCURACY_DATASET, facts.version, all)).catch(() => undefined);
    throw error;
  }
}

/** Facts of a month: of its stations those with pairs, or all where none has. */
function factsOf(
  { month, before, replaced, chunks, headlines }: MonthDraft,
  version: string,
  { createdAt, simulated }: { readonly createdAt: number; readonly simulated: boolean },
): MonthFacts {
  const all = [...headlines.keys()].sort();
  const paired = all.filter((id) => INTERVALS.some((interval) => chunks[interval].has(id)));
  const keeps = (interval: AccuracyInterval) => before?.sound.has(interval) === true;
  const verified = keeps('1d') && keeps('1h') ? before!.facts.verified : [];
  const merged = (known: readonly number[], more: readonly number[]) =>
    [...new Set([...known, ...more])].sort((a, b) => a - b);
  const copied = verified.some((day) => !replaced['1d'].includes(day));
  return {
    ...{ version, createdAt, month, stations: paired.length > 0 ? paired : all },
    simulated: simulated || (copied && before!.facts.simulated),
    verified: merged(verified, replaced['1d']),
    minutes: merged(keeps('1m') ? before!.facts.minutes : [], replaced['1m']),
  };
}

async function writeObjects(
  objects: ObjectStore,
  form: AccuracyForm,
  draft: MonthDraft,
  facts: MonthFacts,
  revision: number,
): Promise<void> {
  const { version, createdAt } = facts;
  const documents = monthDocuments(facts, form);
  const metadata = encodeDocument(monthGroup(facts, form, documents));
  await objects.put(metadataKey(ACCURACY_DATASET, version), metadata);
  for (const [name, document] of Object.entries(documents))
    await objects.put(documentKey(version, name), encodeDocument(document));
  for (const [name, bytes] of Object.entries(axesOf(facts, form))) await objects.put(axisKey(version, name), bytes);
  for (const interval of INTERVALS) {
    const stations = facts.stations.map((id) => draft.chunks[interval].get(id) ?? null);
    await objects.put(rowsKey(version, 'stations', interval), encodeShard(stations));
    await objects.put(rowsKey(version, 'groups', interval), encodeShard(await groupChunks(form, draft, interval)));
  }
  await objects.put(headlinesKey(version), await encodeHeadlines(form, draft, facts));
  await writeCompletion(objects, ACCURACY_DATASET, version, { metadata, sequence: revision, publishedAt: createdAt });
}

function axesOf({ stations, month }: MonthFacts, form: AccuracyForm): Record<string, Uint8Array> {
  return {
    station: encodeTexts(stations),
    group: encodeTexts(POOLED_GROUPS),
    date: encodeNumbers(Float64Array.from({ length: datesIn(month) }, (_, n) => month.firstDay + n)),
    ...Object.fromEntries(INTERVALS.map((interval) => [`sum_${interval}`, encodeTexts(form.rows[interval].names)])),
  };
}

/** Stored chunks one after the other, and their index. */
function encodeShard(chunks: readonly (Uint8Array | null)[]): Uint8Array {
  const index = { offsets: new Float64Array(chunks.length), lengths: new Uint32Array(chunks.length) };
  let size = 0;
  for (const [n, chunk] of chunks.entries()) {
    index.offsets[n] = size;
    index.lengths[n] = chunk?.length ?? 0;
    size += chunk?.length ?? 0;
  }
  return Buffer.concat([...chunks.filter((chunk) => chunk !== null), encodeIndex(index)]);
}

async function groupChunks(
  form: AccuracyForm,
  { groups, month }: MonthDraft,
  interval: AccuracyInterval,
): Promise<(Uint8Array | null)[]> {
  const size = widthOf(form, 'groups', interval) * datesIn(month);
  const chunks: (Uint8Array | null)[] = [];
  for (const place of POOLED_GROUPS.keys()) {
    const rows = groups[interval].slice(place * size, (place + 1) * size);
    chunks.push(rows.some((sum) => sum !== 0) ? await encodeChunk(bytesOf(rows)) : null);
  }
  return chunks;
}

function encodeHeadlines(form: AccuracyForm, { headlines, month }: MonthDraft, { stations }: MonthFacts) {
  const width = form.headlines.length;
  const values = new Float32Array(datesIn(month) * stations.length * width);
  for (const [n, id] of stations.entries())
    for (let date = 0; date < datesIn(month); date++)
      values.set(headlines.get(id)!.subarray(date * width, (date + 1) * width), (date * stations.length + n) * width);
  return encodeChunk(bytesOf(values));
}

/** Time for which readers may have a revision open after a higher one is complete, s. */
const GRACE_SECONDS = 900;

/**
 * Removes months that ended before `firstDay`, and all revisions of a month before the last but one, unless readers may have
 * them open. Returns what was removed.
 *
 * @param options.now  epoch seconds
 */
export async function removeOldAccuracy(
  objects: ObjectStore,
  options: { readonly now: number; readonly firstDay: number },
): Promise<string[]> {
  const keys = await objects.list(`${ACCURACY_DATASET}/`);
  const removed: string[] = [];
  for (const revisions of monthsAmong(keys)) {
    const kept = revisions[0]!.month.lastDay < options.firstDay ? 0 : 2;
    for (const [n, { version }] of revisions.entries()) {
      if (n < kept || (n > 0 && (await isFresh(objects, revisions[n - 1]!.version, options.now)))) continue;
      await removeVersion(objects, ACCURACY_DATASET, version, keys);
      removed.push(version);
    }
  }
  return removed;
}

/** True for a revision so new that readers may not have looked since. */
async function isFresh(objects: ObjectStore, version: string, now: number): Promise<boolean> {
  try {
    const age = now - (await readCompletion(objects, ACCURACY_DATASET, version)).publishedAt;
    return age >= 0 && age < GRACE_SECONDS;
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    return false;
  }
}

/** Dates from the first to the last, both inclusive, as a list. */
export function datesOf([first, last]: DateSpan): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
}

/** The same dates for hours and days, and some of them for minutes. */
export function replacedDates(days: DateSpan, minutes: readonly number[]): ReplacedDates {
  return byInterval((interval) => (interval === '1m' ? minutes : datesOf(days)));
}
