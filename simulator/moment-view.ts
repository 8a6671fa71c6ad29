/** Looks at an instant of the world from rows of places, or from scattered points. */

import { type BoundedCache, createBoundedCache } from './bounded-cache.js';
import { addCellsToPoints, addCellsToRow, type StormCell } from './cell-disc.js';
import { type Climate, climateAt, seasonAt, warmingAt } from './climate.js';
import type { Moment } from './moment.js';
import type { Places } from './places.js';
import { type PointSums, type Points, sumPointWaves } from './points.js';
import { addPuffsToPoints, addPuffsToRow, type SmokePuff } from './smoke.js';
import { fillRowWaves, type InstantPhases, instantPhasesOf, type RowPhases, rowPhasesOf, type Wave } from './waves.js';
import {
  createPointSums,
  createRowScratch,
  fillPrecipitationPoints,
  fillPrecipitationRow,
  fillWeatherPoints,
  fillWeatherRow,
  type RowScratch,
  sumRowWaves,
  type WeatherExtent,
  type WeatherGrid,
} from './weather.js';

const RADIANS = Math.PI / 180;

/** Degrees: wider than the shield of any cell and the radius of any puff. */
const BAND = 6;

/** Waves with their phases in each row of places, and at the instant. */
interface WavesOfRows {
  readonly waves: readonly Wave[];
  readonly rows: readonly RowPhases[];
  readonly instant: InstantPhases;
  readonly amplitude: number;
}

const phasesOfPlaces = new WeakMap<Places, WeakMap<readonly Wave[], readonly RowPhases[]>>();

/** Phases of each row, kept as long as places and waves are: they do not change with time. */
function rowPhases(places: Places, waves: readonly Wave[]): readonly RowPhases[] {
  const ofPlaces = phasesOfPlaces.get(places) ?? new WeakMap<readonly Wave[], readonly RowPhases[]>();
  phasesOfPlaces.set(places, ofPlaces);
  const known = ofPlaces.get(waves);
  if (known !== undefined) return known;
  const phases = Array.from(places.latitudes, (latitude) => rowPhasesOf(waves, latitude * RADIANS));
  ofPlaces.set(waves, phases);
  return phases;
}

/** What all rows of an instant share: phases, and cells and puffs by bands, so that a row looks at those near it alone. */
interface RowSharing {
  readonly truth: WavesOfRows;
  readonly noise: readonly WavesOfRows[];
  readonly cells: readonly (readonly StormCell[])[];
  readonly puffs: readonly (readonly SmokePuff[])[];
}

function bandOf(latitude: number): number {
  return Math.floor((Math.min(90, Math.max(-90, latitude)) + 90) / BAND);
}

function sharingOf(places: Places, { waves, cells, puffs, epochSeconds, error }: Moment): RowSharing {
  const sorted = <Thing extends { readonly latitude: number }>(things: readonly Thing[]) => {
    const bands: Thing[][] = Array.from({ length: 180 / BAND + 1 }, () => []);
    for (const thing of things) bands[bandOf(thing.latitude)]!.push(thing);
    return bands;
  };
  const shared = (some: readonly Wave[], shifts: Float64Array | null, amplitude: number): WavesOfRows => ({
    waves: some,
    rows: rowPhases(places, some),
    instant: instantPhasesOf(some, shifts, epochSeconds),
    amplitude,
  });
  return {
    truth: shared(waves, error?.waves.shifts ?? null, 1),
    noise: (error?.waves.noise ?? []).map((noise) => shared(noise.waves, null, noise.amplitude)),
    cells: sorted(cells),
    puffs: sorted(puffs),
  };
}

