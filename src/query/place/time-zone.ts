/**
 * The IANA zone of a point, from the polygons of timezone-boundary-builder through geo-tz (data ODbL, OpenStreetMap).
 *
 * One answer per cell of 0.01° (about 1 km), looked up at the cell's centre, so that it does not depend on which point
 * of the cell was asked for first. Where claims overlap (Xinjiang, the West Bank) the first name of the data holds.
 *
 * At sea there is no polygon: the nautical zone of 15° of longitude serves, marked as a fallback. Etc names count
 * westward, so UTC+2 at 30°E is "Etc/GMT-2" (tz database, file etcetera). geo-tz itself answers the sea with nautical
 * names, but with two of them at the edges of a zone and all 25 at the north pole; ours is always one.
 *
 * geo-tz knows squares of 0.7° × 0.35° and larger that lie in one zone, which costs 1 µs a place. Elsewhere it tests the
 * polygons of a tile (10 to 100 µs), which it reads from a 30 MB file with blocking reads when the tile is first needed:
 * 0.4 ms on average, 9 in the 300 densest tiles, hence the warm-up. By default it keeps every tile for ever (1.5 GB in
 * memory); here the least recently used ones go. Counted by vertices and not by tiles, since 300 of the densest took
 * 460 MB.
 *
 * So 2,000 samples of a route (Berlin to Madrid, across the United States, along the Mexican border) cost 2 to 7 ms over
 * tiles that are there and 7 to 40 where none is, and 41 samples from Berlin to Milan, through the densest tiles there
 * are, 1.4 and 30; either 0.4 ms or less when it is asked for again. An index of our own would save the 2 to 7.
 */

import { find, setCache } from 'geo-tz/all';
import { LRUCache } from 'lru-cache';
import { type Zone, zoneOf } from '../../model/time.js';

export interface ZoneOfPoint {
  /** IANA name. */
  readonly name: string;
  /** True at sea and wherever no zone is drawn: `name` is the nautical zone. */
  readonly fallback: boolean;
}

/** What geo-tz decodes and is given back: GeoJSON. */
interface ZoneTile {
  readonly features: readonly { readonly geometry: { readonly coordinates: Nested } }[];
}

/** Positions in rings in polygons, in polygons of many where there are more. */
type Nested = readonly (number | Nested)[];

const CELLS_PER_DEGREE = 100;
const REMEMBERED_CELLS = 20_000;
/** 50 MB, at 200 bytes for each: some 700 tiles of average density. */
const REMEMBERED_VERTICES = 250_000;

const tiles = new LRUCache<string, ZoneTile>({
  maxSize: REMEMBERED_VERTICES,
  sizeCalculation: verticesOf,
});
const cells = new LRUCache<number, ZoneOfPoint>({ max: REMEMBERED_CELLS });

setCache({ store: { get: (key) => tiles.get(key), set: (key, tile: ZoneTile) => tiles.set(key, tile) } });

/** Zone of a point, 0.2 µs where its cell is remembered; `latitude` −90..90, `longitude` −180..180. */
export function zoneAt(latitude: number, longitude: number): ZoneOfPoint {
  const row = Math.round(latitude * CELLS_PER_DEGREE);
  const column = Math.round(longitude * CELLS_PER_DEGREE);
  const key = (row + 90 * CELLS_PER_DEGREE) * 361 * CELLS_PER_DEGREE + column + 180 * CELLS_PER_DEGREE;
  const known = cells.get(key);
  if (known !== undefined) return known;
  const zone = lookUp(row / CELLS_PER_DEGREE, column / CELLS_PER_DEGREE);
  cells.set(key, zone);
  return zone;
}

/** The zone of a place as the runtime knows it, ready for local times. */
export function zoneOfPlace(latitude: number, longitude: number): { zone: Zone; fallback: boolean } {
  const { name, fallback } = zoneAt(latitude, longitude);
  const zone = zoneOf(name);
  // Polygons may be newer than the runtime's tz database and name a zone that it does not know yet.
  return zone === null ? { zone: zoneOf(nauticalZone(longitude))!, fallback: true } : { zone, fallback };
}

/** Name of the nautical zone, 15° wide and centred on multiples of 15°; both dateline meridians are in UTC+12. */
export function nauticalZone(longitude: number): string {
  const hours = longitude === -180 ? 12 : Math.round(longitude / 15);
  if (hours === 0) return 'Etc/GMT';
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
}

/** Places whose surroundings fill the store of tiles with the densest ones; borders meet near all of them. */
const WARM_UP = [
  [40.71, -74.01],
  [41.88, -87.63],
  [34.05, -118.24],
  [19.43, -99.13],
  [-23.55, -46.63],
  [51.51, -0.13],
  [48.86, 2.35],
  [47.56, 7.59],
  [52.52, 13.41],
  [31.77, 35.21],
  [28.61, 77.21],
  [31.23, 121.47],
  [35.68, 139.69],
  [-33.87, 151.21],
] as const;

/** Reads the most asked-for tiles, so that the first requests do not wait for the disk. */
export function warmTimeZones(): void {
  for (const [latitude, longitude] of WARM_UP) zoneAt(latitude, longitude);
}

function verticesOf({ features }: ZoneTile): number {
  return Math.max(
    1,
    sumOf(features, ({ geometry }) => verticesIn(geometry.coordinates)),
  );
}

function verticesIn(part: Nested): number {
  const [first] = part;
  const isRing = typeof first === 'object' && typeof first[0] === 'number';
  return isRing ? part.length : sumOf(part, (inner) => verticesIn(inner as Nested));
}

function sumOf<Part>(parts: readonly Part[], countOf: (part: Part) => number): number {
  return parts.reduce((sum, part) => sum + countOf(part), 0);
}

function lookUp(latitude: number, longitude: number): ZoneOfPoint {
  const drawn = latitude === 90 ? undefined : find(latitude, longitude).find((name) => !name.startsWith('Etc/GMT'));
  return drawn === undefined ? { name: nauticalZone(longitude), fallback: true } : { name: drawn, fallback: false };
}
