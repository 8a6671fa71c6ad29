/**
 * What MRMS would make of an instant of this world: each quantity on the whole grid, with the values that stand for what
 * was not seen. A radar sees the truth, to the 0.1 that the files keep; quality falls with distance (`coverage.ts`). Air
 * at the ground, which changes slowly, is taken from the middles of blocks of half a degree.
 *
 *   −3  out of sight of every radar      −1  in sight of radars in maintenance alone
 */

import type { RegularGrid } from '../../src/model/field.js';
import { createBoundedCache } from '../bounded-cache.js';
import { type Axes, axesOfGrid, placesAt } from '../places.js';
import { createWeatherGrid, frozenShare, meltedShare, type WeatherGrid } from '../weather.js';
import type { World } from '../world.js';
import { cellRain, lightningChance, strongestAhead } from './cell-fields.js';
import { qualityOf, sitesAtWork, spanOf } from './coverage.js';
import { freezingLevel, hailSize, severeHailIndex, severeHailProbability } from './hail.js';
import { precipitationFlag } from './precipitation-flag.js';
import { NEXRAD_SITES } from './sites-table.js';

export const NO_COVERAGE = -3;
export const MISSING = -1;
const RANGE = 260_000; // m
const BLOCK_DEGREES = 0.5;
/** Two frames of the demo: the flags of an instant follow its rates, and the other hail its index. */
const KEPT_BYTES = 8e6;

/** Of an instant in epoch seconds, float32 [row, column]. None of it may be changed. */
export interface MrmsScene {
  /** mm/h. */
  rate(validTime: number): Float32Array;
  /** 0..1. */
  quality(validTime: number): Float32Array;
  /** As in `precipitation-flag.ts`. */
  flag(validTime: number): Float32Array;
  severeHailIndex(validTime: number): Float32Array;
  /** %. */
  hailProbability(validTime: number): Float32Array;
  /** mm. */
  hailSize(validTime: number): Float32Array;
  /** %, in the next half hour or hour. */
  lightning(validTime: number, ahead: 'half-hour' | 'hour'): Float32Array;
}

export function createMrmsScene(world: World, grid: RegularGrid): MrmsScene {
  const axes = axesOfGrid(grid);
  const ground = createGround(world, grid);
  const mask = createMask(world, axes);
  const rain = createRain(world, axes, mask.rows);
  const frames = () => createBoundedCache<number, Float32Array>(KEPT_BYTES, ({ byteLength }) => byteLength);
  const [rates, indices] = [frames(), frames()];
  // The two are asked for one after the other.
  let strongest: { readonly at: number; readonly of: ReturnType<typeof strongestAhead> } | null = null;
  const rate: MrmsScene['rate'] = (at) => rates.get(at, () => mask.cover(rain(at), at));
  const hailIndex: MrmsScene['severeHailIndex'] = (at) =>
    indices.get(at, () => {
      const air = ground.at(at);
      const values = cellRain(world, axes, at);
      for (let n = 0; n < values.length; n++)
        if (values[n]! > 0) values[n] = severeHailIndex(values[n]!, air.freezing[air.blockOf(n)]!);
      return mask.cover(values, at);
    });
  return {
    rate,
    quality: mask.quality,
    severeHailIndex: hailIndex,
    hailSize: (at) => hailIndex(at).map((index) => (index < 0 ? index : hailSize(index))),
    hailProbability(at) {
      const air = ground.at(at);
      return hailIndex(at).map((index, n) =>
        index < 0 ? index : severeHailProbability(index, air.freezing[air.blockOf(n)]!),
      );
    },
    lightning(at, ahead) {
      if (strongest?.at !== at) strongest = { at, of: strongestAhead(world, axes, at) };
      return mask.cover(strongest.of[ahead === 'half-hour' ? 0 : 1].map(lightningChance), at);
    },
    flag: (at) => flagsOf(rate(at), cellRain(world, axes, at), ground.at(at)),
  };
}

