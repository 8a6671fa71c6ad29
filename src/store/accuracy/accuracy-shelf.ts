/**
 * The record of accuracy as readers get it: its months are looked up once a minute, their indexes and chunks are kept in
 * memory. While the store does not respond, the last known months stay.
 */

import type { Clock } from '../../base/clock.js';
import { isTagged } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { shareFor } from '../../base/shared-value.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import type { AccuracyGroup, AccuracyRecord, DateSpan, OpenAccuracy } from '../../model/accuracy-record.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createDefectLog, type DefectLog } from '../versions/defect-log.js';
import { type SharedLoads, shareLoads } from '../versions/shared-loads.js';
import type { ShardIndex } from '../zarr/shard-index.js';
import {
  ACCURACY_DATASET,
  type AccuracyForm,
  datesIn,
  type MonthFacts,
  POOLED_GROUPS,
  type RowsKind,
  widthOf,
} from './accuracy-layout.js';
import { monthsAmong, readHeadlines, readRowsChunk, readRowsIndex, readSoundest } from './accuracy-reader.js';

/** New dates are seen within this time, s. */
const WATCH_SECONDS = 60;
/** Some 100 months of a station, or 30 of a region. */
const CHUNK_BYTES = 16 * 2 ** 20;
/** Some 400 indexes of 308 stations. */
const INDEX_BYTES = 2 * 2 ** 20;
/** Dates before this many up to the last one are no longer part of the record. */
export const KEPT_DATES = 400;

export interface AccuracyShelfOptions {
  readonly objects: ObjectStore;
  readonly form: AccuracyForm;
  /** Ages the list of months. Pass the clock of the machine. */
  readonly clock: Clock;
  readonly log: Log;
}

type Rows = Float32Array | Float64Array;

interface Shelf extends AccuracyShelfOptions {
  readonly defects: DefectLog;
  /** Revisions whose layout was reported. */
  readonly others: Set<string>;
  readonly chunks: SharedLoads<Rows>;
  readonly indexes: SharedLoads<ShardIndex>;
}

export function createAccuracyShelf(options: AccuracyShelfOptions): OpenAccuracy {
  const shelf: Shelf = {
    ...options,
    defects: createDefectLog(options.log),
    others: new Set(),
    chunks: shareLoads<Rows>(CHUNK_BYTES, ({ byteLength }) => byteLength + 64),
    indexes: shareLoads<ShardIndex>(INDEX_BYTES, ({ offsets, lengths }) => offsets.byteLength + lengths.byteLength),
  };
  let known: ReadonlyMap<string, MonthFacts> | null = null;
  return shareFor(WATCH_SECONDS, options.clock, async () => {
    try {
      known = await look(shelf, known ?? new Map());
    } catch (error) {
      if (known === null || !isTagged(error, 'store-unavailable')) throw error;
      options.log.warn({ error: String(error) }, 'the record of accuracy cannot be listed; the last known months stay');
    }
    const months = [...known.values()];
    return months.length === 0 ? null : recordOf(shelf, months);
  });
}

/** Facts of every month that can be opened, by the names of its revisions; each is opened once. */
async function look(
  { objects, form, defects, others, log }: Shelf,
  known: ReadonlyMap<string, MonthFacts>,
): Promise<Map<string, MonthFacts>> {
  const onOtherLayout = (version: string) => {
    if (others.has(version)) return;
    others.add(version);
    log.warn({ version }, 'a month of the record of accuracy has another layout and is not read');
  };
  const troubles = { onOtherLayout, onDefect: (...[defect, version]: DefectOf) => defects.report(defect, { version }) };
  const found = monthsAmong(await objects.list(`${ACCURACY_DATASET}/`)).map(async (revisions) => {
    const name = revisions.map(({ version }) => version).join();
    return [name, known.get(name) ?? (await readSoundest(objects, revisions, form, troubles))] as const;
  });
  return new Map((await Promise.all(found)).filter((one): one is [string, MonthFacts] => one[1] !== null));
}

