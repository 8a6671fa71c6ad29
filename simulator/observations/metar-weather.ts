/** The true weather at all airports of one kind at an instant, at their own heights, and what fell there since another. */

import { HOUR } from '../../src/model/time.js';
import { createBoundedCache } from '../bounded-cache.js';
import { type Points, pointsAt } from '../points.js';
import { createWeatherGrid, type WeatherGrid } from '../weather.js';
import type { World } from '../world.js';
import type { MetarStation } from './metar-stations.js';

/** s between looks at the rain: of gauges and of specials. */
export const GAUGE_STEP = 600;
const KEPT_INSTANTS = 60;

export interface AirportWeather {
  /** Weather of all stations, each field [station]. */
  at(epochSeconds: number): WeatherGrid;
  /** mm that fell at a station from one instant to a later one, by the trapezoid rule in steps of ten minutes. */
  amount(station: number, begins: number, ends: number): number;
}

export function createAirportWeather(world: World, stations: readonly MetarStation[]): AirportWeather {
  const ofPlaces = pointsAt(
    Float64Array.from(stations, ({ latitude }) => latitude),
    Float64Array.from(stations, ({ longitude }) => longitude),
    world.waves,
  );
  const points: Points = { ...ofPlaces, elevation: Float32Array.from(stations, ({ elevation }) => elevation) };
  const kept = createBoundedCache<number, WeatherGrid>(KEPT_INSTANTS, () => 1);
  const at = (epochSeconds: number) =>
    kept.get(epochSeconds, () => {
      const grid = createWeatherGrid(stations.length);
      world.fillPoints(grid, points, epochSeconds, null);
      return grid;
    });
  return {
    at,
    amount(station, begins, ends) {
      let total = 0;
      for (let t = begins; t <= ends; t += GAUGE_STEP) {
        const rate = at(t).precipitationRate[station]!;
        total += (t === begins || t + GAUGE_STEP > ends ? 0.5 : 1) * rate * (GAUGE_STEP / HOUR);
      }
      return total;
    },
  };
}
