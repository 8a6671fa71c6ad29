/**
 * Observations of stations, as a table that anybody can write:
 *
 *   station,time,variable,value
 *   KDEN,2026-11-20T17:53:00Z,temperature,12.1
 *   KDEN,2026-11-20T17:00:00Z,precipitation,0.2
 *   KDEN,2026-11-21,temperature_max,14.4
 *
 *   time       instant with offset, or a local date. A temperature counts for the hour that is at most ten minutes away; an
 *              amount is that of the hour that begins at the time
 *   variable   temperature, precipitation; of dates temperature_max, temperature_min, precipitation
 *   value      by the unit system: °C and mm in metric; empty or NA: missing
 *   zone       optional column: IANA time zone of the station
 *
 * A later record of the same station, time and variable replaces the earlier one.
 */

import { MalformedError } from '../../base/errors.js';
import { HOUR, MINUTE, parseDate } from '../../model/time.js';
import type { UnitSystem } from '../../model/units.js';
import type { HourlySeries } from '../../science/station-day.js';
import type { ObservedStation } from '../../science/verification/count-station.js';
import { checkValue, entryOf, instantOf, nameOf, variableOf } from './forecast-table.js';
import { canonicalOf, consecutive, rangeOf, recordsOf, type TableRecord } from './record-table.js';

export const OBSERVATION_COLUMNS = ['station', 'time', 'variable', 'value'] as const;

/** Observations by station, as a file has them. */
export interface DecodedObservations {
  readonly stations: ReadonlyMap<string, ObservedStation>;
  /** IANA zones of the stations that the file names. */
  readonly zones: ReadonlyMap<string, string>;
}

/** A temperature counts for the hour that it is at most this far from, s. */
const AT_THE_HOUR = 10 * MINUTE;
/** Hours that one station may span: twelve years. */
const MOST_HOURS = 12 * 366 * 24;

/** Values by hour, epoch seconds, and by date. */
interface OpenStation {
  readonly temperatures: Map<number, number>;
  /** Seconds from the hour to the observation that its temperature is of. */
  readonly distances: Map<number, number>;
  /** By the hour that they end at. */
  readonly amounts: Map<number, number>;
  readonly maxima: Map<number, number>;
  readonly minima: Map<number, number>;
  readonly totals: Map<number, number>;
}

/** Collects observations of stations, in any order. */
export interface ObservationCollector {
  temperature(station: string, time: number, kelvin: number): void;
  /** @param begin  first second of the hour */
  amount(station: string, begin: number, mm: number): void;
  day(
    station: string,
    variable: 'temperature_max' | 'temperature_min' | 'precipitation',
    day: number,
    value: number,
  ): void;
  stations(): ReadonlyMap<string, ObservedStation>;
}

export function collectObservations(): ObservationCollector {
  const open = new Map<string, OpenStation>();
  const maps = (station: string) =>
    entryOf(open, station, () => ({
      ...{ temperatures: new Map(), distances: new Map(), amounts: new Map() },
      ...{ maxima: new Map(), minima: new Map(), totals: new Map() },
    }));
  return {
    temperature(station, time, kelvin) {
      const hour = Math.round(time / HOUR) * HOUR;
      const distance = Math.abs(time - hour);
      const { temperatures, distances } = maps(station);
      if (distance > AT_THE_HOUR || (distances.get(hour) ?? Number.POSITIVE_INFINITY) < distance) return;
      temperatures.set(hour, kelvin);
      distances.set(hour, distance);
    },
    amount: (station, begin, mm) => void maps(station).amounts.set(begin + HOUR, mm),
    day(station, variable, day, value) {
      const { maxima, minima, totals } = maps(station);
      const of = { temperature_max: maxima, temperature_min: minima, precipitation: totals };
      of[variable].set(day, value);
    },
    stations: () => new Map([...open].map(([name, station]) => [name, closeStation(name, station)])),
  };
}

function closeStation(name: string, { temperatures, amounts, maxima, minima, totals }: OpenStation): ObservedStation {
  const hours = rangeOf([temperatures, amounts]);
  const days = rangeOf([maxima, minima, totals]);
  if (hours !== null && (hours[1] - hours[0]) / HOUR >= MOST_HOURS)
    throw new MalformedError('observations', `a station must span at most ${MOST_HOURS} hours`, name);
  return {
    hours: hours && seriesOf(temperatures, amounts, hours),
    days: days && {
      firstDay: days[0],
      temperatureMax: consecutive(maxima, days[0], days[1] - days[0] + 1, 1),
      temperatureMin: consecutive(minima, days[0], days[1] - days[0] + 1, 1),
      precipitation: consecutive(totals, days[0], days[1] - days[0] + 1, 1),
    },
  };
}

function seriesOf(
  temperatures: ReadonlyMap<number, number>,
  amounts: ReadonlyMap<number, number>,
  [start, last]: readonly [number, number],
): HourlySeries {
  const count = (last - start) / HOUR + 1;
  return {
    start,
    temperatures: consecutive(temperatures, start, count, HOUR),
    amounts: consecutive(amounts, start, count, HOUR),
    occurrences: new Uint8Array(count),
  };
}

/** @throws MalformedError  a record breaks a rule of the format */
export function decodeObservationTable(bytes: Uint8Array, system: UnitSystem): DecodedObservations {
  const collector = collectObservations();
  const canonical = canonicalOf(system);
  const zones = new Map<string, string>();
  for (const record of recordsOf(bytes, 'observation table')) {
    const station = nameOf(record);
    if (record.field('zone') !== '') zones.set(station, record.field('zone'));
    const date = parseDate(record.field('time'));
    const variable = variableOf(record, date !== null);
    const value = canonical(variable, record.number('value'));
    checkValue(variable, value, record);
    if (variable === 'precipitation_probability')
      throw record.refuse('variable must be observed, not a probability', variable);
    if (date === null && variable === 'temperature') collector.temperature(station, instantOf(record, 'time'), value);
    else if (date === null) collector.amount(station, wholeHourOf(record), value);
    else if (variable !== 'temperature') collector.day(station, variable, date, value);
  }
  return { stations: collector.stations(), zones };
}

function wholeHourOf(record: TableRecord): number {
  const time = instantOf(record, 'time');
  if (time % HOUR !== 0) throw record.refuse('time of an amount must be a whole hour', record.field('time'));
  return time;
}