type DefectOf = Parameters<Parameters<typeof readSoundest>[3]['onDefect']>;

function recordOf(shelf: Shelf, all: readonly MonthFacts[]): AccuracyRecord {
  const lastDay = all.at(-1)!.verified.at(-1)!;
  const months = all.filter(({ month }) => month.lastDay > lastDay - KEPT_DATES);
  const stations = [...new Set(months.flatMap((facts) => facts.stations))].sort();
  return {
    version: months.map(({ version }) => version).join(),
    createdAt: Math.max(...months.map(({ createdAt }) => createdAt)),
    firstDay: Math.max(lastDay - KEPT_DATES + 1, months[0]!.verified[0]!),
    lastDay,
    simulated: months.some(({ simulated }) => simulated),
    stations,
    rows: (group, interval, days) => readRows(shelf, months, { group, interval, days }),
    headlines: (days) => readAllHeadlines(shelf, months, stations, days),
  };
}

interface RowsRequest {
  readonly group: AccuracyGroup;
  readonly interval: AccuracyInterval;
  readonly days: DateSpan;
}

async function readRows(
  shelf: Shelf,
  months: readonly MonthFacts[],
  { group, interval, days }: RowsRequest,
): Promise<Float64Array> {
  const [first, last] = days;
  const kind: RowsKind = group.startsWith('station/') ? 'stations' : 'groups';
  const width = widthOf(shelf.form, kind, interval);
  const out = new Float64Array(Math.max(0, last - first + 1) * width);
  const reads = touchedBy(months, days).map(async (facts) => {
    const { stations, month } = facts;
    const place = kind === 'stations' ? stations.indexOf(group.slice(8)) : POOLED_GROUPS.indexOf(group);
    if (place < 0) return;
    const chunk = await chunkOf(shelf, facts, { kind, interval }, place);
    const dates = datesIn(month);
    for (let day = Math.max(first, month.firstDay); day <= Math.min(last, month.lastDay); day++)
      for (let n = 0, at = day - month.firstDay; n < width; n++, at += dates)
        out[(day - first) * width + n] = chunk[at] ?? 0;
  });
  await Promise.all(reads);
  return out;
}

function touchedBy(months: readonly MonthFacts[], [first, last]: DateSpan): MonthFacts[] {
  return months.filter(({ month }) => month.firstDay <= last && month.lastDay >= first);
}

const NO_ROWS: Rows = new Float32Array(0);

async function chunkOf(
  { objects, form, chunks, indexes, defects }: Shelf,
  facts: MonthFacts,
  { kind, interval }: { readonly kind: RowsKind; readonly interval: AccuracyInterval },
  place: number,
): Promise<Rows> {
  const { version } = facts;
  const name = `${version} ${kind} ${interval}`;
  const array = { facts, form, kind, interval };
  try {
    return await chunks.get(`${name} ${place}`, async () => {
      const index = await indexes.get(name, () => readRowsIndex(objects, array));
      return (await readRowsChunk(objects, array, index, place)) ?? NO_ROWS;
    });
  } catch (error) {
    return defects.rethrow(error, { version });
  }
}

async function readAllHeadlines(
  { objects, form, defects }: Shelf,
  months: readonly MonthFacts[],
  stations: readonly string[],
  days: DateSpan,
): Promise<Float64Array> {
  const [first, last] = days;
  const width = form.headlines.length;
  const out = new Float64Array(Math.max(0, last - first + 1) * stations.length * width);
  const places = new Map(stations.map((id, n) => [id, n]));
  for (const facts of touchedBy(months, days)) {
    const { version, month } = facts;
    const values = await readHeadlines(objects, facts, form).catch((error) => defects.rethrow(error, { version }));
    for (let day = Math.max(first, month.firstDay); day <= Math.min(last, month.lastDay); day++)
      for (const [n, id] of facts.stations.entries()) {
        const from = ((day - month.firstDay) * facts.stations.length + n) * width;
        out.set(values.subarray(from, from + width), ((day - first) * stations.length + places.get(id)!) * width);
      }
  }
  return out;
}
