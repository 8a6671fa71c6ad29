/** Grids of the real feeds with wide cells: the same projection, the same corner, the same area. */

import type { LambertGrid, RegularGrid } from '../src/model/field.js';

const RADIANS = Math.PI / 180;
const EARTH = { semiMajor: 6_371_229, semiMinor: 6_371_229 };

/** Metres from the pole along the central meridian of a tangent cone (Snyder 1987, p. 106), negative southward. */
function poleDistance(latitude: number, longitude: number, parallel: number, meridian: number): [x: number, y: number] {
  const n = Math.sin(parallel * RADIANS);
  const power = (degrees: number) => Math.tan(Math.PI / 4 + (degrees * RADIANS) / 2) ** n;
  const rho = (EARTH.semiMajor * Math.cos(parallel * RADIANS) * power(parallel)) / (n * power(latitude));
  const theta = n * (longitude - meridian) * RADIANS;
  return [rho * Math.sin(theta), -rho * Math.cos(theta)];
}

/** HRRR's area (5,394 × 3,174 km) in cells of 58 km. */
export const COARSE_HRRR: LambertGrid = (() => {
  const [firstX, firstY] = poleDistance(21.138123, -122.719528, 38.5, -97.5);
  return {
    kind: 'lambert',
    columns: 94,
    rows: 55,
    firstX,
    firstY,
    xStep: 58_000,
    yStep: 58_000,
    earth: EARTH,
    centralMeridian: -97.5,
    standardParallels: [38.5, 38.5],
  };
})();

/** A global grid of 5°, from north and from Greenwich. */
export const GLOBE_5: RegularGrid = {
  kind: 'regular',
  columns: 72,
  rows: 37,
  firstLatitude: 90,
  firstLongitude: 0,
  latitudeStep: -5,
  longitudeStep: 5,
};