function flagsOf(rates: Float32Array, cells: Float32Array, air: GroundAir): Float32Array {
  const { temperature, dewPoint, temperature850hpa } = air.weather;
  const flags = new Float32Array(rates.length);
  for (let n = 0; n < flags.length; n++) {
    const [rate, cellRate] = [rates[n]!, cells[n]!];
    if (rate === 0) continue;
    const b = air.blockOf(n);
    const hail =
      cellRate > 0 ? severeHailProbability(severeHailIndex(cellRate, air.freezing[b]!), air.freezing[b]!) : 0;
    flags[n] = precipitationFlag({
      rate,
      cellRate,
      hail,
      temperature: temperature[b]!,
      dewPoint: dewPoint[b]!,
      // Not that of the block, which is 0 where its middle is dry.
      snowShare: frozenShare(temperature[b]!, dewPoint[b]!) * (1 - meltedShare(temperature[b]!, temperature850hpa[b]!)),
    });
  }
  return flags;
}

/** The air in blocks, and which block a pixel is in. */
interface GroundAir {
  readonly weather: WeatherGrid;
  /** Height of 0 °C, m. */
  readonly freezing: Float32Array;
  blockOf(pixel: number): number;
}

function createGround(world: World, grid: RegularGrid) {
  const factor = Math.max(1, Math.round(BLOCK_DEGREES / grid.longitudeStep));
  const [rows, columns] = [Math.ceil(grid.rows / factor), Math.ceil(grid.columns / factor)];
  const middle = (block: number): number => (block + 0.5) * factor - 0.5;
  const places = placesAt(
    Float64Array.from({ length: rows }, (_, y) => grid.firstLatitude + middle(y) * grid.latitudeStep),
    Float64Array.from({ length: columns }, (_, x) => grid.firstLongitude + middle(x) * grid.longitudeStep),
  );
  const blockOf = (pixel: number): number => {
    const row = Math.floor(pixel / grid.columns);
    return Math.floor(row / factor) * columns + Math.floor((pixel - row * grid.columns) / factor);
  };
  let kept: { readonly at: number; readonly air: GroundAir } | null = null;
  return {
    at(epochSeconds: number): GroundAir {
      if (kept?.at === epochSeconds) return kept.air;
      const weather = createWeatherGrid(rows * columns);
      world.fillWeather(weather, places, epochSeconds, null, 'statistics');
      const freezing = weather.temperature.map((temperature, n) => freezingLevel(temperature, places.elevation[n]!));
      kept = { at: epochSeconds, air: { weather, freezing, blockOf } };
      return kept.air;
    },
  };
}

/** Rain of the rows in sight, mm/h, on the whole grid: a fifth of it lies beyond all radars. */
function createRain(world: World, { latitudes, longitudes }: Axes, [first, end]: readonly [number, number]) {
  const columns = longitudes.length;
  const places = placesAt(latitudes.slice(first, end), longitudes);
  return (at: number): Float32Array => {
    const values = new Float32Array(latitudes.length * columns);
    world.fillPrecipitation(values.subarray(first * columns, end * columns), places, at, null);
    return values;
  };
}

/** What is seen at all, and how well. */
function createMask(world: World, axes: Axes) {
  const everSeen = Uint8Array.from(qualityOf(axes, NEXRAD_SITES, RANGE), (value) => (value >= 0 ? 1 : 0));
  const spans = createBoundedCache<number, Float32Array>(0, ({ byteLength }) => byteLength);
  const quality = (at: number): Float32Array =>
    spans.get(spanOf(at), () => {
      const seen = qualityOf(axes, sitesAtWork(NEXRAD_SITES, world.seed, at), RANGE);
      return seen.map((value, n) => (value >= 0 ? value : everSeen[n] === 1 ? MISSING : NO_COVERAGE));
    });
  const columns = axes.longitudes.length;
  return {
    quality,
    /** From the first to behind the last with a pixel in sight. */
    rows: [
      Math.floor(Math.max(0, everSeen.indexOf(1)) / columns),
      Math.ceil((everSeen.lastIndexOf(1) + 1) / columns),
    ] as const,
    /** Puts what stands for unseen places over values, in place. */
    cover(values: Float32Array, at: number): Float32Array {
      const seen = quality(at);
      for (let n = 0; n < values.length; n++) if (seen[n]! < 0) values[n] = seen[n]!;
      return values;
    },
  };
}
