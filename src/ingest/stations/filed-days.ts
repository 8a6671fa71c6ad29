/**
 * Values as filed, of many stations over a span of days, while a file is read. A station has arrays only for elements that
 * it reported: of the 118,000 stations some 40,000 report in a year, most of them precipitation alone, about 110 MB.
 */

import { NOT_OBSERVED, STATION_ELEMENTS } from '../../model/station-series.js';

export interface FiledElement {
  /** Packed, a value a day. */
  readonly values: Int16Array;
  /** Bits of `science/stations/observation.ts`. */
  readonly attributes: Uint8Array;
}

/** Days with values of one source flag. */
export interface SourceSpan {
  /** Number of the station. */
  readonly station: number;
  /** Index in `STATION_ELEMENTS`. */
  readonly element: number;
  /** Character code of the source flag. */
  readonly flag: number;
  firstDay: number;
  lastDay: number;
}

export interface FiledDays {
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  readonly days: number;
  /** Ignores stations that are not in the list and days outside the span. The last of two values of a day stands. */
  add(station: string, day: number, element: number, value: number, attributes: number, source: number): void;
  /** Null: nothing was reported. */
  element(station: number, element: number): FiledElement | null;
  sources(): readonly SourceSpan[];
  /** Last day with a value; null: none has. */
  lastDay(): number | null;
  /** Stations with any value. */
  reporting(): number;
  /** Number of values. */
  count(): number;
  /** Puts what is known from before in place of all that was added of a station. */
  restore(station: number, from: RestoredDays): void;
}

/** Days of one station that begin with `firstDay`. */
export interface RestoredDays {
  readonly firstDay: number;
  readonly elements: readonly (FiledElement & { readonly element: number })[];
  readonly sources: readonly SourceSpan[];
}

const ELEMENTS = STATION_ELEMENTS.length;
const FLAGS = 128;
const BLANK = 32;

/** @param numbers  numbers of the stations by their ids */
export function createFiledDays(numbers: ReadonlyMap<string, number>, firstDay: number, days: number): FiledDays {
  const filed = new Map<number, FiledElement>();
  const spans = new Map<number, SourceSpan>();
  let [knownId, known] = ['', -1];

  function numberOf(station: string): number {
    if (station !== knownId) {
      knownId = station;
      known = numbers.get(station) ?? -1;
    }
    return known;
  }

  function arraysOf(station: number, element: number): FiledElement {
    const key = station * ELEMENTS + element;
    let arrays = filed.get(key);
    if (arrays === undefined) {
      arrays = { values: new Int16Array(days).fill(NOT_OBSERVED), attributes: new Uint8Array(days) };
      filed.set(key, arrays);
    }
    return arrays;
  }

  function noteSource(station: number, element: number, flag: number, day: number): void {
    const key = (station * ELEMENTS + element) * FLAGS + flag;
    const span = spans.get(key);
    if (span === undefined) spans.set(key, { station, element, flag, firstDay: day, lastDay: day });
    else if (day < span.firstDay) span.firstDay = day;
    else if (day > span.lastDay) span.lastDay = day;
  }

  function restore(station: number, from: RestoredDays): void {
    for (let element = 0; element < ELEMENTS; element++) filed.delete(station * ELEMENTS + element);
    for (const [key, span] of spans) if (span.station === station) spans.delete(key);
    const [start, end] = [Math.max(firstDay, from.firstDay), firstDay + days];
    for (const { element, values, attributes } of from.elements) {
      const arrays = arraysOf(station, element);
      arrays.values.set(values.subarray(start - from.firstDay, end - from.firstDay), start - firstDay);
      arrays.attributes.set(attributes.subarray(start - from.firstDay, end - from.firstDay), start - firstDay);
    }
    for (const row of from.sources)
      spans.set((station * ELEMENTS + row.element) * FLAGS + row.flag, { ...row, station });
  }

  const isValue = (value: number) => value !== NOT_OBSERVED;

  function lastDay(): number | null {
    let last = -1;
    for (const { values } of filed.values()) last = Math.max(last, values.findLastIndex(isValue));
    return last < 0 ? null : firstDay + last;
  }

  function count(): number {
    let sum = 0;
    for (const { values } of filed.values()) for (const value of values) if (isValue(value)) sum++;
    return sum;
  }

  return {
    firstDay,
    days,
    add(id, day, element, value, attributes, source) {
      const station = numberOf(id);
      const at = day - firstDay;
      if (station < 0 || at < 0 || at >= days) return;
      const arrays = arraysOf(station, element);
      // A total of several days says nothing where the day has a value as well.
      if (value === NOT_OBSERVED && arrays.values[at] !== NOT_OBSERVED) return;
      arrays.values[at] = value;
      arrays.attributes[at] = attributes;
      if (value === NOT_OBSERVED) return;
      if (source > BLANK && source < FLAGS) noteSource(station, element, source, day);
    },
    element: (station, element) => filed.get(station * ELEMENTS + element) ?? null,
    sources: () => [...spans.values()],
    ...{ lastDay, count, restore },
    reporting: () => new Set([...filed.keys()].map((key) => Math.floor(key / ELEMENTS))).size,
  };
}
