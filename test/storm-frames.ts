/**
 * Frames of storms whose every figure is known, on a plain grid: for tests of what a nowcast makes of them, and of when
 * rain arrives. What is drawn is what `truthRate` says at the centre of each pixel, less what the radar does to it.
 *
 *   rate(d) = peak · g(t) · w · (1 − (d/radius)²)³                    mm/h, d < radius, summed over storms
 *   g       rises from 0 to 1 in `growth` seconds from the begin on, and falls likewise before the end: sin²
 *   w       1 + `texture` · a pattern of waves a third of the radius long that is fixed to the storm
 *   centre  straight at `speedKmh` towards `bearing`, plus a wander of up to `wander` metres with periods of 15 to 50 min
 *
 * Distances are those of a flat map around the storm, good to a few tenths of a per cent over a hundred kilometres.
 */

import { normalAt, uniformAt } from '../simulator/random.js';
import type { RegularGrid } from '../src/model/field.js';
import { RADAR_DATASETS, type RadarDatasetId, type RadarFrame } from '../src/model/radar.js';
import type { RateGrid } from '../src/science/radar/rate-grid.js';
import { radarFrame } from './memory-radar.js';

const DEGREE_METRES = 111_195;
const RADIANS = Math.PI / 180;
const WANDER_PERIODS = [900, 1700, 3000] as const; // s
/** mm/h from which on a minute is wet. */
const WET = 0.1;
const ARRIVAL_STEP = 5; // s

export interface DrawnStorm {
  /** Centre at `at`, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Epoch seconds. */
  readonly at: number;
  readonly speedKmh: number;
  /** Degrees clockwise from north that it moves towards. */
  readonly bearing: number;
  /** m. */
  readonly radius: number;
  /** mm/h at the centre at full strength. */
  readonly rate: number;
  /** Epoch seconds; default always. */
  readonly begins?: number;
  readonly ends?: number;
  /** s of its growth and of its decay. Default 0: at once. */
  readonly growth?: number;
  /** m. Default 0. */
  readonly wander?: number;
  /** 0..1. Default 0. */
  readonly texture?: number;
}

export interface StormFrameOptions {
  readonly seed: number;
  readonly storms: readonly DrawnStorm[];
  readonly grid: RegularGrid;
  /** Of the frames, epoch seconds. */
  readonly times: readonly number[];
  /** Standard deviation of the logarithm of the rate that each pixel of each frame is multiplied with. Default 0. */
  readonly noise?: number;
  /** Default: everywhere. */
  readonly isObserved?: (row: number, column: number) => boolean;
  /** Default "mrms-rate". Its step is the quantum of the frames. */
  readonly dataset?: RadarDatasetId;
}

export interface StormFrames {
  /** In the order of `times`, without motion and skill. */
  readonly frames: readonly RadarFrame[];
  /** The same as plain fields: mm/h to the quantum, NaN unobserved. */
  readonly fields: readonly RateGrid[];
  /** mm/h at a place (degrees) and instant (epoch seconds). */
  truthRate(latitude: number, longitude: number, epochSeconds: number): number;
  /** The first instant in [from, to] with 0.1 mm/h, to 5 s; null when it stays dry. */
  arrival(latitude: number, longitude: number, from: number, to: number): number | null;
}

export function stormFrames(options: StormFrameOptions): StormFrames {
  const { seed, storms, grid, times, dataset = 'mrms-rate' } = options;
  // Places are asked for by the hundred, each at the same thousands of instants.
  const known = new Map<number, readonly StormState[]>();
  const statesAt = (at: number) => {
    const states =
      known.get(at) ?? storms.map((storm, n) => stateOf(seed, storm, n, at)).filter(({ rate }) => rate > 0);
    known.set(at, states);
    return states;
  };
  const truthRate: StormFrames['truthRate'] = (latitude, longitude, at) => {
    let sum = 0;
    for (const state of statesAt(at)) sum += rateOf(state, latitude, longitude);
    return sum;
  };
  const fields = times.map((at, n) => fieldAt(options, at, n));
  return {
    fields,
    frames: fields.map(({ values, columns }, n) =>
      radarFrame({ dataset, validTime: times[n]!, grid, rate: (row, column) => values[row * columns + column]! }),
    ),
    truthRate,
    arrival(latitude, longitude, from, to) {
      for (let at = from; at <= to; at += ARRIVAL_STEP) if (truthRate(latitude, longitude, at) >= WET) return at;
      return null;
    },
  };
}

/** Ranges of the figures that `randomStorms` draws. */
export interface StormRanges {
  readonly speedKmh?: readonly [number, number];
  readonly bearing?: readonly [number, number];
  readonly radius?: readonly [number, number];
  readonly rate?: readonly [number, number];
  readonly wander?: number;
  readonly texture?: number;
  /** Share of storms that are born and die within two hours of `at`; the others live throughout. Default 0. */
  readonly mortal?: number;
}

