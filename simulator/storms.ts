/**
 * Storm cells: round showers that are born, move with the steering wind of their birthplace, and die.
 *
 * The globe is cut into bands of 6° and each band into boxes about as wide; every box has two slots, and in each slot
 * one life follows the other (5 to 8 h). Whether a life is lived, and where, how large and how strong, comes from a
 * hash of (band, box, slot, generation), so no cell needs a past. Inside its life a cell keeps one velocity:
 *
 *   rate(d) = peak × sin²(π · age/life) × (1 − (d/radius)²)³        mm/h, d < radius
 *
 * A planted storm is the same thing with known figures, for tests: full strength at every instant of its life.
 */

import { type BoundedCache, createBoundedCache } from './bounded-cache.js';
import { SHIELD, type StormCell } from './cell-disc.js';
import { DEGREE_METRES, metresPerDegreeEast } from './discs.js';
import type { Area, PlaceOnEarth } from './places.js';
import { uniformAt } from './random.js';

const BAND = 6; // degrees of latitude
const BANDS = 180 / BAND;
const SLOTS = 2;
/** Share of lives that are lived in the middle of the tropical rain belt. */
const COMMONNESS = 0.75;
const MOST_OF_DAY = 1.6;
const RADIANS = Math.PI / 180;
/** No cell is felt farther than this from the middle of its path: 280 km of drift and 255 km of shield. */
const CELL_REACH = 540_000; // m
/** Forecasts never displace a cell by more. */
export const LARGEST_DISPLACEMENT = 250_000; // m

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

/** Forecast displacement of the cell with this identity, m towards east and north. */
export type Displacement = (place: number, generation: number) => { east: number; north: number };

