/**
 * Days of the past at a place, from the series of the stations around it (docs/methods/history.md).
 *
 * Each quantity has stations of its own: most of those that measure precipitation have no thermometer.
 */

import type { Turns } from '../../base/turns.js';
import { sharedTurns } from '../../base/turns.js';
import type { DailyAnalysis } from '../../model/daily-analysis.js';
import {
  NOT_OBSERVED,
  STATION_PACKING,
  type StationArchive,
  type StationElement,
  type StationSeries,
} from '../../model/station-series.js';
import type { Zone } from '../../model/zone.js';
import { combineAmounts, combineRain, combineTemperature, poolCrossed } from '../../science/stations/combined-days.js';
import { slotsOf } from '../../science/stations/day-slots.js';
import { rainTotals } from '../../science/stations/rain-totals.js';
import { stationLapse } from '../../science/stations/station-lapse.js';
import {
  type Contribution,
  contributionsOf,
  createDayMemory,
  dayWeights,
  MORNING_MINIMA,
  PRESUMED_ZEROS,
} from '../../science/stations/station-weight.js';
import type { ElevationLookup } from '../place/elevation.js';
import type { StationDays } from '../reports/station-days.js';
import { type AnalysedPlace, readAnalysis } from './analysed-days.js';
import { DayGaps } from './day-gaps.js';
import { RECENT_DAYS, recentStations } from './recent-days.js';
import { type ChosenStation, type NearStations, nearStations, type Place } from './station-choice.js';

/** Elements that a quantity is made of; by the first its stations are chosen. */
const ELEMENTS_OF = {
  temperature_max: ['temperature_max'],
  temperature_min: ['temperature_min'],
  precipitation: ['precipitation'],
  rain_total: ['precipitation', 'snowfall', 'snowfall_water', 'temperature_max', 'temperature_min'],
  snow_total: ['snowfall'],
} as const satisfies Readonly<Record<string, readonly StationElement[]>>;

export type HistoryQuantity = keyof typeof ELEMENTS_OF;

export const HISTORY_QUANTITIES = Object.keys(ELEMENTS_OF) as readonly HistoryQuantity[];

/** The stations behind one quantity. */
export interface QuantityStations {
  readonly quantity: HistoryQuantity;
  readonly stations: readonly ChosenStation[];
  /** How each of them took part; empty where nobody asked. */
  readonly contributions: readonly Contribution[];
}

export interface PlaceHistory {
  /** Canonical units (K, mm), one value a day; NaN where nothing was observed. No minimum is above its maximum. */
  readonly values: ReadonlyMap<HistoryQuantity, Float64Array>;
  /** In the order of the request. */
  readonly behind: readonly QuantityStations[];
  /** Quantities that no station told of on any of the days, and the service's own analysis did. */
  readonly analysed: readonly HistoryQuantity[];
  /** The analysis behind them; null: it was not asked, or there is none. */
  readonly analysis: AnalysedPlace | null;
}

export interface HistoryRequest {
  readonly place: Place;
  /** First and last day, both inclusive, days since 1970-01-01. */
  readonly days: readonly [first: number, last: number];
  readonly quantities: readonly HistoryQuantity[];
  /** Yesterday at the place, days since 1970-01-01, and its zone; left out: the last days are not looked for elsewhere. */
  readonly recent?: { readonly latest: number; readonly zone: Zone };
  /** Default: how stations took part is not computed. */
  readonly withContributions?: boolean;
}

export interface HistoryDependencies {
  readonly archive: StationArchive;
  /** Days of airports, for the last days that the archive does not have yet. */
  readonly stationDays?: StationDays | undefined;
  /** The service's own days, for quantities that no station within 100 km tells of. */
  readonly analysis?: DailyAnalysis | undefined;
  /** Heights of stations that the network does not know. */
  readonly elevationAt?: ElevationLookup | undefined;
  /** Long spans are computed in turns of the event loop. */
  readonly turns?: Turns;
}

/** @throws ObjectDefect, ObjectMissing, StoreUnavailable  stored series cannot be read */
export async function readHistory(
  deps: HistoryDependencies,
  { place, days, quantities, recent, withContributions = false }: HistoryRequest,
): Promise<PlaceHistory> {
  const { archive, analysis, elevationAt, turns = sharedTurns } = deps;
  const readings = withCounterparts(quantities).map((quantity) => newReading(quantity, days));
  await readStations({ archive, near: nearStations(archive, place, elevationAt), days, turns }, readings);
  if (recent !== undefined) await readRecent(deps, readings, { place, days, recent });
  const found = readings.map((reading) => (reading.stations.length > 0 ? reading : reading.silent));
  const values = new Map<HistoryQuantity, Float64Array>();
  const behind: QuantityStations[] = [];
  const slots = slotsOf(days[0], days[1] - days[0] + 1);
  for (const { quantity, stations, series } of found) {
    await turns.pause();
    const isShown = withContributions && quantities.includes(quantity);
    const combined = await combine(quantity, { place, slots, stations, series, turns, isShown });
    values.set(quantity, combined.values);
    if (quantities.includes(quantity)) behind.push({ quantity, stations, contributions: combined.contributions });
  }
  const silent = readings.filter((one) => one.stations.length === 0).map(({ quantity }) => quantity);
  const observed = { values, behind, analysed: [], analysis: null };
  const history =
    analysis === undefined || silent.length === 0
      ? observed
      : withAnalysis(observed, silent, await readAnalysis(analysis, place, days));
  const [maxima, minima] = [history.values.get('temperature_max'), history.values.get('temperature_min')];
  if (maxima !== undefined && minima !== undefined) poolCrossed(maxima, minima);
  return { ...history, analysed: history.analysed.filter((quantity) => quantities.includes(quantity)) };
}

