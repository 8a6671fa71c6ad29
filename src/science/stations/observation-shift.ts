/**
 * Finds out whether a station without observation times is a morning observer, year by year, by agreement with stations
 * nearby whose days end at midnight: TMAX by mean absolute difference, PRCP by the correlation of square roots. Measured in
 * Michigan against stated times: 1.158 K by agreement, 1.186 K by the times, so the network's metadata is not needed.
 */

import { NOT_OBSERVED } from '../../model/station-series.js';
import { HOUR_MASK, MIDNIGHT, MORNING, UNKNOWN_HOUR } from './observation.js';
import type { FiledSeries, UntimedDays } from './resolve-series.js';

const [MAXIMUM, PRECIPITATION] = [0, 2];
/** Days in common from which a year decides: a season. */
const LEAST_DAYS = 60;
/** Of them with rain at either station. */
const LEAST_WET_DAYS = 15;
/** Agreement must be better by this factor, and correlation by this difference: a tie leaves values where they are. */
const CLEARLY = 0.9;
const CLEARLY_CORRELATED = 0.1;

/** Days of one calendar year in a series: first inclusive, last exclusive. */
export type YearSpan = readonly [first: number, last: number];

/** Calendar years of consecutive days. @param firstDay  days since 1970-01-01 */
export function yearSpans(firstDay: number, days: number): YearSpan[] {
  const spans: YearSpan[] = [];
  for (let from = 0; from < days; ) {
    const year = new Date((firstDay + from) * 86_400_000).getUTCFullYear();
    const to = Math.min(days, Date.UTC(year + 1, 0, 1) / 86_400_000 - firstDay);
    spans.push([from, to]);
    from = to;
  }
  return spans;
}

/**
 * Marks days whose values without an observation time count as a morning observer's. Stated times of the element in the same
 * year decide first, then neighbours, then the times of precipitation: some files state them for precipitation alone.
 *
 * @param neighbours  series of the same days, the nearest first
 */
export function findUntimedMornings(
  series: FiledSeries,
  neighbours: readonly FiledSeries[],
  years: readonly YearSpan[],
): UntimedDays {
  const days = series.values[0]!.length;
  const untimed = { temperature: new Uint8Array(days), precipitation: new Uint8Array(days) };
  for (const year of years) {
    if (isMorningYear(series, MAXIMUM, year, neighbours, agreesWhenMoved)) untimed.temperature.fill(1, ...year);
    if (isMorningYear(series, PRECIPITATION, year, neighbours, correlatesWhenMoved))
      untimed.precipitation.fill(1, ...year);
  }
  return untimed;
}

type Comparison = (
  own: Int16Array,
  other: Int16Array,
  isMidnight: (day: number) => boolean,
  year: YearSpan,
) => boolean | null;

function isMorningYear(
  series: FiledSeries,
  element: number,
  year: YearSpan,
  neighbours: readonly FiledSeries[],
  compare: Comparison,
): boolean {
  const own = hourCounts(series, element, year);
  if (statedIn(own) > 0 && statedIn(own) >= own[UNKNOWN_HOUR]!) return isMostlyMorning(own);
  for (const neighbour of neighbours) {
    const attributes = neighbour.attributes[element]!;
    const isMidnight = (day: number) => (attributes[day]! & HOUR_MASK) === MIDNIGHT;
    const found = compare(series.values[element]!, neighbour.values[element]!, isMidnight, year);
    if (found !== null) return found;
  }
  return isMostlyMorning(hourCounts(series, PRECIPITATION, year));
}

function statedIn([, midnight, morning, evening]: readonly number[]): number {
  return midnight! + morning! + evening!;
}

function isMostlyMorning(counts: readonly number[]): boolean {
  return counts[MORNING]! * 2 > statedIn(counts);
}

/** Numbers of values by the class of their observation time. */
function hourCounts({ values, attributes }: FiledSeries, element: number, [first, last]: YearSpan): number[] {
  const counts = [0, 0, 0, 0];
  for (let day = first; day < last; day++)
    if (values[element]![day] !== NOT_OBSERVED) counts[attributes[element]![day]! & HOUR_MASK]!++;
  return counts;
}

/** Null: too few days in common. */
const agreesWhenMoved: Comparison = (own, other, isMidnight, [first, last]) => {
  let [count, asFiled, moved] = [0, 0, 0];
  for (let day = Math.max(1, first); day < last; day++) {
    const value = own[day]!;
    const [today, yesterday] = [other[day]!, other[day - 1]!];
    if (value === NOT_OBSERVED || today === NOT_OBSERVED || yesterday === NOT_OBSERVED) continue;
    if (!isMidnight(day) || !isMidnight(day - 1)) continue;
    count++;
    asFiled += Math.abs(value - today);
    moved += Math.abs(value - yesterday);
  }
  return count < LEAST_DAYS ? null : moved < CLEARLY * asFiled;
};

/** Null: too few days in common, or too few wet ones. */
const correlatesWhenMoved: Comparison = (own, other, isMidnight, [first, last]) => {
  const [asFiled, moved] = [emptySums(), emptySums()];
  let wet = 0;
  for (let day = Math.max(1, first); day < last; day++) {
    const value = own[day]!;
    const [today, yesterday] = [other[day]!, other[day - 1]!];
    if (value === NOT_OBSERVED || today === NOT_OBSERVED || yesterday === NOT_OBSERVED) continue;
    if (!isMidnight(day) || !isMidnight(day - 1)) continue;
    if (value > 0 || today > 0) wet++;
    addPair(asFiled, Math.sqrt(value), Math.sqrt(today));
    addPair(moved, Math.sqrt(value), Math.sqrt(yesterday));
  }
  if (asFiled.n < LEAST_DAYS || wet < LEAST_WET_DAYS) return null;
  return correlation(moved) > correlation(asFiled) + CLEARLY_CORRELATED;
};

interface Sums {
  n: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}

const emptySums = (): Sums => ({ n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 });

function addPair(sums: Sums, x: number, y: number): void {
  sums.n++;
  sums.x += x;
  sums.y += y;
  sums.xx += x * x;
  sums.yy += y * y;
  sums.xy += x * y;
}

/** Pearson's; 0 where one side is constant. */
function correlation({ n, x, y, xx, yy, xy }: Sums): number {
  const spread = Math.sqrt(Math.max(0, n * xx - x * x) * Math.max(0, n * yy - y * y));
  return spread > 0 ? (n * xy - x * y) / spread : 0;
}