/** Sums of the waves, cells and puffs over one row, ready to be turned into weather, or without `slopes` into rain. */
function sumRow(
  scratch: RowScratch,
  places: Places,
  y: number,
  season: number,
  { truth, noise, cells, puffs }: RowSharing,
  slopes: boolean,
): void {
  const latitude = places.latitudes[y]!;
  const phi = latitude * RADIANS;
  const vigour = 1 - 0.2 * season * Math.min(1, Math.max(-1, latitude / 20));
  const inRow = ({ waves, rows, instant, amplitude }: WavesOfRows) => ({ waves, row: rows[y]!, instant, amplitude });
  fillRowWaves(scratch.waves, inRow(truth), noise.map(inRow), phi, vigour, slopes);
  sumRowWaves(scratch, places, slopes);
  for (let band = bandOf(latitude) - 1; band <= bandOf(latitude) + 1; band++) {
    addCellsToRow(cells[band] ?? [], latitude, places.longitudes, scratch.cellRain, scratch.cellCover);
    addPuffsToRow(puffs[band] ?? [], latitude, places.longitudes, scratch.smoke);
  }
}

/** Departure of temperature and dew point from the climate, K: the trend of the world, and the bias of a forecast. */
function biasOf({ epochSeconds, error }: Moment): number {
  return warmingAt(epochSeconds) + (error?.bias ?? 0);
}

export function fillRows(
  out: WeatherGrid,
  scratch: RowScratch,
  places: Places,
  moment: Moment,
  extent: WeatherExtent,
): void {
  const { sun } = moment;
  const bias = biasOf(moment);
  const season = seasonAt(moment.epochSeconds);
  const columns = places.longitudes.length;
  const shared = sharingOf(places, moment);
  for (const [y, latitude] of places.latitudes.entries()) {
    sumRow(scratch, places, y, season, shared, true);
    const climate = climateAt(latitude, season);
    const setting = { latitude, climate, ...sun, bias, extent };
    fillWeatherRow(out, scratch, places, y * columns, setting);
  }
}

export function precipitateRows(out: Float32Array, places: Places, moment: Moment): void {
  const season = seasonAt(moment.epochSeconds);
  const columns = places.longitudes.length;
  const scratch = createRowScratch(columns);
  const shared = sharingOf(places, moment);
  for (const [y, latitude] of places.latitudes.entries()) {
    sumRow(scratch, places, y, season, shared, false);
    fillPrecipitationRow(out, scratch, places, y * columns, climateAt(latitude, season));
  }
}

const sumsOfPoints = new WeakMap<Points, PointSums>();

/** Sums of the waves and cells over scattered points; the next call for the same points overwrites them. */
function sumsOf(points: Points, { waves, cells, puffs, epochSeconds, error }: Moment, slopes: boolean): PointSums {
  const sums = sumsOfPoints.get(points) ?? createPointSums(points.latitudes.length);
  sumsOfPoints.set(points, sums);
  sumPointWaves(sums, points, waves, error?.waves ?? null, epochSeconds, seasonAt(epochSeconds), slopes);
  addCellsToPoints(cells, points, sums.cellRain, sums.cellCover);
  addPuffsToPoints(puffs, points, sums.smoke);
  return sums;
}

const climatesOfPoints = new WeakMap<Points, BoundedCache<number, readonly Climate[]>>();
const KEPT_SEASONS = 8;

/** Of each point; the members of an ensemble ask for the same few instants in turn. */
function climatesOf(points: Points, season: number): readonly Climate[] {
  const kept = climatesOfPoints.get(points) ?? createBoundedCache<number, readonly Climate[]>(KEPT_SEASONS, () => 1);
  climatesOfPoints.set(points, kept);
  return kept.get(season, () => Array.from(points.latitudes, (latitude) => climateAt(latitude, season)));
}

export function fillScattered(out: WeatherGrid, points: Points, moment: Moment): void {
  const season = seasonAt(moment.epochSeconds);
  const { declination, hourAngle } = moment.sun;
  const bias = biasOf(moment);
  const climates = climatesOf(points, season);
  fillWeatherPoints(out, sumsOf(points, moment, true), points, (n) => {
    const latitude = points.latitudes[n]!;
    return { latitude, climate: climates[n]!, declination, hourAngle, bias, extent: 'all' };
  });
}

export function precipitateScattered(out: Float32Array, points: Points, moment: Moment): void {
  const season = seasonAt(moment.epochSeconds);
  const sums = sumsOf(points, moment, false);
  fillPrecipitationPoints(out, sums, points, climatesOf(points, season));
}
