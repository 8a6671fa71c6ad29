/**
 * Lives of storm cells. The globe is cut into bands of 6° and each band into boxes about as wide; every box has two slots,
 * and in each slot one life follows the other. Everything of a life comes from a hash of slot and generation.
 */

import type { PlaceOnEarth } from './places.js';
import { uniformAt } from './random.js';

export const BAND = 6; // degrees of latitude
export const BANDS = 180 / BAND;
export const SLOTS = 2;
/** Share of lives that are lived in the middle of the tropical rain belt. */
const COMMONNESS = 0.75;
const MOST_OF_DAY = 1.6;
const RADIANS = Math.PI / 180;

/** A storm with known figures: at (latitude, longitude) at `at`, moving straight, alive `lifeSeconds` around it. */
export interface PlantedStorm {
  readonly latitude: number;
  readonly longitude: number;
  readonly at: number;
  readonly lifeSeconds: number;
  /** m/s, and degrees clockwise from north that it moves towards. */
  readonly speed: number;
  readonly bearing: number;
  readonly radius: number;
  readonly rate: number;
}

/** What the storms need from the world around them; all pure functions of their arguments. */
export interface StormSetting {
  readonly seed: number;
  readonly planted: readonly PlantedStorm[];
  /** Thunderstorm weather of a latitude, 0..1. */
  convection(latitude: number, epochSeconds: number): number;
  steering(latitude: number, longitude: number, epochSeconds: number): { u: number; v: number };
  /** Local solar hour angle at a longitude, rad, 0 at noon. */
  hourAngle(longitude: number, epochSeconds: number): number;
  landness(latitude: number, longitude: number): number;
}

/** One life in a slot, as it is fixed at birth; `rate` is its peak, mm/h, 0 for a life that is not lived. */
export interface Life {
  readonly generation: number;
  readonly middle: number;
  readonly seconds: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly u: number;
  readonly v: number;
  readonly radius: number;
  readonly rate: number;
}

const BOXES = Array.from({ length: BANDS }, (_, band) => {
  const middle = -90 + BAND * (band + 0.5);
  return Math.max(3, Math.round((360 / BAND) * Math.cos(middle * RADIANS)));
});

export function boxesOf(band: number): number {
  return BOXES[band]!;
}

export function placeOf(band: number, box: number, slot: number): number {
  return (band << 9) | (box << 1) | slot;
}

/** Succession of the lives of a slot: generation g begins at (g − offset) × seconds. */
interface Succession {
  readonly seconds: number;
  readonly offset: number;
}

export function successionOf({ seed }: StormSetting, place: number): Succession {
  return { seconds: 3600 * (5 + 3 * uniformAt(seed, 10, place, 0)), offset: uniformAt(seed, 11, place, 0) };
}

export function generationAt({ seconds, offset }: Succession, epochSeconds: number): number {
  return Math.floor(epochSeconds / seconds + offset);
}

export function latitudeOfBirth({ seed }: StormSetting, place: number, generation: number): number {
  return -90 + BAND * ((place >> 9) + uniformAt(seed, 13, place, generation));
}

/** Place of a life in its middle, degrees. */
export function birthplace(setting: StormSetting, place: number, generation: number): PlaceOnEarth {
  const box = ((place >> 1) & 255) + uniformAt(setting.seed, 14, place, generation);
  return {
    latitude: latitudeOfBirth(setting, place, generation),
    longitude: (360 * box) / boxesOf(place >> 9) - 180,
  };
}

export function lifeAt(setting: StormSetting, place: number, epochSeconds: number): Life {
  const succession = successionOf(setting, place);
  return lifeOfGeneration(setting, place, succession, generationAt(succession, epochSeconds));
}

export function lifeOfGeneration(
  setting: StormSetting,
  place: number,
  succession: Succession,
  generation: number,
): Life {
  const { seconds, offset } = succession;
  const middle = (generation + 0.5 - offset) * seconds;
  const draw = (which: number) => uniformAt(setting.seed, 12 + which, place, generation);
  const { latitude, longitude } = birthplace(setting, place, generation);
  const convection = setting.convection(latitude, middle);
  const chance = draw(0) / (COMMONNESS * convection);
  const lived = chance < MOST_OF_DAY && chance < hourly(setting, latitude, longitude, middle);
  if (!lived) return { generation, middle, seconds, latitude, longitude, u: 0, v: 0, radius: 0, rate: 0 };
  const { u, v } = setting.steering(latitude, longitude, middle);
  const rate = 1.5 + 22 * convection * draw(3) ** 2;
  return { generation, middle, seconds, latitude, longitude, u, v, radius: 60_000 + 110_000 * draw(4), rate };
}

/** Share of cells that the hour allows: over land they come at 17 h local time, over sea at any hour. */
function hourly(setting: StormSetting, latitude: number, longitude: number, epochSeconds: number): number {
  const afternoon = Math.cos(setting.hourAngle(longitude, epochSeconds) - (5 * Math.PI) / 12);
  return 0.9 + Math.min(1, setting.landness(latitude, longitude)) * 0.7 * afternoon;
}
