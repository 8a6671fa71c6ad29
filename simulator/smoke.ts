/**
 * Smoke: fires that burn for days and the plumes that drift from them.
 *
 * The globe is cut into bands of 8° and boxes about as wide; in each of a box's two slots one fire follows the other
 * (6 to 14 days), lived or not by a hash, by land and by season: the summers of the middle latitudes, the dry winters of
 * the tropics. A living fire sends off a puff every four hours, stronger in its afternoon, and a puff drifts for 60 h
 * with most of the steering wind of its birth:
 *
 *   R = 60 km + 1.5 m/s · age      c(d) = s · (60 km ÷ R)^1.6 · fade(age) · (1 − (d/R)²)²      µg/m³, d < R
 *
 * Puffs overlap near their fire, so a plume is one band of smoke from 100 to 400 µg/m³ at its head to nothing 1000 km
 * on; nothing jumps when a puff is born or ends. A forecast displaces them as it does the showers, more with their age,
 * since everybody knows where the fire is.
 */

import { DAY } from '../src/model/time.js';
import type { StormCell } from './cell-disc.js';
import { DEGREE_METRES, metresPerDegreeEast, visitColumnsWithin } from './discs.js';
import { bandWithin, type Points } from './points.js';
import { uniformAt } from './random.js';
import type { Displacement } from './storms.js';

const RADIANS = Math.PI / 180;
const BAND = 8;
const BANDS = 180 / BAND;
const INTERVAL = 4 * 3600;
const LIFE = 60 * 3600;
/** m, and m/s by which a puff widens. */
const FIRST_RADIUS = 60_000;
const WIDENING = 1.5;
/** Share of the steering wind near the ground. */
const CARRIED = 0.6;
/** µg/m³ of a strong fire's puff. */
const STRONGEST = 260;
const FULLY_DISPLACED = DAY;

export interface SmokeSetting {
  readonly seed: number;
  /** −1..1, 1 in northern summer. */
  season(epochSeconds: number): number;
  steering(latitude: number, longitude: number, epochSeconds: number): { u: number; v: number };
  hourAngle(longitude: number, epochSeconds: number): number;
  landness(latitude: number, longitude: number): number;
}

/** A puff where it is now: `rate` is its concentration at the centre, µg/m³. */
export type SmokePuff = Pick<StormCell, 'latitude' | 'longitude' | 'radius' | 'rate'>;

interface AgedPuff extends SmokePuff {
  readonly place: number;
  readonly generation: number;
  readonly age: number;
}

export interface Smoke {
  /** All puffs in the air, or those that can be felt at one place, moved when a forecast asks. */
  at(
    epochSeconds: number,
    near: { latitude: number; longitude: number } | null,
    error: Displacement | null,
  ): readonly SmokePuff[];
  /** All fires that burn at an instant. */
  burning(epochSeconds: number): BurningFire[];
}

/** A fire that burns, and what has become of the smoke of its puffs, the youngest first. */
export interface BurningFire {
  /** Names it, together with its generation. */
  readonly place: number;
  readonly generation: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** 0..1, of the whole fire. */
  readonly strength: number;
  readonly puffs: readonly SmokePuff[];
}

/** Instants whose puffs are kept. */
const KEPT_INSTANTS = 4;
/** No puff is felt farther from its fire, m: drift towards north, drift towards east, and in both 640 km of size and error. */
const NORTHWARD_REACH = 1_150_000;
const EASTWARD_REACH = 3_200_000;

/** The fire that burns in a slot and the one before it, whose smoke may still be there; null where none was lived. */
interface SlotFires {
  /** s of each fire, and where in the row of them the slot began. */
  readonly seconds: number;
  readonly offset: number;
  readonly generation: number;
  readonly fires: readonly (Fire | null)[];
}

