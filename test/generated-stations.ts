/** Stations of made-up days around a point, for tests. */

import {
  DAY_FLAGS,
  NOT_OBSERVED,
  STATION_ELEMENTS,
  type StationSeries,
  type StationSource,
} from '../src/model/station-series.js';
import { calendarDate, slotsOf } from '../src/science/stations/day-slots.js';
import { dayOf } from './station-files.js';

export interface GeneratedStation {
  readonly id: string;
  /** Degrees north; stations lie on the meridian of the point. */
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation?: number | null;
  /** Dates, "1990-01-01"; both inclusive. */
  readonly first: string;
  readonly last: string;
  /** Mean maximum, °C, and how far July lies above January, K: below zero in the southern hemisphere. */
  readonly mean?: number;
  readonly swing?: number;
  /** Packed values that replace those of the year; default: a wave, rain every fourth day, snow in frost. */
  readonly day?: (date: {
    readonly slot: number;
    readonly index: number;
  }) => Partial<Record<(typeof STATION_ELEMENTS)[number], number>>;
  readonly flags?: number;
}

export function generatedStation(given: GeneratedStation): StationSeries {
  const { id, latitude, longitude, elevation = 100, mean = 12, swing = 24, day, flags = 0 } = given;
  const [firstDay, lastDay] = [dayOf(given.first), dayOf(given.last)];
  const count = lastDay - firstDay + 1;
  const slots = slotsOf(firstDay, count);
  const values = new Map(STATION_ELEMENTS.map((element) => [element, new Int16Array(count).fill(NOT_OBSERVED)]));
  const { year } = calendarDate(firstDay);
  for (let index = 0; index < count; index++) {
    const slot = slots[index]!;
    const season = -Math.cos((2 * Math.PI * (slot - 15)) / 366);
    const noise = ((index * 7919 + year * 31) % 101) / 101 - 0.5;
    const maximum = Math.round(10 * (mean + (swing / 2) * season + 6 * noise));
    const isWet = (index * 5 + 3) % 4 === 0;
    const usual = {
      temperature_max: maximum,
      temperature_min: maximum - 80,
      precipitation: isWet ? 50 : 0,
      snowfall: isWet && maximum < 0 ? 50 : 0,
      snowfall_water: NOT_OBSERVED,
    };
    const chosen = { ...usual, ...day?.({ slot, index }) };
    for (const element of STATION_ELEMENTS) values.get(element)![index] = chosen[element];
  }
  const sources = [...values].flatMap(([element, days]): StationSource[] => {
    const [from, to] = [days.findIndex(isObserved), days.findLastIndex(isObserved)];
    return from < 0 ? [] : [{ flag: 'W', elements: [element], firstDay: firstDay + from, lastDay: firstDay + to }];
  });
  const station = { id, name: `STATION ${id}`, latitude, longitude, elevation, sources };
  return { station, firstDay, values, flags: new Uint8Array(count).fill(flags) };
}

function isObserved(value: number): boolean {
  return value !== NOT_OBSERVED;
}

/** Bits of a station whose minima are read in the morning. */
export const MORNING_OBSERVER = DAY_FLAGS.moved | DAY_FLAGS.morningMinimum;
