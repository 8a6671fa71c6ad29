/**
 * What the satellites see: rain between 60° S and 70° N on a regular grid around the globe, each over its own longitudes.
 *
 *   the first n satellites of the table are in the frame; elsewhere there is nothing
 */

import type { RegularGrid } from '../../src/model/field.js';
import { createBoundedCache } from '../bounded-cache.js';
import { placesOfGrid } from '../places.js';
import type { World } from '../world.js';

const NORTH = 70;
const SOUTH = -60;
/** Satellite pixels are coarse and many: five times the step of MRMS where the real ones are twice as wide. */
const TIMES_STEP = 5;
const FINEST = 0.02;
/** As the table of the real product counts them: GLB-2 has two of them, GLB-5 all. Longitudes at which each ends, eastward. */
const SATELLITES = [
  { name: 'GOES-18', west: -195, east: -105 },
  { name: 'GOES-19', west: -105, east: -37 },
  { name: 'MSG3', west: -37, east: 22 },
  { name: 'MSG2', west: 22, east: 92 },
  { name: 'Himawari-9', west: 92, east: 165 },
] as const;
export const FEWEST_SATELLITES = 2;
export const MOST_SATELLITES = SATELLITES.length;
/** Poleward of it the view is slant. */
const SLANT_FROM = 60;

const FILL = -9990;
/** Values of DQF. */
export const GOOD = 0;
export const DEGRADED = 2;
export const NO_DATA = 3;

export interface RrqpeFrame {
  /** Tenths of mm/h, [row, column] from the north-west. */
  readonly rates: Int16Array;
  readonly quality: Int8Array;
}

export interface RrqpeScene {
  frame(validTime: number, satellites: number): RrqpeFrame;
}

/** The step is the nearest one that divides 130 and 360 degrees. */
export function rrqpeGrid(stepDegrees: number): RegularGrid {
  const wanted = Math.max(FINEST, TIMES_STEP * stepDegrees);
  const across = Math.max(2, Math.round(10 / wanted)); // pixels in 10°, the largest measure of both
  const step = 10 / across;
  return {
    kind: 'regular',
    rows: ((NORTH - SOUTH) / 10) * across + 1,
    columns: 36 * across,
    firstLatitude: NORTH,
    firstLongitude: -180,
    latitudeStep: -step,
    longitudeStep: step,
  };
}

export function createRrqpeScene(world: World, grid: RegularGrid): RrqpeScene {
  const places = placesOfGrid(grid);
  const seenBy = Uint8Array.from(places.longitudes, (longitude) => satelliteOf(longitude));
  // Frames of the same scan with ever more satellites follow each other.
  const scans = createBoundedCache<number, Float32Array>(0, ({ byteLength }) => byteLength);
  return {
    frame(validTime, satellites) {
      const rain = scans.get(validTime, () => {
        const values = new Float32Array(grid.rows * grid.columns);
        world.fillPrecipitation(values, places, validTime, null);
        return values;
      });
      const rates = new Int16Array(rain.length);
      const quality = new Int8Array(rain.length);
      for (let n = 0; n < rain.length; n++) {
        const isSeen = seenBy[n % grid.columns]! < satellites;
        const latitude = places.latitudes[Math.floor(n / grid.columns)]!;
        rates[n] = isSeen ? Math.round(10 * rain[n]!) : FILL;
        quality[n] = !isSeen ? NO_DATA : Math.abs(latitude) > SLANT_FROM ? DEGRADED : GOOD;
      }
      return { rates, quality };
    },
  };
}

/** Position in the table. @param longitude  −180..180 */
function satelliteOf(longitude: number): number {
  return SATELLITES.findIndex(
    ({ west, east }) => (longitude >= west && longitude < east) || (longitude - 360 >= west && longitude - 360 < east),
  );
}