export function createSmoke(setting: SmokeSetting): Smoke {
  const slots = new Map<number, SlotFires>();
  const instants = new Map<number, readonly AgedPuff[]>();
  let lastAsked = Number.NaN;
  const puffsOf = (epochSeconds: number, near: { latitude: number; longitude: number } | null) => {
    const puffs: AgedPuff[] = [];
    for (let band = 0; band < BANDS; band++) {
      if (near && Math.abs(-90 + BAND * (band + 0.5) - near.latitude) > NORTHWARD_REACH / DEGREE_METRES + BAND / 2)
        continue;
      for (let place = band << 9; place < (band << 9) + 2 * boxesOf(band); place++)
        for (const fire of firesIn(slots, setting, place, epochSeconds))
          if (fire !== null && (near === null || isNear(fire, near))) addPuffs(puffs, setting, fire, epochSeconds);
    }
    return puffs;
  };
  const everywhere = (epochSeconds: number) => {
    const puffs = instants.get(epochSeconds) ?? puffsOf(epochSeconds, null);
    instants.set(epochSeconds, puffs);
    for (const oldest of instants.keys()) if (instants.size > KEPT_INSTANTS) instants.delete(oldest);
    return puffs;
  };
  return {
    at(epochSeconds, near, error) {
      // Whoever asks about a second place at an instant will ask about more.
      const whole = near === null || instants.has(epochSeconds) || epochSeconds === lastAsked;
      lastAsked = epochSeconds;
      const puffs = whole ? everywhere(epochSeconds) : puffsOf(epochSeconds, near);
      return error === null ? puffs : puffs.map((puff) => displaced(puff, error));
    },
    burning(epochSeconds) {
      const fires: Fire[] = [];
      for (let band = 0; band < BANDS; band++)
        for (let place = band << 9; place < (band << 9) + 2 * boxesOf(band); place++) {
          const fire = firesIn(slots, setting, place, epochSeconds)[1] ?? null;
          if (fire !== null) fires.push(fire);
        }
      return fires.map((fire) => burningOf(fire, setting, epochSeconds));
    },
  };
}

function isNear(fire: Fire, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  const apart = Math.abs(((((fire.longitude - longitude) % 360) + 540) % 360) - 180);
  const poleward = Math.min(88, Math.max(Math.abs(latitude), Math.abs(fire.latitude)));
  return apart * DEGREE_METRES * Math.cos(poleward * RADIANS) < EASTWARD_REACH;
}

function boxesOf(band: number): number {
  return Math.max(3, Math.round((360 / BAND) * Math.cos((-90 + BAND * (band + 0.5)) * RADIANS)));
}

function firesIn(
  slots: Map<number, SlotFires>,
  setting: SmokeSetting,
  place: number,
  epochSeconds: number,
): readonly (Fire | null)[] {
  const known = slots.get(place);
  const seconds = known?.seconds ?? DAY * (6 + 8 * uniformAt(setting.seed, 30, place, 0));
  const offset = known?.offset ?? uniformAt(setting.seed, 31, place, 0);
  const generation = Math.floor(epochSeconds / seconds + offset);
  if (known?.generation === generation) return known.fires;
  const fires = [generation - 1, generation].map((one) =>
    fireOf(setting, place, one, (one - offset) * seconds, seconds),
  );
  slots.set(place, { seconds, offset, generation, fires });
  return fires;
}

function fireOf(setting: SmokeSetting, place: number, generation: number, start: number, seconds: number): Fire | null {
  const draw = (which: number) => uniformAt(setting.seed, 32 + which, place, generation);
  const band = place >> 9;
  const latitude = -90 + BAND * (band + draw(0));
  const longitude = (360 * (((place >> 1) & 255) + draw(1))) / boxesOf(band) - 180;
  if (draw(2) >= chanceOf(setting, latitude, longitude, start + seconds / 2)) return null;
  return { place, generation, start, seconds, latitude, longitude, strength: draw(3) };
}

/** Share of the slots that burn at a place and season. */
function chanceOf({ season, landness }: SmokeSetting, latitude: number, longitude: number, at: number): number {
  const away = Math.abs(latitude);
  const summer = season(at) * Math.sign(latitude);
  const bell = (degrees: number, width: number) => Math.exp(-0.5 * (degrees / width) ** 2);
  const climate =
    0.4 * bell(away - 47, 11) * Math.max(0.15, summer) + 0.4 * bell(away - 11, 7) * Math.max(0.1, -summer);
  return climate <= 0.01 ? 0 : climate * Math.max(0, 2 * landness(latitude, longitude) - 1);
}

