/**
 * A world with a known truth: its weather at any place and instant follows from the seed alone, without state or
 * history, so tests know what the answer should be. docs/methods/simulated-world.md has the equations.
 *
 * Everything that looks at the world (forecast files, stations, radar) looks through `fillWeather`; a grid and a
 * single place run the same code and agree to float32.
 */

import { climateAt, convectionAt, seasonAt, steeringZonal } from './climate.js';
import { type Places, placesAt } from './places.js';
import { type Points, sumPointWaves } from './points.js';
import {
  addCellsToPoints,
  addCellsToRow,
  createStorms,
  type Displacement,
  type PlantedStorm,
  type StormCell,
} from './storms.js';
import { type Sun, sunAt } from './sun.js';
import { groundAt } from './terrain.js';
import { createWaves, fillRowWaves, type Wave, type WaveError } from './waves.js';
import {
  createPointSums,
  createRowScratch,
  createWeatherGrid,
  fillPrecipitationPoints,
  fillPrecipitationRow,
  fillWeatherPoints,
  fillWeatherRow,
  type PointSums,
  type RowScratch,
  sumRowWaves,
  WEATHER_FIELDS,
  type WeatherField,
  type WeatherGrid,
} from './weather.js';

/** Weather at one place and instant. K, Pa, m/s, mm/h, ratios 0..1, m, DU, J/kg; shares are of the rate, 0 when dry. */
export type WeatherState = { readonly [Field in WeatherField]: number } & {
  /** m above mean sea level. */
  readonly elevation: number;
  readonly land: boolean;
};

/** What a forecast run makes of the truth at one lead time. */
export interface WeatherError {
  readonly waves: WaveError;
  readonly displacement: Displacement;
  /** K, added to temperature and dew point. */
  readonly bias: number;
}

export interface World {
  readonly seed: number;
  readonly waves: readonly Wave[];
  /** Truth at a place (degrees) and instant (epoch seconds). */
  truth(latitude: number, longitude: number, epochSeconds: number): WeatherState;
  /** Fills `out` with all weather of the places at an instant: the truth, or what `error` makes of it. */
  fillWeather(out: WeatherGrid, places: Places, epochSeconds: number, error: WeatherError | null): void;
  /** The same for scattered points, made with this world's waves. */
  fillPoints(out: WeatherGrid, points: Points, epochSeconds: number, error: WeatherError | null): void;
  /** Precipitation alone, mm/h, as `fillWeather` and `fillPoints` have it. */
  fillPrecipitation(out: Float32Array, at: Places | Points, epochSeconds: number, error: WeatherError | null): void;
  /** Like `truth`, seen through an error. */
  stateAt(latitude: number, longitude: number, epochSeconds: number, error: WeatherError | null): WeatherState;
  /** Wind that carries the storm cells born at a place and instant, m/s towards east and north. */
  steeringWind(latitude: number, longitude: number, epochSeconds: number): { u: number; v: number };
  /** Storm cells alive at an instant, everywhere or near a place, with their true velocity. */
  stormCells(epochSeconds: number, near?: { latitude: number; longitude: number }): StormCell[];
}

export interface WorldOptions {
  /** Storms with known figures, beside those of the weather. */
  readonly storms?: readonly PlantedStorm[];
}

const RADIANS = Math.PI / 180;

export function createWorld(seed: number, { storms = [] }: WorldOptions = {}): World {
  if (!Number.isInteger(seed)) throw new RangeError(`seed is ${seed}, needs to be a whole number`);
  const waves = createWaves(seed);
  const cellStorms = createStorms({
    seed,
    planted: storms,
    convection: (latitude, at) => convectionAt(latitude, seasonAt(at)),
    steering: steeringWindAt,
    hourAngle: (longitude, at) => sunAt(at).hourAngle + longitude * RADIANS,
    landness: (latitude, longitude) => groundAt(latitude, longitude).landness,
  });
  const scratchOfOne = createRowScratch(1);
  const fill = (out: WeatherGrid, places: Places, epochSeconds: number, error: WeatherError | null, one: boolean) => {
    const columns = places.longitudes.length;
    const near = one ? { latitude: places.latitudes[0]!, longitude: places.longitudes[0]! } : null;
    const cells = cellStorms.at(epochSeconds, near, error?.displacement ?? null);
    const scratch = one ? scratchOfOne : createRowScratch(columns);
    fillRows(out, scratch, places, { waves, cells, epochSeconds, sun: sunAt(epochSeconds), error });
  };
  // A place is usually asked for again at the next instant; its ground and trigonometry are kept.
  let place = placesAt(Float64Array.of(0), Float64Array.of(0));
  const out = createWeatherGrid(1);
  const stateAt: World['stateAt'] = (latitude, longitude, epochSeconds, error) => {
    if (place.latitudes[0] !== latitude || place.longitudes[0] !== longitude)
      place = placesAt(Float64Array.of(latitude), Float64Array.of(longitude));
    fill(out, place, epochSeconds, error, true);
    return stateOf(out, place, 0);
  };
  return {
    seed,
    waves,
    truth: (latitude, longitude, epochSeconds) => stateAt(latitude, longitude, epochSeconds, null),
    stateAt,
    fillPoints: (out, points, epochSeconds, error) => {
      const cells = cellStorms.at(epochSeconds, null, error?.displacement ?? null);
      fillScattered(out, points, { waves, cells, epochSeconds, sun: sunAt(epochSeconds), error });
    },
    fillPrecipitation: (out, at, epochSeconds, error) => {
      const cells = cellStorms.at(epochSeconds, null, error?.displacement ?? null);
      const moment = { waves, cells, epochSeconds, sun: sunAt(epochSeconds), error };
      if ('northward' in at) precipitateScattered(out, at, moment);
      else precipitateRows(out, at, moment);
    },
    fillWeather: (out, places, epochSeconds, error) => fill(out, places, epochSeconds, error, false),
    steeringWind: steeringWindAt,
    stormCells: (epochSeconds, near) => cellStorms.at(epochSeconds, near ?? null, null),
  };
}

