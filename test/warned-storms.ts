/** Storms of the simulated world that its services warn of, one for each way of saying where. */

import type { PlantedStorm } from '../simulator/storms.js';
import { HOUR } from '../src/model/time.js';

/** When all of them rain, epoch seconds. */
export const STORM_NOON = Date.UTC(2026, 6, 20, 18) / 1000;

const common = { at: STORM_NOON, lifeSeconds: 3 * HOUR } as const;

/** Over Germany, over Kansas, across the date line, and over Manitoba. */
export const WARNED_STORMS: readonly PlantedStorm[] = [
  { ...common, latitude: 50, longitude: 10, speed: 12, bearing: 60, radius: 80_000, rate: 20 },
  { ...common, latitude: 38.5, longitude: -98, speed: 15, bearing: 90, radius: 90_000, rate: 15 },
  { ...common, latitude: 10, longitude: 179.9, speed: 10, bearing: 90, radius: 90_000, rate: 15 },
  { ...common, latitude: 55, longitude: -98, speed: 10, bearing: 90, radius: 90_000, rate: 20 },
];
