/** What the simulated world is really like at the verification stations: the other side of every comparison. */

import type { AirState } from './air.js';
import { type StationRow, US_STATIONS, WORLD_STATIONS } from './stations-table.js';
import type { WeatherState, World } from './world.js';

export { type StationRow, US_STATIONS } from './stations-table.js';

export const STATIONS: readonly StationRow[] = [...US_STATIONS, ...WORLD_STATIONS];

/** At an instant: K, Pa, m/s, mm/h …, µg/m³ and ppb. */
export interface StationTruth {
  readonly weather: WeatherState;
  readonly air: AirState;
}

export function stationTruth(world: World, { latitude, longitude }: StationRow, epochSeconds: number): StationTruth {
  return {
    weather: world.truth(latitude, longitude, epochSeconds),
    air: world.airAt(latitude, longitude, epochSeconds, null),
  };
}

/** Between samples of the true amount, s. */
const SAMPLE = 600;

/** Precipitation that really falls from one instant to another, mm, by the trapezoid rule. */
export function stationAmount(world: World, { latitude, longitude }: StationRow, start: number, end: number): number {
  const samples = Math.max(1, Math.ceil((end - start) / SAMPLE));
  const step = (end - start) / samples;
  let total = 0;
  for (let n = 0; n <= samples; n++) {
    const rate = world.truth(latitude, longitude, start + n * step).precipitationRate;
    total += (n === 0 || n === samples ? 0.5 : 1) * rate * (step / 3600);
  }
  return total;
}
