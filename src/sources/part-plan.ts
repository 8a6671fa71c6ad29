/** From the index of one file to the messages that are worth downloading. Pure: entries in, ranges out. */

import type { IndexEntry } from './grib-index.js';
import type { FeedFile, FeedPart } from './model-feed.js';
import { type FieldRequest, isPossible, type MessageKey, type Selector } from './selector.js';

export interface FilePlan {
  /** Every wanted message, duplicates of the same offset once. */
  readonly entries: readonly IndexEntry[];
  /** Ranges to ask for, small gaps read over. */
  readonly ranges: readonly FileRange[];
  /** Requests that no way of the index serves. */
  readonly absent: readonly string[];
}

/** At most this much is read in vain to save one request. */
const GAP_BYTES = 1 << 20;

/** What can be asked of this file: what any of its leads can have, and of members the one that it holds. */
export function requestsOf(
  requests: readonly FieldRequest<string>[],
  { leads, referenceTime }: Pick<FeedPart, 'leads' | 'referenceTime'>,
  { member }: Pick<FeedFile, 'member'>,
): FieldRequest<string>[] {
  const ofMember = ({ ways }: FieldRequest<string>): boolean =>
    member === undefined || ways.some((way) => way.member === undefined || way.member === member);
  const isEverPossible = (request: FieldRequest<string>) =>
    leads.some((lead) => isPossible(request, lead, referenceTime));
  return requests.filter((request) => ofMember(request) && isEverPossible(request));
}

/**
 * Each request takes its first way that the index has, whole: with every message that the way is made of. All lines
 * that match are wanted: a file can hold several leads, and of two totals of precipitation the message itself must say
 * which is the bucket (for f001 to f006 of GFS they are the same bytes twice).
 */
export function planFile(index: readonly IndexEntry[], requests: readonly FieldRequest<string>[]): FilePlan {
  const wanted = new Map<number, IndexEntry>();
  const absent: string[] = [];
  for (const { id, ways } of requests) {
    const entries = firstPresent(index, ways);
    if (entries.length === 0) absent.push(id);
    for (const entry of entries) wanted.set(entry.offset, entry);
  }
  const entries = [...wanted.values()].sort((a, b) => a.offset - b.offset);
  return { entries, ranges: mergeRanges(entries, GAP_BYTES), absent };
}

function firstPresent(index: readonly IndexEntry[], ways: readonly Selector[]): IndexEntry[] {
  for (const way of ways) {
    const found = messagesOf(way).map((key) => index.filter((entry) => serves(entry, key)));
    if (found.every((entries) => entries.length > 0)) return found.flat();
  }
  return [];
}

/** Every message that a way is made of, its own first. */
export function messagesOf(way: Selector): MessageKey[] {
  const { making } = way;
  switch (making?.by) {
    case 'wind-u':
    case 'wind-v':
      return [way, making.direction];
    case 'sum':
      return [way, ...making.with];
    default:
      return [way];
  }
}

function serves({ name, level, process, extra }: IndexEntry, { index, process: wanted }: MessageKey): boolean {
  if (name !== index.name || level !== index.level || (process !== null && process !== wanted)) return false;
  if (index.extra === undefined) return extra.length === 0;
  // wgrib2 wrote "Total Aerosol" before it wrote "Total aerosol", and mirrors keep the older index
  const parts = extra.map((part) => part.toLowerCase());
  return index.extra.every((part) => parts.includes(part.toLowerCase()));
}

/** Bytes `offset … offset+length−1`; `length: null` runs to the end of the file. */
export interface FileRange {
  readonly offset: number;
  readonly length: number | null;
}

/**
 * Joins ranges whose gap is at most `gapBytes`. A request costs about as much as the bytes that flow in its round trip
 * (100 ms at 100 Mbit/s are 1.2 MB), so reading over a smaller gap is cheaper than asking twice.
 *
 * @returns disjoint ranges in the order of the file, covering every given one
 */
export function mergeRanges(ranges: readonly FileRange[], gapBytes: number): FileRange[] {
  const sorted = [...ranges].sort((a, b) => a.offset - b.offset);
  const merged: FileRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || (last.length !== null && range.offset - endOf(last) > gapBytes)) merged.push(range);
    else merged[merged.length - 1] = join(last, range);
  }
  return merged;
}

function join(a: FileRange, b: FileRange): FileRange {
  if (a.length === null || b.length === null) return { offset: a.offset, length: null };
  return { offset: a.offset, length: Math.max(endOf(a), endOf(b)) - a.offset };
}

function endOf({ offset, length }: FileRange): number {
  return length === null ? Number.POSITIVE_INFINITY : offset + length;
}
