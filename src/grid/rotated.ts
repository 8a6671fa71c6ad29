/**
 * Latitude/longitude of a turned sphere (GRIB2 3.1): a regular grid whose south pole lies at (θp, λp).
 *
 * The sphere is turned by λp about its axis, then by δ = 90° + θp so that the south pole moves along the meridian that
 * was Greenwich's (WMO FM 92, template 3.1, note 3), and at last by the angle of rotation about the new axis. As unit
 * vectors, from the turned system (x', y', z') to the globe:
 *
 *   x = x' cos δ − z' sin δ    y = y'    z = x' sin δ + z' cos δ        longitude = λp + atan2(y, x)
 *
 * The north pole of the globe lies at latitude −θp, longitude 0 of the turned system, so true north has there the
 * bearing β = atan2(cos φN sin Δ, cos φ' sin φN − sin φ' cos φN cos Δ), Δ = −λ', and the grid's north is turned by −β.
 */

import type { RotatedGrid } from '../model/field.js';
import { RADIANS_PER_DEGREE, wrapLongitude } from './angles.js';
import { boxEdgeDistance } from './edge-distance.js';
import type { Geometry, Place } from './geometry.js';
import { columnPosition, columnsAround } from './meridians.js';
import { latitudeOf, longitudeOf, parallelsOf, rowPosition } from './regular.js';

type Pole = Pick<RotatedGrid, 'southPoleLatitude' | 'southPoleLongitude' | 'rotation'>;

/** The place in the turned system. */
export function toRotated(pole: Pole, latitude: number, longitude: number): Place {
  const tilt = (90 + pole.southPoleLatitude) * RADIANS_PER_DEGREE;
  const turned = tilted(latitude, longitude - pole.southPoleLongitude, -tilt);
  return { latitude: turned.latitude, longitude: wrapLongitude(turned.longitude - pole.rotation) };
}

/** The place on the globe. */
export function fromRotated(pole: Pole, latitude: number, longitude: number): Place {
  const tilt = (90 + pole.southPoleLatitude) * RADIANS_PER_DEGREE;
  const place = tilted(latitude, longitude + pole.rotation, tilt);
  return { latitude: place.latitude, longitude: wrapLongitude(place.longitude + pole.southPoleLongitude) };
}

/** Turned about the y axis: degrees in and out, `tilt` in radians. */
function tilted(latitude: number, longitude: number, tilt: number): Place {
  const [phi, lambda] = [latitude * RADIANS_PER_DEGREE, longitude * RADIANS_PER_DEGREE];
  const [sine, cosine] = [Math.sin(tilt), Math.cos(tilt)];
  const across = Math.cos(phi) * Math.cos(lambda);
  const y = Math.cos(phi) * Math.sin(lambda);
  const up = Math.sin(phi);
  const x = across * cosine - up * sine;
  const z = across * sine + up * cosine;
  // Near the poles the arc sine of z would lose half of the digits.
  return {
    latitude: Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS_PER_DEGREE,
    longitude: Math.atan2(y, x) / RADIANS_PER_DEGREE,
  };
}

/** Components of the bearing of true north times one common factor; the angles of the formula above, in radians. */
function bearingOfNorth(phi: number, apart: number, pole: number): { east: number; north: number } {
  return {
    east: Math.cos(pole) * Math.sin(apart),
    north: Math.cos(phi) * Math.sin(pole) - Math.sin(phi) * Math.cos(pole) * Math.cos(apart),
  };
}

export function rotatedGeometry(grid: RotatedGrid): Geometry {
  const pole = -grid.southPoleLatitude * RADIANS_PER_DEGREE;
  const apartFrom = (longitude: number) => -(longitude + grid.rotation) * RADIANS_PER_DEGREE;
  return {
    separation: null,
    columnsAround: columnsAround(grid),
    position(latitude, longitude) {
      const turned = toRotated(grid, latitude, longitude);
      const y = rowPosition(grid, turned.latitude);
      const x = columnPosition(grid, turned.longitude);
      return y === null || x === null ? null : { x, y };
    },
    place: (y, x) => fromRotated(grid, latitudeOf(grid, y), longitudeOf(grid, x)),
    north(latitude, longitude) {
      const turned = toRotated(grid, latitude, longitude);
      const phi = turned.latitude * RADIANS_PER_DEGREE;
      const { east, north } = bearingOfNorth(phi, apartFrom(turned.longitude), pole);
      return -Math.atan2(east, north) / RADIANS_PER_DEGREE;
    },
    edgeDistance(latitude, longitude) {
      const turned = toRotated(grid, latitude, longitude);
      return boxEdgeDistance(parallelsOf(grid), grid, turned.latitude, turned.longitude);
    },
    turnRow(y, sines, cosines) {
      const phi = latitudeOf(grid, y) * RADIANS_PER_DEGREE;
      for (let x = 0; x < grid.columns; x++) {
        const { east, north } = bearingOfNorth(phi, apartFrom(longitudeOf(grid, x)), pole);
        const length = Math.sqrt(east * east + north * north);
        sines[x] = length === 0 ? 0 : -east / length;
        cosines[x] = length === 0 ? 1 : north / length;
      }
    },
  };
}
