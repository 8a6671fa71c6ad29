/**
 * Finds the stations nearest to a place. Stations are sorted into cells of half a degree; a search looks at the cells that the
 * distance reaches, and compares chords of the unit sphere, which are as good as distances and need no trigonometry.
 *
 * Sphere of the mean radius 6371.0088 km (IUGG R1), as in `science/great-circle.ts`.
 */

import { sharedTurns, type Turns } from '../../base/turns.js';

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;
const CELL = 0.5;
const ROWS = 180 / CELL;
const COLUMNS = 360 / CELL;
/** Rounding of places must not push a station at the very edge out of the cells that are looked at, degrees. */
const MARGIN = 1e-9;

export interface StationDistance {
  /** Number of the station. */
  readonly station: number;
  /** Great-circle distance, km. */
  readonly distance: number;
}

export interface StationIndex {
  /** The nearest first. @param within  km */
  near(
    latitude: number,
    longitude: number,
    options: { readonly most: number; readonly within: number },
  ): StationDistance[];
}

const rowOf = (latitude: number) => Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) / CELL)));
const columnOf = (longitude: number) => ((Math.floor((longitude + 180) / CELL) % COLUMNS) + COLUMNS) % COLUMNS;

/** Stations sorted by their cells. */
interface SortedStations {
  /** First place in the lists below of each cell, and at last the end. */
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
  /** Unit vectors: x, y, z of each station in turn. */
  readonly vectors: Float64Array;
}

/** Stations between two pauses: 118,492 take 20 ms and more in one go. */
const PIECE = 4096;

/** @param turns  others get theirs while the index is built */
export async function indexStations(
  latitudes: Float64Array,
  longitudes: Float64Array,
  turns: Turns = sharedTurns,
): Promise<StationIndex> {
  const sorted = await sortByCell(latitudes, longitudes, turns);
  return {
    near(latitude, longitude, { most, within }) {
      const nearest = createNearest(most, (2 * Math.sin(Math.min(Math.PI, within / EARTH_RADIUS_KM) / 2)) ** 2);
      const center = new Float64Array(3);
      writeVector(center, 0, latitude, longitude);
      forCellsAround(latitude, longitude, within, (first, last) => searchCells(sorted, center, nearest, first, last));
      return Array.from({ length: nearest.count }, (_, n) => ({
        station: nearest.stations[n]!,
        distance: 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(nearest.chords[n]!) / 2)),
      }));
    },
  };
}

async function sortByCell(latitudes: Float64Array, longitudes: Float64Array, turns: Turns): Promise<SortedStations> {
  const count = latitudes.length;
  const starts = new Uint32Array(ROWS * COLUMNS + 1);
  const cells = new Uint32Array(count);
  for (let n = 0; n < count; n++) {
    if (n % PIECE === 0) await turns.pause();
    cells[n] = rowOf(latitudes[n]!) * COLUMNS + columnOf(longitudes[n]!);
    starts[cells[n]! + 1]!++;
  }
  for (let cell = 0; cell < ROWS * COLUMNS; cell++) starts[cell + 1]! += starts[cell]!;
  const next = starts.slice(0, -1);
  const [numbers, vectors] = [new Uint32Array(count), new Float64Array(3 * count)];
  for (let n = 0; n < count; n++) {
    if (n % PIECE === 0) await turns.pause();
    const at = next[cells[n]!]!++;
    numbers[at] = n;
    writeVector(vectors, at, latitudes[n]!, longitudes[n]!);
  }
  return { starts, numbers, vectors };
}

function writeVector(vectors: Float64Array, at: number, latitude: number, longitude: number): void {
  const across = Math.cos(latitude * RADIANS);
  vectors[3 * at] = across * Math.cos(longitude * RADIANS);
  vectors[3 * at + 1] = across * Math.sin(longitude * RADIANS);
  vectors[3 * at + 2] = Math.sin(latitude * RADIANS);
}

/** The nearest stations so far, by squared chords of the unit sphere. */
interface Nearest {
  count: number;
  /** Stations farther away than this are not wanted. */
  limit: number;
  readonly stations: Uint32Array;
  readonly chords: Float64Array;
}

function createNearest(most: number, limit: number): Nearest {
  return { count: 0, limit, stations: new Uint32Array(most), chords: new Float64Array(most) };
}

/** Looks at the stations of the cells `first` to `last`, both inclusive. */
function searchCells(
  { starts, numbers, vectors }: SortedStations,
  center: Float64Array,
  nearest: Nearest,
  first: number,
  last: number,
): void {
  const [x, y, z] = [center[0]!, center[1]!, center[2]!];
  const end = starts[last + 1]!;
  for (let at = starts[first]!; at < end; at++) {
    const dx = vectors[3 * at]! - x;
    const dy = vectors[3 * at + 1]! - y;
    const dz = vectors[3 * at + 2]! - z;
    const chord = dx * dx + dy * dy + dz * dz;
    if (chord <= nearest.limit) insert(nearest, numbers[at]!, chord);
  }
}

function insert(nearest: Nearest, station: number, chord: number): void {
  const { stations, chords } = nearest;
  const most = stations.length;
  let at = Math.min(nearest.count, most - 1);
  if (nearest.count === most && chord >= chords[at]!) return;
  for (; at > 0 && chords[at - 1]! > chord; at--) {
    chords[at] = chords[at - 1]!;
    stations[at] = stations[at - 1]!;
  }
  chords[at] = chord;
  stations[at] = station;
  if (nearest.count < most) nearest.count++;
  if (nearest.count === most) nearest.limit = chords[most - 1]!;
}

/** Calls `visit` with the first and last cell of every run of cells that the distance reaches, row by row. */
function forCellsAround(
  latitude: number,
  longitude: number,
  within: number,
  visit: (first: number, last: number) => void,
): void {
  const reach = Math.min(180, within / EARTH_RADIUS_KM / RADIANS) + MARGIN;
  const [south, north] = [latitude - reach, latitude + reach];
  const width = widthOf(latitude, reach, north >= 90 || south <= -90);
  for (let row = rowOf(south); row <= rowOf(north); row++) {
    const first = row * COLUMNS;
    if (width >= 180 - CELL) {
      visit(first, first + COLUMNS - 1);
      continue;
    }
    const [west, east] = [columnOf(longitude - width), columnOf(longitude + width)];
    if (west <= east) visit(first + west, first + east);
    else {
      visit(first, first + east);
      visit(first + west, first + COLUMNS - 1);
    }
  }
}

/** Half the longitudes that a circle reaches: asin(sin r / cos φ); all of them where a pole is inside. */
function widthOf(latitude: number, reach: number, hasPole: boolean): number {
  const ratio = Math.sin(reach * RADIANS) / Math.cos(latitude * RADIANS);
  return hasPole || reach >= 90 || !(ratio < 1) ? 180 : Math.asin(ratio) / RADIANS + MARGIN;
}
