/**
 * Mercator, true at latitude φ₁ (GRIB2 3.10): columns are meridians, rows are parallels at growing distances.
 *
 *   x = R₀ (λ − λ₀)    y = −R₀ ln t    R₀ = a m₁        Snyder (1987) eq. 7-6, 7-7a; m and t of `conformal-latitude.ts`
 *
 * Back: t = exp(−y / R₀). The poles lie at infinity; a place there has no row.
 */

import type { MercatorGrid } from '../model/field.js';
import { RADIANS_PER_DEGREE, wrapLongitude } from './angles.js';
import { conformalT, eccentricityOf, latitudeFromT, parallelRadius } from './conformal-latitude.js';
import { boxEdgeDistance } from './edge-distance.js';
import { type Geometry, positionOnAxes, type SeparateAxes, snapped } from './geometry.js';
import { columnPosition, columnsAround, type Meridians } from './meridians.js';

type Plane = Pick<MercatorGrid, 'earth' | 'trueLatitude'>;

/** R₀: metres of the plane for a radian of longitude. */
export function mercatorRadius({ earth, trueLatitude }: Plane): number {
  return earth.semiMajor * parallelRadius(trueLatitude * RADIANS_PER_DEGREE, eccentricityOf(earth));
}

/** y of a parallel, m; beyond all bounds towards a pole. */
export function mercatorY(plane: Plane, latitude: number): number {
  return -mercatorRadius(plane) * Math.log(conformalT(latitude * RADIANS_PER_DEGREE, eccentricityOf(plane.earth)));
}

/** The columns as meridians. */
export function mercatorMeridians(grid: MercatorGrid): Meridians {
  const perDegree = mercatorRadius(grid) * RADIANS_PER_DEGREE;
  return {
    columns: grid.columns,
    firstLongitude: grid.centralMeridian + grid.firstX / perDegree,
    longitudeStep: grid.xStep / perDegree,
  };
}

export function mercatorGeometry(grid: MercatorGrid): Geometry {
  const e = eccentricityOf(grid.earth);
  const radius = mercatorRadius(grid);
  const meridians = mercatorMeridians(grid);
  const latitudeOfRow = (y: number) =>
    latitudeFromT(Math.exp(-(grid.firstY + y * grid.yStep) / radius), e) / RADIANS_PER_DEGREE;
  const outermost = [latitudeOfRow(0), latitudeOfRow(grid.rows - 1)];
  const parallels = { south: Math.min(...outermost), north: Math.max(...outermost) };
  const separation: SeparateAxes = {
    kind: 'axes',
    row(latitude) {
      const y = snapped((mercatorY(grid, latitude) - grid.firstY) / grid.yStep);
      return y >= 0 && y <= grid.rows - 1 ? y : null;
    },
    column: (longitude) => columnPosition(meridians, longitude),
  };
  return {
    separation,
    columnsAround: columnsAround(meridians),
    position: positionOnAxes(separation),
    place: (y, x) => ({
      latitude: latitudeOfRow(y),
      longitude: wrapLongitude(meridians.firstLongitude + x * meridians.longitudeStep),
    }),
    north: () => 0,
    edgeDistance: (latitude, longitude) => boxEdgeDistance(parallels, meridians, latitude, longitude),
    turnRow: null,
  };
}
