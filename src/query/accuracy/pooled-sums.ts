/**
 * Sums of the stations of a scope, pooled.
 *
 * A local scope pools the stations within 40 km; where these have fewer pairs of every requested variable than its minimum,
 * those within 80 km, and then within 160 km. Regions and the network have rows of their own.
 */

import type { AccuracyInterval } from '../../model/accuracy.js';
import type { AccuracyScope } from '../../model/accuracy-answer.js';
import type { AccuracyGroup, AccuracyRecord } from '../../model/accuracy-record.js';
import type { RegionId } from '../../model/region.js';
import type { VerificationPlace } from '../../model/verification-stations-table.js';
import { greatCircleDistance } from '../../science/great-circle.js';
import { HEADLINE_COLUMNS, HEADLINE_WIDTH, RECORD_LAYOUTS } from '../../science/verification/record-layout.js';
import { addRow, type DateRows, datesOf, rowOf } from '../../science/verification/sums-layout.js';
import type { AccuracySums, BlockedDates } from './accuracy-sums.js';
import { hasPairs, headlineLead, minimumOf, pairsOf, type WantedVariables } from './pairs.js';

/** A place whose forecasts are verified, in its cohort; null: none. */
export interface VerifiedPlace extends VerificationPlace {
  readonly region: RegionId | null;
}

export interface PooledStation {
  readonly place: VerifiedPlace;
  /** Distance from the point of a local scope, km; null in other scopes. */
  readonly distance: number | null;
  /** Sums of its headlines over the period; those of intervals that were not requested may be 0. */
  readonly headlines: Float64Array;
}

export interface PooledSums {
  /** Rows of the requested intervals, one for each block of dates. */
  readonly rows: ReadonlyMap<AccuracyInterval, DateRows>;
  /** Stations with pairs, the nearest first, else in the order of their table. */
  readonly stations: readonly PooledStation[];
  /** Radius of a local scope, km; null in other scopes, and if not even the largest has enough pairs. */
  readonly radius: number | null;
  /** The scope has pairs; a local one as many as a requested variable needs. */
  readonly isAvailable: boolean;
}

export interface PoolRequest extends BlockedDates {
  readonly scope: AccuracyScope;
  readonly wanted: readonly WantedVariables[];
  readonly withBins: boolean;
}

export interface PoolSources {
  readonly record: AccuracyRecord;
  readonly sums: AccuracySums;
  readonly places: readonly VerifiedPlace[];
}

/** km */
export const LOCAL_REACHES = [40, 80, 160] as const;

/** @throws as `AccuracyRecord.rows` */
export function pooledSums(sources: PoolSources, request: PoolRequest): Promise<PooledSums> {
  const { scope } = request;
  if (scope.type === 'local') return localPool(sources, request, nearPlaces(sources, scope.location));
  if (scope.type === 'network') return groupPool(sources, request, 'network', () => true);
  return groupPool(sources, request, `region/${scope.region}`, ({ region }) => region === scope.region);
}

async function groupPool(
  { record, sums, places }: PoolSources,
  { wanted, days, blockDays, withBins }: PoolRequest,
  group: AccuracyGroup,
  belongs: (place: VerifiedPlace) => boolean,
): Promise<PooledSums> {
  const intervals = wanted.map(({ interval }) => interval);
  const [headlines, ...read] = await Promise.all([
    sums.headlines(record, days),
    ...intervals.map((interval) => sums.blocks(record, { group, interval, days, blockDays, withBins })),
  ]);
  const rows = new Map(intervals.map((interval, n) => [interval, read[n]!]));
  const known = stationIndex(record);
  const stations = places.filter(belongs).flatMap((place): PooledStation[] => {
    const index = known.get(place.id);
    if (index === undefined) return [];
    const own = headlines.subarray(index * HEADLINE_WIDTH, (index + 1) * HEADLINE_WIDTH);
    return hasPairs(own, intervals) ? [{ place, distance: null, headlines: own }] : [];
  });
  return { rows, stations, radius: null, isAvailable: wanted.some((one) => pairsOver(rows, one) > 0) };
}

interface NearPlace {
  readonly place: VerifiedPlace;
  /** km */
  readonly distance: number;
}

type PlaceRows = NearPlace & { readonly rows: ReadonlyMap<AccuracyInterval, DateRows> };

