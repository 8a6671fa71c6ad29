/** Months of the record of accuracy while they are made: rows of the revision before, with some dates replaced. */

import { isTagged, type ObjectDefectError } from '../../base/errors.js';
import type { AccuracyInterval } from '../../model/accuracy.js';
import type { AccuracyGroup, DateSpan } from '../../model/accuracy-record.js';
import type { RegionId } from '../../model/region.js';
import type { ObjectStore } from '../objects/object-store.js';
import { bytesOf, encodeChunk } from '../zarr/chunk-codec.js';
import type { ShardIndex } from '../zarr/shard-index.js';
import {
  ACCURACY_DATASET,
  type AccuracyForm,
  countOf,
  datesIn,
  INTERVALS,
  type Month,
  type MonthFacts,
  monthOf,
  POOLED_GROUPS,
  type RowsKind,
  widthOf,
} from './accuracy-layout.js';
import {
  type MonthTroubles,
  monthsAmong,
  type RowsArray,
  readRowsChunk,
  readRowsIndex,
  readSoundest,
} from './accuracy-reader.js';

/** A month as it is stored, from which dates that are not verified again are copied. */
export interface MonthBefore {
  readonly facts: MonthFacts;
  /** Intervals whose rows can all be read. */
  readonly sound: ReadonlySet<AccuracyInterval>;
}

/** Rows of one station: [replaced date][number], with reliability bins. An interval that is left out has no pairs. */
export interface StationRows {
  readonly id: string;
  /** Null: the station counts for the network only. */
  readonly region: RegionId | null;
  readonly rows: Readonly<Partial<Record<AccuracyInterval, Float64Array>>>;
}

/** Dates whose rows are replaced, ascending, days since 1970-01-01; all others are copied. */
export type ReplacedDates = Readonly<Record<AccuracyInterval, readonly number[]>>;

export interface MonthDraft {
  readonly month: Month;
  readonly before: MonthBefore | null;
  readonly replaced: ReplacedDates;
  /** Stored chunks by station; a station without pairs has none. */
  readonly chunks: Readonly<Record<AccuracyInterval, Map<string, Uint8Array>>>;
  /** [group][number][date] */
  readonly groups: Readonly<Record<AccuracyInterval, Float64Array>>;
  /** [date][number] of each station. */
  readonly headlines: Map<string, Float32Array>;
}

/** Reads the stored months of some days, and whether their rows are sound. */
export async function readMonthsBefore(
  objects: ObjectStore,
  form: AccuracyForm,
  [first, last]: DateSpan,
  troubles: MonthTroubles,
): Promise<Map<string, MonthBefore>> {
  const found = new Map<string, MonthBefore>();
  for (const revisions of monthsAmong(await objects.list(`${ACCURACY_DATASET}/`))) {
    const { month } = revisions[0]!;
    if (month.lastDay < first || month.firstDay > last) continue;
    const facts = await readSoundest(objects, revisions, form, troubles);
    if (facts === null) continue;
    const sound = new Set<AccuracyInterval>();
    for (const interval of INTERVALS)
      if (await isSound(objects, { facts, form, interval }, troubles)) sound.add(interval);
    found.set(month.name, { facts, sound });
  }
  return found;
}

/** True when all rows of an interval can be read. */
async function isSound(
  objects: ObjectStore,
  array: Omit<RowsArray, 'kind'>,
  { onDefect }: Pick<MonthTroubles, 'onDefect'>,
): Promise<boolean> {
  try {
    for (const kind of ['stations', 'groups'] as const) {
      const index = await readRowsIndex(objects, { ...array, kind });
      for (let place = 0; place < countOf(array.facts, kind); place++)
        await readRowsChunk(objects, { ...array, kind }, index, place);
    }
    return true;
  } catch (error) {
    if (!isTagged(error, 'object-defect')) throw error;
    onDefect(error as ObjectDefectError, array.facts.version);
    return false;
  }
}

/** Rows of the stored month, each index read once. */
export interface RowsBefore {
  /** [number][date]; null: none. @throws ObjectDefectError  the chunk is damaged */
  read(kind: RowsKind, interval: AccuracyInterval, place: number): Promise<Float32Array | Float64Array | null>;
}

export function rowsBefore(objects: ObjectStore, form: AccuracyForm, { facts, sound }: MonthBefore): RowsBefore {
  const indexes = new Map<string, Promise<ShardIndex>>();
  return {
    async read(kind, interval, place) {
      if (!sound.has(interval) || place < 0) return null;
      const array = { facts, form, kind, interval };
      const name = `${kind} ${interval}`;
      const index = indexes.get(name) ?? readRowsIndex(objects, array);
      indexes.set(name, index);
      return readRowsChunk(objects, array, await index, place);
    },
  };
}

