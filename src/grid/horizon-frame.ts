/**
 * East, north and up at a place on the WGS 84 ellipsoid, and the way back (IOGP 373-7-2, methods 9602 and 9837).
 *
 *   n = a/√(1 − e² sin² φ)      X = n cos φ cos λ      Y = n cos φ sin λ      Z = (1 − e²) n sin φ
 *
 * Longitudes count from the origin's meridian, so that the rotation to the horizon is by the latitude alone. Everything is
 * exact but the way back, whose latitude (Bowring 1976) is right to 1e-9 degrees near the ground.
 */

import { RADIANS_PER_DEGREE, wrapLongitude } from './angles.js';
import type { Place } from './geometry.js';

const SEMI_MAJOR = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const SEMI_MINOR = SEMI_MAJOR * (1 - FLATTENING);
const E2 = FLATTENING * (2 - FLATTENING);
const SECOND_E2 = E2 / (1 - E2);

/** m from the origin. */
export interface HorizonPosition {
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

/** Positions on one parallel, m from the origin. */
export interface ParallelPositions {
  readonly east: Float64Array;
  readonly north: Float64Array;
  readonly up: Float64Array;
}

export interface HorizonFrame {
  /** Of a place on the ellipsoid; degrees. */
  position(latitude: number, longitude: number): HorizonPosition;
  /**
   * Positions of crossings of a parallel and meridians. Sines and cosines are those of rows and columns: a tile of 65,536
   * pixels has 512 of them.
   *
   * @returns  what writes them for a parallel, as many as there are meridians
   */
  parallels(longitudes: ArrayLike<number>): (latitude: number, into: ParallelPositions) => void;
  /** The place on the ellipsoid below or above a position. */
  place(position: HorizonPosition): Place;
}

export function horizonFrame(latitude: number, longitude: number): HorizonFrame {
  const phi = latitude * RADIANS_PER_DEGREE;
  const [sin, cos] = [Math.sin(phi), Math.cos(phi)];
  const n = primeVertical(sin);
  const [x0, z0] = [n * cos, (1 - E2) * n * sin];
  const parallels = (longitudes: ArrayLike<number>) => {
    const turns = Float64Array.from(longitudes, (toLongitude) => (toLongitude - longitude) * RADIANS_PER_DEGREE);
    const [sines, cosines] = [turns.map(Math.sin), turns.map(Math.cos)];
    return (toLatitude: number, { east, north, up }: ParallelPositions) => {
      const sinLatitude = Math.sin(toLatitude * RADIANS_PER_DEGREE);
      const radius = primeVertical(sinLatitude);
      const axis = radius * Math.cos(toLatitude * RADIANS_PER_DEGREE);
      const dz = (1 - E2) * radius * sinLatitude - z0;
      for (let column = 0; column < sines.length; column++) {
        const dx = axis * cosines[column]! - x0;
        east[column] = axis * sines[column]!;
        north[column] = cos * dz - sin * dx;
        up[column] = sin * dz + cos * dx;
      }
    };
  };
  return {
    parallels,
    position(toLatitude, toLongitude) {
      const at = { east: new Float64Array(1), north: new Float64Array(1), up: new Float64Array(1) };
      parallels([toLongitude])(toLatitude, at);
      return { east: at.east[0]!, north: at.north[0]!, up: at.up[0]! };
    },
    place({ east, north, up }) {
      const x = x0 + cos * up - sin * north;
      const z = z0 + sin * up + cos * north;
      const turn = Math.atan2(east, x) / RADIANS_PER_DEGREE;
      return { latitude: latitudeOf(Math.hypot(x, east), z), longitude: wrapLongitude(longitude + turn) };
    },
  };
}

/** n of the sine of a latitude, m. */
function primeVertical(sin: number): number {
  return SEMI_MAJOR / Math.sqrt(1 - E2 * sin * sin);
}

/** Degrees, of a distance from the axis and a height above the equator's plane, m. */
function latitudeOf(axis: number, z: number): number {
  const beta = Math.atan2(z * SEMI_MAJOR, axis * SEMI_MINOR);
  const y = z + SECOND_E2 * SEMI_MINOR * Math.sin(beta) ** 3;
  return Math.atan2(y, axis - E2 * SEMI_MAJOR * Math.cos(beta) ** 3) / RADIANS_PER_DEGREE;
}
