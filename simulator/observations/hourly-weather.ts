/**
 * The true weather of one place hour by hour over a long span, from the same world and the same formulas as every other
 * view of it, or as a forecast run has it, at a thirtieth of the cost of asking for each instant. Three shortcuts make the
 * difference:
 *
 *   waves     evaluated every three hours, and interpolated (`wave-nodes.ts`)
 *   sun, climate   computed once a day and every six hours; 0.03 K at most
 *   storms    found once for the span by their paths, and followed in steps of ten minutes while they pass
 */

import { DAY, HOUR } from '../../src/model/time.js';
import { addCellToPoint, type StormCell } from '../cell-disc.js';
import { type Climate, climateAt, seasonAt, warmingAt } from '../climate.js';
import { DEGREE_METRES, metresPerDegreeEast } from '../discs.js';
import type { WeatherError } from '../moment.js';
import type { PointSums, Points } from '../points.js';
import { type Sun, sunAt } from '../sun.js';
import { groundAt } from '../terrain.js';
import {
  createPointSums,
  createWeatherGrid,
  fillWeatherPoints,
  type RowSetting,
  type WeatherGrid,
} from '../weather.js';
import type { World } from '../world.js';
import {
  addForecastWave,
  addInterpolated,
  addWave,
  type ForecastNodes,
  forecastNodes,
  NODE,
  NODE_HOURS,
  type WaveSums,
} from './wave-nodes.js';

const RADIANS = Math.PI / 180;
/** s between two looks at a storm that passes. */
const STORM_STEP = 600;

/** A place where weather is measured. */
export interface Site {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** m above the sea, where the thermometer really is; it need not be the height of the smooth ground there. */
  readonly elevation: number;
}

/** Weather at `hours` + 1 full hours, and what storms bring between them. */
export interface HourlyWeather {
  /** Instants of the hours; wind, view and CAPE are not filled. */
  readonly grid: WeatherGrid;
  /** mm/h of the rate at each hour that comes from storms. */
  readonly stormRate: Float64Array;
  /** mm that storms bring from each hour to the next, [hours]. */
  readonly stormAmount: Float64Array;
  readonly hours: number;
}

/** The place as the formulas of the weather see it, repeated for every hour. */
type RepeatedGround = Pick<Points, 'latitudes' | 'landness' | 'elevation' | 'cosines' | 'sines'>;

/** Memory for one span, reused by the next of the same length. */
export interface HourlyScratch {
  /** At nodes of three hours, the first three hours before the span. */
  readonly nodes: WaveSums;
  readonly sums: PointSums;
  readonly ground: RepeatedGround;
  readonly weather: HourlyWeather;
}

/** @param hours  length of a span, whole days; some hundreds, so that all of it stays in the processor's cache */
export function createHourlyScratch(hours: number): HourlyScratch {
  const count = hours + 1;
  const sums = createPointSums(count);
  const stormAmount = new Float64Array(hours);
  const node = () => new Float64Array(hours / NODE_HOURS + 4);
  return {
    nodes: { pressure: node(), slopeEast: node(), warmth: node(), lift: node() },
    sums,
    ground: {
      latitudes: new Float64Array(count),
      landness: new Float32Array(count),
      elevation: new Float32Array(count),
      cosines: new Float64Array(count),
      sines: new Float64Array(count),
    },
    weather: { grid: createWeatherGrid(count), stormRate: sums.cellRain, stormAmount, hours },
  };
}

/** A forecast run, in place of the truth. */
export interface ForecastRun {
  /** Epoch seconds; before it the run has the errors that it begins with. */
  readonly referenceTime: number;
  /** Error of the run at a valid time, epoch seconds. */
  errorAt(validTime: number): WeatherError;
}

/**
 * Fills the scratch with the weather of a site.
 *
 * @param start  epoch seconds of the first hour
 * @param run  forecast that is wanted; null: the truth
 */
export function fillHourlyWeather(
  scratch: HourlyScratch,
  world: World,
  site: Site,
  start: number,
  run: ForecastRun | null = null,
): HourlyWeather {
  const { nodes, sums, weather, ground } = scratch;
  const days = daysOf(site.latitude, start, weather.hours, run);
  clear(nodes);
  clear(sums);
  if (run === null) for (const wave of world.waves) addWave(nodes, wave, site, start - NODE);
  const forecast = run === null ? null : nodesOf(run, world, start - NODE, nodes.lift.length);
  for (const wave of forecast?.waves ?? []) addForecastWave(nodes, wave, site);
  addNodes(sums, nodes);
  scaleBySeason(sums, site.latitude, days);
  if (forecast !== null) {
    clear(nodes);
    for (const wave of forecast.noise) addForecastWave(nodes, wave, site);
    addNodes(sums, nodes);
  }
  addStorms(weather, sums, world, site, { start, run });
  repeatGround(ground, site);
  fillWeatherPoints(weather.grid, sums, ground, (n) => days.settingAt(n));
  return weather;
}

function clear(sums: WaveSums | PointSums): void {
  for (const part of Object.values(sums)) part.fill(0);
}

function addNodes(sums: PointSums, { pressure, slopeEast, warmth, lift }: WaveSums): void {
  addInterpolated(sums.pressure, pressure);
  addInterpolated(sums.slopeEast, slopeEast);
  addInterpolated(sums.warmth, warmth);
  addInterpolated(sums.lift, lift);
}

/** Runs are asked for the same nodes at one place after the other. */
const nodesOfRuns = new WeakMap<ForecastRun, Map<string, ForecastNodes>>();

