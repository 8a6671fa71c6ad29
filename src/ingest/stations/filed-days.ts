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
}

const ELEMENTS = STATION_ELEMENTS.length;
const FLAGS = 128;
const BLANK = 32;

/** @param numbers  numbers of the stations by their ids */
export function createFiledDays(numbers: ReadonlyMap<string, number>, firstDay: number, days: number): FiledDays {
  const filed = new Map<number, FiledElement>();
  const spans = new Map<number, SourceSpan>();
  let lastDay: number | null = null;
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
      if (lastDay === null || day > lastDay) lastDay = day;
      if (source > BLANK && source < FLAGS) noteSource(station, element, source, day);
    },
    element: (station, element) => filed.get(station * ELEMENTS + element) ?? null,
    sources: () => [...spans.values()],
    lastDay: () => lastDay,
    reporting: () => new Set([...filed.keys()].map((key) => Math.floor(key / ELEMENTS))).size,
  };
}
