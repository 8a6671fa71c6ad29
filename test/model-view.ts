/**
 * What a simulated model says at a few places as its grid sees them, and what is true there as the same grid sees it.
 * Totals are integrated as the simulated files integrate them, so that the two differ by the model's error alone.
 */

import { type AirField, createAirGrid } from '../simulator/air.js';
import type { WeatherError } from '../simulator/moment.js';
import { createWeatherGrid, type WeatherField, type WeatherGrid } from '../simulator/weather.js';
import type { World } from '../simulator/world.js';
import type { DatasetId } from '../src/model/dataset.js';
import { HOUR } from '../src/model/time.js';
import type { GridView } from './grid-view.js';

/** Error at a lead, s; null is the truth. */
export type ErrorAt = (lead: number) => WeatherError | null;
export const NO_ERROR: ErrorAt = () => null;

export interface ModelView {
  /** States at a lead, s: one value for each place. */
  states(lead: number): (field: WeatherField) => Float64Array;
  /** mm that fall from one lead to another. */
  amount(start: number, end: number): Float64Array;
  /** Mean of what is in the air, µg/m³ and ppb. */
  air(field: AirField, start: number, end: number): Float64Array;
}

/** Seconds between the samples that a model's totals are made of, in the step that ends at a lead. */
function sampleSeconds(dataset: DatasetId, lead: number): number {
  if (dataset.startsWith('hrrr')) return HOUR / 4;
  if (dataset === 'gfs') return lead <= 120 * HOUR ? HOUR / 2 : HOUR;
  if (dataset === 'nbm') return lead <= 36 * HOUR ? HOUR / 2 : HOUR;
  if (dataset === 'ecmwf-ifs') return lead <= 144 * HOUR ? HOUR : 2 * HOUR;
  return lead <= 240 * HOUR ? HOUR : 2 * HOUR;
}

export function createModelView(
  world: World,
  dataset: DatasetId,
  view: GridView,
  referenceTime: number,
  errorAt: ErrorAt,
): ModelView {
  const count = view.points.latitudes.length;
  const rates = new Map<number, Float32Array>();
  const rateAt = (lead: number) => {
    const known = rates.get(lead);
    if (known !== undefined) return known;
    const rate = new Float32Array(count);
    world.fillPrecipitation(rate, view.points, referenceTime + lead, errorAt(lead));
    rates.set(lead, rate);
    return rate;
  };
  const weathers = new Map<number, WeatherGrid>();
  const weatherAt = (lead: number) => {
    const known = weathers.get(lead);
    if (known !== undefined) return known;
    const weather = createWeatherGrid(count);
    world.fillPoints(weather, view.points, referenceTime + lead, errorAt(lead));
    weathers.set(lead, weather);
    return weather;
  };
  const airAt = (lead: number) => {
    const air = createAirGrid(count);
    world.fillAir(air, weatherAt(lead), view.points, referenceTime + lead, errorAt(lead));
    return air;
  };
  return {
    states(lead) {
      const weather = weatherAt(lead);
      return (field) => view.mean(weather[field]);
    },
    amount(start, end) {
      const step = sampleSeconds(dataset, end);
      const total = new Float64Array(count);
      for (let at = start; at < end; at += step) {
        const [earlier, later] = [rateAt(at), rateAt(at + step)];
        for (let n = 0; n < count; n++) total[n]! += ((earlier[n]! + later[n]!) * step) / 7200;
      }
      return view.mean(total);
    },
    air(field, start, end) {
      const [first, last] = [airAt(start)[field], airAt(end)[field]];
      const ends = first.map((value, n) => (value + last[n]!) / 2);
      // AQM gives means of hours, the aerosol model states every three.
      if (dataset !== 'aqm') return view.mean(ends);
      const middle = airAt((start + end) / 2)[field];
      return view.mean(ends.map((value, n) => (value + middle[n]!) / 2));
    },
  };
}