function nodesOf(run: ForecastRun, { waves }: World, start: number, count: number): ForecastNodes {
  const known = nodesOfRuns.get(run) ?? new Map<string, ForecastNodes>();
  nodesOfRuns.set(run, known);
  const key = `${start} ${count}`;
  const nodes =
    known.get(key) ??
    forecastNodes(
      waves,
      start,
      Array.from({ length: count }, (_, n) => run.errorAt(start + n * NODE).waves),
    );
  known.set(key, nodes);
  return nodes;
}

function repeatGround(ground: RepeatedGround, { latitude, longitude, elevation }: Site): void {
  ground.landness.fill(groundAt(latitude, longitude).landness);
  ground.elevation.fill(elevation);
  ground.cosines.fill(Math.cos(longitude * RADIANS));
  ground.sines.fill(Math.sin(longitude * RADIANS));
}

interface DailySettings {
  seasonAt(n: number): number;
  /** Setting of the n-th hour; the next call overwrites it. */
  settingAt(n: number): RowSetting;
}

/** Climate, season and sun of the span. */
function daysOf(latitude: number, start: number, hours: number, run: ForecastRun | null): DailySettings {
  const first = Math.floor(start / DAY) * DAY + DAY / 2 - DAY;
  const count = Math.floor((start + hours * HOUR - first) / DAY) + 2;
  const noons = Array.from({ length: count }, (_, d) => first + d * DAY);
  const seasons = noons.map(seasonAt);
  // A climate is good for six hours around its instant: 0.03 K where the season goes fastest.
  const climates: Climate[] = Array.from({ length: 4 * count }, (_, q) =>
    climateAt(latitude, seasonAt(first + (q * DAY) / 4)),
  );
  const suns: Sun[] = noons.map(sunAt);
  const warmings = noons.map(warmingAt);
  const seasonOf = (n: number) => {
    const at = (start + n * HOUR - first) / DAY;
    const d = Math.floor(at);
    return seasons[d]! + (at - d) * (seasons[d + 1]! - seasons[d]!);
  };
  // One object for all hours: 24 a day would be most of what there is to collect.
  const setting = {
    ...{ latitude, climate: climates[0]!, declination: 0, hourAngle: 0, bias: 0 },
    extent: 'statistics' as const,
  };
  return {
    seasonAt: seasonOf,
    settingAt(n) {
      const at = (start + n * HOUR - first) / DAY;
      const d = Math.floor(at);
      const t = at - d;
      const [one, next] = [suns[d]!, suns[d + 1]!];
      setting.climate = climates[Math.round(4 * at)]!;
      setting.declination = one.declination + t * (next.declination - one.declination);
      setting.hourAngle = one.hourAngle + 2 * Math.PI * t;
      setting.bias = warmings[d]! + (run === null ? 0 : run.errorAt(start + n * HOUR).bias);
      return setting;
    },
  };
}

function scaleBySeason({ pressure, slopeEast, warmth }: PointSums, latitude: number, days: DailySettings): void {
  const side = Math.min(1, Math.max(-1, latitude / 20));
  for (let n = 0; n < pressure.length; n++) {
    const vigour = 1 - 0.2 * days.seasonAt(n) * side;
    pressure[n]! *= vigour;
    slopeEast[n]! *= vigour;
    warmth[n]! *= vigour;
  }
}

/** Rain and cover of storms at the hours, and the amounts between them. */
function addStorms(
  { stormAmount, hours }: HourlyWeather,
  { cellRain, cellCover }: PointSums,
  world: World,
  site: Site,
  { start, run }: { readonly start: number; readonly run: ForecastRun | null },
): void {
  stormAmount.fill(0);
  const displacementAt = run && ((time: number) => run.errorAt(time).displacement);
  const end = start + hours * HOUR;
  const felt = { rain: new Float64Array(1), cover: new Float64Array(1) };
  for (const { track, arrives, leaves } of world.stormsPassing(site, start, end, displacementAt)) {
    const first = Math.max(0, Math.ceil((arrives - start) / STORM_STEP));
    const last = Math.floor((Math.min(end, leaves) - start) / STORM_STEP);
    for (let step = first; step <= last; step++) {
      felt.rain[0] = felt.cover[0] = 0;
      feel(track.at(start + step * STORM_STEP), site, felt);
      const hour = Math.floor((step * STORM_STEP) / HOUR);
      const isFull = (step * STORM_STEP) % HOUR === 0;
      const amount = (felt.rain[0]! * STORM_STEP) / HOUR;
      // The trapezoid rule: what is felt at a full hour belongs half to the hour before it.
      if (hour < hours) stormAmount[hour]! += isFull ? amount / 2 : amount;
      if (!isFull) continue;
      if (hour > 0) stormAmount[hour - 1]! += amount / 2;
      cellRain[hour]! += felt.rain[0]!;
      cellCover[hour] = Math.max(cellCover[hour]!, felt.cover[0]!);
    }
  }
}

function feel(cell: StormCell, site: Site, felt: { rain: Float64Array; cover: Float64Array }): void {
  const apart = ((((site.longitude - cell.longitude) % 360) + 540) % 360) - 180;
  const dx = apart * metresPerDegreeEast(cell.latitude);
  const dy = (site.latitude - cell.latitude) * DEGREE_METRES;
  addCellToPoint(cell, dx * dx + dy * dy, 0, felt.rain, felt.cover);
}
