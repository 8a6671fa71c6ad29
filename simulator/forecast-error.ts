/**
 * Forecasts of the simulated world: the truth at the valid time, seen through an error that belongs to the run.
 *
 *   waves     each wave is out of phase by ε(run, wave) × p (k/6) d^1.1 rad, d the lead in days: systems are
 *             displaced, small ones lose their place first (with p = 0.17 a wave of k = 6 is 100 km off after one day)
 *   noise     smooth waves of the run's own, n₀ + n₁ √d kelvin
 *   cells     moved by m₀ + m₁ √d in a direction of their own, at most 250 km
 *   air       concentrations × e^ε, ε smooth noise of 0.06 + 0.12 √d in amplitude; smoke moves as cells do
 *   bias      known and constant, K, on temperature and dew point from the first hour on
 *
 * p, n and m are the model's skill; those of GFS are 0.17, 0.10 + 0.35 K and 10 km + 90 km.
 *
 * Errors are continuous in space and in lead time, the same whenever the run is asked for, and different from run to
 * run. A phase error leaves every mean where it was, so the mean error of temperature is the bias. The analysis (lead
 * 0) is the truth but for 0.1 K of noise.
 */

import type { AirState } from './air.js';
import { type BoundedCache, createBoundedCache } from './bounded-cache.js';
import type { WeatherError } from './moment.js';
import { normalAt, uniformAt } from './random.js';
import { LARGEST_DISPLACEMENT } from './storms.js';
import { createNoise, type Wave } from './waves.js';
import type { WeatherState, World } from './world.js';

/** Logarithm of a factor, per √day; and what sets its draws apart from those of temperature. */
const AIR_NOISE = 0.12;
const AIR_DRAW = 0x5a1;

/** Noise waves by their draw. */
type NoiseCache = BoundedCache<number, Wave[]>;
/** Of a few runs, with their departures and their air. */
const KEPT_NOISES = 12;

/** K; what the demo's forecasts are too warm by, so that the accuracy page has something true to find. */
export const DEFAULT_BIAS = 0.8;

export interface ForecastModel {
  /** Error of the run of `referenceTime` at a lead, s; both on whole hours in files, any instant here. */
  errorAt(referenceTime: number, leadSeconds: number): WeatherError;
  /** Forecast of a run for a place and valid time. */
  forecast(referenceTime: number, latitude: number, longitude: number, validTime: number): WeatherState;
  /** What the run says is in the air. */
  air(referenceTime: number, latitude: number, longitude: number, validTime: number): AirState;
}

export interface ForecastSkill {
  /** Number of the model: its draws are its own. */
  readonly draw: number;
  /** p, rad at k = 6 after one day. */
  readonly phase: number;
  /** K at the start, and per √day. */
  readonly noise: readonly [number, number];
  /** m at the start, and per √day; never beyond `farthest`. */
  readonly distance: readonly [number, number];
  readonly farthest?: number;
  /** K. */
  readonly bias: number;
}

export const GFS_SKILL: ForecastSkill = {
  draw: 0,
  phase: 0.17,
  noise: [0.1, 0.35],
  distance: [10_000, 90_000],
  bias: DEFAULT_BIAS,
};

/**
 * @param skill      sizes of the errors
 * @param departure  a second error on top, drawn apart: what sets a member of an ensemble off its centre
 */
export function createForecastModel(
  world: World,
  biasKelvin = DEFAULT_BIAS,
  skill: ForecastSkill = GFS_SKILL,
  departure: ForecastSkill | null = null,
): ForecastModel {
  const noises: NoiseCache = createBoundedCache(KEPT_NOISES, () => 1);
  const errorAt: ForecastModel['errorAt'] = (referenceTime, leadSeconds) => {
    if (!(leadSeconds >= 0)) throw new RangeError(`lead is ${leadSeconds} s`);
    const days = leadSeconds / 86_400;
    const errors = [skill, ...(departure ? [departure] : [])].map((one) =>
      drawnError(world, noises, one, referenceTime, days),
    );
    return {
      waves: {
        shifts: Float64Array.from(world.waves, (_, m) => errors.reduce((sum, { shifts }) => sum + shifts[m]!, 0)),
        noise: errors.map(({ noise }) => noise),
      },
      displacement: (place, generation) => {
        const cell = place ^ (generation << 14);
        let [east, north] = [0, 0];
        for (const { run, distance } of errors) {
          const bearing = 2 * Math.PI * uniformAt(world.seed, 6, run, cell);
          east += distance * Math.sin(bearing);
          north += distance * Math.cos(bearing);
        }
        return { east, north };
      },
      bias: biasKelvin * Math.min(1, leadSeconds / 3600),
      air: {
        waves: noises.get(errors[0]!.run ^ AIR_DRAW, () => createNoise(world.seed, errors[0]!.run ^ AIR_DRAW)),
        amplitude: AIR_NOISE * (0.5 + Math.sqrt(days)),
      },
    };
  };
  return {
    errorAt,
    forecast: (referenceTime, latitude, longitude, validTime) =>
      world.stateAt(latitude, longitude, validTime, errorAt(referenceTime, validTime - referenceTime)),
    air: (referenceTime, latitude, longitude, validTime) =>
      world.airAt(latitude, longitude, validTime, errorAt(referenceTime, validTime - referenceTime)),
  };
}

function drawnError(
  { seed, waves }: World,
  noises: NoiseCache,
  skill: ForecastSkill,
  referenceTime: number,
  days: number,
) {
  const { draw, phase, noise, distance, farthest = LARGEST_DISPLACEMENT } = skill;
  const run = Math.round(referenceTime / 3600) + (draw << 20); // a century of hours and more below the draw
  const spread = phase * days ** 1.1; // rad, one standard deviation at k = 6
  return {
    run,
    shifts: waves.map((wave, m) => (wave.k / 6) * spread * normalAt(seed, 5, run, m)),
    noise: { waves: noises.get(run, () => createNoise(seed, run)), amplitude: noise[0] + noise[1] * Math.sqrt(days) },
    distance: days > 0 ? Math.min(farthest, distance[0] + distance[1] * Math.sqrt(days)) : 0,
  };
}
