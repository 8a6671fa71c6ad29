/**
 * A world with a known truth: its weather at any place and instant follows from the seed alone, without state or
 * history, so tests know what the answer should be. docs/methods/simulated-world.md has the equations.
 *
 * Everything that looks at the world (forecast files, stations, radar) looks through `fillWeather`; a grid and a
 * single place run the same code and agree to float32.
 */

import { AIR_FIELDS, type AirField, type AirGrid, type AirState, createAirGrid, fillAirGrid } from './air.js';
import type { StormCell } from './cell-disc.js';
import { createMoments, steeringWindAt, type WeatherError } from './moment.js';
import { fillRows, fillScattered, precipitateRows, precipitateScattered } from './moment-view.js';
import { type PlaceOnEarth, type Places, placesAt } from './places.js';
import type { Points } from './points.js';
import type { BurningFire } from './smoke.js';
import type { DisplacementAt, PassingStorm, PlantedStorm, StormTrack } from './storms.js';
import { sunAt } from './sun.js';
import { createWaves, type Wave } from './waves.js';
import {
  createRowScratch,
  createWeatherGrid,
  WEATHER_FIELDS,
  type WeatherExtent,
  type WeatherField,
  type WeatherGrid,
} from './weather.js';

/** Weather at one place and instant. K, Pa, m/s, mm/h, ratios 0..1, m, DU, J/kg; shares are of the rate, 0 when dry. */
export type WeatherState = { readonly [Field in WeatherField]: number } & {
  /** m above mean sea level. */
  readonly elevation: number;
  readonly land: boolean;
};

export interface World {
  readonly seed: number;
  readonly waves: readonly Wave[];
  /** Truth at a place (degrees) and instant (epoch seconds). */
  truth(latitude: number, longitude: number, epochSeconds: number): WeatherState;
  /** Fills `out` with all weather of the places at an instant: the truth, or what `error` makes of it. */
  fillWeather(
    out: WeatherGrid,
    places: Places,
    epochSeconds: number,
    error: WeatherError | null,
    extent?: WeatherExtent,
  ): void;
  /** The same for scattered points, made with this world's waves. */
  fillPoints(out: WeatherGrid, points: Points, epochSeconds: number, error: WeatherError | null): void;
  /** Precipitation alone, mm/h, as `fillWeather` and `fillPoints` have it. */
  fillPrecipitation(out: Float32Array, at: Places | Points, epochSeconds: number, error: WeatherError | null): void;
  /** What is in the air, from weather that was filled with the same places, instant and error. */
  fillAir(
    out: AirGrid,
    weather: WeatherGrid,
    at: Places | Points,
    epochSeconds: number,
    error: WeatherError | null,
  ): void;
  /** What is in the air at a place and instant: the truth, or what `error` makes of it. */
  airAt(latitude: number, longitude: number, epochSeconds: number, error: WeatherError | null): AirState;
  /** Like `truth`, seen through an error. */
  stateAt(latitude: number, longitude: number, epochSeconds: number, error: WeatherError | null): WeatherState;
  /** Wind that carries the storm cells born at a place and instant, m/s towards east and north. */
  steeringWind(latitude: number, longitude: number, epochSeconds: number): { u: number; v: number };
  /** Storm cells alive at an instant, everywhere or near a place, with their true velocity. */
  stormCells(epochSeconds: number, near?: { latitude: number; longitude: number }): StormCell[];
  /** Storms alive at an instant, everywhere, each with its whole life. */
  stormTracks(epochSeconds: number): StormTrack[];
  /**
   * Storms that are felt at a place at some time from `begins` to `ends`, and a few that pass it by: the true ones, or those
   * of a forecast, which displaces them.
   */
  stormsPassing(place: PlaceOnEarth, begins: number, ends: number, forecast?: DisplacementAt | null): PassingStorm[];
  /** Fires that burn at an instant, everywhere, each with its smoke. */
  burningFires(epochSeconds: number): BurningFire[];
}

export interface WorldOptions {
  /** Storms with known figures, beside those of the weather. */
  readonly storms?: readonly PlantedStorm[];
}

export function createWorld(seed: number, { storms = [] }: WorldOptions = {}): World {
  if (!Number.isInteger(seed)) throw new RangeError(`seed is ${seed}, needs to be a whole number`);
  const waves = createWaves(seed);
  const moments = createMoments(seed, waves, storms);
  const scratchOfOne = createRowScratch(1);
  // A place is usually asked for again at the next instant; its ground and trigonometry are kept.
  let place = placesAt(Float64Array.of(0), Float64Array.of(0));
  const out = createWeatherGrid(1);
  const airOfOne = createAirGrid(1);
  const stateAt: World['stateAt'] = (latitude, longitude, epochSeconds, error) => {
    if (place.latitudes[0] !== latitude || place.longitudes[0] !== longitude)
      place = placesAt(Float64Array.of(latitude), Float64Array.of(longitude));
    const moment = moments.at(epochSeconds, error, { latitude, longitude }, true);
    fillRows(out, scratchOfOne, place, moment, 'all');
    return stateOf(out, place, 0);
  };
  return {
    seed,
    waves,
    truth: (latitude, longitude, epochSeconds) => stateAt(latitude, longitude, epochSeconds, null),
    stateAt,
    fillPoints: (out, points, epochSeconds, error) =>
      fillScattered(out, points, moments.at(epochSeconds, error, points.area, true)),
    fillAir: (out, weather, at, epochSeconds, error) =>
      fillAirGrid(out, weather, at, { sun: sunAt(epochSeconds), epochSeconds, noise: error?.air ?? null }),
    airAt(latitude, longitude, epochSeconds, error) {
      stateAt(latitude, longitude, epochSeconds, error);
      fillAirGrid(airOfOne, out, place, { sun: sunAt(epochSeconds), epochSeconds, noise: error?.air ?? null });
      const state = AIR_FIELDS.map((field) => [field, airOfOne[field][0]!] as const);
      return Object.fromEntries(state) as Record<AirField, number>;
    },
    fillPrecipitation: (out, at, epochSeconds, error) => {
      if ('northward' in at) precipitateScattered(out, at, moments.at(epochSeconds, error, at.area, false));
      else precipitateRows(out, at, moments.at(epochSeconds, error, null, false));
    },
    fillWeather: (out, places, epochSeconds, error, extent = 'all') => {
      const moment = moments.at(epochSeconds, error, null, extent === 'all');
      fillRows(out, createRowScratch(places.longitudes.length), places, moment, extent);
    },
    steeringWind: steeringWindAt,
    stormTracks: moments.stormTracks,
    stormsPassing: moments.stormsPassing,
    burningFires: moments.burningFires,
    stormCells: (epochSeconds, near) => moments.stormCells(epochSeconds, near ?? null),
  };
}

/** One point of a weather grid as a record. */
export function stateOf(grid: WeatherGrid, places: Places, n: number): WeatherState {
  const state: Partial<Record<WeatherField, number>> = {};
  for (const field of WEATHER_FIELDS) state[field] = grid[field][n]!;
  const fields = state as Record<WeatherField, number>;
  return { ...fields, elevation: places.elevation[n]!, land: places.landness[n]! > 0.5 };
}
