/**
 * Everything that an instant of the world is made of before anybody looks at a place: waves, storm cells, plumes and the
 * sun, as they are or as a forecast has them.
 */

import type { StormCell } from './cell-disc.js';
import { convectionAt, seasonAt, steeringZonal } from './climate.js';
import type { Area, PlaceOnEarth } from './places.js';
import { type BurningFire, createSmoke, type SmokePuff } from './smoke.js';
import {
  createStorms,
  type Displacement,
  type DisplacementAt,
  type PassingStorm,
  type PlantedStorm,
  type StormTrack,
} from './storms.js';
import { type Sun, sunAt } from './sun.js';
import { groundAt } from './terrain.js';
import type { Noise, Wave, WaveError } from './waves.js';

/** Error of a forecast run at one lead time. */
export interface WeatherError {
  readonly waves: WaveError;
  readonly displacement: Displacement;
  /** K, added to temperature and dew point. */
  readonly bias: number;
  /** Its sum is the logarithm of what concentrations are multiplied by. */
  readonly air: Noise;
}

const RADIANS = Math.PI / 180;

export interface Moment {
  readonly waves: readonly Wave[];
  readonly cells: readonly StormCell[];
  /** None where nobody asks for the view or the air. */
  readonly puffs: readonly SmokePuff[];
  readonly epochSeconds: number;
  readonly sun: Sun;
  readonly error: WeatherError | null;
}

export interface Moments {
  /** Of everywhere, or of what can be felt at one place or in an area. */
  at(epochSeconds: number, error: WeatherError | null, near: PlaceOnEarth | Area | null, smoky: boolean): Moment;
  /** True storm cells alive at an instant. */
  stormCells(epochSeconds: number, near: PlaceOnEarth | null): StormCell[];
  /** Storms alive at an instant, with their whole lives. */
  stormTracks(epochSeconds: number): StormTrack[];
  /** Storms that are felt at a place at some time of a span, and a few that pass it by; of the truth or of a forecast. */
  stormsPassing(place: PlaceOnEarth, begins: number, ends: number, forecast?: DisplacementAt | null): PassingStorm[];
  /** Fires that burn at an instant, with their true smoke. */
  burningFires(epochSeconds: number): BurningFire[];
}

export function createMoments(seed: number, waves: readonly Wave[], planted: readonly PlantedStorm[]): Moments {
  const setting = {
    seed,
    steering: steeringWindAt,
    hourAngle: (longitude: number, at: number) => sunAt(at).hourAngle + longitude * RADIANS,
    landness: (latitude: number, longitude: number) => groundAt(latitude, longitude).landness,
  };
  const storms = createStorms({
    ...setting,
    planted,
    convection: (latitude, at) => convectionAt(latitude, seasonAt(at)),
  });
  const smoke = createSmoke({ ...setting, season: seasonAt });
  return {
    at(epochSeconds, error, near, smoky) {
      const displacement = error?.displacement ?? null;
      const place = near !== null && 'latitude' in near ? near : null;
      const cells = storms.at(epochSeconds, place === null ? (near as Area | null) : areaOf(place), displacement);
      const puffs = smoky ? smoke.at(epochSeconds, place, displacement) : [];
      return { waves, cells, puffs, epochSeconds, sun: sunAt(epochSeconds), error };
    },
    stormTracks: storms.tracks,
    stormsPassing: storms.passing,
    burningFires: smoke.burning,
    stormCells: (epochSeconds, near) => storms.at(epochSeconds, near && areaOf(near), null),
  };
}

function areaOf({ latitude, longitude }: PlaceOnEarth): Area {
  return { south: latitude, north: latitude, west: longitude, span: 0 };
}

/** Wind that carries the storm cells born at a place and instant, m/s towards east and north. */
export function steeringWindAt(latitude: number, longitude: number, epochSeconds: number): { u: number; v: number } {
  const away = Math.abs(latitude);
  const meander = 3 * (longitude * RADIANS) - (2 * Math.PI * epochSeconds) / (12 * 86_400);
  const v = 3.5 * Math.exp(-0.5 * ((away - 45) / 18) ** 2) * Math.sin(meander);
  return { u: steeringZonal(latitude, seasonAt(epochSeconds)), v };
}