/** Begins a month: its groups have the sums of the dates that are not replaced. */
export async function beginDraft(
  form: AccuracyForm,
  month: Month,
  replaced: ReplacedDates,
  before: { readonly month: MonthBefore; readonly rows: RowsBefore } | null,
): Promise<MonthDraft> {
  const own = byInterval((interval) =>
    replaced[interval].filter((day) => day >= month.firstDay && day <= month.lastDay),
  );
  const dates = datesIn(month);
  const groups = byInterval(
    (interval) => new Float64Array(POOLED_GROUPS.length * widthOf(form, 'groups', interval) * dates),
  );
  for (const interval of before === null ? [] : INTERVALS)
    for (const place of POOLED_GROUPS.keys()) {
      const kept = await before!.rows.read('groups', interval, place);
      if (kept === null) continue;
      clearDates(kept, dates, month, own[interval]);
      groups[interval].set(kept, place * widthOf(form, 'groups', interval) * dates);
    }
  return {
    ...{ month, before: before?.month ?? null, replaced: own, groups },
    chunks: byInterval(() => new Map()),
    headlines: new Map(),
  };
}

export function byInterval<Value>(make: (interval: AccuracyInterval) => Value): Record<AccuracyInterval, Value> {
  return { '1d': make('1d'), '1h': make('1h'), '1m': make('1m') };
}

function clearDates(
  rows: Float32Array | Float64Array,
  dates: number,
  { firstDay }: Month,
  days: readonly number[],
): void {
  for (const day of days) for (let at = day - firstDay; at < rows.length; at += dates) rows[at] = 0;
}

/**
 * Puts the rows of a station into a month, and adds them to its groups.
 *
 * @param all  replaced dates of the whole writing, as the rows have them
 */
export async function addToDraft(
  form: AccuracyForm,
  draft: MonthDraft,
  rows: RowsBefore | null,
  all: ReplacedDates,
  station: StationRows,
): Promise<void> {
  const { month, before, replaced, headlines } = draft;
  const dates = datesIn(month);
  const place = before?.facts.stations.indexOf(station.id) ?? -1;
  const found = new Float32Array(dates * form.headlines.length);
  for (const interval of INTERVALS) {
    const kept = (await rows?.read('stations', interval, place)) ?? null;
    const chunk = (kept as Float32Array | null) ?? new Float32Array(widthOf(form, 'stations', interval) * dates);
    clearDates(chunk, dates, month, replaced[interval]);
    const sums = station.rows[interval];
    if (sums !== undefined) {
      const from = all[interval].indexOf(replaced[interval][0] ?? Number.NaN);
      for (const [n, day] of replaced[interval].entries()) {
        const width = widthOf(form, 'groups', interval);
        const row = sums.subarray((from + n) * width, (from + n + 1) * width);
        putRow(chunk, row, day - month.firstDay, dates);
        addToGroups(draft.groups[interval], row, { date: day - month.firstDay, dates, region: station.region });
      }
    }
    for (const [n, headline] of form.headlines.entries())
      if (headline.interval === interval)
        for (let date = 0; date < dates; date++)
          found[date * form.headlines.length + n] = chunk[headline.column * dates + date]!;
    if (chunk.some((sum) => sum !== 0)) draft.chunks[interval].set(station.id, await encodeChunk(bytesOf(chunk)));
  }
  headlines.set(station.id, found);
}

/** A row into [number][date], as far as the station's numbers go. */
function putRow(chunk: Float32Array, row: Float64Array, date: number, dates: number): void {
  for (let at = date, n = 0; at < chunk.length; at += dates, n++) chunk[at] = row[n]!;
}

function addToGroups(
  groups: Float64Array,
  row: Float64Array,
  { date, dates, region }: { readonly date: number; readonly dates: number; readonly region: RegionId | null },
): void {
  const names: AccuracyGroup[] = region === null ? ['network'] : ['network', `region/${region}`];
  for (const name of names) {
    const start = POOLED_GROUPS.indexOf(name) * row.length * dates + date;
    for (let n = 0; n < row.length; n++) groups[start + n * dates]! += row[n]!;
  }
}

/** Names of the months that some days are in. */
export function monthsOf(days: readonly number[]): Month[] {
  return [...new Map(days.map((day) => monthOf(day)).map((month) => [month.name, month])).values()];
}
