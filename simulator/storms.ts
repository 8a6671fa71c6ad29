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
import {
  BAND,
  BANDS,
  birthplace,
  boxesOf,
  generationAt,
  type Life,
  latitudeOfBirth,
  lifeAt,
  lifeOfGeneration,
  type PlantedStorm,
  placeOf,
  SLOTS,
  type StormSetting,
  successionOf,
} from './storm-lives.js';

export type { PlantedStorm } from './storm-lives.js';

const RADIANS = Math.PI / 180;
/** No cell is felt farther than this from the middle of its path: 280 km of drift and 255 km of shield. */
const CELL_REACH = 540_000; // m
/** Forecasts never displace a cell by more. */
export const LARGEST_DISPLACEMENT = 250_000; // m
/** A forecast displaces a cell by so much more or less at the ends of its life than in the middle: 90 km × √ of a lead. */
const DISPLACEMENT_CHANGE = 25_000; // m

/** Forecast displacement of the cell with this identity, m towards east and north. */
export type Displacement = (place: number, generation: number) => { east: number; north: number };
/** The displacement that a forecast run has at an instant, epoch seconds. */
export type DisplacementAt = (epochSeconds: number) => Displacement;

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
  /**
   * Storms that are felt at a place at some time from `begins` to `ends`, and a few that pass it by: the true ones, or those
   * of a forecast, whose tracks are then displaced.
   */
  passing(place: PlaceOnEarth, begins: number, ends: number, forecast?: DisplacementAt | null): PassingStorm[];
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
          if (life.rate > 0) tracks.push(trackOfLife(life, place, null));
        }
      const planted = setting.planted.map(trackOfPlanted);
      return [...tracks, ...planted.filter(({ begins, ends }) => epochSeconds >= begins && epochSeconds <= ends)];
    },
    passing(place, begins, ends, forecast = null) {
      const felt: PassingStorm[] = [];
      const area = { south: place.latitude, north: place.latitude, west: place.longitude, span: 0 };
      const around = boxesAround(area, forecast === null ? CELL_REACH / DEGREE_METRES : FARTHEST_FELT);
      for (const [band, box] of around)
        for (let slot = 0; slot < SLOTS; slot++)
          felt.push(...passingOf(setting, placeOf(band, box, slot), { place, begins, ends, forecast }));
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

function trackOfLife(life: Life, place: number, forecast: DisplacementAt | null): StormTrack {
  const { middle, seconds, radius, rate, generation } = life;
  return {
    name: `${place}-${generation}`,
    begins: middle - seconds / 2,
    ends: middle + seconds / 2,
    radius,
    peak: rate,
    at(epochSeconds) {
      const cell = cellOfLife(life, epochSeconds);
      return forecast === null ? cell : displaced({ cell, place, generation }, forecast(epochSeconds));
    },
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

interface Passage {
  readonly place: PlaceOnEarth;
  /** Epoch seconds. */
  readonly begins: number;
  readonly ends: number;
  readonly forecast: DisplacementAt | null;
}

/** Lives of a slot that are felt at a place at some time of a span; a cheap look at the birthplace comes first. */
function* passingOf(setting: StormSetting, slot: number, passage: Passage): Generator<PassingStorm> {
  const { place, begins, ends, forecast } = passage;
  const succession = successionOf(setting, slot);
  const last = generationAt(succession, ends);
  const reach = CELL_REACH + (forecast === null ? 0 : LARGEST_DISPLACEMENT);
  for (let generation = generationAt(succession, begins); generation <= last; generation++) {
    if (!isNear(setting, slot, generation, place, reach)) continue;
    const life = lifeOfGeneration(setting, slot, succession, generation);
    if (life.rate === 0) continue;
    const felt =
      forecast === null
        ? passageOf(life, place, 0)
        : passageOf(movedLife(life, slot, forecast), place, DISPLACEMENT_CHANGE);
    if (felt !== null) yield { track: trackOfLife(life, slot, forecast), ...felt };
  }
}

/** A life where a forecast has it in the middle of its time. */
function movedLife(life: Life, place: number, forecast: DisplacementAt): Life {
  const cell = cellOfLife(life, life.middle);
  const { latitude, longitude } = displaced({ cell, place, generation: life.generation }, forecast(life.middle));
  return { ...life, latitude, longitude };
}

/** True if a life may be felt at a place, by its birthplace alone; the latitude rules most out. */
function isNear(setting: StormSetting, slot: number, generation: number, place: PlaceOnEarth, reach: number): boolean {
  const north = (latitudeOfBirth(setting, slot, generation) - place.latitude) * DEGREE_METRES;
  if (Math.abs(north) > reach) return false;
  const [east] = offsetOf(birthplace(setting, slot, generation), place);
  return east * east + north * north <= reach * reach;
}

/** m from a centre to a place, eastward and northward. */
function offsetOf(centre: PlaceOnEarth, place: PlaceOnEarth): readonly [east: number, north: number] {
  const apart = ((((place.longitude - centre.longitude) % 360) + 540) % 360) - 180;
  return [apart * metresPerDegreeEast(centre.latitude), (place.latitude - centre.latitude) * DEGREE_METRES];
}

/** Time during which the shield of a life reaches a place; a tenth is added, because the map is flat around its middle. */
function passageOf(life: Life, place: PlaceOnEarth, further: number): Omit<PassingStorm, 'track'> | null {
  const [east, north] = offsetOf(life, place);
  const { u, v, middle, seconds, radius } = life;
  const speedSquared = Math.max(1, u * u + v * v);
  const nearest = (east * u + north * v) / speedSquared;
  const reach = 1.1 * SHIELD * radius + 20_000 + further;
  const past = (reach * reach - (east - u * nearest) ** 2 - (north - v * nearest) ** 2) / speedSquared;
  if (past < 0) return null;
  const arrives = middle + Math.max(-seconds / 2, nearest - Math.sqrt(past));
  const leaves = middle + Math.min(seconds / 2, nearest + Math.sqrt(past));
  return arrives <= leaves ? { arrives, leaves } : null;
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