/** Takes quantities that no station told of from the analysis, as far as it has any of the days. */
function withAnalysis(
  { values, behind }: PlaceHistory,
  silent: readonly HistoryQuantity[],
  analysis: AnalysedPlace,
): PlaceHistory {
  const analysed = silent.filter((quantity) => analysis.values.get(quantity)!.some((value) => !Number.isNaN(value)));
  return {
    values: new Map([...values, ...analysed.map((quantity) => [quantity, analysis.values.get(quantity)!] as const)]),
    behind: behind.map((one) => (analysed.includes(one.quantity) ? { ...one, stations: [], contributions: [] } : one)),
    analysed,
    analysis,
  };
}

/** The same with both temperatures where one is asked for: each bounds the other, so no value depends on what else is asked. */
function withCounterparts(quantities: readonly HistoryQuantity[]): readonly HistoryQuantity[] {
  const both = ['temperature_max', 'temperature_min'] as const;
  return both.some((one) => quantities.includes(one)) ? [...new Set([...quantities, ...both])] : quantities;
}

interface ReadStations {
  readonly quantity: HistoryQuantity;
  readonly stations: readonly ChosenStation[];
  /** Of the first element of the quantity only the days that no group before the station's own tells of. */
  readonly series: readonly StationSeries[];
}

/** The stations of one quantity while they are being read. */
interface Reading extends ReadStations {
  readonly gaps: DayGaps;
  readonly stations: ChosenStation[];
  readonly series: StationSeries[];
  /** The first group of all, which stands for the gap where no station tells of any day. */
  silent: ReadStations;
}

function newReading(quantity: HistoryQuantity, days: readonly [number, number]): Reading {
  const none = { quantity, stations: [], series: [] };
  return { quantity, gaps: new DayGaps(days), stations: [], series: [], silent: none };
}

interface StationsToRead {
  readonly archive: Pick<StationArchive, 'read'>;
  readonly near: NearStations;
  readonly days: readonly [first: number, last: number];
  readonly turns: Turns;
}

/**
 * For each quantity the first group of stations; for days of which none of them tells the next, until every day has a value
 * or nobody is left.
 *
 * A station's span does not tell of its gaps: only its series does.
 */
async function readStations(
  { archive, near, days, turns }: StationsToRead,
  readings: readonly Reading[],
): Promise<void> {
  let open = readings.map((reading) => ({
    reading,
    groups: near.groups(ELEMENTS_OF[reading.quantity][0], reading.gaps),
  }));
  while (open.length > 0) {
    const next = [];
    for (const { reading, groups } of open) {
      await turns.pause();
      next.push({ reading, groups, quantity: reading.quantity, stations: (await groups.next()).value || [] });
    }
    const read = await readSeries(archive, next, days);
    for (const { reading, stations } of next) {
      await turns.pause();
      const series = stations.map(({ station }) => read.get(station.id)!);
      if (reading.silent.stations.length === 0) reading.silent = { ...reading.silent, stations, series };
      addGroup(reading, stations, series);
    }
    open = next.filter(({ reading, stations }) => reading.gaps.open > 0 && stations.length > 0);
  }
}

/** The days among the last ones that no station of the archive tells of, from reports of airports. */
async function readRecent(
  { archive, stationDays, elevationAt, turns = sharedTurns }: HistoryDependencies,
  readings: readonly Reading[],
  { place, days, recent }: Required<Pick<HistoryRequest, 'place' | 'days' | 'recent'>>,
): Promise<void> {
  const { latest, zone } = recent;
  const [from, to] = [Math.max(days[0], latest - RECENT_DAYS + 1), Math.min(days[1], latest)];
  const lacking = readings.filter(({ gaps }) => gaps.openWithin(from, to) > 0);
  if (stationDays === undefined || lacking.length === 0) return;
  const { simulated } = archive;
  const reporting = await recentStations(stationDays, place, { days: [from, to], zone, simulated });
  await readStations({ archive: reporting, near: nearStations(reporting, place, elevationAt), days, turns }, lacking);
}

/** Keeps the stations of a group that tell of an open day, and closes the days of which they tell. */
function addGroup(reading: Reading, stations: readonly ChosenStation[], series: readonly StationSeries[]): void {
  const { gaps } = reading;
  const element = ELEMENTS_OF[reading.quantity][0];
  for (const [n, one] of series.entries()) {
    const fitting = gaps.fitting(daysOf(one, element));
    if (fitting === null) continue;
    reading.stations.push(stations[n]!);
    reading.series.push({ ...one, values: new Map(one.values).set(element, fitting) });
  }
  gaps.close(series.map((one) => daysOf(one, element)));
}