/** One point of a weather grid as a record. */
export function stateOf(grid: WeatherGrid, places: Places, n: number): WeatherState {
  const state: Partial<Record<WeatherField, number>> = {};
  for (const field of WEATHER_FIELDS) state[field] = grid[field][n]!;
  const fields = state as Record<WeatherField, number>;
  return { ...fields, elevation: places.elevation[n]!, land: places.landness[n]! > 0.5 };
}

function steeringWindAt(latitude: number, longitude: number, epochSeconds: number): { u: number; v: number } {
  const away = Math.abs(latitude);
  const meander = 3 * (longitude * RADIANS) - (2 * Math.PI * epochSeconds) / (12 * 86_400);
  const v = 3.5 * Math.exp(-0.5 * ((away - 45) / 18) ** 2) * Math.sin(meander);
  return { u: steeringZonal(latitude, seasonAt(epochSeconds)), v };
}

interface Moment {
  readonly waves: readonly Wave[];
  readonly cells: readonly StormCell[];
  readonly epochSeconds: number;
  readonly sun: Sun;
  readonly error: WeatherError | null;
}

/** Sums of the waves and cells over one row, ready to be turned into weather. */
function sumRow(scratch: RowScratch, places: Places, latitude: number, season: number, moment: Moment): void {
  const vigour = 1 - 0.2 * season * Math.min(1, Math.max(-1, latitude / 20));
  const waveError = moment.error?.waves ?? null;
  fillRowWaves(scratch.waves, moment.waves, waveError, latitude * RADIANS, moment.epochSeconds, vigour);
  sumRowWaves(scratch, places);
  addCellsToRow(moment.cells, latitude, places.longitudes, scratch.cellRain, scratch.cellCover);
}

function fillRows(out: WeatherGrid, scratch: RowScratch, places: Places, moment: Moment): void {
  const { sun, error } = moment;
  const season = seasonAt(moment.epochSeconds);
  const columns = places.longitudes.length;
  for (const [y, latitude] of places.latitudes.entries()) {
    sumRow(scratch, places, latitude, season, moment);
    const climate = climateAt(latitude, season);
    fillWeatherRow(out, scratch, places, y * columns, { latitude, climate, ...sun, bias: error?.bias ?? 0 });
  }
}

function precipitateRows(out: Float32Array, places: Places, moment: Moment): void {
  const season = seasonAt(moment.epochSeconds);
  const columns = places.longitudes.length;
  const scratch = createRowScratch(columns);
  for (const [y, latitude] of places.latitudes.entries()) {
    sumRow(scratch, places, latitude, season, moment);
    fillPrecipitationRow(out, scratch, places, y * columns, climateAt(latitude, season));
  }
}

/** Sums of the waves and cells over scattered points. */
function sumsOf(points: Points, { waves, cells, epochSeconds, error }: Moment, slopes: boolean): PointSums {
  const sums = createPointSums(points.latitudes.length);
  sumPointWaves(sums, points, waves, error?.waves ?? null, epochSeconds, seasonAt(epochSeconds), slopes);
  addCellsToPoints(cells, points, sums.cellRain, sums.cellCover);
  return sums;
}

function fillScattered(out: WeatherGrid, points: Points, moment: Moment): void {
  const season = seasonAt(moment.epochSeconds);
  const { declination, hourAngle } = moment.sun;
  const bias = moment.error?.bias ?? 0;
  fillWeatherPoints(out, sumsOf(points, moment, true), points, (n) => {
    const latitude = points.latitudes[n]!;
    return { latitude, climate: climateAt(latitude, season), declination, hourAngle, bias };
  });
}

function precipitateScattered(out: Float32Array, points: Points, moment: Moment): void {
  const season = seasonAt(moment.epochSeconds);
  const sums = sumsOf(points, moment, false);
  fillPrecipitationPoints(out, sums, points, (n) => climateAt(points.latitudes[n]!, season));
}
