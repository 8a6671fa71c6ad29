/**
 * Forecasts of the simulated world: the truth at the valid time, seen through an error that belongs to the run.
 *
 *   waves     each wave is out of phase by ε(run, wave) × 0.17 (k/6) d^1.1 rad, d the lead in days: systems are
 *             displaced, small ones lose their place first (a wave of k = 6 is 100 km off after one day)
 *   noise     smooth waves of the run's own, 0.10 + 0.35 √d kelvin
 *   cells     moved by 10 km + 90 km √d in a direction of their own, at most 250 km
 *   bias      known and constant, K, on temperature and dew point from the first hour on
 *
 * Errors are continuous in space and in lead time, the same whenever the run is asked for, and different from run to
 * run. A phase error leaves every mean where it was, so the mean error of temperature is the bias. The analysis (lead
 * 0) is the truth but for 0.1 K of noise.
 */

import { normalAt, uniformAt } from './random.js';
import { LARGEST_DISPLACEMENT } from './storms.js';
import { createNoise } from './waves.js';
import type { WeatherError, WeatherState, World } from './world.js';

/** K; what the demo's forecasts are too warm by, so that the accuracy page has something true to find. */
export const DEFAULT_BIAS = 0.8;

export interface ForecastModel {
  /** Error of the run of `referenceTime` at a lead, s; both on whole hours in files, any instant here. */
  errorAt(referenceTime: number, leadSeconds: number): WeatherError;
  /** Forecast of a run for a place and valid time. */
  forecast(referenceTime: number, latitude: number, longitude: number, validTime: number): WeatherState;
}

export function createForecastModel(world: World, biasKelvin = DEFAULT_BIAS): ForecastModel {
  const errorAt: ForecastModel['errorAt'] = (referenceTime, leadSeconds) => {
    if (!(leadSeconds >= 0)) throw new RangeError(`lead is ${leadSeconds} s`);
    const days = leadSeconds / 86_400;
    const run = Math.round(referenceTime / 3600);
    const distance = Math.min(LARGEST_DISPLACEMENT, days > 0 ? 10_000 + 90_000 * Math.sqrt(days) : 0);
    const phase = 0.17 * days ** 1.1; // rad, one standard deviation at k = 6
    const shifts = Float64Array.from(world.waves, (wave, m) => (wave.k / 6) * phase * normalAt(world.seed, 5, run, m));
    return {
      waves: { shifts, noise: createNoise(world.seed, run, 0.1 + 0.35 * Math.sqrt(days)) },
      displacement: (place, generation) => towards(world.seed, run, place ^ (generation << 14), distance),
      bias: biasKelvin * Math.min(1, leadSeconds / 3600),
    };
  };
  return {
    errorAt,
    forecast: (referenceTime, latitude, longitude, validTime) =>
      world.stateAt(latitude, longitude, validTime, errorAt(referenceTime, validTime - referenceTime)),
  };
}

function towards(seed: number, run: number, cell: number, distance: number): { east: number; north: number } {
  const bearing = 2 * Math.PI * uniformAt(seed, 6, run, cell);
  return { east: distance * Math.sin(bearing), north: distance * Math.cos(bearing) };
}
