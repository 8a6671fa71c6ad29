/**
 * Sums of the accuracy record over a period, in blocks of dates, for any group.
 *
 * Regions and the network are asked for most: their rows are read once and kept as prefix sums, so that any period is a
 * subtraction. They take 5 MB each for 400 dates. Rows of stations, and reliability bins, are read for the dates of the
 * request alone, and only their totals are kept. Both caches are bounded in bytes and emptied by a new record.
 */

import { LRUCache } from 'lru-cache';
import type { AccuracyInterval } from '../../model/accuracy.js';
import type { AccuracyGroup, AccuracyRecord, DateSpan } from '../../model/accuracy-record.js';
import { DAY } from '../../model/time.js';
import { HEADLINE_WIDTH, RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { type DateRows, datesOf, prefixRows, rowOf } from '../../science/verification/sums-layout.js';

/** Dates of a request, in blocks of equal length from the first date on; the last block may be shorter. */
export interface BlockedDates {
  readonly days: DateSpan;
  /** Dates of a block. */
  readonly blockDays: number;
}

export interface WantedSums extends BlockedDates {
  readonly group: AccuracyGroup;
  readonly interval: AccuracyInterval;
  /** Also the reliability bins, which rows of stations do not have. */
  readonly withBins: boolean;
}

export interface AccuracySums {
  /** One row for each block, in the layout of the interval; zeros where the record has nothing. @throws as `AccuracyRecord.rows` */
  blocks(record: AccuracyRecord, wanted: WantedSums): Promise<DateRows>;
  /** Sums of the headlines of every station over the period, [station][number]. @throws as `AccuracyRecord.rows` */
  headlines(record: AccuracyRecord, days: DateSpan): Promise<Float64Array>;
}

/** Ten groups with all their intervals, over 400 dates. */
const PREFIX_BYTES = 64 * 1024 * 1024;
/** All stations over two periods, with all their intervals. */
const TOTAL_BYTES = 16 * 1024 * 1024;
const BYTES = Float64Array.BYTES_PER_ELEMENT;

export function cachedAccuracySums(): AccuracySums {
  const prefixes = boundedCache<DateRows>(PREFIX_BYTES);
  const totals = boundedCache<DateRows>(TOTAL_BYTES);
  const headlines = boundedCache<Float64Array>(TOTAL_BYTES);
  let version = '';

  function prefixOf(record: AccuracyRecord, group: AccuracyGroup, interval: AccuracyInterval): Promise<DateRows> {
    const { withoutBins } = RECORD_LAYOUTS[interval];
    const dates = record.lastDay - record.firstDay + 2;
    return prefixes(`${group} ${interval}`, dates * withoutBins * BYTES, () => readPrefix(record, group, interval));
  }

  function totalsOf(record: AccuracyRecord, wanted: WantedSums): Promise<DateRows> {
    const { group, interval, days, blockDays, withBins } = wanted;
    const bytes = blocksIn(wanted) * widthOf(interval, withBins) * BYTES;
    const key = [group, interval, ...days, blockDays, withBins].join(' ');
    return totals(key, bytes, () => readBlocks(record, wanted));
  }

  function forget(record: AccuracyRecord): void {
    if (record.version === version) return;
    for (const cache of [prefixes, totals, headlines]) cache.clear();
    version = record.version;
  }

  return {
    async blocks(record, wanted) {
      forget(record);
      const held = heldDates(record, wanted.days);
      if (held === null) return emptyBlocks(wanted);
      if (wanted.withBins || wanted.group.startsWith('station/')) return totalsOf(record, wanted);
      return differences(await prefixOf(record, wanted.group, wanted.interval), wanted);
    },
    async headlines(record, days) {
      forget(record);
      const held = heldDates(record, days);
      const width = record.stations.length * HEADLINE_WIDTH;
      if (held === null) return new Float64Array(width);
      return headlines(held.join(' '), width * BYTES, () => readHeadlines(record, held, width));
    },
  };
}

/** Values that are read once while they are kept; one that cannot be read is tried again by the next caller. */
function boundedCache<Value>(maxBytes: number) {
  const kept = new LRUCache<string, { readonly value: Promise<Value>; readonly bytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  const get = (key: string, bytes: number, read: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key);
    if (known !== undefined) return known.value;
    const entry = { value: read(), bytes };
    kept.set(key, entry);
    entry.value.catch(() => {
      if (kept.peek(key) === entry) kept.delete(key);
    });
    return entry.value;
  };
  return Object.assign(get, { clear: () => kept.clear() });
}

/** Dates of the period that the record has; null: none. */
function heldDates({ firstDay, lastDay }: AccuracyRecord, [first, last]: DateSpan): DateSpan | null {
  const held = [Math.max(first, firstDay), Math.min(last, lastDay)] as const;
  return held[0] > held[1] ? null : held;
}

function widthOf(interval: AccuracyInterval, withBins: boolean): number {
  const { width, withoutBins } = RECORD_LAYOUTS[interval];
  return withBins ? width : withoutBins;
}

function blocksIn({ days: [first, last], blockDays }: BlockedDates): number {
  return Math.ceil((last - first + 1) / blockDays);
}

function emptyBlocks(wanted: WantedSums): DateRows {
  const width = widthOf(wanted.interval, wanted.withBins);
  return { firstDay: wanted.days[0], width, sums: new Float64Array(blocksIn(wanted) * width) };
}

async function readPrefix(record: AccuracyRecord, group: AccuracyGroup, interval: AccuracyInterval): Promise<DateRows> {
  const { firstDay, lastDay } = record;
  const { width, withoutBins } = RECORD_LAYOUTS[interval];
  const read = await record.rows(group, interval, [firstDay, lastDay]);
  const sums = new Float64Array((read.length / width) * withoutBins);
  for (let date = 0; date * width < read.length; date++)
    sums.set(read.subarray(date * width, date * width + withoutBins), date * withoutBins);
  return prefixRows({ firstDay, width: withoutBins, sums });
}

/** Sums of each block as the difference of two prefix rows; dates outside of them have no pairs. */
function differences(prefix: DateRows, wanted: WantedSums): DateRows {
  const blocks = emptyBlocks(wanted);
  const [first, last] = wanted.days;
  const rowBefore = (day: number) => rowOf(prefix, Math.min(datesOf(prefix) - 1, Math.max(0, day - prefix.firstDay)));
  for (let block = 0; block < datesOf(blocks); block++) {
    const from = first + block * wanted.blockDays;
    const [before, after] = [rowBefore(from), rowBefore(Math.min(last + 1, from + wanted.blockDays))];
    const row = rowOf(blocks, block);
    for (let i = 0; i < row.length; i++) row[i] = after[i]! - before[i]!;
  }
  return blocks;
}

async function readBlocks(record: AccuracyRecord, wanted: WantedSums): Promise<DateRows> {
  const { group, interval, days, blockDays } = wanted;
  const blocks = emptyBlocks(wanted);
  const held = heldDates(record, days)!;
  const read = await record.rows(group, interval, held);
  const { width } = blocks;
  for (let date = 0; date * width < read.length; date++) {
    const row = rowOf(blocks, Math.floor((held[0] + date - days[0]) / blockDays));
    const from = date * width;
    for (let i = 0; i < width; i++) row[i]! += read[from + i]!;
  }
  return blocks;
}

/** Adds up month by month, as they are stored: those of all stations are 118 KB a date. */
async function readHeadlines(record: AccuracyRecord, [first, last]: DateSpan, width: number): Promise<Float64Array> {
  const total = new Float64Array(width);
  for (let from = first, to: number; from <= last; from = to + 1) {
    to = Math.min(last, endOfMonth(from));
    const read = await record.headlines([from, to]);
    for (let date = 0; date < read.length; date += width) for (let i = 0; i < width; i++) total[i]! += read[date + i]!;
  }
  return total;
}

/** Last date of the month of a date, days since 1970-01-01. */
function endOfMonth(day: number): number {
  const date = new Date(day * DAY * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / 1000 / DAY;
}
