/**
 * Fires of the simulated world, and what satellites see of them.
 *
 * The fires that send off the world's smoke (`smoke.ts`) are fires here, at the same place for the same days. Besides,
 * small ones burn everywhere on land between 62° S and 62° N, too small to smoke: the globe is cut into boxes of 4°, in
 * each of them one follows the other every three days, lit or not by a hash.
 *
 *   spots of a fire      6 + 90 s² for one that smokes, of strength s; 1 to 4 for a small one
 *   burning at time t    the first of them, a share of 0.15 + 0.85 sin²(π age/life), six of seven each time
 *   power of a spot      (4 + 60 s²) MW, small ones 2 MW, × e^(0.8 n), n normal; at night × 0.6
 *
 * Five satellites pass every place twice a day, about 12 h apart, at their own local solar time, up to 20 minutes early or late; what
 * they see of a spot is up to 0.0015° off. MODIS sees only what radiates 5 MW or more. They see through clouds.
 */

import type { FireConfidence, FirePoint } from '../src/model/fire.js';
import { DAY, HOUR, MINUTE } from '../src/model/time.js';
import { normalAt, uniformAt } from './random.js';
import { groundAt } from './terrain.js';
import type { World } from './world.js';

export interface FireSatellite {
  /** As the lists have it. */
  readonly id: 'N' | 'N20' | 'N21' | 'A' | 'T';
  readonly instrument: 'viirs' | 'modis';
  /** Local solar time of the pass in daylight, hours. */
  readonly passes: number;
}

export const FIRE_SATELLITES: readonly FireSatellite[] = [
  { id: 'N', instrument: 'viirs', passes: 13.5 },
  { id: 'N20', instrument: 'viirs', passes: 12.7 },
  { id: 'N21', instrument: 'viirs', passes: 13.1 },
  { id: 'T', instrument: 'modis', passes: 10.5 },
  { id: 'A', instrument: 'modis', passes: 13.6 },
];

/** Least power that MODIS sees, MW. */
const SEEN_BY_MODIS = 5;

interface LitFire {
  /** Names it, with its generation; those of small ones are below 0. */
  readonly place: number;
  readonly generation: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly start: number;
  readonly end: number;
  readonly spots: number;
  /** Degrees from its middle to the furthest spot. */
  readonly spread: number;
  /** MW of a middling spot by day. */
  readonly power: number;
}

/**
 * Everything that a satellite sees from after `from` to `to`, epoch seconds; no more than three days. Coordinates are whole
 * multiples of 1e-5°, as the lists print them.
 */
export function firesSeen(world: World, satellite: FireSatellite, from: number, to: number): FirePoint[] {
  const seen: FirePoint[] = [];
  for (const fire of firesBetween(world, from, to))
    for (const pass of passesOver(world.seed, satellite, fire.longitude, from, to))
      if (pass.time >= fire.start && pass.time < fire.end) addSpots(seen, world.seed, fire, satellite, pass);
  return seen;
}

/** No fire burns for less than three days, so that each of a shorter time burns at one of its ends. */
function firesBetween(world: World, from: number, to: number): readonly LitFire[] {
  const fires = new Map<string, LitFire>();
  for (const at of [from, to])
    for (const fire of [...smokingFires(world, at), ...smallFires(world.seed, at)])
      fires.set(`${fire.place} ${fire.generation}`, fire);
  return [...fires.values()];
}

function smokingFires(world: World, at: number): LitFire[] {
  return world.burningFires(at).map(({ place, generation, latitude, longitude, start, end, strength }) => ({
    ...{ place, generation, latitude, longitude, start, end },
    spots: 6 + Math.round(90 * strength ** 2),
    spread: 0.03 + 0.12 * strength,
    power: 4 + 60 * strength ** 2,
  }));
}

const BOX = 4;
const COLUMNS = 360 / BOX;
const [FIRST_ROW, END_ROW] = [7, 38];
const SMALL_LIFE = 3 * DAY;
/** Of the boxes on land in which a small fire burns. */
const SMALL_CHANCE = 0.35;