/** One life in a slot, as it is fixed at birth; `rate` is its peak, mm/h, 0 for a life that is not lived. */
interface Life {
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

/** A storm from its birth to its end, for whoever has to follow it: warnings. */
export interface StormTrack {
  /** Of no other storm of this world: letters, digits and hyphens. */
  readonly name: string;
  /** Epoch seconds. */
  readonly begins: number;
  readonly ends: number;
  /** m. */
  readonly radius: number;
  /** Largest rate at the centre, mm/h. */
  readonly peak: number;
  at(epochSeconds: number): StormCell;
}

/** A storm that passes a place, and when it is felt there: never outside this time, epoch seconds. */
export interface PassingStorm {
  readonly track: StormTrack;
  readonly arrives: number;
  readonly leaves: number;
}

export interface Storms {
  /** Storms of everywhere that are alive at an instant, with their whole lives. */
  tracks(epochSeconds: number): StormTrack[];
  /** Storms that are felt at a place at some time from `begins` to `ends`, and a few that pass it by. */
  passing(place: PlaceOnEarth, begins: number, ends: number): PassingStorm[];
  /**
   * All cells alive at an instant, or only those that can be felt in an area, displaced when a forecast asks. The cells
   * of an area are kept as long as it is, as those of the globe are: pass the same object.
   */
  at(epochSeconds: number, area: Area | null, error: Displacement | null): StormCell[];
}

/** A life at an instant: where it is in the truth, and which it is. */
interface LivingCell {
  readonly cell: StormCell;
  readonly place: number;
  readonly generation: number;
}

/** Of cells that are kept by instant: the members of an ensemble ask for the same ones in turn, several leads at once. */
const KEPT_BYTES = 4e6;
const CELL_BYTES = 200;
const FEWEST_INSTANTS = 4;
const GLOBE: Area = { south: -90, north: 90, west: -180, span: 360 };
/** Degrees of latitude from which a cell can be felt, wherever a forecast puts it. */
const FARTHEST_FELT = (CELL_REACH + LARGEST_DISPLACEMENT) / DEGREE_METRES;

export function createStorms(setting: StormSetting): Storms {
  // The last life of each slot: neighbouring instants ask for the same one, and its birth is the costly part.
  const lives = new Map<number, Life>();
  const cellsIn = (area: Area, epochSeconds: number): readonly LivingCell[] => {
    const cells: LivingCell[] = [];
    for (const [band, box] of boxesAround(area))
      for (let slot = 0; slot < SLOTS; slot++) addLife(cells, lives, setting, band, box, slot, epochSeconds);
    return cells;
  };
  const areas = new WeakMap<Area, BoundedCache<number, readonly LivingCell[]>>();
  const livingIn = (area: Area, epochSeconds: number): readonly LivingCell[] => {
    if (area.south === area.north) return cellsIn(area, epochSeconds); // of a place, which nobody asks for twice
    const instants = areas.get(area) ?? createBoundedCache(KEPT_BYTES, bytesOf, FEWEST_INSTANTS);
    areas.set(area, instants);
    return instants.get(epochSeconds, () => cellsIn(area, epochSeconds));
  };
  return {
    tracks(epochSeconds) {
      const tracks: StormTrack[] = [];
      for (const [band, box] of boxesAround(GLOBE))
        for (let slot = 0; slot < SLOTS; slot++) {
          const place = placeOf(band, box, slot);
          const life = lifeOf(lives, setting, place, epochSeconds);
          if (life.rate > 0) tracks.push(trackOfLife(life, place));
        }
      const planted = setting.planted.map(trackOfPlanted);
      return [...tracks, ...planted.filter(({ begins, ends }) => epochSeconds >= begins && epochSeconds <= ends)];
    },
    passing(place, begins, ends) {
      const felt: PassingStorm[] = [];
      const area = { south: place.latitude, north: place.latitude, west: place.longitude, span: 0 };
      for (const [band, box] of boxesAround(area, CELL_REACH / DEGREE_METRES))
        for (let slot = 0; slot < SLOTS; slot++)
          addPassing(felt, setting, placeOf(band, box, slot), place, [begins, ends]);
      const planted = setting.planted.map(trackOfPlanted);
      for (const track of planted.filter((one) => one.ends >= begins && one.begins <= ends))
        felt.push({ track, arrives: track.begins, leaves: track.ends });
      return felt;
    },
    at(epochSeconds, area, error) {
      const living = livingIn(area ?? GLOBE, epochSeconds);
      const cells = living.map((one) => (error === null ? one.cell : displaced(one, error)));
      for (const storm of setting.planted) addPlanted(cells, storm, epochSeconds);
      return cells;
    },
  };
}

function bytesOf({ length }: readonly LivingCell[]): number {
  return CELL_BYTES * length;
}

/** Band and box of those whose cells can be felt in an area, `felt` degrees off at most, always in the same order. */
function* boxesAround(
  { south, north, west, span }: Area,
  felt = FARTHEST_FELT,
): Generator<readonly [band: number, box: number]> {
  for (let band = 0; band < BANDS; band++) {
    const [bottom, top] = [-90 + BAND * band, -90 + BAND * (band + 1)];
    if (bottom > north + felt || top < south - felt) continue;
    const boxes = boxesOf(band);
    const poleward = Math.min(89, Math.max(Math.abs(bottom), Math.abs(top)));
    const reach = felt / Math.cos(poleward * RADIANS);
    const boxAt = (longitude: number): number => Math.floor(((longitude + 180) * boxes) / 360);
    const first = boxAt(west - reach);
    const count = Math.min(boxes, boxAt(west + span + reach) - first + 1);
    for (let box = 0; box < boxes; box++) if ((((box - first) % boxes) + boxes) % boxes < count) yield [band, box];
  }
}

function displaced({ cell, place, generation }: LivingCell, displacement: Displacement): StormCell {
  const { east, north } = displacement(place, generation);
  const { latitude, longitude, u, v, radius, rate } = cell;
  return {
    latitude: latitude + north / DEGREE_METRES,
    longitude: longitude + east / (DEGREE_METRES * Math.cos(latitude * RADIANS)),
    u,
    v,
    radius,
    rate,
  };
}

const BOXES = Array.from({ length: BANDS }, (_, band) => {
  const middle = -90 + BAND * (band + 0.5);
  return Math.max(3, Math.round((360 / BAND) * Math.cos(middle * RADIANS)));
});

function boxesOf(band: number): number {
  return BOXES[band]!;
}

function addLife(
  cells: LivingCell[],
  lives: Map<number, Life>,
  setting: StormSetting,
  band: number,
  box: number,
  slot: number,
  epochSeconds: number,
): void {
  const place = placeOf(band, box, slot);
  const life = lifeOf(lives, setting, place, epochSeconds);
  if (life.rate > 0) cells.push({ cell: cellOfLife(life, epochSeconds), place, generation: life.generation });
}

function placeOf(band: number, box: number, slot: number): number {
  return (band << 9) | (box << 1) | slot;
}

/** The life that is lived, or not, in a slot at an instant. */
function lifeOf(lives: Map<number, Life>, setting: StormSetting, place: number, epochSeconds: number): Life {
  const known = lives.get(place);
  if (known !== undefined && Math.abs(epochSeconds - known.middle) <= known.seconds / 2) return known;
  const life = lifeAt(setting, place, epochSeconds);
  lives.set(place, life);
  return life;
}

function cellOfLife(life: Life, epochSeconds: number): StormCell {
  const dt = epochSeconds - life.middle;
  const { latitude, longitude, u, v, radius } = life;
  const rate = life.rate * Math.cos((Math.PI * dt) / life.seconds) ** 2;
  return cellAt(latitude, longitude, u * dt, v * dt, u, v, radius, rate);
}

function trackOfLife(life: Life, place: number): StormTrack {
  const { middle, seconds, radius, rate, generation } = life;
  return {
    name: `${place}-${generation}`,
    begins: middle - seconds / 2,
    ends: middle + seconds / 2,
    radius,
    peak: rate,
    at: (epochSeconds) => cellOfLife(life, epochSeconds),
  };
}

function trackOfPlanted(storm: PlantedStorm, n: number): StormTrack {
  const { at, lifeSeconds, radius, rate } = storm;
  return {
    name: `planted-${n}`,
    begins: at - lifeSeconds / 2,
    ends: at + lifeSeconds / 2,
    radius,
    peak: rate,
    at: (epochSeconds) => cellOfPlanted(storm, epochSeconds),
  };
}

/** Succession of the lives of a slot: generation g begins at (g − offset) × seconds. */
interface Succession {
  readonly seconds: number;
  readonly offset: number;
}

function successionOf({ seed }: StormSetting, place: number): Succession {
  return { seconds: 3600 * (5 + 3 * uniformAt(seed, 10, place, 0)), offset: uniformAt(seed, 11, place, 0) };
}

function generationAt({ seconds, offset }: Succession, epochSeconds: number): number {
  return Math.floor(epochSeconds / seconds + offset);
}

function latitudeOfBirth({ seed }: StormSetting, place: number, generation: number): number {
  return -90 + BAND * ((place >> 9) + uniformAt(seed, 13, place, generation));
}

/** Place of a life in its middle, degrees. */
function birthplace(setting: StormSetting, place: number, generation: number): PlaceOnEarth {
  const box = ((place >> 1) & 255) + uniformAt(setting.seed, 14, place, generation);
  return {
    latitude: latitudeOfBirth(setting, place, generation),
    longitude: (360 * box) / boxesOf(place >> 9) - 180,
  };
}

function lifeAt(setting: StormSetting, place: number, epochSeconds: number): Life {
  const succession = successionOf(setting, place);
  return lifeOfGeneration(setting, place, succession, generationAt(succession, epochSeconds));
}

function lifeOfGeneration(setting: StormSetting, place: number, succession: Succession, generation: number): Life {
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

/** Lives of a slot that are felt at a place at some time of a span; a cheap look at the birthplace comes first. */
function addPassing(
  felt: PassingStorm[],
  setting: StormSetting,
  slot: number,
  place: PlaceOnEarth,
  [begins, ends]: readonly [number, number],
): void {
  const succession = successionOf(setting, slot);
  const last = generationAt(succession, ends);
  for (let generation = generationAt(succession, begins); generation <= last; generation++) {
    if (!isNear(setting, slot, generation, place)) continue;
    const life = lifeOfGeneration(setting, slot, succession, generation);
    const passage = life.rate > 0 ? passageOf(life, place) : null;
    if (passage !== null) felt.push({ track: trackOfLife(life, slot), ...passage });
  }
}

/** True if a life may be felt at a place, by its birthplace alone; the latitude rules most out. */
function isNear(setting: StormSetting, slot: number, generation: number, place: PlaceOnEarth): boolean {
  const north = (latitudeOfBirth(setting, slot, generation) - place.latitude) * DEGREE_METRES;
  if (Math.abs(north) > CELL_REACH) return false;
  const [east] = offsetOf(birthplace(setting, slot, generation), place);
  return east * east + north * north <= CELL_REACH * CELL_REACH;
}

/** m from a centre to a place, eastward and northward. */
function offsetOf(centre: PlaceOnEarth, place: PlaceOnEarth): readonly [east: number, north: number] {
  const apart = ((((place.longitude - centre.longitude) % 360) + 540) % 360) - 180;
  return [apart * metresPerDegreeEast(centre.latitude), (place.latitude - centre.latitude) * DEGREE_METRES];
}

/** Time during which the shield of a life reaches a place; a tenth is added, because the map is flat around its middle. */
function passageOf(life: Life, place: PlaceOnEarth): Omit<PassingStorm, 'track'> | null {
  const [east, north] = offsetOf(life, place);
  const { u, v, middle, seconds, radius } = life;
  const speedSquared = Math.max(1, u * u + v * v);
  const nearest = (east * u + north * v) / speedSquared;
  const reach = 1.1 * SHIELD * radius + 20_000;
  const past = (reach * reach - (east - u * nearest) ** 2 - (north - v * nearest) ** 2) / speedSquared;
  if (past < 0) return null;
  const arrives = middle + Math.max(-seconds / 2, nearest - Math.sqrt(past));
  const leaves = middle + Math.min(seconds / 2, nearest + Math.sqrt(past));
  return arrives <= leaves ? { arrives, leaves } : null;
}

/** Share of cells that the hour allows: over land they come at 17 h local time, over sea at any hour. */
function hourly(setting: StormSetting, latitude: number, longitude: number, epochSeconds: number): number {
  const afternoon = Math.cos(setting.hourAngle(longitude, epochSeconds) - (5 * Math.PI) / 12);
  return 0.9 + Math.min(1, setting.landness(latitude, longitude)) * 0.7 * afternoon;
}

/** A cell `east` and `north` metres from where it was in the middle of its life. */
function cellAt(
  latitude: number,
  longitude: number,
  east: number,
  north: number,
  u: number,
  v: number,
  radius: number,
  rate: number,
): StormCell {
  return {
    latitude: latitude + north / DEGREE_METRES,
    longitude: longitude + east / (DEGREE_METRES * Math.cos(latitude * RADIANS)),
    u,
    v,
    radius,
    rate,
  };
}

function addPlanted(cells: StormCell[], storm: PlantedStorm, epochSeconds: number): void {
  const dt = epochSeconds - storm.at;
  if (Math.abs(dt) <= storm.lifeSeconds / 2) cells.push(cellOfPlanted(storm, epochSeconds));
}

function cellOfPlanted(storm: PlantedStorm, epochSeconds: number): StormCell {
  const dt = epochSeconds - storm.at;
  const u = storm.speed * Math.sin(storm.bearing * RADIANS);
  const v = storm.speed * Math.cos(storm.bearing * RADIANS);
  return cellAt(storm.latitude, storm.longitude, u * dt, v * dt, u, v, storm.radius, storm.rate);
}