/** Reads every station once, with the elements that any quantity needs of it. */
async function readSeries(
  archive: Pick<StationArchive, 'read'>,
  chosen: readonly { readonly quantity: HistoryQuantity; readonly stations: readonly ChosenStation[] }[],
  days: readonly [number, number],
): Promise<ReadonlyMap<string, StationSeries>> {
  const stations = new Map(chosen.flatMap((one) => one.stations.map(({ station }) => [station.id, station])));
  const groups = new Map<string, { ids: string[]; elements: readonly StationElement[] }>();
  for (const id of stations.keys()) {
    const needing = chosen.filter((one) => one.stations.some(({ station }) => station.id === id));
    const elements = [...new Set(needing.flatMap(({ quantity }) => ELEMENTS_OF[quantity]))];
    const key = elements.join();
    const group = groups.get(key) ?? { ids: [], elements };
    group.ids.push(id);
    groups.set(key, group);
  }
  const read = await Promise.all(
    Array.from(groups.values(), ({ ids, elements }) =>
      archive.read(
        ids.map((id) => stations.get(id)!),
        elements,
        days,
      ),
    ),
  );
  return new Map(read.flat().map((one) => [one.station.id, one]));
}

interface Combination {
  readonly place: Place;
  readonly slots: Uint16Array;
  readonly stations: readonly ChosenStation[];
  readonly series: readonly StationSeries[];
  readonly turns: Turns;
  /** How stations took part is wanted. */
  readonly isShown: boolean;
}

interface Combined {
  readonly values: Float64Array;
  readonly contributions: readonly Contribution[];
}

async function combine(quantity: HistoryQuantity, combination: Combination): Promise<Combined> {
  const { stations, slots, isShown } = combination;
  if (stations.length === 0) return { values: new Float64Array(slots.length).fill(Number.NaN), contributions: [] };
  const totals = quantity === 'rain_total' ? await rainOf(combination) : null;
  // The weights are gone at the next turn: from here on nothing waits.
  const { values, weights } = weighed(quantity, combination, totals);
  return { values, contributions: isShown ? contributionsOf(weights) : [] };
}

interface Weighed {
  readonly values: Float64Array;
  /** Weight of each station on each day; 0 where it observed nothing. */
  readonly weights: readonly Float64Array[];
}

function weighed(quantity: HistoryQuantity, combination: Combination, totals: readonly Int16Array[] | null): Weighed {
  if (quantity === 'temperature_max' || quantity === 'temperature_min') return temperature(quantity, combination);
  if (quantity === 'snow_total') return amounts('snowfall', combination);
  const precipitation = amounts('precipitation', combination);
  if (totals === null) return precipitation;
  return combineRain(totals, precipitation.weights, precipitation.values, STATION_PACKING.precipitation);
}

const memory = createDayMemory();

function weightsOf({ stations, series }: Combination, element: StationElement): Float64Array[] {
  const days = series.map((one, s) => ({
    values: daysOf(one, element),
    flags: one.flags,
    weight: stations[s]!.weight,
  }));
  const lessened = { temperature_min: MORNING_MINIMA, precipitation: PRESUMED_ZEROS } as const;
  return dayWeights(days, lessened[element as keyof typeof lessened] ?? null, memory);
}

function temperature(element: 'temperature_max' | 'temperature_min', combination: Combination): Weighed {
  const { place, slots, stations, series } = combination;
  const weights = weightsOf(combination, element);
  const values = combineTemperature({
    values: series.map((one) => daysOf(one, element)),
    weights,
    packing: STATION_PACKING[element],
    rises: stations.map(({ rise }) => rise),
    lapse: stationLapse(element, place.latitude),
    slots,
  });
  return { values, weights };
}

function amounts(element: 'precipitation' | 'snowfall', combination: Combination): Weighed {
  const weights = weightsOf(combination, element);
  const values = combination.series.map((one) => daysOf(one, element));
  return { values: combineAmounts(values, weights, STATION_PACKING[element]), weights };
}

/** Packed totals of rain, one array a station. */
async function rainOf({ series, turns }: Combination): Promise<Int16Array[]> {
  const totals: Int16Array[] = [];
  for (const one of series) {
    await turns.pause();
    const total = rainTotals({
      precipitation: daysOf(one, 'precipitation'),
      snowfall: daysOf(one, 'snowfall'),
      snowfallWater: daysOf(one, 'snowfall_water'),
      temperatureMax: daysOf(one, 'temperature_max'),
      temperatureMin: daysOf(one, 'temperature_min'),
      flags: one.flags,
    });
    totals.push(total);
  }
  return totals;
}

/** Values of an element; of one that the station never observed as many days without a value. */
function daysOf({ values, flags }: StationSeries, element: StationElement): Int16Array {
  return values.get(element) ?? new Int16Array(flags.length).fill(NOT_OBSERVED);
}