async function localPool(
  { record, sums }: PoolSources,
  { wanted, days, blockDays }: PoolRequest,
  near: readonly NearPlace[],
): Promise<PooledSums> {
  const intervals = wanted.map(({ interval }) => interval);
  const rowsAt = async ({ place, distance }: NearPlace): Promise<PlaceRows> => {
    const group = `station/${place.id}` as const;
    const read = (interval: AccuracyInterval) =>
      sums.blocks(record, { group, interval, days, blockDays, withBins: false });
    const rows = await Promise.all(intervals.map(async (interval) => [interval, await read(interval)] as const));
    return { place, distance, rows: new Map(rows) };
  };
  const pool: PlaceRows[] = [];
  for (const reach of LOCAL_REACHES) {
    const within = near.filter(({ distance }) => distance <= reach);
    pool.push(...(await Promise.all(within.slice(pool.length).map(rowsAt))));
    const rows = totalsOf(pool, intervals, { days, blockDays });
    const isAvailable = wanted.some((one) => hasEnough(rows, one));
    if (isAvailable || reach === LOCAL_REACHES.at(-1))
      return { rows, stations: stationsOf(pool, intervals), radius: isAvailable ? reach : null, isAvailable };
  }
  throw new RangeError('a local scope has at least one reach');
}

/** Places with rows in the record within the largest reach, the nearest first. */
function nearPlaces(
  { record, places }: PoolSources,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): NearPlace[] {
  const known = stationIndex(record);
  return places
    .filter(({ id }) => known.has(id))
    .map((place) => {
      const metres = greatCircleDistance(latitude, longitude, place.latitude, place.longitude);
      return { place, distance: metres / 1000 };
    })
    .filter(({ distance }) => distance <= LOCAL_REACHES.at(-1)!)
    .sort((a, b) => a.distance - b.distance);
}

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Position of each station in the headlines. */
function stationIndex({ stations }: AccuracyRecord): ReadonlyMap<string, number> {
  const known = indexes.get(stations) ?? new Map(stations.map((id, index) => [id, index]));
  indexes.set(stations, known);
  return known;
}

function totalsOf(
  pool: readonly PlaceRows[],
  intervals: readonly AccuracyInterval[],
  { days: [first, last], blockDays }: BlockedDates,
): Map<AccuracyInterval, DateRows> {
  const blocks = Math.ceil((last - first + 1) / blockDays);
  return new Map(
    intervals.map((interval) => {
      const width = RECORD_LAYOUTS[interval].withoutBins;
      const total = { firstDay: first, width, sums: new Float64Array(blocks * width) };
      for (const { rows } of pool) addRow(total.sums, rows.get(interval)!.sums);
      return [interval, total];
    }),
  );
}

/** The stations with pairs, each with its headlines. */
function stationsOf(pool: readonly PlaceRows[], intervals: readonly AccuracyInterval[]): PooledStation[] {
  return pool.flatMap(({ place, distance, rows }) => {
    const headlines = new Float64Array(HEADLINE_WIDTH);
    const totals = new Map(Array.from(rows, ([interval, blocks]) => [interval, totalRow(blocks)]));
    for (const [n, { interval, column }] of HEADLINE_COLUMNS.entries())
      headlines[n] = totals.get(interval)?.[column] ?? 0;
    return hasPairs(headlines, intervals) ? [{ place, distance, headlines }] : [];
  });
}

/** Sum of all blocks. */
export function totalRow(blocks: DateRows): Float64Array {
  const total = rowOf(blocks, 0).slice();
  for (let block = 1; block < datesOf(blocks); block++) addRow(total, rowOf(blocks, block));
  return total;
}

/** True if a requested variable has its minimum of pairs at the lead that stands for the interval. */
function hasEnough(rows: ReadonlyMap<AccuracyInterval, DateRows>, { interval, variables }: WantedVariables): boolean {
  const total = totalRow(rows.get(interval)!);
  const lead = headlineLead(interval);
  return variables.some((variable) => pairsOf(total, interval, lead, variable) >= minimumOf(interval));
}

/** Pairs of all requested variables at all leads. */
function pairsOver(rows: ReadonlyMap<AccuracyInterval, DateRows>, { interval, variables }: WantedVariables): number {
  const total = totalRow(rows.get(interval)!);
  let pairs = 0;
  for (const lead of RECORD_LAYOUTS[interval].sections[0]!.leads.keys())
    for (const variable of variables) pairs += pairsOf(total, interval, lead, variable);
  return pairs;
}