/** In each box its fires begin at a time of their own. */
function smallFires(seed: number, at: number): LitFire[] {
  const fires: LitFire[] = [];
  for (let row = FIRST_ROW; row < END_ROW; row++)
    for (let column = 0; column < COLUMNS; column++) {
      const box = row * COLUMNS + column;
      const offset = uniformAt(seed, 70, box, 0);
      const generation = Math.floor(at / SMALL_LIFE + offset);
      const draw = (which: number) => uniformAt(seed, 71 + which, box, generation);
      const latitude = -90 + BOX * (row + draw(0));
      const longitude = -180 + BOX * (column + draw(1));
      // Boxes are narrower towards the poles, and fires there fewer.
      const chance = SMALL_CHANCE * Math.cos((latitude * Math.PI) / 180);
      if (draw(2) >= chance || groundAt(latitude, longitude).landness < 0.6) continue;
      const start = (generation - offset) * SMALL_LIFE;
      const spots = 1 + Math.floor(4 * draw(3));
      const place = -1 - box;
      fires.push({
        place,
        generation,
        latitude,
        longitude,
        start,
        end: start + SMALL_LIFE,
        spots,
        spread: 0.02,
        power: 2,
      });
    }
  return fires;
}

interface Pass {
  /** Epoch seconds, a whole minute. */
  readonly time: number;
  readonly isDay: boolean;
}

function passesOver(seed: number, satellite: FireSatellite, longitude: number, from: number, to: number): Pass[] {
  const passes: Pass[] = [];
  const number = FIRE_SATELLITES.indexOf(satellite);
  for (let day = Math.floor(from / DAY) - 1; day <= Math.floor(to / DAY) + 1; day++)
    for (const isDay of [false, true]) {
      const early = 20 * MINUTE * (2 * uniformAt(seed, 76, number, 2 * day + Number(isDay)) - 1);
      const local = satellite.passes - (isDay ? 0 : 12);
      const time = Math.round((day * DAY + local * HOUR - (longitude / 15) * HOUR - early) / MINUTE) * MINUTE;
      if (time > from && time <= to) passes.push({ time, isDay });
    }
  return passes;
}

function addSpots(seen: FirePoint[], seed: number, fire: LitFire, satellite: FireSatellite, pass: Pass): void {
  const { start, end, spots } = fire;
  const share = 0.15 + 0.85 * Math.sin((Math.PI * (pass.time - start)) / (end - start)) ** 2;
  const burning = Math.ceil(share * spots);
  const number = pass.time / MINUTE + FIRE_SATELLITES.indexOf(satellite);
  for (let spot = 0; spot < burning; spot++) {
    const name = fire.place * 128 + spot;
    if (uniformAt(seed, 77, name, number) > 6 / 7) continue;
    const power = fire.power * Math.exp(0.8 * normalAt(seed, 78, name, number)) * (pass.isDay ? 1 : 0.6);
    if (satellite.instrument === 'modis' && power < SEEN_BY_MODIS) continue;
    seen.push(pointOf(seed, fire, name, number, satellite, pass, power));
  }
}

function pointOf(
  seed: number,
  { generation, ...fire }: LitFire,
  name: number,
  number: number,
  { id, instrument }: FireSatellite,
  { time, isDay }: Pass,
  power: number,
): FirePoint {
  const away = fire.spread * Math.sqrt(uniformAt(seed, 79, name, generation));
  const bearing = 2 * Math.PI * uniformAt(seed, 80, name, generation);
  const off = (which: number) => 0.0015 * (2 * uniformAt(seed, 81 + which, name, number) - 1);
  const narrow = Math.max(0.1, Math.cos((fire.latitude * Math.PI) / 180));
  const longitude = fire.longitude + (away * Math.sin(bearing)) / narrow + off(1);
  const side = instrument === 'viirs' ? 0.38 : 1;
  return {
    latitude: rounded(fire.latitude + away * Math.cos(bearing) + off(0), 5),
    longitude: rounded(longitude < -180 ? longitude + 360 : longitude >= 180 ? longitude - 360 : longitude, 5),
    time,
    satellite: id,
    confidence: confidenceOf(power),
    brightness: rounded(Math.min(367, 305 + 12 * Math.log1p(power)), 2),
    radiativePower: rounded(power, 2),
    acrossTrack: 1000 * rounded(side * (1 + uniformAt(seed, 83, name, number)), 2),
    alongTrack: 1000 * rounded(side * (1 + 0.3 * uniformAt(seed, 84, name, number)), 2),
    isDay,
  };
}

function confidenceOf(power: number): FireConfidence {
  return power < 1 ? 'low' : power < 40 ? 'nominal' : 'high';
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
