/**
 * Rules that every layout of GHCN-Daily shares: elements, units, flags and bounds of a value.
 *
 * Source: readme.txt of GHCN-Daily, version 3.26, section III. Units of the files are those of the packed values
 * (`model/station-series.ts`), so a value is stored as it stands.
 */

import { NOT_OBSERVED } from '../../model/station-series.js';
import { hourClass, PRESUMED_ZERO, SEVERAL_DAYS, TRACE } from '../../science/stations/observation.js';

/** Receives one value. A total of several days has the value `NOT_OBSERVED` and the attribute `SEVERAL_DAYS`. */
export type ValueSink = (
  /** Of its network, in capitals. */
  station: string,
  /** Days since 1970-01-01. */
  day: number,
  /** Index in `STATION_ELEMENTS`. */
  element: number,
  /** Packed. */
  value: number,
  /** Bits of `science/stations/observation.ts`. */
  attributes: number,
  /** Character code of the source flag. */
  source: number,
) => void;

/** The code of an element that is not read, and of one that only says that days were summed up. */
export const NOT_READ = -1;
export const SUMMED_UP = 5;

/** Index in `STATION_ELEMENTS` by the names in files; MDPR is a total of several days. */
export const ELEMENT_CODES: ReadonlyMap<string, number> = new Map([
  ['TMAX', 0],
  ['TMIN', 1],
  ['PRCP', 2],
  ['SNOW', 3],
  ['WESF', 4],
  ['MDPR', SUMMED_UP],
]);
const PRECIPITATION = 2;

/**
 * Least and greatest values by element, packed: records of the Earth (WMO Archive of Weather and Climate Extremes) with
 * some room. -89.2 and 56.7 °C, 1825 mm in a day (Foc-Foc 1966), 1.93 m of snow (Silver Lake 1921).
 */
const BOUNDS: readonly (readonly [least: number, greatest: number])[] = [
  [-950, 600],
  [-950, 600],
  [0, 19_000],
  [0, 2600],
  [0, 19_000],
];

/** Values that mean "missing" in some layouts: -9999 in .dly, 9999 in exports of others. */
const MISSING = new Set([-9999, 9999, 99_999]);

/** Source flags whose days end at local midnight without saying so: ASOS, first-order and reference networks, CF6. */
const MIDNIGHT_SOURCES = new Set([...'ABDMRWX'].map((flag) => flag.charCodeAt(0)));

const BLANK = 32;
const [FLAG_T, FLAG_P] = [84, 80];

/** Lines and values that were read or left out. */
export interface GhcnCounts {
  /** Values that were accepted. */
  values: number;
  /** Values that failed a check of the network, by its quality flag. */
  failedQuality: number;
  /** Lines or values that break a rule, by the rule. */
  readonly refused: Map<string, number>;
  /** The first of them: line and what stands in it. */
  firstRefused: string | null;
}

export function emptyCounts(): GhcnCounts {
  return { values: 0, failedQuality: 0, refused: new Map(), firstRefused: null };
}

export function refuse(counts: GhcnCounts, rule: string, where: string): void {
  counts.refused.set(rule, (counts.refused.get(rule) ?? 0) + 1);
  counts.firstRefused ??= `${rule}: ${where.slice(0, 120)}`;
}

export function refusedIn({ refused }: Pick<GhcnCounts, 'refused'>): number {
  return [...refused.values()].reduce((sum, count) => sum + count, 0);
}

/** Character codes of the flags of a value (32: blank), and its observation time (hhmm, -1: blank). */
export interface ValueFlags {
  measurement: number;
  quality: number;
  source: number;
  time: number;
}

/** The rule that a value breaks; null: none. @param code  a value of `ELEMENT_CODES` */
export function valueFault(code: number, value: number): string | null {
  const [least, greatest] = BOUNDS[code === SUMMED_UP ? PRECIPITATION : code]!;
  return value >= least && value <= greatest ? null : 'value is between the records of the Earth';
}

/** Hands an accepted value on, and counts the others. @param where  the line, for the count of those refused */
export function acceptValue(
  { station, day, code, value }: { station: string; day: number; code: number; value: number },
  { measurement, quality, source, time }: ValueFlags,
  { counts, sink, lastDay, where }: { counts: GhcnCounts; sink: ValueSink; lastDay: number; where: () => string },
): void {
  if (MISSING.has(value)) return;
  if (quality !== BLANK) {
    counts.failedQuality++;
    return;
  }
  const fault = day > lastDay ? 'date is not in the future' : valueFault(code, value);
  if (fault !== null) {
    refuse(counts, fault, where());
    return;
  }
  counts.values++;
  const hour = hourClass(time, MIDNIGHT_SOURCES.has(source));
  const isSum = code === SUMMED_UP;
  const isTrace = measurement === FLAG_T && code >= PRECIPITATION;
  const isPresumed = measurement === FLAG_P && code >= PRECIPITATION;
  const attributes = hour | (isSum ? SEVERAL_DAYS : 0) | (isTrace ? TRACE : 0) | (isPresumed ? PRESUMED_ZERO : 0);
  const kept = isSum ? NOT_OBSERVED : isTrace || isPresumed ? 0 : value;
  sink(station, day, isSum ? PRECIPITATION : code, kept, attributes, source);
}