/** Storms whose centres are anywhere on the grid at `at`; by default all move much alike, as those of one day do. */
export function randomStorms(
  seed: number,
  count: number,
  grid: RegularGrid,
  at: number,
  ranges: StormRanges = {},
): DrawnStorm[] {
  const { speedKmh = [30, 60], bearing = [60, 100], radius = [8000, 30_000], rate = [2, 40] } = ranges;
  const { wander = 0, texture = 0.3, mortal = 0 } = ranges;
  return Array.from({ length: count }, (_, n) => {
    const draw = (which: number): number => uniformAt(seed, 70 + which, n, 0);
    const within = ([low, high]: readonly [number, number], which: number): number => low + (high - low) * draw(which);
    const middle = at + (draw(7) - 0.5) * 7200;
    const life = 1800 + 5400 * draw(8);
    return {
      latitude: grid.firstLatitude + grid.latitudeStep * (grid.rows - 1) * draw(0),
      longitude: grid.firstLongitude + grid.longitudeStep * (grid.columns - 1) * draw(1),
      at,
      speedKmh: within(speedKmh, 2),
      bearing: within(bearing, 3),
      radius: within(radius, 4),
      rate: within(rate, 5),
      wander,
      texture,
      ...(draw(6) < mortal ? { begins: middle - life / 2, ends: middle + life / 2, growth: life / 3 } : {}),
    };
  });
}

/** A storm at an instant. */
interface StormState {
  readonly latitude: number;
  readonly longitude: number;
  /** Of the latitude. */
  readonly cosine: number;
  readonly radius: number;
  readonly rate: number;
  readonly texture: number;
  /** Of its pattern, rad. */
  readonly phase: number;
}

function stateOf(seed: number, storm: DrawnStorm, n: number, at: number): StormState {
  const { latitude, longitude, speedKmh, bearing, radius, rate, wander = 0, texture = 0 } = storm;
  const way = ((at - storm.at) * speedKmh) / 3.6;
  const offset = (axis: number): number =>
    WANDER_PERIODS.reduce((sum, period, which) => {
      const phase = 2 * Math.PI * uniformAt(seed, 80 + which, n, axis);
      return sum + (wander / WANDER_PERIODS.length) * Math.sin((2 * Math.PI * at) / period + phase);
    }, 0);
  const east = way * Math.sin(bearing * RADIANS) + offset(0);
  const north = way * Math.cos(bearing * RADIANS) + offset(1);
  const centre = latitude + north / DEGREE_METRES;
  return {
    latitude: centre,
    cosine: Math.cos(centre * RADIANS),
    longitude: longitude + east / (DEGREE_METRES * Math.cos(latitude * RADIANS)),
    radius,
    rate: rate * strengthOf(storm, at),
    texture,
    phase: 2 * Math.PI * uniformAt(seed, 85, n, 0),
  };
}

function strengthOf({ begins = -Infinity, ends = Infinity, growth = 0 }: DrawnStorm, at: number): number {
  if (at < begins || at > ends) return 0;
  const away = Math.min(at - begins, ends - at);
  return away >= growth ? 1 : Math.sin((Math.PI * away) / (2 * growth)) ** 2;
}

function rateOf(storm: StormState, latitude: number, longitude: number): number {
  const y = (latitude - storm.latitude) * DEGREE_METRES;
  const x = (longitude - storm.longitude) * DEGREE_METRES * storm.cosine;
  const inside = 1 - (x * x + y * y) / (storm.radius * storm.radius);
  if (inside <= 0 || storm.rate === 0) return 0;
  const k = (6 * Math.PI) / storm.radius;
  const pattern = Math.sin(k * x + storm.phase) * Math.cos(k * y - storm.phase);
  return storm.rate * (1 + storm.texture * pattern) * inside ** 3;
}

function fieldAt(options: StormFrameOptions, at: number, frame: number): RateGrid {
  const { seed, storms, grid, noise = 0, isObserved, dataset = 'mrms-rate' } = options;
  const { rows, columns } = grid;
  const { step } = RADAR_DATASETS.find(({ id }) => id === dataset)!;
  const values = new Float32Array(rows * columns);
  for (const [n, storm] of storms.entries()) drawStorm(values, grid, stateOf(seed, storm, n, at));
  for (let i = 0; i < values.length; i++) {
    if (isObserved !== undefined && !isObserved(Math.floor(i / columns), i % columns)) values[i] = Number.NaN;
    else if (values[i]! > 0) {
      const factor = noise === 0 ? 1 : Math.exp(noise * normalAt(seed, 90, i, frame));
      values[i] = step * Math.round((values[i]! * factor) / step);
    }
  }
  return { rows, columns, values };
}

function drawStorm(values: Float32Array, grid: RegularGrid, storm: StormState): void {
  const { rows, columns, firstLatitude, firstLongitude, latitudeStep, longitudeStep } = grid;
  if (storm.rate === 0) return;
  const middle = (storm.latitude - firstLatitude) / latitudeStep;
  const half = storm.radius / (DEGREE_METRES * Math.abs(latitudeStep));
  const centre = (storm.longitude - firstLongitude) / longitudeStep;
  const across = storm.radius / (DEGREE_METRES * storm.cosine * longitudeStep);
  const west = Math.max(0, Math.ceil(centre - across));
  const east = Math.min(columns - 1, centre + across);
  for (let row = Math.max(0, Math.ceil(middle - half)); row <= Math.min(rows - 1, middle + half); row++) {
    const latitude = firstLatitude + row * latitudeStep;
    for (let column = west; column <= east; column++)
      values[row * columns + column]! += rateOf(storm, latitude, firstLongitude + column * longitudeStep);
  }
}