interface Fire {
  readonly place: number;
  readonly generation: number;
  readonly start: number;
  readonly seconds: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly strength: number;
}

function addPuffs(puffs: AgedPuff[], setting: SmokeSetting, fire: Fire, epochSeconds: number): void {
  const { start, seconds, latitude, longitude } = fire;
  const first = Math.max(start, epochSeconds - LIFE);
  const last = Math.min(start + seconds, epochSeconds);
  for (let n = Math.ceil((first - start) / INTERVAL); start + n * INTERVAL <= last; n++) {
    const born = start + n * INTERVAL;
    const age = epochSeconds - born;
    const burning = Math.sin((Math.PI * (born - start)) / seconds) ** 2;
    const afternoon = 0.65 + 0.35 * Math.cos(setting.hourAngle(longitude, born) - Math.PI / 3);
    const radius = FIRST_RADIUS + WIDENING * age;
    const fade = Math.min(1, age / INTERVAL) * (1 - age / LIFE);
    const { u, v } = setting.steering(latitude, longitude, born);
    const strength = STRONGEST * (0.15 + 0.85 * fire.strength ** 2) * burning * afternoon;
    puffs.push({
      place: fire.place,
      generation: fire.generation,
      age,
      latitude: latitude + (CARRIED * v * age) / DEGREE_METRES,
      longitude: longitude + (CARRIED * u * age) / (DEGREE_METRES * Math.cos(latitude * RADIANS)),
      radius,
      rate: strength * fade * (FIRST_RADIUS / radius) ** 1.6,
    });
  }
}

function burningOf(fire: Fire, setting: SmokeSetting, epochSeconds: number): BurningFire {
  const puffs: AgedPuff[] = [];
  addPuffs(puffs, setting, fire, epochSeconds);
  const { place, generation, latitude, longitude, start, seconds, strength } = fire;
  return { place, generation, latitude, longitude, start, end: start + seconds, strength, puffs: puffs.reverse() };
}

function displaced(puff: AgedPuff, displacement: Displacement): SmokePuff {
  const { east, north } = displacement(puff.place, puff.generation);
  const share = Math.min(1, puff.age / FULLY_DISPLACED);
  const { latitude, longitude, radius, rate } = puff;
  return {
    latitude: latitude + (share * north) / DEGREE_METRES,
    longitude: longitude + (share * east) / (DEGREE_METRES * Math.cos(latitude * RADIANS)),
    radius,
    rate,
  };
}

/** Adds the puffs to one row, µg/m³; longitudes as in `addCellsToRow`. */
export function addPuffsToRow(
  puffs: readonly SmokePuff[],
  latitude: number,
  longitudes: Float64Array,
  smoke: Float64Array,
): void {
  for (const puff of puffs)
    visitColumnsWithin(puff, puff.radius, latitude, longitudes, (j, d2) => {
      smoke[j]! += concentration(puff, d2);
    });
}

function concentration({ radius, rate }: SmokePuff, d2: number): number {
  const inside = 1 - d2 / (radius * radius);
  return inside > 0 ? rate * inside * inside : 0;
}

/** The same for scattered points. */
export function addPuffsToPoints(puffs: readonly SmokePuff[], points: Points, smoke: Float64Array): void {
  for (const puff of puffs) {
    const perDegree = metresPerDegreeEast(puff.latitude);
    const [begin, end] = bandWithin(points, puff.latitude, puff.longitude, puff.radius);
    for (let i = begin; i < end; i++) {
      const n = points.northward[i]!;
      const apart = ((((points.longitudes[n]! - puff.longitude) % 360) + 540) % 360) - 180;
      const dy = (points.latitudes[n]! - puff.latitude) * DEGREE_METRES;
      smoke[n]! += concentration(puff, (apart * perDegree) ** 2 + dy * dy);
    }
  }
}
