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
 * geo-tz reads polygons from a 30 MB file with blocking reads when a tile is first needed, and by default keeps every
 * tile for ever (+390 MB after 40,000 random points). With a bounded store of tiles a look-up off the cache takes
 * 0.07 ms on average, and up to 23 ms in the densest tiles, hence the warm-up.
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

const CELLS_PER_DEGREE = 100;
const REMEMBERED_CELLS = 20_000;
const REMEMBERED_TILES = 300;

const tiles = new LRUCache<string, object>({ max: REMEMBERED_TILES });
const cells = new LRUCache<number, ZoneOfPoint>({ max: REMEMBERED_CELLS });

setCache({ store: { get: (key) => tiles.get(key), set: (key, tile: object) => tiles.set(key, tile) } });

/** Zone of a point; `latitude` −90..90, `longitude` −180..180. */
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

/** Zones of many places, each the same as `zoneAt` has it. */
export function zonesAlong(latitudes: Float64Array, longitudes: Float64Array): readonly ZoneOfPoint[] {
  return Array.from(latitudes, (latitude, i) => zoneAt(latitude, longitudes[i]!));
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

function lookUp(latitude: number, longitude: number): ZoneOfPoint {
  const drawn = latitude === 90 ? undefined : find(latitude, longitude).find((name) => !name.startsWith('Etc/GMT'));
  return drawn === undefined ? { name: nauticalZone(longitude), fallback: true } : { name: drawn, fallback: false };
}
