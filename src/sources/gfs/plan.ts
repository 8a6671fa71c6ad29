/** From the index of one step to the messages that are worth downloading. Pure: text in, ranges out. */

import { type FileRange, mergeRanges } from '../byte-ranges.js';
import { type IndexEntry, processOf } from '../grib-index.js';
import type { FieldRequest, Selector } from './selector-table.js';

export interface StepPlan {
  /** Every wanted message, duplicates of the same offset once. */
  readonly entries: readonly IndexEntry[];
  /** Ranges to ask for, small gaps read over. */
  readonly ranges: readonly FileRange[];
  /** Requests that no way of the index serves. */
  readonly absent: readonly string[];
}

/** At most this much is read in vain to save one request. */
const GAP_BYTES = 1 << 20;

/**
 * Each request takes its first way that the index has. All lines that match are wanted: of the two totals of
 * precipitation the message itself must say which is the bucket (for f001 to f006 they are the same bytes twice).
 */
export function planStep(index: readonly IndexEntry[], requests: readonly FieldRequest<string>[]): StepPlan {
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
    const found = index.filter((entry) => serves(entry, way));
    if (found.length > 0) return found;
  }
  return [];
}

function serves({ name, level, time, extra }: IndexEntry, way: Selector): boolean {
  const process = processOf(time) ?? 'instant';
  return name === way.index.name && level === way.index.level && process === way.process && extra.length === 0;
}
