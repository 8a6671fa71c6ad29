/** Weather stations and what they observed: series of days, packed as networks report them. */

import { MISSING_PACKED, type Packing } from './packing.js';

/** Elements of a station's day. */
export const STATION_ELEMENTS = [
  'temperature_max',
  'temperature_min',
  'precipitation',
  'snowfall',
  'snowfall_water',
] as const;
export type StationElement = (typeof STATION_ELEMENTS)[number];

/** Value of a day without an observation. */
export const NOT_OBSERVED = MISSING_PACKED;

/**
 * Unit of one step of a packed value: 0.1 K above 273.15 K for temperatures, 0.1 mm for precipitation and for the water
 * of the snow that fell, 1 mm for the depth of the snow that fell.
 */
export const STATION_PACKING: Readonly<Record<StationElement, Packing>> = {
  temperature_max: { step: 0.1, base: 273.15 },
  temperature_min: { step: 0.1, base: 273.15 },
  precipitation: { step: 0.1, base: 0 },
  snowfall: { step: 1, base: 0 },
  snowfall_water: { step: 0.1, base: 0 },
};

/** Bits of the flags of a day. */
export const DAY_FLAGS = {
  /** Precipitation that was too little to measure; its value is 0. */
  precipitationTrace: 1,
  /** Snowfall that was too little to measure; its value is 0. */
  snowfallTrace: 2,
  /** No report of precipitation, presumed to be zero; its value is 0. */
  presumedZero: 4,
  /** A total of several days ended here and was left out: precipitation is not observed. */
  severalDays: 8,
  /** Values of a morning observer: maximum, precipitation and snowfall were moved here from the next date. */
  moved: 16,
  /** The minimum was observed in the morning, and may be that of the night before. */
  morningMinimum: 32,
} as const;

export interface Station {
  /** Of its network, in capitals: "USW00094728". */
  readonly id: string;
  readonly name: string;
  /** Degrees north, degrees east. */
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea; null: the network does not know. */
  readonly elevation: number | null;
  /** Where the network had its values from, as its source flags say. */
  readonly sources: readonly StationSource[];
}

/** Values of one origin within a station's series; elements of other days stand in a source of their own. */
export interface StationSource {
  /** Source flag of GHCN-Daily: "0", "7", "S" … */
  readonly flag: string;
  readonly elements: readonly StationElement[];
  /** First and last day with such a value of each of the elements, days since 1970-01-01. */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Consecutive local days of one station. */
export interface StationSeries {
  readonly station: Station;
  /** First day, in days since 1970-01-01, of the station's calendar. */
  readonly firstDay: number;
  /** Packed values of the elements that were asked for, a value a day; NOT_OBSERVED where there is none. */
  readonly values: ReadonlyMap<StationElement, Int16Array>;
  /** DAY_FLAGS of each day, OR'ed. */
  readonly flags: Uint8Array;
}

/** A station near a place. */
export interface NearStation {
  readonly station: Station;
  /** Great-circle distance, km. */
  readonly distance: number;
}

/** Reads the published series of all stations. */
export interface StationArchive {
  /**
   * Stations around a place, the nearest first.
   *
   * @param most  number of stations at most
   * @param within  km
   */
  near(latitude: number, longitude: number, options: { readonly most: number; readonly within: number }): NearStation[];
  /**
   * Days of several stations, from the base and what was observed or corrected after it, in the order of `stations`.
   *
   * @param days  first and last day, both inclusive, days since 1970-01-01
   * @throws ObjectDefect  stored bytes are damaged; ObjectMissing  a part of the version is not there
   */
  read(
    stations: readonly Station[],
    elements: readonly StationElement[],
    days: readonly [first: number, last: number],
    signal?: AbortSignal,
  ): Promise<StationSeries[]>;
  /** Changes with every publication. */
  readonly version: string;
  /** First day that a series can have, days since 1970-01-01. */
  readonly firstDay: number;
  /** True while only recent days are published and the years before are still being loaded. */
  readonly isLoading: boolean;
  /** Last day with an observation of any station, days since 1970-01-01. */
  readonly lastDay: number;
  /** Epoch seconds when it was published. */
  readonly publishedAt: number;
  readonly simulated: boolean;
}
